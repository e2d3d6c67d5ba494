"""A check of the built site: every internal link leads somewhere, and nothing is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "srcset", "iframe": "src"}
"""What a browser loads without a click, and the attribute with its address."""


@dataclass
class Page(HTMLParser):
    """The anchors, the links and the loaded files of a page."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        values = {name: value for name, value in attrs if value}
        self.anchors.update(values[name] for name in ("id", "name") if name in values)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        address = values.get(LOADED.get(tag, ""))
        if address is not None:
            self.loads.append(address)


def broken_links(site: Path) -> Iterator[str]:
    """Yield a sentence for each link that leads nowhere, and each file loaded from elsewhere."""
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site)
        for address in page.loads:
            if _is_remote(address):
                yield f"{name}: loads {address}"
        for address in [*page.links, *page.loads]:
            if not _is_remote(address) and not _exists(pages, path, address):
                yield f"{name}: no such page or anchor: {address}"


def _read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _is_remote(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.netloc) or parts.scheme not in ("", "file")


def _exists(pages: dict[Path, Page], page: Path, address: str) -> bool:
    parts = urlsplit(address)
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    anchors = pages[target].anchors if target in pages else {unquote(parts.fragment)}
    return not parts.fragment or unquote(parts.fragment) in anchors
