"""Agents at the table: the server plays their turns, and they see what a seat may see."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from howdah.ai.agents import AGENTS, Entry, RandomAgent
from tests.server.house import (
    PATIENCE,
    LiveHouse,
    Place,
    lay,
    opened_live_house,
    refusal,
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
    monkeypatch.setitem(AGENTS, "watched", Entry(lambda _seed: watched, "Is watched."))
    yield watched
    watched.may_play.set()


def with_agent(house: LiveHouse, game: str, **more: Any) -> Place:
    """Ada, and the agent that is watched."""
    seats = [{"name": "Ada"}, {"agent": "watched"}]
    told = house.post("/api/tables", json={"game": game, "seats": seats, **more}).json()
    return Place(house, told["id"], tuple(seat.get("token") for seat in told["seats"]))


def test_while_an_agent_thinks_others_look_and_wait(live_house: LiveHouse, agent: Watched) -> None:
    place = with_agent(live_house, "bazar", rules=BAZAR)
    place.turn(0, 0, place.look(0)["legal"][:1])
    assert agent.is_thinking.wait(PATIENCE)
    assert (place.version, place.look(0)["to_play"], place.look(0)["legal"]) == (1, 1, [])
    refusal(place.turn(0, 1, ["end-piece"]), 403, "not-your-turn")
    other = lay(live_house, "bazar", "Bo", rules=BAZAR)
    assert other.turn(0, 0, other.look(0)["legal"][:1]).status_code == 200
    agent.may_play.set()
    wait_until(place.house, lambda: place.version == 2)
    assert place.look(0)["to_play"] == 0


@pytest.mark.parametrize("screens", ["hidden", "open"])
def test_an_agent_sees_what_its_seat_may_see(
    live_house: LiveHouse, agent: Watched, screens: str
) -> None:
    agent.may_play.set()
    place = with_agent(live_house, "bombay", rules={"set_up": "first-game"}, screens=screens)
    place.turn(0, 0, ["end"])
    wait_until(place.house, lambda: place.version == 2)
    for view in agent.views:
        assert (view.seat, view.to_play) == (1, 1)
        assert [player.rupees is None for player in view.players] == [True, False]


def test_the_turn_of_an_agent_is_one_whole_turn(live_house: LiveHouse, agent: Watched) -> None:
    agent.may_play.set()
    place = with_agent(live_house, "bombay", rules={"set_up": "first-game"})
    before = len(place.record()["actions"])
    place.turn(0, 0, ["end"])
    wait_until(place.house, lambda: waits_for_a_person(place))
    assert place.version == 2
    assert len(place.record()["actions"]) == before + 1 + len(agent.views)


def test_an_agent_is_called_by_its_name_or_by_what_it_is(live_house: LiveHouse) -> None:
    seats = [{"agent": "random"}, {"agent": "random", "name": "Robo"}]
    answer = live_house.post("/api/tables", json={"game": "bombay", "seats": seats})
    place = Place(live_house, answer.json()["id"], (None, None))
    assert place.record()["seats"] == [
        {"name": "random", "agent": "random"},
        {"name": "Robo", "agent": "random"},
    ]


def test_the_turn_that_an_agent_was_thinking_of_is_played_after_a_restart(
    tmp_path: Path, agent: Watched
) -> None:
    with opened_live_house(tmp_path) as house:
        place = with_agent(house, "bazar", rules=BAZAR)
        place.turn(0, 0, place.look(0)["legal"][:1])
        assert agent.is_thinking.wait(PATIENCE)
        threading.Timer(0.05, agent.may_play.set).start()
    with opened_live_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(place.house, lambda: place.version == 2)


@pytest.mark.parametrize("text", ["level:1", "level:3", "level:6", "champion:8", "uct:0.05s"])
@pytest.mark.parametrize(("game", "rules"), [("bombay", {}), ("bazar", BAZAR)])
def test_agents_that_search_answer_at_a_table(
    live_house: LiveHouse, game: str, rules: dict[str, str], text: str
) -> None:
    seats = [{"name": "Ada"}, {"agent": text}]
    told = live_house.post("/api/tables", json={"game": game, "seats": seats, "rules": rules})
    place = Place(live_house, told.json()["id"], (told.json()["seats"][0]["token"], None))
    wait_until(live_house, lambda: place.look(0)["to_play"] == 0)
    begun = place.version
    turn = ["wait"] if game == "bombay" else place.look(0)["legal"][:1]
    assert place.turn(0, begun, turn).status_code == 200
    wait_until(live_house, lambda: place.look(0)["to_play"] == 0)
    assert place.version >= begun + 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("champion:6s", "up to 5 seconds, or 20000 simulations"),
        ("uct:20001", "up to 5 seconds, or 20000 simulations"),
        ("guided", "A budget is a number of simulations"),
        ("os:system", "There is no agent 'os:system'"),
    ],
)
def test_an_agent_that_would_think_too_long_is_not_seated(
    live_house: LiveHouse, text: str, said: str
) -> None:
    seats = [{"name": "Ada"}, {"agent": text}]
    answer = live_house.post("/api/tables", json={"game": "bombay", "seats": seats})
    assert said in refusal(answer, 422, "invalid-request")["message"]
