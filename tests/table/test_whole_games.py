"""Whole games through the table alone: no server, no socket, no database."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

import howdah
from howdah.core.rng import Dealer
from howdah.games.registry import GAMES, game_class
from howdah.i18n import Language, use_language
from howdah.i18n.translation import CODES
from howdah.table.create import NewTable, create_table, new_seat, start_game, table_from_record
from howdah.table.errors import TableError
from howdah.table.event_log import EventLogCache
from howdah.table.frames import news
from howdah.table.messages import PageSession
from howdah.table.model import Table
from howdah.table.turns import commit_turn
from howdah.table.updates import Updates

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES for players in game_class(game).player_counts],
)


def new_table(game: str, players: int) -> Table:
    seats = tuple(new_seat(f"Player {number}") for number in range(1, players + 1))
    return create_table(NewTable(game, {}, seats), "7")


def play_pregame(table: Table) -> Table:
    """The table after its pre-game, with the game started."""
    if table.pregame is None:
        return table
    numbers = Dealer("1").stream("choices")
    while not table.pregame.is_done:
        for seat in table.waiting_for:
            table.pregame.choose(seat, *table.pregame.random_choice(numbers))
        table = replace(table, version=table.pregame.round_count)
    return replace(table, game=start_game(table, "7"), pregame=None)


def ask(table: Table, own: int | None, logs: EventLogCache, **message: Any) -> dict[str, Any]:
    seats = () if own is None else (own,)
    page = PageSession(logs, Updates(logs))
    answer: dict[str, Any] = json.loads(page.answer(table, seats, message, now=0.0))
    return answer


def play_drafted_turn(table: Table, choice: random.Random) -> Table:
    """Try a turn out action by action, as a page does, and commit it."""
    assert table.game is not None
    seat = table.to_play
    assert seat is not None
    actions: list[str] = []
    draft = table.game.at(table.length)
    while draft.turns_played == table.game.turns_played:
        actions.append(choice.choice(draft.view(seat).legal_actions))
        draft.play(actions[-1])
        tried = {"seat": seat, "shape": "tall", "version": table.version, "actions": actions}
        frame = ask(table, seat, EventLogCache(), ask="draft", **tried)
    assert frame["complete"]
    assert frame["draft"] == actions
    committed = commit_turn(table, seat, table.version, actions)
    assert committed.table.version == table.version + 1
    return committed.table


@EVERY_TABLE
def test_a_whole_game_is_played_without_a_server(game: str, players: int) -> None:
    choice, logs = random.Random(players), EventLogCache()
    table = new_table(game, players)
    assert ask(table, None, logs, ask="scene", shape="wide")["backdrop"]
    assert ask(table, 0, logs, ask="frame", seat=0, shape="tall")["regions"]["actions"]
    table = play_pregame(table)
    while not table.is_over:
        table = play_drafted_turn(table, choice)
        for seat in (None, 0):
            frame = ask(table, seat, logs, ask="frame", seat=seat, shape="wide")
            assert (frame["kind"], frame["version"]) == ("frame", table.version)
    assert table.is_closed
    assert table.waiting_for == ()
    assert news(table)["over"]
    events = ask(table, None, logs, ask="log", after=0)["events"]
    assert [event["at"] for event in events] == [*range(1, table.length + 1)]
    assert table.game is not None
    again = table_from_record(json.dumps(table.game.record().to_json()))
    assert again.game is not None
    assert again.game.record().actions == table.game.record().actions
    assert howdah.from_record(table.game.record()).is_over


@pytest.mark.parametrize("language", CODES)
def test_the_log_speaks_the_language_of_the_reader(language: Language) -> None:
    table = play_drafted_turn(play_pregame(new_table("bombay", 2)), random.Random(1))
    logs = EventLogCache()
    with use_language(language):
        (event, *_) = ask(table, None, logs, ask="log", after=0)["events"]
    assert ("restock" in event["sentence"].lower()) == (language == "en")


def test_a_turn_for_another_version_is_out_of_date() -> None:
    table = play_pregame(new_table("bazar", 2))
    with pytest.raises(TableError) as refused:
        commit_turn(table, table.to_play or 0, table.version + 1, [])
    assert refused.value.code == "stale-version"


def test_a_seat_of_someone_else_is_not_shown() -> None:
    table = play_pregame(new_table("bombay", 2))
    with pytest.raises(TableError) as refused:
        ask(table, 0, EventLogCache(), ask="frame", seat=1, shape="wide")
    assert refused.value.code == "not-your-seat"


def test_the_table_loads_no_web_socket_or_database_module() -> None:
    forbidden = [
        "asyncio",
        "asyncpg",
        "fastapi",
        "http",
        "socket",
        "sqlalchemy",
        "starlette",
        "uvicorn",
    ]
    program = f"""
import sys
import howdah.table.messages, howdah.table.create, howdah.table.turns, howdah.table.stand_ins
found = [name for name in {[*forbidden, "sqlite3", "websockets"]!r} if name in sys.modules]
sys.exit(", ".join(found) or 0)
"""
    call = [sys.executable, "-c", program]
    done = subprocess.run(call, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
