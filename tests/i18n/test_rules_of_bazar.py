"""The numbers on the rules page of Bombay Bazar are those of the rules."""

from __future__ import annotations

import pytest

from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.descriptions import translate_board
from howdah.games.bazar.medals import MEDALS
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.rule_examples import LAST, LONG, OPENING, SHORT, Diagram, follow_trunk
from howdah.games.bazar.tiles import CHORDS, COPIES, DESIGN_NAMES, DESIGNS
from howdah.i18n import use_language
from howdah.i18n.translation import CODES, Language
from tests.i18n import rules_pages
from tests.i18n.rules_pages import numbers, tables, text_of

EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
SHOWN_BOARDS = ("hexagon-61", "rectangle-68", "hexagon-37", "hexagon-19")
"""The boards in the order of the page."""


def cells(language: Language, section: str, place: int = 0) -> list[list[int]]:
    return rules_pages.cells("bazar", language, section, place)


def captions(language: Language, section: str) -> list[str]:
    found = rules_pages.sections("bazar", language)[section].iter("figcaption")
    return [text_of(caption) for caption in found]


def lengths(diagram: Diagram) -> list[int]:
    return [len(follow_trunk(diagram, trunk)[0]) for trunk in diagram.trunks]


@EVERY_LANGUAGE
def test_the_piles_are_those_of_the_game(language: Language) -> None:
    piles = rules_pages.sections("bazar", language)["piles"]
    assert numbers(text_of(piles)) == [len(DESIGNS), COPIES]
    segments = [name.count("-") + 1 for name in DESIGN_NAMES]
    counted = [[n, segments.count(n), segments.count(n) * COPIES] for n in (1, 2, 3)]
    assert cells(language, "tile-names") == counted
    assert max(map(len, CHORDS)) == 3


@EVERY_LANGUAGE
def test_the_boards_are_those_that_can_be_chosen(language: Language) -> None:
    rows = tables(rules_pages.sections("bazar", language)["options"])[1]
    assert sorted(SHOWN_BOARDS) == sorted(BOARDS.names)
    with use_language(language):
        titles = [translate_board(name) for name in SHOWN_BOARDS]
    for row, name, title in zip(rows, SHOWN_BOARDS, titles, strict=True):
        assert title.startswith(f"{row[0]} (")
        assert int(row[1]) == len(BOARDS.get(name).cells)


@EVERY_LANGUAGE
def test_heads_without_a_player_have_an_end_piece(language: Language) -> None:
    table = tables(rules_pages.sections("bazar", language)["set-up"])[0]
    assert [(int(row[0]), int(row[2])) for row in table] == [
        (players, len(HEAD_NAMES) - players) for players in range(1, 5)
    ]


@EVERY_LANGUAGE
def test_a_player_keeps_as_many_medals_as_there_are(language: Language) -> None:
    first = next(rules_pages.sections("bazar", language)["medals"].iter("li"))
    assert numbers(text_of(first)) == list(range(1, MEDALS + 1))


@EVERY_LANGUAGE
def test_the_game_that_is_counted_is_counted_as_in_its_figure(language: Language) -> None:
    rows = tables(rules_pages.sections("bazar", language)["end"])[0]
    for trunk, row in zip(LAST.trunks, rows, strict=True):
        places = [segment.cell for segment in follow_trunk(LAST, trunk)[0]]
        twice = [place for place in set(places) if places.count(place) == 2]
        assert [int(cell) for cell in row[1:]] == [len(set(places)), len(twice), len(places)]
    *_, last = rules_pages.sections("bazar", language)["end"].iter("p")
    assert numbers(text_of(last)) == [len(LAST.tiles)]


@EVERY_LANGUAGE
def test_the_captions_of_a_growing_trunk_name_its_lengths(language: Language) -> None:
    (caption,) = captions(language, "trunks")
    assert {lengths(SHORT)[0], lengths(LONG)[0]} <= set(numbers(caption))


@EVERY_LANGUAGE
def test_the_captions_of_the_first_turns_name_the_lengths(language: Language) -> None:
    one, two, three = map(numbers, captions(language, "example-turns"))
    assert one == [lengths(OPENING[0])[0]]
    assert two == [lengths(OPENING[1])[0]]
    blue, red = lengths(OPENING[2])
    assert three == [red, blue - lengths(OPENING[1])[0], blue]


@EVERY_LANGUAGE
def test_the_solo_example_adds_up_on_the_large_board(language: Language) -> None:
    (tiles,), (empty,), (openings,), (score,) = cells(language, "solo")
    assert tiles + empty + openings == score
    spaces = len(BOARDS.get("hexagon-61").cells) - len(HEAD_NAMES)
    assert tiles - empty == spaces
    *_, last = rules_pages.sections("bazar", language)["solo"].iter("p")
    assert numbers(text_of(last)) == [spaces]
