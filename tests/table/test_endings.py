"""The end of a game at a table: who won, said to whom, and what can be played next."""

from __future__ import annotations

from typing import Any

import pytest

from howdah.ai.match import play_match
from howdah.games.registry import AnyGame
from howdah.render.phrases import winners
from howdah.table.create import new_seat
from howdah.table.endings import describe_winners, end_context, level_advice, rival_level
from howdah.table.jinja import render_template
from howdah.table.model import Table

NAMES = ("Ada", "Bo", "Cy")


def table_of(*agents: str | None, is_remote: bool = False, game: AnyGame | None = None) -> Table:
    """A table with a seat for each agent, or for a person."""
    seats = (
        new_seat(name, agent=agent, is_remote=is_remote and agent is None and name != "Ada")
        for name, agent in zip(NAMES, agents)
    )
    return Table(
        id="t1",
        game_name="bombay" if game is None else game.name,
        rules={},
        seats=tuple(seat.seat for seat in seats),
        screens="hidden",
        version=0,
        game=game,
    )


@pytest.mark.parametrize(
    ("won", "you", "sentence"),
    [
        ([0], None, "Ada wins!"),
        ([0], 1, "Ada wins!"),
        ([0], 0, "You win!"),
        ([0, 2], 0, "You share the win with Cy!"),
        ([0, 1, 2], 2, "You share the win with Ada, Bo!"),
        ([0, 2], 1, "Shared win: Ada, Cy!"),
        ([0, 2], None, "Shared win: Ada, Cy!"),
    ],
)
def test_winners_are_told_apart_from_those_who_read_it(
    won: list[int], you: int | None, sentence: str
) -> None:
    assert describe_winners(won, NAMES, you) == sentence


def headline(table: Table, seat: int | None) -> Any:
    """What a viewer reads at the end of the game of a table."""
    assert table.game is not None
    return end_context(table, table.game, table.game.view(), seat)["headline"]


@pytest.fixture(scope="module")
def game() -> AnyGame:
    """A finished game of two, both called random."""
    return play_match("bazar", ["random"] * 2, seed="3", board="hexagon-19")


def test_friends_with_devices_of_their_own_are_spoken_to(game: AnyGame) -> None:
    table = table_of(None, None, is_remote=True, game=game)
    (winner,) = winners(game.view())
    assert headline(table, winner) == "You win!"
    assert headline(table, 1 - winner) == "random wins!"
    assert headline(table, None) == "random wins!"


def test_nobody_is_you_on_a_device_that_several_share(game: AnyGame) -> None:
    table = table_of(None, None, game=game)
    (winner,) = winners(game.view())
    assert headline(table, winner) == "random wins!"


@pytest.mark.parametrize(
    ("agents", "level"),
    [
        ((None, "level:1"), 1),
        (("level:5", None, "level:5"), 5),
        ((None, "level:6"), 6),
        ((None, "level:2", "level:3"), None),
        ((None, None, "level:2"), None),
        (("level:2", "level:2"), None),
        ((None, "greedy"), None),
        ((None, "random", "level:2"), None),
        ((None,), None),
        ((None, None), None),
    ],
)
def test_one_person_against_computers_of_one_level_may_play_at_another(
    agents: tuple[str | None, ...], level: int | None
) -> None:
    assert rival_level(table_of(*agents)) == level


def test_the_levels_above_and_below_are_offered(game: AnyGame) -> None:
    def offered(level: int) -> tuple[Any, Any]:
        context = end_context(table_of(None, f"level:{level}", game=game), game, game.view(), 0)
        return context["lower_level"], context["next_level"]

    assert offered(1) == (None, (2, "Casual"))
    assert offered(3) == ((2, "Casual"), (4, "Sharp"))
    assert offered(6) == ((5, "Expert"), None)


def test_every_advice_that_may_be_true_is_written_out() -> None:
    assert level_advice(2) == (
        ("won-once", "Win once more and you're ready for Solid."),
        ("won-twice", "You won your last two games at Casual. Try Solid."),
        ("lost-thrice", "You lost your last three games at Casual. Try Beginner for a while."),
    )
    assert [advice.when for advice in level_advice(1)] == ["won-once", "won-twice"]
    assert level_advice(6)[0] == ("won-at-top", "You beat the highest level, Champion!")


def test_advice_is_for_players_against_computers_alone(game: AnyGame) -> None:
    def advised(table: Table, seat: int | None) -> bool:
        html = render_template("end.html", **end_context(table, game, game.view(), seat))
        has_words = "data-when" in html
        assert has_words is ("data-rivals" in html)
        return has_words

    alone = table_of(None, "level:2", game=game)
    assert advised(alone, 0)
    assert not advised(alone, None), "spectators have no results here"
    assert not advised(table_of(None, None, game=game), 0)
