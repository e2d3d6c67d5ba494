"""Check the art files and draw a contact sheet of all their symbols, in both themes.

`make art` runs this. It says what is wrong with a file, such as a colour without a name, and writes
`build/art.html`. With `--sync` the colours that editors show are set to those of the palettes.
"""

from __future__ import annotations

import argparse
import re
import webbrowser
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from howdah.games.registry import GAMES
from howdah.render.art import (
    COLOURS,
    drawings,
    load_symbols,
    named_colours,
    presentation,
    read_files,
)
from howdah.render.css import PAINT, SHARED, load_palettes, paints, stylesheet
from howdah.render.opponents import ART as OPPONENTS
from howdah.render.svg import renderer_for
from howdah.render.types import THEMES

ROOT: Final = Path(__file__).resolve().parent.parent
SHEET: Final = ROOT / "build" / "art.html"
PLAIN: Final = ("none", "currentColor", "#000", "inherit")
"""What may be painted without a name: nothing, the current colour, and the black of shadows."""
LICENCE: Final = "MIT licence"
_URL = re.compile(r"url\(#([^)]+)\)")
INHERITED: Final = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin")


def main() -> None:
    """Check all files, and write and open the contact sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sync", action="store_true", help="set the colours in the files")
    parser.add_argument("--no-open", action="store_true", help="write the sheet, do not open it")
    options = parser.parse_args()
    if options.sync:
        for package in art_packages():
            sync_colours(package)
    mistakes = [mistake for package in art_packages() for mistake in find_mistakes(package)]
    print("\n".join(mistakes) or "all art files are valid")
    SHEET.parent.mkdir(exist_ok=True)
    SHEET.write_text(contact_sheet(), encoding="utf-8")
    print(f"wrote {SHEET.relative_to(ROOT)}")
    if not options.no_open:
        webbrowser.open(SHEET.as_uri())
    raise SystemExit(bool(mistakes))


def art_packages() -> list[str]:
    """The packages with a folder of art files: the shared one, the faces, those of the games."""
    return [SHARED, OPPONENTS, *(renderer_for(game).ART for game in GAMES)]


def find_mistakes(package: str) -> Iterator[str]:
    """What is wrong with the art files of a package, a sentence for each mistake."""
    defaults = default_colours(package)
    for name, root in read_files(package).items():
        if LICENCE not in _source(package, name):
            yield f"{name}: there is no licence note"
        known = {drawing.attrib["id"] for drawing in drawings(root)}
        for element in root.iter():
            yield from (f"{name}: {mistake}" for mistake in _mistakes(element, defaults, known))


def _mistakes(element: Element, defaults: dict[str, str], known: set[str]) -> Iterator[str]:
    what = f"<{element.tag.rpartition('}')[2]} id={element.get('id')!r}>"
    shown, named = presentation(element), named_colours(element.get("class", ""))
    for attribute, variable in named.items():
        colour = variable[len("var(--") : -1]
        if colour not in defaults:
            yield f"{what} uses {colour}, which the palette does not have"
        elif shown.get(attribute) != defaults[colour]:
            yield f"{what} shows {shown.get(attribute)} for {colour}, which is {defaults[colour]}"
    for attribute in COLOURS.values():
        colour = shown.get(attribute, "none")
        if attribute not in named and colour not in PLAIN and not colour.startswith("url("):
            yield f"{what} has the {attribute} {colour}, which has no name of the palette"
    used = (element.get("href", "").removeprefix("#"), *_URL.findall(shown.get("fill", "")))
    for reference in used:
        if reference and reference not in known:
            yield f"{what} uses {reference}, which is not in the same file"


def default_colours(package: str) -> dict[str, str]:
    """The colours that editors show: those of the light theme, and those of the second player."""
    light = load_palettes(package)["light"]
    player = paints(package).get("seat-1")
    own = {name: light[f"{player}-{part}"] for name, part in PAINT.items()} if player else {}
    return {**light, **own}


def sync_colours(package: str) -> None:
    """Set the colours that editors show to those of the palette."""
    defaults = default_colours(package)
    for name in read_files(package):
        path = Path(str(files(package) / "art" / name))
        source = path.read_text("utf-8")
        path.write_text(re.sub(r"<[^>]*class=[^>]*>", lambda t: _sync(t[0], defaults), source))


def _sync(tag: str, defaults: dict[str, str]) -> str:
    """A tag with the colours that its classes name."""
    classes = re.search(r' class="([^"]*)"', tag)
    assert classes is not None
    for attribute, variable in named_colours(classes[1]).items():
        colour = defaults[variable[len("var(--") : -1]]
        tag = re.sub(rf'( {attribute}=")[^"]*"', rf'\g<1>{colour}"', tag)
    return tag


def _source(package: str, name: str) -> str:
    return (files(package) / "art" / name).read_text("utf-8")


def contact_sheet() -> str:
    """A page with every symbol of every file, in both themes."""
    sheets = "".join(_draw_package(package) for package in art_packages())
    return f"<!doctype html><meta charset='utf-8'><title>Howdah: art</title>{STYLE}{sheets}{FIT}"


def _draw_package(package: str) -> str:
    """The symbols of a package; a frame for each theme, so that colours and ids do not mix."""
    symbols = "".join(load_symbols(package).values())
    seat = "seat-1" if "seat-1" in paints(package) else ""
    figures = "".join(
        f"<h2>{escape(name)}</h2><p>{escape(root[0].text or '')}</p>"
        + "".join(_draw_symbol(*pair, seat) for pair in _with_parents(root))
        for name, root in read_files(package).items()
    )
    inside = (
        f"<style>{stylesheet(package)}</style>{STYLE}<svg width='0' height='0'>"
        f"<defs>{symbols}</defs></svg>{figures}{FIT}"
    )
    frames = (
        f'<iframe srcdoc="{escape(f"<html data-theme={theme}>{inside}")}"></iframe>'
        for theme in THEMES
    )
    return f"<h1>{escape(package)}</h1><div class='themes'>{''.join(frames)}</div>"


def _with_parents(root: Element) -> Iterator[tuple[Element, Element]]:
    """Every drawing and the group that places it on the sheet."""
    found = {drawing.attrib["id"] for drawing in drawings(root)}
    for parent in root.iter():
        yield from ((child, parent) for child in parent if child.get("id") in found)


def _draw_symbol(drawing: Element, parent: Element, seat: str) -> str:
    """A symbol in the colours of the group that places it, where it has none of its own."""
    look = presentation(parent) | named_colours(parent.get("class", ""))
    paint = "".join(f" {key}='{look[key]}'" for key in INHERITED if key in look)
    name, kind = drawing.attrib["id"], drawing.tag.rpartition("}")[2]
    if kind in ("pattern", "radialGradient", "linearGradient"):
        use = f"<rect width='40' height='40' fill='url(#{name})'/>"
    elif kind == "marker":
        use = f"<path d='M0 0H30' stroke='var(--ink)' marker-end='url(#{name})'/>"
    else:
        use = f"<use href='#{name}'/>"
    drawn = f"<svg class='{seat}'><g{paint}>{use}</g></svg>"
    return f"<figure>{drawn}<figcaption>{name}</figcaption></figure>"


STYLE: Final = """<style>
body { background: var(--plain, #fff); color: var(--ink, #222); font: 13px sans-serif; }
.themes { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
iframe { width: 100%; border: 0; }
figure { display: inline-block; margin: 6px; text-align: center; }
figure svg { fill: var(--ink); } h2 { margin: 14px 6px 0; } p { margin: 0 6px; }
</style>"""
FIT: Final = """<script>
for (const svg of document.querySelectorAll("figure svg")) {
  const { x, y, width, height } = svg.firstChild.getBBox();
  const margin = 4, scale = Math.min(3, 260 / Math.max(width, 1));
  const [wide, high] = [width + 2 * margin, height + 2 * margin];
  svg.setAttribute("viewBox", [x - margin, y - margin, wide, high].join(" "));
  svg.setAttribute("width", wide * scale);
}
for (const frame of document.querySelectorAll("iframe")) {
  const fit = () => (frame.height = frame.contentDocument.documentElement.scrollHeight + 20);
  frame.onload = fit;
}
</script>"""

if __name__ == "__main__":
    main()
