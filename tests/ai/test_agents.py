"""The registry of agents, and what all of them promise."""

from __future__ import annotations

import pytest

from howdah.ai.agents import AGENTS, UnknownAgent, agent_title, agents_for, make_agent
from howdah.games.registry import GAMES, game_class, new
from howdah.i18n import use_language
from tests.ai.matches import mixed_match

EVERY_AGENT = pytest.mark.parametrize("name", AGENTS)
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game_class(game).player_counts]
)


@EVERY_AGENT
def test_every_agent_has_a_title_and_a_description_that_are_no_ids(name: str) -> None:
    for text in (agent_title(name), AGENTS[name].description):
        assert text[0].isupper()
        assert name not in text


def test_the_title_of_a_search_names_its_budget() -> None:
    assert agent_title("champion:1000") == "Champion (1000 simulations)"
    assert agent_title("uct:1") == "Tree search (1 simulation)"
    with use_language("fr"):
        assert agent_title("level:6") == "Champion (niveau 6)"
    assert agent_title("somebody's own") == "somebody's own"


@EVERY_TABLE
def test_agents_play_every_game_together_to_its_end(game: str, players: int) -> None:
    assert mixed_match(game, players).is_over


@pytest.mark.parametrize("game", GAMES)
def test_the_greedy_agent_chooses_the_same_with_and_without_a_tracked_game(game: str) -> None:
    played = new(game, players=2, seed="memory")
    agents = [make_agent("greedy", "1"), make_agent("greedy", "2")]
    for _ in range(30):
        seat = played.to_play
        assert seat is not None
        view = played.view(seat)
        action = agents[seat].choose(view)
        assert action in view.legal_actions
        assert action == make_agent("greedy", str(seat + 1)).choose(view)
        played.play(action)


def test_an_agent_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownAgent, match="there are level:1 to level:6, greedy, random, mc:N"):
        make_agent("deep-thought", "1")


def test_one_agent_may_play_all_seats_or_each_its_own() -> None:
    assert agents_for(["greedy"], 2) == ("greedy", "greedy")
    assert agents_for(["greedy", "random"], 2) == ("greedy", "random")
    with pytest.raises(UnknownAgent, match="3 players need 1 or 3 agents, not 2"):
        agents_for(["greedy", "random"], 3)
