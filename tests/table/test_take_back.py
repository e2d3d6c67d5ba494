"""Take-backs: who may go back to an earlier turn, and what the page of a table shows of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from howdah.ai.match import play_match
from howdah.table.create import new_seat, table_from_record
from howdah.table.errors import TableError
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Viewpoint, frame, news
from howdah.table.messages import PageSession
from howdah.table.model import Fork, Table
from howdah.table.take_back import may_take_back, seat_to_take_back
from howdah.table.turns import commit_turn
from howdah.table.updates import Updates

FORK = Fork("t0", version=4, first_table="t0", take_backs=2)


def table_of(*agents: str | None, game: str = "bazar", length: int | None = None) -> Table:
    """A table with a person for each None; its game is over, or has so many actions."""
    players = len(agents)
    rules: dict[str, Any] = {"board": "hexagon-19"} if game == "bazar" else {}
    played = play_match(game, ["random"] * players, seed="5", **rules)
    if length is not None:
        played = played.at(length)
    names = ("Ada", "Bo", "Cy")
    return Table(
        id="t1",
        game_name=game,
        rules=played.rules(),
        seats=tuple(new_seat(name, agent=agent).seat for name, agent in zip(names, agents)),
        screens="hidden",
        version=played.turns_played,
        game=played,
        is_closed=played.is_over,
    )


def panel_of(table: Table, seat: int | None, at: int, *, is_past: bool = True) -> str:
    """What stands where the actions are, for someone who looks at a position."""
    shown = frame(table, Viewpoint(seat, "wide"), EventLogCache(), at=at, is_past=is_past)
    found: str = shown["regions"]["actions"]
    return found


# Who may


@pytest.mark.parametrize("agents", [(None,), (None, "random"), ("random", None, "level:1")])
@pytest.mark.parametrize("length", [3, None])
def test_the_only_person_may_go_back_in_a_running_game_and_after_the_end(
    agents: tuple[str | None, ...], length: int | None
) -> None:
    table, own = table_of(*agents, length=length), agents.index(None)
    assert may_take_back(table, (own,))
    assert seat_to_take_back(table, (own,)) == own
    assert not may_take_back(table, ())
    with pytest.raises(TableError) as refused:
        seat_to_take_back(table, ())
    assert refused.value.code == "not-your-seat"


def test_nobody_goes_back_where_other_people_play() -> None:
    table = table_of(None, None)
    assert not may_take_back(table, (0,))
    assert not may_take_back(table, (0, 1)), "on one device, too"
    with pytest.raises(TableError) as refused:
        seat_to_take_back(table, (0, 1))
    assert refused.value.code == "no-take-backs"


def test_nobody_goes_back_in_a_record() -> None:
    record = json.dumps(play_match("bazar", ["random"], seed="5").record().to_json())
    assert not may_take_back(table_from_record(record), ())


# A table that was abandoned


@pytest.fixture
def abandoned() -> Table:
    """A solo game that goes on elsewhere."""
    return replace(table_of(None, length=4), continued_at="t2", is_closed=True)


def test_nothing_is_played_at_a_table_that_goes_on_elsewhere(abandoned: Table) -> None:
    assert abandoned.is_abandoned
    assert (abandoned.waiting_for, abandoned.agent_due) == ((), None)
    assert abandoned.game is not None
    action = str(abandoned.game.legal_actions()[0])
    with pytest.raises(TableError) as refused:
        commit_turn(abandoned, 0, abandoned.version, [action])
    assert refused.value.to_json() == {
        "error": "continued",
        "message": "This game continues at another table.",
        "continued_at": "t2",
    }


def test_nothing_is_tried_there_either(abandoned: Table) -> None:
    logs = EventLogCache()
    message = {"ask": "draft", "seat": 0, "shape": "wide", "version": 4, "actions": []}
    with pytest.raises(TableError) as refused:
        PageSession(logs, Updates(logs)).answer(abandoned, (0,), message, 0.0)
    assert refused.value.code == "continued"


@pytest.mark.parametrize("seat", [0, None])
def test_its_page_leads_to_where_the_game_goes_on(abandoned: Table, seat: int | None) -> None:
    panel = panel_of(abandoned, seat, at=4, is_past=False)
    assert "This game continues at another table." in panel
    assert "go-to-continuation" in panel
    assert "data-act" not in panel
    assert news(abandoned)["continued_at"] == "t2"
    assert not may_take_back(abandoned, (0,))


def test_a_game_that_was_over_is_not_abandoned() -> None:
    table = replace(table_of(None), continued_at="t2")
    assert not table.is_abandoned
    assert may_take_back(table, (0,))
    assert "continued_at" not in news(table)
    assert "go-to-continuation" not in panel_of(table, 0, at=table.length, is_past=False)


# What the panel offers


def test_who_looks_back_is_offered_to_try_again() -> None:
    table = table_of(None, "random", length=6)
    assert "try-again" in panel_of(table, 0, at=2)
    assert "try-again" not in panel_of(table, None, at=2), "spectators watch"
    assert "try-again" not in panel_of(table, 0, at=6, is_past=False), "it is no earlier move"
    shown = frame(table, Viewpoint(0, "wide"), EventLogCache(), at=2)
    assert "try-again" not in shown["regions"]["actions"], "steps of others pass by"
    assert "try-again" not in panel_of(table_of(None, None, length=6), 0, at=2)


def test_only_against_computers_a_game_will_be_marked() -> None:
    assert "marked" in panel_of(table_of(None, "random", length=6), 0, at=2)
    assert "marked" not in panel_of(table_of(None, length=6), 0, at=2)


# The mark


def test_a_game_against_computers_is_marked_and_a_solo_game_is_not() -> None:
    assert "take_backs" not in news(table_of(None, "random"))
    assert news(replace(table_of(None, "random"), fork=FORK))["take_backs"] == 2
    assert "take_backs" not in news(replace(table_of(None), fork=FORK))
    for agents, is_marked in (((None, "random"), True), ((None,), False)):
        table = replace(table_of(*agents), fork=FORK)
        panel = panel_of(table, 0, at=table.length, is_past=False)
        assert ("with take-backs (2)" in panel) is is_marked


@pytest.mark.parametrize(
    ("meta", "count"),
    [({"take_backs": 3}, 3), ({"take_backs": "3"}, 0), ({"take_backs": True}, 0), ({}, 0)],
)
def test_the_mark_of_a_record_is_shown(meta: dict[str, Any], count: int) -> None:
    played = play_match("bombay", ["random"] * 2, seed="5").record().to_json()
    table = table_from_record(json.dumps({**played, "meta": meta}))
    assert table.take_backs == count


def test_a_fork_is_restored_as_it_was_stored() -> None:
    assert Fork.from_json(json.loads(json.dumps(FORK.to_json()))) == FORK
    table = replace(table_of(None), fork=FORK)
    assert (table.first_table, table_of(None).first_table) == ("t0", "t1")
