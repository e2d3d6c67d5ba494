"""What `howdah.fast` needs of a game: its kernel, a module of plain functions.

A kernel's functions keep to the part of Python that the rules keep to. The compiler takes them as
they are; without it they run interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, Protocol, cast

from howdah.core.state import Position
from howdah.fast.rng import Chance
from howdah.games.registry import plugin_for

EntryPoint = Callable[..., Any]
"""A function that Python calls, compiled or interpreted."""


class GameKernel(Protocol):
    """The facet `kernel` of a game's plugin."""

    NAME: str
    POSITION: type[Position]
    BOARD: type[Any]
    """The tables of a board."""
    SOURCES: tuple[ModuleType, ...]
    """The modules whose functions are the rules."""
    SEAT_COUNT: int
    PLAYER_ACTIONS: int
    """The actions of players have the numbers below this."""
    WORD_STARTS: tuple[int, ...]
    """Legal actions are words of bits; the number of the action that each word begins with."""

    def is_over(self, state: Any) -> bool:
        """Whether nothing can be played any more."""

    def is_chance(self, state: Any) -> bool:
        """Whether a draw is due before anyone can play."""

    def legal_words(self, board: Any, state: Any) -> tuple[int, ...]:
        """What the player may do now; no bit is set when it is nobody's turn."""

    def step_result(self, words: Any) -> Any:
        """Words as the entry point `step` returns them: the word itself if there is only one."""

    def mask_of(self, words: Any) -> int:
        """Words of bits as one mask: bit `a` is set when action `a` may be played."""

    def is_legal(self, board: Any, state: Any, action: int) -> bool:
        """Whether an action, of any number at all, may be played now."""

    def play(self, board: Any, state: Any, action: int) -> None:
        """Apply a legal action."""

    def random_action(self, board: Any, state: Any, chance: Chance) -> tuple[int, Chance]:
        """Draw a legal action, a chance action where one is due; return the next chance too."""

    def deal(self, board: Any, state: Any, key: int) -> int:
        """Apply the chance that is due, if any is; return the next key."""

    def score(self, state: Any, seat: int) -> int:
        """What decides the game when it is over: no seat has more than a winner."""

    def is_winner(self, state: Any, seat: int) -> bool:
        """Whether a seat wins, alone or not."""

    def ranking_value(self, state: Any, seat: int) -> int:
        """What ranks the seats when the game is over, tie-breaks included: more is ahead."""

    def shuffle(self, state: Any, key: int) -> int:
        """Draw the random set-up of a first position again; return the next key."""


@cache
def kernel_for(game: str) -> GameKernel:
    """Return the kernel of the game with a public name."""
    return cast(GameKernel, plugin_for(game).load("kernel"))
