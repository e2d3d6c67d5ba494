"""Agents and their registry: a text such as `random` or `uct:2000` names an agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from howdah.ai.budget import Budget
from howdah.ai.levels import LevelAgent
from howdah.ai.replay import GameTracker
from howdah.ai.search.agent import SearchAgent
from howdah.ai.search.search import (
    FlatMonteCarloSearch,
    GuidedSearch,
    PuctSearch,
    Search,
    UctSearch,
)
from howdah.core.errors import HowdahError
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for
from howdah.i18n import mark, translate, translate_count


class GreedyAgent:
    """Looks one turn ahead, and no further; the seed decides between equally good actions.

    The same view and seed always give the same action, whatever it was asked before.

    >>> from howdah.games.registry import new
    >>> GreedyAgent("7").choose(new("bombay", set_up="first-game", seed=1).view(0))
    'move G5'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._tracker = GameTracker()

    def choose(self, view: View) -> str:
        """Return one of the best actions."""
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        game = self._tracker.game_of(view)
        best: list[str] = plugin_for(view.game).load("greedy").best_actions(game)
        numbers = Dealer(self.seed).stream(f"greedy agent {len(view.actions)}")
        return best[numbers.randbelow(len(best))]


class UnknownAgent(HowdahError):
    """No agent has that text."""


class Agent(Protocol):
    """A player: gets the view of its seat and returns one of the legal actions."""

    def choose(self, view: View) -> str:
        """Return one of `view.legal_actions`."""


class RandomAgent:
    """Plays any legal action, each as likely; repeatable from its seed.

    >>> RandomAgent("7").seed
    '7'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._numbers = Dealer(seed).stream("random agent")

    def choose(self, view: View) -> str:
        """Return one of the legal actions, each as likely."""
        return view.legal_actions[self._numbers.randbelow(len(view.legal_actions))]


@dataclass(frozen=True)
class Entry:
    """An agent in the registry: how to make it from a seed, its name and its description."""

    make: Callable[[str], Agent]
    title: str
    """What people call it; a message, to be translated where it is shown."""
    description: str
    """How it plays, as a message."""


AGENTS: Final[dict[str, Entry]] = {
    "level:1": Entry(partial(LevelAgent, 1), mark("Beginner"), mark("Misses most chances")),
    "level:2": Entry(partial(LevelAgent, 2), mark("Casual"), mark("Misses many chances")),
    "level:3": Entry(partial(LevelAgent, 3), mark("Solid"), mark("Slips now and then")),
    "level:4": Entry(
        partial(LevelAgent, 4), mark("Sharp"), mark("Never slips, looks one turn ahead")
    ),
    "level:5": Entry(partial(LevelAgent, 5), mark("Expert"), mark("Plans for your replies too")),
    "level:6": Entry(
        partial(LevelAgent, 6), mark("Champion"), mark("Takes its time, plays its best")
    ),
    "greedy": Entry(GreedyAgent, mark("Careful beginner"), mark("Plans one turn ahead")),
    "random": Entry(RandomAgent, mark("Random moves"), mark("Plays any legal move")),
}
"""The agents that a table offers, by their public names."""

SEARCHERS: Final[dict[str, type[Search]]] = {
    "mc": FlatMonteCarloSearch,
    "uct": UctSearch,
    "guided": GuidedSearch,
    "champion": PuctSearch,
}
"""Agents that search for as long as their text says: `uct:2000` simulations, `uct:0.25s`."""
SEARCHER_TITLES: Final = {
    "mc": mark("Monte Carlo"),
    "uct": mark("Tree search"),
    "guided": mark("Guided search"),
    "champion": mark("Champion"),
}
"""What people call them."""

NAMES: Final = "level:1 to level:6, greedy, random, mc:N, uct:N, guided:N, champion:N"
"""All of them, for help and errors; N is a number of simulations, or of seconds like 0.25s."""


def agent_title(text: str) -> str:
    """Return what people call an agent, in the current language.

    >>> agent_title("level:2"), agent_title("greedy"), agent_title("champion:0.5s")
    ('Casual (level 2)', 'Careful beginner', 'Champion (0.5 s)')
    """
    family, _, number = text.partition(":")
    if text in AGENTS:
        title = translate(AGENTS[text].title)
        if family == "level":
            return translate("{name} (level {number})", name=title, number=number)
        return title
    if family not in SEARCHERS:
        return text
    title, budget = translate(SEARCHER_TITLES[family]), Budget.parse(number)
    if budget.seconds is not None:
        return translate("{name} ({seconds} s)", name=title, seconds=f"{budget.seconds:g}")
    return translate_count(
        "{name} ({count} simulation)",
        "{name} ({count} simulations)",
        budget.simulations or 0,
        name=title,
    )


def agents_of(game: str) -> list[str]:
    """Return the agents that a table of a game offers: levels need a network, greedy its facet."""
    plugin = plugin_for(game)
    return [
        name
        for name in AGENTS
        if (plugin.levels or not name.startswith("level:")) and (plugin.greedy or name != "greedy")
    ]


def default_agent(game: str) -> str:
    """Return the agent to play against if no other is chosen."""
    return "level:2" if plugin_for(game).levels else "random"


def make_agent(text: str, seed: str) -> Agent:
    """Make the agent that a text names; the seed drives what is random about it.

    >>> make_agent("uct:0.25s", "7").budget
    Budget(simulations=None, seconds=0.25)
    """
    if text in AGENTS:
        return AGENTS[text].make(seed)
    name, _, budget = text.partition(":")
    if name in SEARCHERS:
        return SearchAgent(SEARCHERS[name], Budget.parse(budget), seed)
    raise UnknownAgent(f"There is no agent {text!r}; there are {NAMES}.")


def get_ready(agent: Agent, game: str) -> Agent:
    """Let an agent prepare for a game, by compiling its search for instance, and return it.

    It may be left out: an agent that is not ready plays as well as it can meanwhile.
    """
    prepare: Callable[[str], None] | None = getattr(agent, "get_ready", None)
    if prepare is not None:
        prepare(game)
    return agent


def agents_for(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the agent of each seat, from one text for all of them or one for each.

    >>> agents_for(["random"], 3)
    ('random', 'random', 'random')
    """
    if len(texts) not in (1, players):
        raise UnknownAgent(f"{players} players need 1 or {players} agents, not {len(texts)}.")
    return tuple(texts) if len(texts) == players else tuple(texts) * players
