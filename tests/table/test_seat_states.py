"""Seat states: who is here, who is not, and for whom an agent plays."""

from __future__ import annotations

import json
from dataclasses import replace

from howdah.table.create import NewTable, create_table, new_seat
from howdah.table.event_log import EventLogCache
from howdah.table.messages import PageSession
from howdah.table.model import Table
from howdah.table.seat_states import seat_states
from howdah.table.turns import commit_turn
from howdah.table.updates import Updates

FRIEND = new_seat("Bo", is_remote=True, secret="link")
JOINED = new_seat("Cy", is_remote=True)
COMPUTER = new_seat("", agent="random")


def invited_table() -> Table:
    """Ada, who has invited Bo, who has not come, and Cy, who has; and an agent."""
    seats = (new_seat("Ada"), FRIEND, JOINED, COMPUTER)
    return create_table(NewTable("bombay", {"set_up": "first-game"}, seats), "a seed")


def with_stand_in(table: Table, number: int, agent: str | None) -> Table:
    seats = [*table.seats]
    seats[number] = replace(seats[number], stand_in=agent)
    return replace(table, seats=tuple(seats))


def test_everyone_sees_who_is_here() -> None:
    table = invited_table()
    assert seat_states(table, ()) == ("away", "absent", "away", None)
    assert seat_states(table, (0, 2)) == ("here", "absent", "here", None)


def test_that_an_agent_stands_in_comes_first() -> None:
    table = with_stand_in(with_stand_in(invited_table(), 1, "random"), 2, "random")
    assert seat_states(table, (0, 2)) == ("here", "stand-in", "stand-in", None)


def test_at_a_shared_device_and_among_programs_nobody_is_said_to_be_away() -> None:
    shared = (new_seat("Ada"), new_seat("Bo"), COMPUTER)
    programs = (JOINED, replace(JOINED, token="x"))
    for seats in (shared, programs):
        table = create_table(NewTable("bombay", {}, seats), "a seed")
        assert not any(seat_states(table, (0,)))
        assert seat_states(with_stand_in(table, 1, "random"), ())[1] == "stand-in"


def new_session() -> PageSession:
    logs = EventLogCache()
    return PageSession(logs, Updates(logs))


def test_news_say_who_is_here_and_it_is_not_sent_twice() -> None:
    table, session = invited_table(), new_session()
    news = json.loads(session.update(table, (0,), 0.0, here=(0,)))
    assert news["seat_states"] == ["here", "absent", "away", None]
    assert session.update_seat_states(table, (0,)) is None
    later = session.update_seat_states(table, (0, 2))
    assert json.loads(later or "") == {
        "kind": "seat_states",
        "seat_states": ["here", "absent", "here", None],
    }
    assert session.update_seat_states(table, (0, 2)) is None


def test_a_turn_that_comes_with_a_change_of_seats_does_not_hide_it() -> None:
    """Turns are shared between viewers and say nothing of seats: it is sent after them."""
    table, session = invited_table(), new_session()
    session.update(table, (0,), 0.0, here=(0,))
    session.answer(table, (0,), {"ask": "frame", "seat": 0, "shape": "wide"}, 0.0)
    played = commit_turn(table, 0, 0, ["wait"]).table
    replaced = with_stand_in(played, 1, "random")
    turn = json.loads(session.update(replaced, (0,), 0.0, here=(0,)))
    assert turn["kind"] == "turn"
    assert "seat_states" not in turn
    states = json.loads(session.update_seat_states(replaced, (0,)) or "")["seat_states"]
    assert states == ["here", "stand-in", "away", None]


def test_a_page_hears_that_the_last_mark_is_gone() -> None:
    seats = (new_seat("Ada"), new_seat("Bo"))
    table, session = create_table(NewTable("bombay", {}, seats), "a seed"), new_session()
    assert "seat_states" not in json.loads(session.update(table, (0,), 0.0, here=(0,)))
    assert session.update_seat_states(table, (0,)) is None
    assert session.update_seat_states(with_stand_in(table, 1, "random"), (0,)) is not None
    gone = session.update_seat_states(table, (0,))
    assert json.loads(gone or "")["seat_states"] == [None, None]
