"""Drawings as data: the SVG files under `art/`, read into symbols that `<use>` places.

A file opens in any vector editor: every drawing on it is an element with an id, in a group that
only places it on the sheet. A class such as `fill-gold` names the colour of the palette; the
colour beside it is the one that an editor shows. See `docs/art.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.render.css import SHARED
from howdah.render.markup import escape, format_number, tag, use

Symbols = Mapping[str, str]
"""The markup of drawings by their ids."""

SVG: Final = "{http://www.w3.org/2000/svg}"
COLOURS: Final = {"fill": "fill", "stroke": "stroke", "stop": "stop-color", "color": "color"}
"""The attribute that a class such as `fill-gold` colours, by the first part of the class."""
_REFERENCE = re.compile(r"""href=["']#([^"']+)|url\(#([^)]+)\)""")
_DECIMALS = re.compile(r"-?\d*\.\d+")


@cache
def load_symbols(package: str) -> Symbols:
    """Every drawing of a package and the shared ones, by id."""
    sources = dict.fromkeys([SHARED, package])
    return {name: text for source in sources for name, text in _read_package(source)}


def _read_package(package: str) -> Iterator[tuple[str, str]]:
    for root in read_files(package).values():
        for drawing in drawings(root):
            name = drawing.attrib["id"]
            yield name, _minify(drawing)
            if box := drawing.get("data-icon"):
                yield f"icon-{name}", _icon(name, box)


def _icon(name: str, box: str) -> str:
    """A drawing as a symbol that fills the element it is used in."""
    return tag("symbol", use(name), id=f"icon-{name}", viewBox=box, overflow="visible")


def read_files(package: str) -> dict[str, Element]:
    """The art files of a package, parsed, by name."""
    folder = files(package) / "art"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".svg"))
    return {name: ElementTree.fromstring((folder / name).read_bytes()) for name in names}


def drawings(root: Element) -> Iterator[Element]:
    """The drawings in an art file: elements with an id that are not part of another drawing."""
    for child in root:
        if "id" in child.attrib and child.tag.startswith(SVG):
            yield child
        else:
            yield from drawings(child)


def _minify(element: Element) -> str:
    """An element as short markup, its named colours as CSS variables."""
    name = element.tag.removeprefix(SVG)
    pairs = "".join(f' {key}="{escape(value)}"' for key, value in _attributes(element).items())
    inside = "".join(_minify(child) for child in element if child.tag.startswith(SVG))
    text = escape((element.text or "").strip())
    return f"<{name}{pairs}>{text}{inside}</{name}>" if text or inside else f"<{name}{pairs}/>"


def presentation(element: Element) -> dict[str, str]:
    """The attributes without those of editors and readers; styles become attributes."""
    own = (pair for pair in element.attrib.items() if not pair[0].startswith(("{", "data-")))
    found = dict(own)
    for declaration in found.pop("style", "").split(";"):
        key, _, value = declaration.partition(":")
        if value and not key.strip().startswith("-"):
            found[key.strip()] = value.strip()
    return found


def _attributes(element: Element) -> dict[str, str]:
    """The attributes of a symbol, its named colours as CSS variables."""
    found = presentation(element)
    found |= named_colours(found.pop("class", ""))
    if "d" in found:
        found["d"] = _DECIMALS.sub(lambda number: _shorten(number[0]), found["d"])
    return found


def named_colours(classes: str) -> dict[str, str]:
    """The attributes that the classes of a drawing stand for.

    >>> named_colours("fill-gold stroke-player-line")
    {'fill': 'var(--gold)', 'stroke': 'var(--player-line)'}
    """
    pairs = (name.partition("-") for name in classes.split())
    return {COLOURS[kind]: f"var(--{colour})" for kind, _, colour in pairs}


def _shorten(number: str) -> str:
    return format_number(float(number)) if len(number.partition(".")[2]) > 2 else number


def definitions(markup: str, symbols: Symbols) -> str:
    """The symbols that a drawing uses, and those that they use themselves."""
    found: dict[str, str] = {}
    todo = [markup]
    while todo:
        for href, url in _REFERENCE.findall(todo.pop()):
            name = href or url
            if name in symbols and name not in found:
                found[name] = symbols[name]
                todo.append(symbols[name])
    return "".join(found.values())


def sheet(package: str) -> str:
    """All drawings of a package and the shared ones, as one SVG document for its pages."""
    inside = "".join(load_symbols(package).values())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{inside}</defs></svg>'
