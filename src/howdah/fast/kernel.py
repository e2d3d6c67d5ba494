"""What playouts and batches need of a game: its kit, a module of plain functions.

A kit's functions keep to the part of Python that the rules keep to. The compiler takes them as
they stand; without it they run interpreted.
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
    """The kit of a game."""

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

    def answer(self, words: Any) -> Any:
        """Words as a step hands them to Python: the word itself if there is only one."""

    def mask_of(self, words: Any) -> int:
        """Words of bits as one mask: bit `a` is set when action `a` may be played."""

    def is_legal(self, board: Any, state: Any, action: int) -> bool:
        """Whether an action, of any number at all, may be played now."""

    def play(self, board: Any, state: Any, action: int) -> None:
        """Apply a legal action."""

    def random_action(self, board: Any, state: Any, chance: Chance) -> tuple[int, Chance]:
        """A legal action at random, chance's included; and the chance to come."""

    def deal(self, board: Any, state: Any, key: int) -> int:
        """Apply the chance that is due, if any is; returns the key to go on from."""

    def score(self, state: Any, seat: int) -> int:
        """What decides the game when it is over: whoever wins, nobody has more."""

    def is_winner(self, state: Any, seat: int) -> bool:
        """Whether a seat wins, alone or not."""

    def standing(self, state: Any, seat: int) -> int:
        """Where a seat stands when the game is over: whoever has more is ahead."""

    def shuffle(self, state: Any, key: int) -> int:
        """Lay the random set-up of a first position anew; returns the key to go on from."""


@cache
def kernel_for(game: str) -> GameKernel:
    """The kit of the game with a public name."""
    return cast(GameKernel, plugin_for(game).load("kernel"))
