"""What every game shares: positions are reached by playing actions, and every action is kept.

A game supplies its rules through the few abstract methods; playing, undoing, dealing,
recording and replaying are written here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from howdah.core.errors import (
    IllegalAction,
    InvalidAction,
    InvalidData,
    InvalidOption,
    InvalidRecord,
    NothingToUndo,
)
from howdah.core.jsonio import Json, first_difference
from howdah.core.options import SeatSetting, Setting
from howdah.core.reasons import Reason
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer, Draw
from howdah.core.state import Position
from howdah.core.view import SCREENS, Screens, View, render_svg

if TYPE_CHECKING:
    from fractions import Fraction

    from howdah.core.pregame import PreGame

ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT", bound=View)


class JsonSerializable(Protocol):
    """Something that a record writes."""

    def to_json(self) -> dict[str, Json]:
        """It as the record writes it."""


class GameOptions(JsonSerializable, Protocol):
    """What the players agree on before the set-up: how many they are, and more."""

    @property
    def players(self) -> int:
        """How many play."""


class Game(ABC, Generic[ActionT, ViewT]):
    """One game, from its start to its current position.

    With a `dealer`, chance is drawn as soon as it is due; without one, chance actions are
    played like any other and `is_chance` says when one is due.
    """

    name: ClassVar[str]
    """How commands and records call the game."""
    title: ClassVar[str]
    """How people call it."""
    player_counts: ClassVar[range]
    usual_players: ClassVar[int]
    settings: ClassVar[tuple[Setting, ...]]
    """What `new` lets the players choose, besides who plays."""
    seat_setting: ClassVar[SeatSetting | None] = None
    """What they may choose for each seat, such as where it is on the board."""
    boards: ClassVar[tuple[str, ...]]
    """The names of the boards that come with the game."""
    pregame_class: ClassVar[type[PreGame] | None] = None
    """What the players may decide among themselves before the first turn."""
    draw_codes: ClassVar[range] = range(0)
    """The numbers of the actions that are chance's, not a player's."""

    options: GameOptions
    _start: JsonSerializable
    _state: Position
    _tables: tuple[Any, ...]
    """The board as the rules see it."""

    def __init__(
        self,
        options: GameOptions,
        start: JsonSerializable,
        seats: Sequence[Seat],
        dealer: Dealer | None,
    ) -> None:
        self.options = options
        self.seats = tuple(seats)
        self.dealer = dealer
        self.meta: dict[str, Json] | None = None
        """What the record carries beside the game: date, source and the like."""
        self._start = start
        self._codes: list[int] = []
        self._actions: list[ActionT] = []
        self._texts: list[str] = []
        self._state = self._first_state()
        self._deal()

    # How a game comes about

    @classmethod
    @abstractmethod
    def new(cls, *arguments: Any, **options: Any) -> Self:
        """A new game; the option `seed` drives what is random, none means a fresh one."""

    @classmethod
    @abstractmethod
    def _set_up(cls, record: Record) -> Self:
        """The game with a record's rules, seats and start; `InvalidData` if they do not fit."""

    @classmethod
    def from_record(cls, record: Record, *, dealer: Dealer | None = None) -> Self:
        """The game of a record, every action and the result verified.

        With a dealer the game goes on from there with its draws.
        """
        game = cls.resume(record)
        game._check_result(record)
        game.dealer = dealer
        game._deal()
        return game

    @classmethod
    def resume(cls, record: Record, *, dealer: Dealer | None = None) -> Self:
        """The game of a record whose result nobody wrote down yet; every action is verified."""
        try:
            game = cls._set_up(record)
        except InvalidData as error:
            raise InvalidRecord(error.where, error.message) from None
        for index, text in enumerate(record.actions):
            game._play_recorded(index, text)
        game.meta = record.meta
        game.dealer = dealer
        game._deal()
        return game

    @classmethod
    def pregame_for(cls, rules: Mapping[str, Json]) -> PreGame | None:
        """What the players of a game with these rules decide before it; None if nothing.

        The finished pre-game's `game_options` are options of `new`.
        """
        del rules  # most games have no pre-game
        return None

    @property
    def pregame(self) -> PreGame | None:
        """The finished pre-game that this game began with; None if there was none."""
        return None

    # What a game says of its position

    @property
    @abstractmethod
    def to_play(self) -> int | None:
        """The seat whose decision it is; None when the game is over or chance is due."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the last action has been played."""

    @property
    @abstractmethod
    def turns_played(self) -> int:
        """How many turns the players have finished."""

    @property
    def is_chance(self) -> bool:
        """Whether a draw is due before anyone can play; never in a game without chance."""
        return False

    @abstractmethod
    def legal_actions(self) -> list[ActionT]:
        """What may be played now, in one documented order; at a chance node every draw."""

    def chance_outcomes(self) -> list[tuple[ActionT, Fraction]]:
        """The draws that are due, each with its exact probability; empty when none is due."""
        return []

    @abstractmethod
    def parse(self, text: str) -> ActionT:
        """The action a text stands for; `InvalidAction` if it stands for none."""

    def number_of(self, action: ActionT | str) -> int:
        """The number by which the rules and `howdah.fast` know an action."""
        return self._code(self.parse(action) if isinstance(action, str) else action)

    @abstractmethod
    def action_of(self, number: int) -> ActionT:
        """The action that the rules know by a number; `InvalidAction` if there is none."""

    @abstractmethod
    def why_not(self, action: ActionT | str) -> tuple[Reason, ...]:
        """Every condition that an action does not meet now; empty when it is legal."""

    @abstractmethod
    def view(self, seat: int | None = None, *, screens: Screens = "hidden") -> ViewT:
        """What a seat (None: a spectator) may see; it holds no way back to the game."""

    @abstractmethod
    def result(self) -> dict[str, Json] | None:
        """The result as the record writes it; None while the game runs."""

    # What a game does to its position

    @abstractmethod
    def _code(self, action: ActionT) -> int:
        """The number of an action in the rules; `InvalidAction` if it has none."""

    @abstractmethod
    def _is_legal(self, code: int) -> bool:
        """Whether the action with a number may be played now."""

    @abstractmethod
    def _apply(self, code: int) -> None:
        """Change the position by a legal action."""

    @abstractmethod
    def _first_state(self) -> Position:
        """The position of the set-up."""

    def _draw(self, dealer: Dealer) -> ActionT | None:
        """The chance action that is due, drawn by the dealer; None when none is due."""

    @abstractmethod
    def _start_draws(self) -> list[Draw]:
        """The draws of the set-up; what players have decided among themselves is none."""

    def _draw_of(self, action: ActionT) -> Draw | None:
        """The draw that a chance action is, at the position before it; None for a decision."""

    # What all games do alike

    @property
    def players(self) -> int:
        """How many play."""
        return self.options.players

    def rules(self) -> dict[str, Json]:
        """The options of this game as the record writes them."""
        return self.options.to_json()

    def start(self) -> dict[str, Json]:
        """The set-up of this game as the record writes it."""
        return self._start.to_json()

    @property
    def actions(self) -> tuple[ActionT, ...]:
        """Every action so far, chance included."""
        return tuple(self._actions)

    @property
    def length(self) -> int:
        """How many actions have been played, chance included."""
        return len(self._codes)

    def numbers(self, since: int = 0) -> list[int]:
        """Every action so far, or since so many, by the numbers of the rules."""
        return self._codes[since:]

    def draws(self) -> list[Draw]:
        """Every draw so far as data, those of the set-up first; see `docs/chance.md`."""
        found, game = self._start_draws(), self.at(0)
        for code, action in zip(self._codes, self._actions):
            draw = game._draw_of(action)
            if draw is not None:
                found.append(draw)
            game._advance(action, code)
        return found

    def play(self, action: ActionT | str) -> ActionT:
        """Play an action, or raise `IllegalAction` and change nothing; returns the action."""
        played = self.parse(action) if isinstance(action, str) else action
        code = self._code(played)
        if not self._is_legal(code):
            raise self._refusal(played)
        self._advance(played, code)
        self._deal()
        return played

    def undo(self) -> ActionT:
        """Take back the last decision, with the draws that followed it; returns the decision.

        Draws belong to the dealer: without one, a draw is a decision like any other.
        """
        last = len(self._codes) - self._count_last_draws() - 1
        if last < 0:
            raise NothingToUndo("Nothing has been played yet.")
        undone = self._actions[last]
        self._rewind_to(last)
        return undone

    def at(self, length: int) -> Self:
        """Return the same game after the first so many actions, without a dealer."""
        if not 0 <= length <= len(self._codes):
            raise InvalidOption(f"length should be from 0 to {len(self._codes)}, not {length}.")
        game = self.copy()
        game.dealer = None
        if length < len(self._codes):
            game._rewind_to(length)
        return game

    def positions(self, first: int, earlier: Self | None = None) -> Iterator[Self]:
        """Yield the game after its first so many actions, then after each further one.

        `earlier` is the same game after that many actions, if the caller has it already.
        """
        game = self.at(first) if earlier is None else earlier
        yield game
        for action, code in zip(self._actions[first:], self._codes[first:]):
            game = game.copy()
            game.dealer = None
            game._advance(action, code)
            yield game

    def position(self) -> tuple[tuple[Any, ...], Position]:
        """The tables of the board, and a copy of the position with all its secrets.

        It is what `rules` and `howdah.fast` work on; players and agents get a view.
        """
        return self._tables, self._state.copy()

    def copy(self) -> Self:
        """Return an independent game at the same position, with the same dealer."""
        game = object.__new__(type(self))
        game.__dict__.update(self.__dict__)
        game._codes = self._codes.copy()
        game._actions = self._actions.copy()
        game._texts = self._texts.copy()
        game._state = self._state.copy()
        return game

    def _repr_svg_(self) -> str | None:
        """The table as a spectator sees it, for notebooks."""
        return render_svg(self.view())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def record(self) -> Record:
        """The game so far, as the public format writes it."""
        return Record(
            game=self.name,
            rules=self.rules(),
            seats=self.seats,
            start=self.start(),
            actions=tuple(self._texts),
            result=self.result(),
            meta=self.meta,
        )

    def _check_result(self, record: Record) -> None:
        difference = first_difference(record.result, self.result(), "result")
        if difference:
            status = "over" if self.is_over else "not over"
            raise InvalidRecord("result", f"{difference} (the game is {status})")

    def _play_recorded(self, index: int, text: str) -> None:
        try:
            self.play(text)
        except (InvalidAction, IllegalAction) as error:
            raise InvalidRecord(f"actions[{index}]", str(error)) from error

    def _view_fields(self, seat: int | None, screens: Screens) -> dict[str, Any]:
        """The fields that every view has, as a seat may see them."""
        if seat is not None and seat not in range(self.players):
            raise InvalidOption(f"seat should be from 0 to {self.players - 1}, or None.")
        if screens not in SCREENS:
            raise InvalidOption(f"screens should be one of {', '.join(SCREENS)}.")
        own_turn = seat is not None and seat == self.to_play
        return {
            "game": self.name,
            "seat": seat,
            "names": tuple(other.name for other in self.seats),
            "to_play": self.to_play,
            "is_over": self.is_over,
            "legal_actions": tuple(map(str, self.legal_actions())) if own_turn else (),
            "actions": tuple(self._texts),
            "result": self.result(),
            "rules": self.rules(),
            "start": self.start(),
        }

    def _refusal(self, action: ActionT) -> IllegalAction:
        legal = tuple(str(other) for other in self.legal_actions())
        return IllegalAction(str(action), self.why_not(action), legal)

    def _deal(self) -> None:
        while self.dealer is not None and (drawn := self._draw(self.dealer)) is not None:
            self._advance(drawn, self._code(drawn))

    def _advance(self, action: ActionT, code: int) -> None:
        self._apply(code)
        self._codes.append(code)
        self._actions.append(action)
        self._texts.append(str(action))

    def _rewind_to(self, length: int) -> None:
        """Go back to the position after the first so many actions."""
        del self._codes[length:], self._actions[length:], self._texts[length:]
        self._state = self._first_state()
        for code in self._codes:
            self._apply(code)

    def _count_last_draws(self) -> int:
        """How many of the last actions are draws that the dealer made by itself."""
        if self.dealer is None:
            return 0
        dealt = 0
        while dealt < len(self._codes) and self._codes[-1 - dealt] in self.draw_codes:
            dealt += 1
        return dealt


@contextmanager
def raise_as_option_errors() -> Iterator[None]:
    """Raise invalid data in the block as `InvalidOption`: a caller passed it as an option."""
    try:
        yield
    except InvalidData as error:
        raise InvalidOption(f"{error.where.removeprefix('rules.')} {error.message}.") from None


def make_seats(players: int, names: Sequence[str | Seat] | None) -> tuple[Seat, ...]:
    """Make a seat for each player, from the names given or by number.

    >>> [seat.name for seat in make_seats(2, None)]
    ['Player 1', 'Player 2']
    """
    if names is None:
        return tuple(Seat(f"Player {number}") for number in range(1, players + 1))
    if len(names) != players:
        raise InvalidOption(f"{players} players need {players} names, not {len(names)}.")
    return tuple(name if isinstance(name, Seat) else Seat(name) for name in names)
