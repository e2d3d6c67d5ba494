"""Agents and their registry: a text such as `random` names who plays a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from howdah.core.chance import Dealer
from howdah.core.errors import HowdahError
from howdah.core.view import View


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


AGENTS: Final[dict[str, Callable[[str], Agent]]] = {"random": RandomAgent}
"""How to make each agent from a seed, by its public name."""


def make_agent(text: str, seed: str) -> Agent:
    """The agent that a text names; the seed drives what is random about it."""
    try:
        return AGENTS[text](seed)
    except KeyError:
        raise UnknownAgent(f"There is no agent {text!r}; there is {', '.join(AGENTS)}.") from None


def agents_for(texts: Sequence[str], players: int) -> tuple[str, ...]:
    """The agent of each seat: one text for all of them, or one for each.

    >>> agents_for(["random"], 3)
    ('random', 'random', 'random')
    """
    if len(texts) not in (1, players):
        raise UnknownAgent(f"{players} players need 1 or {players} agents, not {len(texts)}.")
    return tuple(texts) if len(texts) == players else tuple(texts) * players
