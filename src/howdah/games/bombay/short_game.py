"""The end of a game of Bombay as a game of its own, small enough to be solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from howdah.core.errors import InvalidOption
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.options import Options
from howdah.games.bombay.setup import Start
from howdah.games.bombay.state import State

OPTIONS: Final = ("sets", "turns")


class ShortBombay(Bombay):
    """Bombay of which only the last sets are played, or the last turns of them.

    Everything else is as at the beginning: the bag is full, all elephants are on the hill.
    """

    def __init__(
        self,
        options: Options,
        start: Start,
        seats: Sequence[Seat],
        dealer: Dealer | None,
        *,
        sets: int = 1,
        turns: int | None = None,
    ) -> None:
        self._sets = _check_range(sets, options.plan.sets, "sets")
        game_turns = options.plan.game_turns
        self._turns = game_turns if turns is None else _check_range(turns, game_turns, "turns")
        super().__init__(options, start, seats, dealer)

    def _first_state(self) -> State:
        state = super()._first_state()
        state.set_number = self.options.plan.sets - self._sets + 1
        state.game_turn = self.options.plan.game_turns - self._turns + 1
        return state

    def record(self) -> Record:
        """Raise `InvalidOption`: the format holds whole games only."""
        raise InvalidOption("A shortened game has no record: records hold whole games.")


def shorten(game: Any, sets: int | None = None, turns: int | None = None) -> ShortBombay:
    """Return a game with the same set-up and draws of which only the last sets and turns are left.

    `turns` are those of the first set that is played; later ones have all of theirs.

    >>> shorten(Bombay.new(players=2, seed=1), sets=1, turns=2)
    <Bombay, 2 players, set 4/4, turn 3>
    """
    return ShortBombay(
        game.options, game._start, game.seats, game.dealer, sets=sets or 1, turns=turns
    )


def _check_range(number: int, most: int, name: str) -> int:
    if not 1 <= number <= most:
        raise InvalidOption(f"{name} should be from 1 to {most} here, not {number}.")
    return number
