"""Custom agents for tests, most of them with a fault."""

from __future__ import annotations

import os

from howdah.ai.agents import RandomAgent
from howdah.core.view import View

HERE = "tests.arena.agents"
NUMBER = 7


class First:
    """Plays the first legal action."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        return view.legal_actions[0]


class Last(First):
    def choose(self, view: View) -> str:
        return view.legal_actions[-1]


class Crashing(First):
    """Raises at its third decision."""

    decisions = 0

    def choose(self, view: View) -> str:
        self.decisions += 1
        if self.decisions == 3:
            raise ZeroDivisionError("one over nothing")
        return super().choose(view)


class Quitting(First):
    def choose(self, view: View) -> str:
        raise SystemExit(3)


class Unmakeable:
    def __init__(self, seed: str) -> None:
        raise RuntimeError(f"no brain for seed of {len(seed)} letters")

    def choose(self, view: View) -> str:
        raise NotImplementedError


class Cheating(First):
    def choose(self, view: View) -> str:
        return "fly\x1b[2J home"


class AnsweringNone(First):
    def choose(self, view: View) -> str:
        return None  # type: ignore[return-value]


class AnsweringObject(First):
    """Answers with an object whose repr raises."""

    def choose(self, view: View) -> str:
        return Unprintable()  # type: ignore[return-value]


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


class WithoutChoose:
    def __init__(self, seed: str) -> None:
        pass


class ProcessEnding(RandomAgent):
    """Ends its process in the middle of a game."""

    def choose(self, view: View) -> str:
        if len(view.actions) > 10:
            os._exit(1)
        return super().choose(view)


def interrupted(seed: str) -> First:
    """Return an agent that is interrupted by Control-C in its second game."""
    return Interrupting(seed)


class Interrupting(First):
    games = 0

    def choose(self, view: View) -> str:
        if len(view.actions) <= 2:
            Interrupting.games += 1
            if Interrupting.games > 4:
                raise KeyboardInterrupt
        return super().choose(view)
