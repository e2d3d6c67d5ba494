"""The art files: what an artist may change, and what code relies on."""

from __future__ import annotations

import re
from gzip import compress
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.art import art_packages, contact_sheet, default_colours, find_mistakes, sync_colours

from howdah.games.registry import GAMES, game_class
from howdah.render.art import definitions, drawings, load_symbols, read_files
from howdah.render.css import CLASSES, load_palettes, stylesheet
from howdah.render.document import draw_document
from howdah.render.svg import draw_board, renderer_for, sheet
from howdah.render.types import SHAPES, Shape

PACKAGES = art_packages()
EVERY_PACKAGE = pytest.mark.parametrize("package", PACKAGES)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
FILES = [(package, name) for package in PACKAGES for name in read_files(package)]
EVERY_FILE = pytest.mark.parametrize(("package", "name"), FILES)


def source(package: str, name: str) -> str:
    return (files(package) / "art" / name).read_text("utf-8")


@EVERY_PACKAGE
def test_colours_licences_and_references_are_right(package: str) -> None:
    assert list(find_mistakes(package)) == []


@EVERY_FILE
def test_a_file_is_a_sheet_that_an_editor_shows_whole(package: str, name: str) -> None:
    root = ElementTree.fromstring(source(package, name))
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    assert root[0].tag.endswith("}title")
    assert root[0].text
    assert len(source(package, name).encode()) < 40_000
    assert not re.search(
        r"<(script|image|foreignObject|style)\b|\bon\w+=|data:", source(package, name)
    )


@EVERY_FILE
def test_drawings_are_placed_by_a_group_without_an_id(package: str, name: str) -> None:
    root = read_files(package)[name]
    for drawing in drawings(root):
        is_paint = drawing.tag.endswith(("}pattern", "}radialGradient", "}marker"))
        assert is_paint or "transform" not in drawing.attrib, drawing.attrib["id"]


def test_no_two_drawings_have_the_same_name() -> None:
    shared = [d.attrib["id"] for root in read_files(PACKAGES[0]).values() for d in drawings(root)]
    for package in PACKAGES[1:]:
        found = [d.attrib["id"] for root in read_files(package).values() for d in drawings(root)]
        assert len({*shared, *found}) == len(shared) + len(found)


@EVERY_GAME
@pytest.mark.parametrize("shape", SHAPES)
def test_every_symbol_that_code_names_is_drawn(game: str, shape: Shape) -> None:
    renderer = renderer_for(game)
    kind = game_class(game)
    for players in kind.player_counts:
        new = kind.new(players=players, seed=1)
        view = new.view(new.to_play)
        size = renderer.size(view.board, shape)
        text = draw_document(renderer.ART, "light", size, draw_board(renderer, view, shape))
        used = re.findall(r'href="#([^"]+)|url\(#([^)]+)\)', text)
        assert {one or other for one, other in used} <= {*re.findall(r' id="([^"]+)', text)}


@EVERY_GAME
def test_no_drawing_is_there_for_nothing(game: str) -> None:
    """Every drawing is part of a composed symbol or a backdrop, or code or a template names it."""
    renderer = renderer_for(game)
    art, symbols = load_symbols(renderer.ART), renderer.symbols()
    board = game_class(game).new(seed=1).view().board
    composed = "".join(text for name, text in symbols.items() if name not in art)
    backdrops = "".join(renderer.backdrop(board, shape) for shape in SHAPES)
    placed = set(re.findall(r" id=['\"]([^'\"]+)", definitions(composed + backdrops, symbols)))
    package = Path(str(files("howdah")))
    sources = (path for kind in ("py", "html") for path in package.rglob(f"*.{kind}"))
    code = "".join(path.read_text("utf-8") for path in sources)
    named = {name for name in art if f'"{name}"' in code or f"#{name})" in code}
    own = art.keys() - load_symbols(PACKAGES[0]).keys()
    assert {name for name in own if not name.startswith("icon-")} <= placed | named


@EVERY_GAME
def test_no_drawing_has_the_id_of_a_part_of_the_page(game: str) -> None:
    package = Path(str(files("howdah")))
    html = "".join(path.read_text("utf-8") for path in package.rglob("*.html"))
    scripts = "".join(path.read_text("utf-8") for path in package.rglob("*.js"))
    ids = re.findall(r"\bid=['\"]?([\w-]+)", html)
    wanted = re.findall(r"""byId\("([\w-]+)"\)|getElementById\("([\w-]+)"\)""", scripts)
    names = {*ids, *(one or other for one, other in wanted)}
    assert names.isdisjoint(renderer_for(game).symbols())


@EVERY_GAME
def test_the_sheet_of_a_page_is_small(game: str) -> None:
    text = sheet(game)
    assert len(compress(text.encode())) < 12_000
    ids = re.findall(r" id=['\"]([^'\"]+)", text)
    assert len(ids) == len(set(ids))
    ElementTree.fromstring(text)


@EVERY_PACKAGE
def test_both_themes_have_the_same_colours(package: str) -> None:
    palettes = load_palettes(package)
    assert palettes["light"].keys() == palettes["dark"].keys()
    for colour in (*palettes["light"].values(), *palettes["dark"].values()):
        assert re.fullmatch("#[0-9a-f]{6}", colour)


@EVERY_PACKAGE
def test_every_variable_of_a_drawing_is_declared(package: str) -> None:
    css = stylesheet(package)
    declared = set(re.findall(r"--([\w-]+):", css))
    symbols = "".join(load_symbols(package).values())
    rules = "".join(value for rules in CLASSES.values() for value in rules.values())
    assert set(re.findall(r"var\(--([\w-]+)\)", symbols + rules)) <= declared


def test_colours_are_only_in_the_palettes() -> None:
    """No module and no page names a colour, but black for shadows."""
    package = Path(str(files("howdah")))
    drawing = [*package.glob("render/*.py"), *package.glob("games/*/svg/*.py")]
    for path in drawing:
        assert not re.findall(
            r"#[0-9a-fA-F]{6}\b|#(?!000\b)[0-9a-fA-F]{3}\b", path.read_text("utf-8")
        ), path


def test_a_mistake_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    root = ElementTree.fromstring(
        '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title>'
        '<g><path id="a" class="fill-gold" fill="#123456" stroke="#ffffff"/></g>'
        '<g><use id="b" class="stroke-nothing" href="#c"/></g></svg>'
    )
    monkeypatch.setattr("tools.art.read_files", lambda _: {"a.svg": root})
    monkeypatch.setattr("tools.art._source", lambda *_: "")
    found = "\n".join(find_mistakes(PACKAGES[0]))
    assert "no licence note" in found
    assert "shows #123456 for gold" in found
    assert "stroke #ffffff, which has no name" in found
    assert "uses nothing, which the palette does not have" in found
    assert "uses c, which is not in the same file" in found


def test_colours_can_be_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "art" / "a.svg"
    file.parent.mkdir()
    file.write_text('<svg><path class="fill-gold" fill="#123456"/></svg>')
    monkeypatch.setattr("tools.art.files", lambda _: tmp_path)
    monkeypatch.setattr("tools.art.read_files", lambda _: {"a.svg": None})
    sync_colours(PACKAGES[0])
    gold = default_colours(PACKAGES[0])["gold"]
    assert file.read_text() == f'<svg><path class="fill-gold" fill="{gold}"/></svg>'


def test_an_editor_may_write_styles_and_attributes_of_its_own() -> None:
    from howdah.render.art import _minify  # noqa: PLC0415 - what an editor saves is read by it

    element = ElementTree.fromstring(
        '<path xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://inkscape" id="a" '
        'class="fill-gold" inkscape:label="x" d="M0.123456 1.5" '
        'style="fill:#e0b13a;stroke-width:1.2;-inkscape-stroke:none"/>'
    )
    assert _minify(element) == '<path id="a" d="M0.1 1.5" fill="var(--gold)" stroke-width="1.2"/>'


def test_the_contact_sheet_shows_every_drawing() -> None:
    page = contact_sheet()
    for package in PACKAGES:
        for root in read_files(package).values():
            for drawing in drawings(root):
                assert page.count(f"&lt;figcaption&gt;{drawing.attrib['id']}&lt;") >= 2
