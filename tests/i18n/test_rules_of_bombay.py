"""The numbers on the rules page of Bombay are those of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.names import COLOUR_NAMES, colour_of
from howdah.games.bombay.rules import (
    BALES,
    BUY_RUPEES,
    BUY_STARS,
    PALACES,
    PLANS,
    SALE_CLIENTS,
    SALE_RUPEES,
)
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
from howdah.games.bombay.svg.figures import WORKED_TURN
from howdah.i18n.translation import CODES, Language
from tests.games.bombay.scene import Scene
from tests.i18n import rules_pages
from tests.i18n.rules_pages import numbers, tables, text_of

EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
CITIES = ("D1", "D2", "D3", "D4")
BY_PLAYERS, SITES, SILKS, COLUMNS = range(4)
"""The tables of the set-up."""


def cells(language: Language, section: str, place: int) -> list[list[int]]:
    return rules_pages.cells("bombay", language, section, place)


def table(language: Language, section: str, place: int) -> list[list[str]]:
    return tables(rules_pages.sections("bombay", language)[section])[place]


def section_numbers(language: Language, section: str) -> list[int]:
    return numbers(text_of(rules_pages.sections("bombay", language)[section]))


@EVERY_LANGUAGE
def test_a_player_has_as_many_turns_as_the_plans_give(language: Language) -> None:
    turns = {plan.sets * plan.game_turns for plan in PLANS if plan.sets}
    assert section_numbers(language, "goal") == sorted(turns)


@EVERY_LANGUAGE
def test_the_plan_of_each_number_of_players_is_that_of_the_rules(language: Language) -> None:
    assert cells(language, "set-up", BY_PLAYERS) == [
        [players, *plan[:4], *plan.empire_prizes[:players]]
        for players, plan in enumerate(PLANS)
        if plan.sets
    ]


@EVERY_LANGUAGE
def test_the_sites_and_bales_are_those_of_the_game(language: Language) -> None:
    groups = Counter(site.group for site in BOARDS.get("deccan").sites)
    assert {row[0]: int(row[2]) for row in table(language, "set-up", SITES)} == groups
    assert [int(row[2]) for row in table(language, "set-up", SILKS)] == list(BALES)
    assert sum(BALES) in section_numbers(language, "set-up")


@EVERY_LANGUAGE
def test_the_columns_of_demands_are_those_of_the_board(language: Language) -> None:
    silks = table(language, "set-up", SILKS)
    colours = {row[0]: colour for row, colour in zip(silks, COLOUR_NAMES)}
    columns = [[colours[cell] for cell in row[1:]] for row in table(language, "set-up", COLUMNS)]
    shipped = [tuple(column) for column in BOARDS.get("deccan").demand_columns]
    assert [tuple(column[:3]) for column in columns] == shipped
    assert all(set(column) == set(COLOUR_NAMES) for column in columns)


@EVERY_LANGUAGE
def test_prices_and_sales_are_those_of_the_rules(language: Language) -> None:
    assert cells(language, "buy", 0) == [list(price) for price in zip(BUY_RUPEES, BUY_STARS)]
    assert cells(language, "sell", 0) == [list(gain) for gain in zip(SALE_RUPEES, SALE_CLIENTS)]
    assert PALACES in section_numbers(language, "build")


@EVERY_LANGUAGE
def test_the_turn_in_pictures_pays_what_the_figures_show(language: Language) -> None:
    captions = [
        numbers(text_of(caption))
        for caption in rules_pages.sections("bombay", language)["example-turn"].iter("figcaption")
    ]
    for step, mentioned in zip(WORKED_TURN[1:], captions[1:], strict=True):
        rupees, *_ = step.purse
        assert rupees in mentioned


def test_the_turn_in_pictures_is_played_so_by_the_rules() -> None:
    first, *_ = WORKED_TURN
    scene = Scene(4, restock="ppbbbbooo").put("H2").give(*first.bales).rupees(first.purse[0])
    scene.state.demands[CITIES.index("D3")] = [colour_of(colour) for colour in first.demands]
    for step in WORKED_TURN:
        scene.play(step.action)
        player = scene.of(0)
        assert (player.rupees, player.clients, player.city_tokens) == step.purse
        assert sorted(player.bales) == sorted(step.bales)
        assert scene.table.demands["D3"] == step.demands
        assert scene.table.city_tokens_left["D3"] == step.city_tokens_left
    assert scene.table.to_play == 1, "the turn is over"


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
