"""Agents and their registry: a text such as `random` names who plays a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from howdah.ai.greedy import GreedyAgent
from howdah.core.chance import Dealer
from howdah.core.errors import HowdahError
from howdah.core.view import View
from howdah.i18n import message


class UnknownAgent(HowdahError):
    """No agent goes by that text."""


class Agent(Protocol):
    """Someone who plays: sees what a seat may see and names one of the legal actions."""

    def choose(self, view: View) -> str:
        """One of `view.legal_actions`."""


class RandomAgent:
    """Plays any legal action, each as likely; repeatable from its seed.

    >>> RandomAgent("7").seed
    '7'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._numbers = Dealer(seed).stream("random agent")

    def choose(self, view: View) -> str:
        """One of the legal actions, each as likely."""
        return view.legal_actions[self._numbers.below(len(view.legal_actions))]


@dataclass(frozen=True)
class Entry:
    """An agent in the registry: how to make it from a seed, and a sentence that tells of it."""

    make: Callable[[str], Agent]
    character: str
    """A message: whoever shows it says it in the reader's language."""


AGENTS: Final[dict[str, Entry]] = {
    "random": Entry(RandomAgent, message("Plays any legal action, without a plan.")),
    "greedy": Entry(
        GreedyAgent, message("A careful beginner: buys, sells and builds one turn ahead.")
    ),
}
"""Every agent, by its public name."""


def make_agent(text: str, seed: str) -> Agent:
    """The agent that a text names; the seed drives what is random about it."""
    try:
        return AGENTS[text].make(seed)
    except KeyError:
        raise UnknownAgent(f"There is no agent {text!r}; there are {', '.join(AGENTS)}.") from None


def agents_for(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """The agent of each seat: one text for all of them, or one for each.

    >>> agents_for(["random"], 3)
    ('random', 'random', 'random')
    """
    if len(texts) not in (1, players):
        raise UnknownAgent(f"{players} players need 1 or {players} agents, not {len(texts)}.")
    return tuple(texts) if len(texts) == players else tuple(texts) * players
