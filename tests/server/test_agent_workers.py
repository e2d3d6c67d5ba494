"""Agent workers play the turns of agents, which see what their seat may see."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from howdah.ai.agents import AGENTS, Entry, RandomAgent
from howdah.server.app import create_app
from howdah.server.background import agent_workers
from howdah.server.tables import agent_jobs
from tests.server.clients import (
    HERE,
    PATIENCE,
    LiveClient,
    TableClient,
    create_table,
    error_of,
    open_live_client,
    settings_for,
    wait_until,
    waits_for_a_person,
)

BAZAR = {"starter": "seat 0"}


class Watched:
    """An agent that plays when it may, and remembers what it was shown."""

    def __init__(self) -> None:
        self.may_play = threading.Event()
        self.is_thinking = threading.Event()
        self.views: list[Any] = []
        self._chance = RandomAgent("7")

    def choose(self, view: Any) -> str:
        """Any legal action, in its own time."""
        self.views.append(view)
        self.is_thinking.set()
        assert self.may_play.wait(PATIENCE)
        return self._chance.choose(view)


@pytest.fixture
def agent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    """The agent `watched`, who waits until it may play."""
    watched = Watched()
    monkeypatch.setitem(AGENTS, "watched", Entry(lambda _seed: watched, "Watched", "Is watched"))
    yield watched
    watched.may_play.set()


def with_agent(client: LiveClient, game: str, **more: Any) -> TableClient:
    """Ada, and the agent that is watched."""
    seats = [{"name": "Ada"}, {"agent": "watched"}]
    created = client.post("/api/tables", json={"game": game, "seats": seats, **more}).json()
    return TableClient(client, created["id"], tuple(seat.get("token") for seat in created["seats"]))


def test_while_an_agent_thinks_requests_are_answered(
    live_client: LiveClient, agent: Watched
) -> None:
    table = with_agent(live_client, "bazar", rules=BAZAR)
    table.turn(0, 0, table.state(0)["legal"][:1])
    assert agent.is_thinking.wait(PATIENCE)
    assert (table.version, table.state(0)["to_play"], table.state(0)["legal"]) == (1, 1, [])
    error_of(table.turn(0, 1, ["end-piece"]), 403, "not-your-turn")
    other = create_table(live_client, "bazar", "Bo", rules=BAZAR)
    assert other.turn(0, 0, other.state(0)["legal"][:1]).status_code == 200
    agent.may_play.set()
    wait_until(table.client, lambda: table.version == 2)
    assert table.state(0)["to_play"] == 0


@pytest.mark.parametrize("screens", ["hidden", "open"])
def test_an_agent_sees_what_its_seat_may_see(
    live_client: LiveClient, agent: Watched, screens: str
) -> None:
    agent.may_play.set()
    table = with_agent(live_client, "bombay", rules={"set_up": "first-game"}, screens=screens)
    table.turn(0, 0, ["end"])
    wait_until(table.client, lambda: table.version == 2)
    for view in agent.views:
        assert (view.seat, view.to_play) == (1, 1)
        assert [player.rupees is None for player in view.players] == [True, False]


def test_the_turn_of_an_agent_is_one_whole_turn(live_client: LiveClient, agent: Watched) -> None:
    agent.may_play.set()
    table = with_agent(live_client, "bombay", rules={"set_up": "first-game"})
    before = len(table.record()["actions"])
    table.turn(0, 0, ["end"])
    wait_until(table.client, lambda: waits_for_a_person(table))
    assert table.version == 2
    assert len(table.record()["actions"]) == before + 1 + len(agent.views)


def test_an_agent_is_called_by_its_name_or_by_what_it_is(live_client: LiveClient) -> None:
    seats = [{"agent": "random"}, {"agent": "random", "name": "Robo"}]
    answer = live_client.post("/api/tables", json={"game": "bombay", "seats": seats})
    table = TableClient(live_client, answer.json()["id"], (None, None))
    assert table.record()["seats"] == [
        {"name": "Random moves", "agent": "random"},
        {"name": "Robo", "agent": "random"},
    ]


@pytest.fixture
def _is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent `watched` is expected to think for long, all others are not."""
    for module in (agent_jobs, agent_workers):
        monkeypatch.setattr(
            module, "expected_seconds", lambda text, _game: 9.0 if text == "watched" else 0.1
        )


@pytest.mark.usefixtures("_is_long")
@pytest.mark.parametrize(("workers", "thinking"), [(1, 1), (2, 1), (4, 3)])
def test_a_short_turn_does_not_wait_for_agents_that_think_for_long(
    tmp_path: Path, agent: Watched, workers: int, thinking: int
) -> None:
    app = create_app(settings_for(tmp_path, workers=workers, limits=0))
    with LiveClient(app, client=HERE) as client:
        for _ in range(5):
            table = with_agent(client, "bazar", rules=BAZAR)
            table.turn(0, 0, table.state(0)["legal"][:1])
        wait_until(client, lambda: len(agent.views) == thinking)
        quick = create_table(client, "bazar", "Ada", None, rules=BAZAR)
        quick.turn(0, 0, quick.state(0)["legal"][:1])
        wait_until(client, lambda: quick.version == 2)
        assert len(agent.views) == thinking
        agent.may_play.set()
        wait_until(client, lambda: len(agent.views) == 5)


def test_jobs_are_counted_by_class_with_how_long_they_waited(live_client: LiveClient) -> None:
    table = create_table(live_client, "bazar", "Ada", None, rules=BAZAR)
    before = count_waits(live_client, "people")
    table.turn(0, 0, table.state(0)["legal"][:1])
    wait_until(live_client, lambda: table.version == 2)
    assert count_waits(live_client, "people") == before + 1


def count_waits(client: LiveClient, kind: str) -> float:
    """How many jobs of a class were leased."""
    name = f'howdah_job_wait_seconds_count{{class="{kind}"}} '
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


def test_the_turn_that_an_agent_was_thinking_of_is_played_after_a_restart(
    tmp_path: Path, agent: Watched
) -> None:
    with open_live_client(tmp_path) as client:
        table = with_agent(client, "bazar", rules=BAZAR)
        table.turn(0, 0, table.state(0)["legal"][:1])
        assert agent.is_thinking.wait(PATIENCE)
        threading.Timer(0.05, agent.may_play.set).start()
    with open_live_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(table.client, lambda: table.version == 2)


@pytest.mark.parametrize("text", ["level:1", "level:3", "level:6", "champion:8", "uct:0.05s"])
@pytest.mark.parametrize(("game", "rules"), [("bombay", {}), ("bazar", BAZAR)])
def test_agents_that_search_answer_at_a_table(
    live_client: LiveClient, game: str, rules: dict[str, str], text: str
) -> None:
    seats = [{"name": "Ada"}, {"agent": text}]
    created = live_client.post("/api/tables", json={"game": game, "seats": seats, "rules": rules})
    table = TableClient(
        live_client, created.json()["id"], (created.json()["seats"][0]["token"], None)
    )
    wait_until(live_client, lambda: table.state(0)["to_play"] == 0)
    begun = table.version
    turn = ["wait"] if game == "bombay" else table.state(0)["legal"][:1]
    assert table.turn(0, begun, turn).status_code == 200
    wait_until(live_client, lambda: table.state(0)["to_play"] == 0)
    assert table.version >= begun + 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("champion:6s", "at most 5 s or 20000 simulations per decision"),
        ("uct:20001", "at most 5 s or 20000 simulations per decision"),
        ("guided", "There is no computer player called guided."),
        ("os:system", "There is no computer player called os:system."),
    ],
)
def test_an_agent_that_would_think_too_long_is_not_seated(
    live_client: LiveClient, text: str, said: str
) -> None:
    seats = [{"name": "Ada"}, {"agent": text}]
    answer = live_client.post("/api/tables", json={"game": "bombay", "seats": seats})
    assert said in error_of(answer, 422, "invalid-request")["message"]
