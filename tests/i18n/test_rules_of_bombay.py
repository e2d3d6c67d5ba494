"""The rules page of Bombay is the same in every language, and agrees with the rules."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.bombay.rules import BALES, BUY_RUPEES, BUY_STARS, PLANS, SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.scoring import (
    REPUTATION_PRIZES,
    empire,
    empire_prize,
    final_rupees,
    is_winner,
    reputation,
    reputation_prize,
)
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.figures import FIGURES
from howdah.games.bombay.why_not import ENTRIES
from howdah.i18n.translation import CODES, Language, rules_page
from tests.games.bombay.scene import Scene

EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
HEADINGS: Final = Path(__file__).parents[2] / "docs" / "rules" / "bombay.md"
TEXT: Final = ("h2", "p", "ul", "ol", "li", "strong", "em", "figcaption")
TABLE: Final = ("table", "caption", "thead", "tbody", "tr", "td")
ATTRIBUTES: Final = {"section": "id", "figure": "data-drawing", "a": "href", "th": "scope"}
"""The one attribute of each element that has any."""


def page(language: Language) -> Element:
    return ElementTree.fromstring(f"<main>{rules_page('bombay', language)}</main>")


def sections(language: Language) -> dict[str, Element]:
    return {section.attrib["id"]: section for section in page(language).iter("section")}


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def tables(section: Element) -> list[list[list[str]]]:
    """Every table below its heading: rows of cells."""
    return [
        [[text_of(cell) for cell in row] for row in table.iterfind("tbody/tr")]
        for table in section.iter("table")
    ]


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


def cells(language: Language, section: str, place: int) -> list[list[int]]:
    """The numbers in each row of a table, by its place in a section."""
    return [numbers(" ".join(row)) for row in tables(sections(language)[section])[place]]


def drawings(element: Element) -> list[str]:
    return [figure.attrib["data-drawing"] for figure in element.iter("figure")]


@EVERY_LANGUAGE
def test_the_sections_are_those_of_the_documentation_in_their_order(language: Language) -> None:
    headings = re.findall(r"^## (.*)$", HEADINGS.read_text("utf-8"), re.MULTILINE)
    assert list(sections(language)) == [title.lower().replace(" ", "-") for title in headings]


@EVERY_LANGUAGE
def test_every_reason_against_an_action_finds_its_section(language: Language) -> None:
    assert {section for section, _ in ENTRIES.values()} <= set(sections(language))


@EVERY_LANGUAGE
def test_an_introduction_comes_before_the_sections(language: Language) -> None:
    first, *others = page(language)
    assert first.tag == "p"
    assert {element.tag for element in others} == {"section"}


@EVERY_LANGUAGE
def test_every_section_begins_with_its_title(language: Language) -> None:
    for section in sections(language).values():
        assert [element.tag for element in section.iter("h2")] == ["h2"]
        assert section[0].tag == "h2"
        assert text_of(section[0])


@EVERY_LANGUAGE
def test_only_plain_elements_are_used(language: Language) -> None:
    for element in list(page(language).iter())[1:]:
        if element.tag in ATTRIBUTES:
            assert list(element.attrib) == [ATTRIBUTES[element.tag]]
        else:
            assert element.tag in TEXT + TABLE
            assert not element.attrib


@EVERY_LANGUAGE
def test_every_table_can_be_read_aloud(language: Language) -> None:
    for table in page(language).iter("table"):
        assert table[0].tag == "caption"
        columns = [cell.get("scope") for cell in table.iterfind("thead/tr/*")]
        assert set(columns) == {"col"}
        for row in table.iterfind("tbody/tr"):
            assert [cell.get("scope") for cell in row] == ["row", *[None] * (len(columns) - 1)]


@EVERY_LANGUAGE
def test_every_link_leads_to_a_section(language: Language) -> None:
    ids = set(sections(language))
    for link in page(language).iter("a"):
        assert link.attrib["href"].removeprefix("#") in ids


@EVERY_LANGUAGE
def test_every_language_is_built_alike(language: Language) -> None:
    inline = {"strong", "em"}
    shapes = [
        [element.tag for element in page(code).iter() if element.tag not in inline]
        for code in ("en", language)
    ]
    assert shapes[0] == shapes[1]


@EVERY_LANGUAGE
def test_every_figure_is_shown_once_and_has_a_caption(language: Language) -> None:
    assert sorted(drawings(page(language))) == sorted(FIGURES)
    for figure in page(language).iter("figure"):
        assert [part.tag for part in figure] == ["figcaption"]
        assert text_of(figure)


@EVERY_LANGUAGE
def test_the_same_sections_show_the_same_figures(language: Language) -> None:
    shown = {name: drawings(section) for name, section in sections(language).items()}
    assert shown == {name: drawings(section) for name, section in sections("en").items()}


@EVERY_LANGUAGE
def test_the_tables_hold_the_same_numbers(language: Language) -> None:
    for name, section in sections("en").items():
        for here, there in zip(tables(section), tables(sections(language)[name]), strict=True):
            for row, other in zip(here, there, strict=True):
                assert list(map(numbers, row)) == list(map(numbers, other)), name


@EVERY_LANGUAGE
def test_the_sections_speak_of_the_same_numbers(language: Language) -> None:
    for name, section in sections("en").items():
        expected = Counter(numbers(text_of(section)))
        assert Counter(numbers(text_of(sections(language)[name]))) == expected, name


@EVERY_LANGUAGE
def test_the_plan_of_each_number_of_players_is_that_of_the_rules(language: Language) -> None:
    assert cells(language, "what-is-on-the-table", 2) == [
        [players, *plan[:4], *plan.empire_prizes[:players]]
        for players, plan in enumerate(PLANS)
        if plan.sets
    ]


@EVERY_LANGUAGE
def test_the_sites_and_bales_are_those_of_the_game(language: Language) -> None:
    sites, silks, _ = tables(sections(language)["what-is-on-the-table"])
    groups = Counter(site.group for site in BOARDS.get("deccan").sites)
    assert {row[0]: int(row[2]) for row in sites} == groups
    assert [int(row[2]) for row in silks] == list(BALES)


@EVERY_LANGUAGE
def test_the_columns_of_demands_are_those_of_the_board(language: Language) -> None:
    silks = tables(sections(language)["what-is-on-the-table"])[1]
    colours = {row[0]: colour for row, colour in zip(silks, COLOUR_NAMES)}
    columns = [
        [colours[cell] for cell in row[1:]] for row in tables(sections(language)["set-up"])[0]
    ]
    shipped = [tuple(column) for column in BOARDS.get("deccan").demand_columns]
    assert [tuple(column[:3]) for column in columns] == shipped
    assert all(set(column) == set(COLOUR_NAMES) for column in columns)


@EVERY_LANGUAGE
def test_prices_and_sales_are_those_of_the_rules(language: Language) -> None:
    assert cells(language, "buy", 0) == [list(price) for price in zip(BUY_RUPEES, BUY_STARS)]
    assert cells(language, "sell", 0) == [list(gain) for gain in zip(SALE_RUPEES, SALE_CLIENTS)]


@EVERY_LANGUAGE
def test_reputation_pays_as_in_the_rules(language: Language) -> None:
    few, three, many = cells(language, "end", 0)
    assert [few[0], few[1], three[0], many[0]] == [0, 2, 3, 4]
    assert [few[2]] * 3 + [three[1], many[1]] == list(REPUTATION_PRIZES)


@EVERY_LANGUAGE
def test_the_worked_example_is_paid_as_the_rules_pay_it(language: Language) -> None:
    rows = cells(language, "end", 1)
    state = Scene(4).state
    for seat, (rupees, palaces, clients, _, _, city_tokens, *_) in zip(SEATS, rows):
        state.rupees[seat], state.palaces_built[seat] = rupees, palaces
        state.clients[seat], state.extra_city_tokens[seat] = clients, city_tokens
    shown = [(row[3], row[4], row[5], row[6], row[7]) for row in rows]
    asked = (empire, empire_prize, reputation, reputation_prize, final_rupees)
    assert shown == [tuple(ask(state, seat) for ask in asked) for seat in SEATS[:4]]
    assert [is_winner(state, seat) for seat in SEATS[:4]] == [False, True, False, False]
