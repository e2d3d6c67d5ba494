"""Drafts: a turn is previewed in private, and shows nothing that its player may not know yet."""

from __future__ import annotations

from typing import Any

import pytest

import howdah
from howdah.ai.match import play_match
from howdah.core.view import Screens
from howdah.games.registry import AnyGame
from howdah.server.errors import status_of
from howdah.table.create import new_seat
from howdah.table.errors import TableError
from howdah.table.frames import Draft, Viewpoint, draft_frame
from howdah.table.model import Table


def _table(game: AnyGame, screens: Screens = "hidden") -> Table:
    """A table of people with a game."""
    return Table(
        id="t1",
        game_name=game.name,
        rules=game.rules(),
        seats=tuple(new_seat(seat.name).seat for seat in game.seats),
        screens=screens,
        version=game.turns_played,
        game=game,
    )


def _before_the_last_turn(name: str) -> tuple[AnyGame, list[str]]:
    """A game whose last turn is to be played, and the actions of that turn."""
    whole = play_match(name, ["random", "random"], seed="4")
    length = len(whole.actions)
    while whole.at(length).turns_played >= whole.turns_played - 1:
        length -= 1
    game = whole.at(length + 1)
    return game, [str(action) for action in whole.actions[length + 1 :]]


def _frame(table: Table, actions: list[str]) -> dict[str, Any]:
    assert table.to_play is not None
    return draft_frame(table, Viewpoint(table.to_play, "wide"), Draft(tuple(actions)))


def test_no_screen_falls_on_a_draft_of_the_last_turn() -> None:
    game, actions = _before_the_last_turn("bombay")
    frame = _frame(_table(game), actions)
    assert frame["complete"]
    assert frame["regions"]["players"].count("#icon-coin") == 1
    assert "scoring" not in frame["regions"]["actions"]
    assert "winner" not in frame["regions"]["players"]


def test_nobody_has_won_bazar_before_the_last_tile_is_committed() -> None:
    game, actions = _before_the_last_turn("bazar")
    frame = _frame(_table(game), actions)
    assert frame["complete"]
    assert not frame["over"]
    assert "winner" not in frame["regions"]["players"]


def test_a_complete_draft_is_still_the_turn_of_its_player() -> None:
    game = howdah.new("bombay", players=2, seed=1, names=["Ada", "Bo"])
    table = _table(game)
    frame = _frame(table, ["wait"])
    seat = table.to_play
    assert f"active' id=card-{seat} " in frame["regions"]["players"]
    assert "id=commit" in frame["regions"]["actions"]


def test_a_draft_changes_nothing() -> None:
    table = _table(howdah.new("bombay", players=2, seed=1))
    before = table.game.record() if table.game else None
    _frame(table, ["wait"])
    assert table.game is not None
    assert table.game.record() == before


def test_nothing_is_drawn_on_a_draft() -> None:
    whole = play_match("bombay", ["random", "random"], seed="4")
    restock = next(n for n, a in enumerate(map(str, whole.actions)) if n and a[:7] == "restock")
    game = whole.at(restock - 1)
    frame = _frame(_table(game), [str(whole.actions[restock - 1])])
    assert frame["complete"]
    assert frame["length"] == restock - 1


@pytest.mark.parametrize(
    "actions", [["buy"], ["wait", "wait"], ["restock yyyppbbbo"], ["nonsense"]]
)
def test_a_draft_that_breaks_a_rule_is_refused(actions: list[str]) -> None:
    with pytest.raises(TableError) as refused:
        _frame(_table(howdah.new("bombay", players=2, seed=1)), actions)
    assert status_of(refused.value) == 422
    assert refused.value.sentence
