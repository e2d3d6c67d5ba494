"""Noughts and crosses for two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from howdah.core.boards import AnyBoard
from howdah.core.errors import InvalidAction, InvalidOption
from howdah.core.game import Game, make_seats
from howdah.core.jsonio import Json, as_count, check_fields
from howdah.core.options import Setting
from howdah.core.reasons import Reason, ReasonBook
from howdah.core.record import Record, Seat, check_seats
from howdah.core.rng import Dealer, Draw
from howdah.core.view import Screens, View
from tests.noughts import rules
from tests.noughts.rules import BoardTables, State

PLAYER_COUNTS: Final = range(2, 3)
BOARD: Final = AnyBoard("square-9", "derived", "", '{"name": "square-9"}')
ENTRIES: Final = {
    "taken": ("mark", "The cell {cell} is taken."),
    "over": ("end", "The game is over."),
}
reason: Final = ReasonBook("noughts", ENTRIES)


@dataclass(frozen=True)
class Mark:
    """Take a cell."""

    cell: int

    def __str__(self) -> str:
        return f"mark {self.cell}"


ACTIONS: Final = {str(Mark(cell)): Mark(cell) for cell in range(rules.CELLS)}


@dataclass(frozen=True)
class Options:
    """Two players, and nothing to choose."""

    players: int

    def to_json(self) -> dict[str, Json]:
        """The options as the record writes them."""
        return {"players": self.players}


@dataclass(frozen=True)
class Start:
    """The first player."""

    first_player: int

    def to_json(self) -> dict[str, Json]:
        """The start as the record writes it."""
        return {"first_player": self.first_player}


@dataclass(frozen=True)
class NoughtsView(View):
    """Everything is public."""

    cells: tuple[int | None, ...]
    board: AnyBoard = BOARD


class Noughts(Game[Mark, NoughtsView]):
    """A game of noughts and crosses."""

    name: ClassVar[str] = "noughts"
    title: ClassVar[str] = "Noughts"
    player_counts: ClassVar[range] = PLAYER_COUNTS
    usual_players: ClassVar[int] = 2
    settings: ClassVar[tuple[Setting, ...]] = ()
    boards: ClassVar[tuple[str, ...]] = (BOARD.name,)

    options: Options
    _start: Start
    _state: State
    _tables = BoardTables(rules.CELLS)
    board = BOARD

    @classmethod
    def new(
        cls,
        players: int = 2,
        *,
        seed: int | str | None = None,
        names: Sequence[str | Seat] | None = None,
    ) -> Self:
        """A new game; the seed decides who begins."""
        if players not in PLAYER_COUNTS:
            raise InvalidOption("players should be 2.")
        dealer = Dealer(seed)
        start = Start(dealer.stream("first player").randbelow(players))
        return cls(Options(players), start, make_seats(players, names), dealer)

    @classmethod
    def _set_up(cls, record: Record) -> Self:
        check_fields(record.rules, "rules", required=("players",))
        check_fields(record.start, "start", required=("first_player",))
        players = as_count(record.rules["players"], "rules.players", PLAYER_COUNTS)
        check_seats(record.seats, players)
        first = as_count(record.start["first_player"], "start.first_player", range(players))
        return cls(Options(players), Start(first), record.seats, None)

    @property
    def to_play(self) -> int | None:
        return None if self.is_over else self._state.seat

    @property
    def is_over(self) -> bool:
        return rules.is_over(self._state)

    @property
    def turns_played(self) -> int:
        return len(self._codes)

    def legal_actions(self) -> list[Mark]:
        mask = rules.legal_actions(self._tables, self._state)
        return [action for action in ACTIONS.values() if mask >> action.cell & 1]

    def parse(self, text: str) -> Mark:
        if text not in ACTIONS:
            raise InvalidAction(f"{text!r} is not an action of this game.")
        return ACTIONS[text]

    def action_of(self, number: int) -> Mark:
        return self.parse(f"mark {number}")

    def why_not(self, action: Mark | str) -> tuple[Reason, ...]:
        cell = (self.parse(action) if isinstance(action, str) else action).cell
        if self.is_over:
            return (reason("over"),)
        return () if self._is_legal(cell) else (reason("taken", cell=cell),)

    def view(self, seat: int | None = None, *, screens: Screens = "hidden") -> NoughtsView:
        cells = tuple(None if owner < 0 else owner for owner in self._state.cells)
        return NoughtsView(**self._view_fields(seat, screens), cells=cells)

    def result(self) -> dict[str, Any] | None:
        if not self.is_over:
            return None
        seats = [rules.Seat(seat) for seat in range(self.players)]
        return {
            "points": [rules.points(self._state, seat) for seat in seats],
            "winners": [seat for seat in seats if rules.is_winner(self._state, seat)],
        }

    def _code(self, action: Mark) -> int:
        return action.cell

    def _is_legal(self, code: int) -> bool:
        return rules.is_legal(self._tables, self._state, code)

    def _apply(self, code: int) -> None:
        rules.play(self._tables, self._state, code)

    def _first_state(self) -> State:
        return State(self.players, [rules.EMPTY] * rules.CELLS, self._start.first_player, 0)

    def _start_draws(self) -> list[Draw]:
        return [Draw("first player", tuple(range(self.players)), (self._start.first_player,))]
