"""The rules page of Bombay Bazar is the same in every language, in plain markup."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.medals import MEDALS
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.rule_examples import LAST, LONG, SHORT, follow_trunk
from howdah.games.bazar.svg.figures import FIGURES
from howdah.games.bazar.tiles import CHORDS, COPIES, DESIGN_NAMES, DESIGNS
from howdah.games.bazar.why_not import ENTRIES
from howdah.i18n.translation import CODES, Language, rules_page

HANDBOOK = Path(__file__).parents[2] / "docs" / "rules" / "bazar.md"
ALLOWED: dict[str, set[str]] = {
    "section": {"id"},
    "figure": {"data-drawing"},
    "th": {"scope"},
    "a": {"href"},
    **{name: set() for name in ("h2", "p", "ul", "ol", "li", "strong", "em", "figcaption")},
    **{name: set() for name in ("table", "caption", "thead", "tbody", "tr", "td")},
}
"""The elements of a page, and their attributes."""
MINUS = "\u2212"
NUMBER = re.compile(rf"{MINUS}?\d+")
PANELS = {"trunk": "AB", "place": "ABCDEF", "two-heads": "ABC"}
"""The letters of the drawings that have several parts."""


@cache
def page(language: Language) -> Element:
    return ElementTree.fromstring(f"<page>{rules_page('bazar', language)}</page>")


def section(language: Language, name: str) -> Element:
    (found,) = page(language).iterfind(f"section[@id='{name}']")
    return found


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def ids(language: Language) -> list[str]:
    return [found.attrib["id"] for found in page(language).iterfind("section")]


def cells(table: Element) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for row in table.iter("tr")]


def numbers(language: Language, name: str) -> list[list[list[int | None]]]:
    """The tables of a section, with nothing in the cells that are not a number."""
    return [
        [[_value(cell) for cell in row] for row in cells(table)]
        for table in section(language, name).iter("table")
    ]


def _value(cell: str) -> int | None:
    return int(cell.replace(MINUS, "-")) if NUMBER.fullmatch(cell) else None


@pytest.mark.parametrize("language", CODES)
def test_a_page_is_an_introduction_and_sections_with_a_heading(language: Language) -> None:
    introduction, *sections = page(language)
    assert introduction.tag == "p"
    assert {element.tag for element in sections} == {"section"}
    for element in sections:
        assert element[0].tag == "h2"
        assert len(list(element.iter("h2"))) == 1
    assert not [
        loose for loose in (page(language).text, *(e.tail for e in sections)) if _said(loose)
    ]


def _said(text: str | None) -> bool:
    return bool(text and text.strip())


def test_the_sections_are_those_of_the_handbook_in_its_order() -> None:
    headings = re.findall(r"^## (.+)$", HANDBOOK.read_text("utf-8"), re.MULTILINE)
    expected = [heading.lower().replace(" ", "-") for heading in headings]
    for language in CODES:
        assert ids(language) == expected


def test_every_refusal_finds_its_section() -> None:
    assert {name for name, _ in ENTRIES.values()} <= set(ids("en"))


@pytest.mark.parametrize("language", CODES)
def test_only_plain_markup_is_used(language: Language) -> None:
    for element in page(language).iter():
        if element.tag != "page":
            assert set(element.attrib) == ALLOWED[element.tag], element.tag
    assert "&" not in rules_page("bazar", language)


@pytest.mark.parametrize("language", CODES)
def test_links_lead_to_sections_of_the_page(language: Language) -> None:
    links = [link.attrib["href"] for link in page(language).iter("a")]
    assert links
    assert set(links) <= {f"#{name}" for name in ids(language)}


@pytest.mark.parametrize("language", CODES)
def test_tables_have_a_caption_heads_and_rows_of_one_width(language: Language) -> None:
    for table in page(language).iter("table"):
        assert [part.tag for part in table] == ["caption", "thead", "tbody"]
        assert all(text_of(cell) for cell in chain.from_iterable(table.iter("tr")))
        assert len({len(row) for row in table.iter("tr")}) == 1
        assert {head.attrib["scope"] for head in table[1].iter("th")} == {"col"}
        assert {row[0].get("scope") for row in table[2]} == {"row"}


def drawings(language: Language) -> list[tuple[str, str]]:
    """The drawings of a page, each with its section."""
    return [
        (part.attrib["id"], figure.attrib["data-drawing"])
        for part in page(language).iterfind("section")
        for figure in part.iter("figure")
    ]


@pytest.mark.parametrize("language", CODES)
def test_every_figure_exists_and_is_shown_once_with_a_caption(language: Language) -> None:
    assert sorted(name for _, name in drawings(language)) == sorted(FIGURES)
    for figure in page(language).iter("figure"):
        assert [part.tag for part in figure] == ["figcaption"]
        assert text_of(figure[0]).endswith(".")


@pytest.mark.parametrize("language", CODES)
def test_all_languages_are_built_alike(language: Language) -> None:
    assert drawings(language) == drawings("en")
    for name in ids("en"):
        here, there = section(language, name), section("en", name)
        assert [part.tag for part in here] == [part.tag for part in there], name
        assert _items(here) == _items(there), name


def _items(part: Element) -> list[int]:
    return [len(found) for found in part.iter() if found.tag in ("ul", "ol")]


@pytest.mark.parametrize("language", CODES)
def test_the_numbers_in_the_tables_agree(language: Language) -> None:
    for name in ids("en"):
        assert numbers(language, name) == numbers("en", name)


@pytest.mark.parametrize("language", CODES)
def test_captions_tell_the_same_numbers_and_every_part(language: Language) -> None:
    for mine, english in zip(page(language).iter("figure"), page("en").iter("figure")):
        found, expected = (sorted(re.findall(r"[\d-]*\d", text_of(it))) for it in (mine, english))
        assert found == expected
        for letter in PANELS.get(mine.attrib["data-drawing"], ""):
            assert re.search(rf"\b{letter}\b", text_of(mine))


@pytest.mark.parametrize("language", CODES[1:])
def test_no_sentence_is_left_in_english(language: Language) -> None:
    assert not _sentences(language) & _sentences("en")


def _sentences(language: Language) -> set[str]:
    kinds = ("p", "li", "h2", "caption", "figcaption")
    return {text_of(found) for found in page(language).iter() if found.tag in kinds}


def column(table: list[list[int | None]], place: int) -> list[int | None]:
    return [row[place] for row in table[1:]]


def test_the_tables_count_what_is_in_the_box() -> None:
    box, kinds, boards = numbers("en", "what-is-on-the-table")
    tiles = len(DESIGNS) * COPIES
    assert column(box, 1) == [len(DESIGNS), COPIES, tiles, len(HEAD_NAMES), MEDALS * 4]
    segments = [name.count("-") + 1 for name in DESIGN_NAMES]
    assert kinds[1:] == [[n, segments.count(n), segments.count(n) * COPIES] for n in (1, 2, 3)]
    assert max(map(len, CHORDS)) == 3
    *_, table = section("en", "what-is-on-the-table").iter("table")
    named = [row[0] for row in cells(table)[1:]]
    assert sorted(named) == sorted(BOARDS.names)
    assert column(boards, 1) == [len(BOARDS.get(name).cells) for name in named]


def test_heads_without_a_player_have_an_end_piece() -> None:
    (table,) = numbers("en", "set-up")
    assert [(row[0], row[2]) for row in table[1:]] == [(n, 4 - n) for n in range(1, 5)]


def test_the_worked_example_counts_the_trunks_in_its_figure() -> None:
    (table,) = numbers("en", "end")
    for trunk, row in zip(LAST.trunks, table[1:]):
        places = [segment.cell for segment in follow_trunk(LAST, trunk)[0]]
        twice = [place for place in set(places) if places.count(place) == 2]
        assert row[1:] == [len(set(places)), len(twice), len(places)]
    assert f"Only {len(LAST.tiles)} tiles" in text_of(section("en", "end"))


def test_the_caption_of_the_growing_trunk_names_its_lengths() -> None:
    lengths = [len(follow_trunk(diagram, diagram.trunks[0])[0]) for diagram in (SHORT, LONG)]
    caption = text_of(next(section("en", "trunks").iter("figcaption")))
    assert f"is {lengths[0]} long" in caption
    assert f"is {lengths[1]} long now" in caption


def test_the_solo_example_adds_up_on_the_large_board() -> None:
    (table,) = numbers("en", "solo")
    tiles, empty, openings, score = (value or 0 for value in column(table, 1))
    assert tiles + empty + openings == score
    assert tiles - empty == len(BOARDS.get("hexagon-61").cells) - len(HEAD_NAMES)
