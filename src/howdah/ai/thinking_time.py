"""How long agents may think about a turn: an estimate before, and a limit meanwhile."""

from __future__ import annotations

from typing import Final, NamedTuple

from howdah.ai.agents import SEARCHERS, Agent
from howdah.ai.budget import Budget, TurnTime
from howdah.ai.levels import budget_of
from howdah.ai.search.agent import SearchAgent
from howdah.games.registry import plugin_for


class Pace(NamedTuple):
    """How a search uses its time."""

    decisions: int
    """How often it is run in a turn."""
    simulation_seconds: float
    """How long a simulation takes if it is compiled, at a table of many on a slow machine."""


PACES: Final = {
    "mc": Pace(4, 0.000_05),
    "uct": Pace(4, 0.000_05),
    "guided": Pace(4, 0.000_1),
    "champion": Pace(1, 0.000_5),
}
"""By the names of the agents; the champion decides about a whole turn, the others about each action
of it."""
OVERHEAD: Final = 0.1
"""The seconds that are counted for every turn: the game is replayed, the turn is committed, and a
machine may be slow."""


def expected_seconds(text: str, game: str) -> float:
    """Return about how many seconds an agent thinks about a turn: rather too many than too few.

    >>> expected_seconds("champion:1s", "bombay"), expected_seconds("level:2", "bombay")
    (1.1, 0.1005)
    """
    name, _, rest = text.partition(":")
    if name == "level":
        return OVERHEAD + _search_seconds("champion", _level_budget(int(rest), game))
    if name in SEARCHERS:
        return OVERHEAD + _search_seconds(name, Budget.parse(rest))
    return OVERHEAD


def _level_budget(number: int, game: str) -> Budget:
    levels = plugin_for(game).levels
    return budget_of(levels[number - 1]) if levels else Budget(simulations=1)


def _search_seconds(name: str, budget: Budget) -> float:
    pace = PACES[name]
    seconds = [] if budget.seconds is None else [budget.seconds]
    if budget.simulations is not None:
        seconds.append(budget.simulations * pace.simulation_seconds)
    return pace.decisions * min(seconds)


def limit_turn(agent: Agent, seconds: float) -> Agent:
    """Let the searches of an agent's next turn take no more than some seconds; return the agent."""
    if isinstance(agent, SearchAgent):
        agent.turn_time = TurnTime(seconds)
    return agent
