"""How long an agent may search for a decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

from howdah.core.errors import InvalidOption

MOST_SIMULATIONS: Final = 10_000_000
MOST_SECONDS: Final = 600.0

_FIRST_CHUNK: Final = 1
_CHUNK_SECONDS: Final = 0.01
"""The time between two looks at the clock."""
_GROWTH: Final = 4


@dataclass(frozen=True)
class Budget:
    """A number of simulations, or of seconds, or both: whichever is used up first.

    >>> Budget.parse("2000"), Budget.parse("0.25s")
    (Budget(simulations=2000, seconds=None), Budget(simulations=None, seconds=0.25))
    """

    simulations: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget that a text stands for; `InvalidOption` if it stands for none."""
        if text.isdecimal() and text.isascii() and 1 <= len(text) <= 8:
            simulations = int(text)
            if 1 <= simulations <= MOST_SIMULATIONS:
                return cls(simulations=simulations)
        elif re.fullmatch(r"\d{1,3}(\.\d{1,6})?s", text, re.ASCII):
            seconds = float(text[:-1])
            if 0 < seconds <= MOST_SECONDS:
                return cls(seconds=seconds)
        raise InvalidOption(
            f"A budget is a number of simulations up to {MOST_SIMULATIONS}, like 2000, or of"
            f" seconds up to {MOST_SECONDS:.0f}, like 0.25s; not {text!r}."
        )

    def chunks(self) -> Iterator[int]:
        """Yield how many simulations to run next, until the budget is used up."""
        began = looked = perf_counter()
        done, chunk = 0, _FIRST_CHUNK
        while self.simulations is None or done < self.simulations:
            if self.simulations is not None:
                chunk = min(chunk, self.simulations - done)
            yield chunk
            done += chunk
            now = perf_counter()
            left = _CHUNK_SECONDS
            if self.seconds is not None:
                left = min(left, self.seconds - (now - began))
                if left <= 0:
                    return
            pace = chunk / max(now - looked, 1e-9)
            chunk = max(1, min(chunk * _GROWTH, int(left * pace)))
            looked = now

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.simulations is None else str(self.simulations)


class TurnTime:
    """The seconds that all searches of a turn share: each may take half of what is left.

    So the first may take half of them all, and however many follow, together they take no more.

    >>> turn_time = TurnTime(2.0, clock=lambda: 0.0)
    >>> turn_time.share(Budget(seconds=5.0)), turn_time.share(Budget(seconds=0.25))
    (Budget(simulations=None, seconds=1.0), Budget(simulations=None, seconds=0.25))
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def share(self, budget: Budget) -> Budget:
        """Return a budget that is used up in time, for the next search."""
        left = max(0.0, self._end - self._clock()) / 2
        return replace(
            budget, seconds=left if budget.seconds is None else min(budget.seconds, left)
        )
