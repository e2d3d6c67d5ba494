"""Drafts: a turn is previewed in private, and shows nothing that its player may not know yet."""

from __future__ import annotations

import re
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


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_clock_stands_still_until_a_drafted_turn_counts(players: int) -> None:
    whole = play_match("bombay", ["random"] * players, seed="4")
    for start, turn in _turns(whole):
        table = _table(whole.at(start))
        before, complete = _frame(table, []), _frame(table, turn)
        assert complete["complete"]
        assert _when(complete) == _when(before)
        assert _cards_with("#icon-flag", complete) == _cards_with("#icon-flag", before)


def _turns(whole: AnyGame) -> list[tuple[int, list[str]]]:
    """The turns of a game: after how many actions each begins, and its own actions."""
    found: dict[int, tuple[int, list[str]]] = {}
    for length, action in enumerate(map(str, whole.actions)):
        if not action.startswith("restock"):
            found.setdefault(whole.at(length).turns_played, (length, []))[1].append(action)
    return [*found.values()]


def _when(frame: dict[str, Any]) -> str:
    """The set and the game turn that the clock shows."""
    found = re.search("<span class=when data-card=clock>(.*?)</span>", frame["regions"]["clock"])
    assert found is not None
    return found[1]


def _cards_with(icon: str, frame: dict[str, Any]) -> list[int]:
    """The numbers of the cards that show an icon."""
    cards = frame["regions"]["players"].split("<li ")[1:]
    return [seat for seat, card in enumerate(cards) if icon in card]


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
