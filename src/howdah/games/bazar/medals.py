"""The medals game, which decides who begins: secret choices, shown all at once.

Everyone still in keeps one, two or three medals in a closed hand and calls even or odd. When
all have chosen, the hands open: those who called the total wrong drop out, unless all did. It
is repeated until one is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from howdah.core.errors import InvalidData, InvalidOption
from howdah.core.jsonio import Json, as_choice, as_list, as_number, quote
from howdah.core.pregame import InvalidChoice, PreGame
from howdah.core.rng import Dealer
from howdah.games.bazar.names import CALLS, Call

if TYPE_CHECKING:
    from howdah.core.rng import Stream

MEDALS: Final = 3
"""The medals of each player."""


class Choice(NamedTuple):
    """What a player keeps in the hand, and calls.

    >>> Choice(2, "even")
    Choice(kept=2, call='even')
    """

    kept: int
    """The medals in the hand: 1 to 3."""
    call: Call
    """What the player says of all medals in all hands."""


Round = tuple[Choice | None, ...]
"""One entry for each seat; None for a seat that is out."""


@dataclass(frozen=True)
class RoundResult:
    """How a round ended; seats that were out before it are in neither list."""

    total: int
    """The medals in all hands."""
    right_call: Call
    right: tuple[int, ...]
    """The seats that called the total right."""
    out: tuple[int, ...]
    """The seats that drop out: those that called it wrong, unless all did."""


def result_of(choices: Round) -> RoundResult:
    """How a round ends, by the rules.

    >>> result_of((Choice(2, "even"), Choice(3, "odd")))
    RoundResult(total=5, right_call='odd', right=(1,), out=(0,))
    >>> result_of((Choice(1, "odd"), Choice(3, "odd"))).out
    ()
    """
    hands = {seat: choice for seat, choice in enumerate(choices) if choice is not None}
    total = sum(choice.kept for choice in hands.values())
    right_call = CALLS[total % 2]
    right = tuple(seat for seat, choice in hands.items() if choice.call == right_call)
    out = tuple(seat for seat in hands if seat not in right) if right else ()
    return RoundResult(total, right_call, right, out)


class MedalsError(InvalidChoice):
    """A choice that cannot be made now."""


@dataclass(frozen=True)
class MedalsView:
    """The medals game as one seat, or a spectator, may see it: closed hands stay closed."""

    seat: int | None
    """The seat that sees this; None for a spectator."""
    rounds: tuple[Round, ...]
    """The rounds that everyone has seen, each with a choice for each seat."""
    still_in: tuple[int, ...]
    """The seats that may still win."""
    waiting_for: tuple[int, ...]
    """The seats that have not chosen yet in this round."""
    own_choice: Choice | None
    """The viewer's choice in this round; None before it is made, and for a spectator."""
    first_player: int | None
    """The seat that won and begins; None while several are in."""


class Medals(PreGame):
    """A medals game from its first round to the seat that begins.

    >>> medals = Medals(2)
    >>> medals.choose(1, 3, "odd")
    >>> medals.view(0).waiting_for, medals.view(0).rounds
    ((0,), ())
    >>> medals.choose(0, 2, "even")
    >>> medals.rounds, medals.first_player
    (((Choice(kept=2, call='even'), Choice(kept=3, call='odd')),), 1)
    """

    name: ClassVar[str] = "medals"
    choice_class: ClassVar[type[Choice]] = Choice
    start_fields: ClassVar[tuple[str, ...]] = ("first_player", "medals")

    def __init__(self, players: int) -> None:
        self.players = players
        self.rounds: tuple[Round, ...] = ()
        self.still_in = tuple(range(players))
        self._hands: dict[int, Choice] = {}

    @property
    def first_player(self) -> int | None:
        """The only seat left, who begins; None while several are in."""
        return self.still_in[0] if len(self.still_in) == 1 else None

    @property
    def round_count(self) -> int:
        """How many rounds everyone has seen."""
        return len(self.rounds)

    @property
    def is_done(self) -> bool:
        """Whether one seat is left, who begins."""
        return self.first_player is not None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have not chosen yet in this round; none when it is over."""
        if self.is_done:
            return ()
        return tuple(seat for seat in self.still_in if seat not in self._hands)

    def choose(self, seat: int, kept: int, call: Call) -> None:
        """A seat's secret choice; once made it stands. The last one opens all hands."""
        if self.first_player is not None:
            raise MedalsError(f"The medals game is over: seat {self.first_player} begins.")
        if seat not in self.still_in:
            raise MedalsError(f"Seat {seat} is not in; in are {_join(self.still_in)}.")
        if seat in self._hands:
            raise MedalsError(f"Seat {seat} has chosen already.")
        try:
            self._hands[seat] = _parse_choice([kept, call], "the choice")
        except InvalidData as error:
            raise MedalsError(f"{error}.") from None
        if len(self._hands) == len(self.still_in):
            self._show(tuple(self._hands.get(other) for other in range(self.players)))

    def view(self, seat: int | None = None) -> MedalsView:
        """What a seat (None: a spectator) may see: nobody else's choice before all have chosen."""
        if seat is not None and seat not in range(self.players):
            raise InvalidOption(f"seat should be from 0 to {self.players - 1}, or None.")
        return MedalsView(
            seat=seat,
            rounds=self.rounds,
            still_in=self.still_in,
            waiting_for=self.waiting_for,
            own_choice=None if seat is None else self._hands.get(seat),
            first_player=self.first_player,
        )

    def copy(self) -> Medals:
        """Return an independent medals game in the same state."""
        medals = Medals(self.players)
        medals.rounds, medals.still_in = self.rounds, self.still_in
        medals._hands = {**self._hands}
        return medals

    def to_json(self) -> list[Json]:
        """The rounds as a record writes them."""
        return [[None if hand is None else [*hand] for hand in hands] for hands in self.rounds]

    def random_choice(self, numbers: Stream) -> list[Any]:
        """A number of medals and a call, each as likely."""
        return [1 + numbers.randbelow(MEDALS), CALLS[numbers.randbelow(len(CALLS))]]

    def game_options(self) -> dict[str, Any]:
        """The finished medals game, which decides who begins."""
        return {"medals": self}

    def _show(self, choices: Round) -> None:
        """All hands open; if all called wrong, the same players repeat."""
        self.rounds += (choices,)
        self._hands.clear()
        out = result_of(choices).out
        self.still_in = tuple(seat for seat in self.still_in if seat not in out)


def _join(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def draw_medals(players: int, dealer: Dealer) -> Medals:
    """A medals game in which the dealer chooses for everyone, each choice as likely."""
    medals = Medals(players)
    while medals.first_player is None:
        numbers = dealer.stream(f"medals {len(medals.rounds) + 1}")
        for seat in medals.still_in:
            medals.choose(seat, *medals.random_choice(numbers))
    return medals


def parse_medals(value: Json, where: str, players: int) -> Medals:
    """The medals game in a record, complete: it ends as soon as one seat is left."""
    medals = Medals(players)
    for number, item in enumerate(as_list(value, where)):
        if medals.first_player is not None:
            raise InvalidData(
                f"{where}[{number}]", f"comes after seat {medals.first_player} was left alone"
            )
        medals._show(_parse_round(item, f"{where}[{number}]", medals))
    if medals.first_player is None:
        left = _join(medals.still_in)
        raise InvalidData(where, f"should go on until one seat is left; seats {left} are still in")
    return medals


def _parse_round(value: Json, where: str, medals: Medals) -> Round:
    hands = as_list(value, where)
    if len(hands) != medals.players:
        raise InvalidData(where, f"should have {medals.players} entries, not {len(hands)}")
    return tuple(
        _parse_hand(hand, f"{where}[{seat}]", is_in=seat in medals.still_in)
        for seat, hand in enumerate(hands)
    )


def _parse_hand(value: Json, where: str, *, is_in: bool) -> Choice | None:
    if is_in:
        return _parse_choice(value, where)
    if value is not None:
        raise InvalidData(where, f"should be null, for the seat is out, not {quote(value)}")
    return None


def _parse_choice(value: Json, where: str) -> Choice:
    pair = as_list(value, where)
    if len(pair) != 2:
        raise InvalidData(where, f"should be a number and a call, not {quote(value)}")
    return Choice(
        as_number(pair[0], where, low=1, high=MEDALS),
        cast(Call, as_choice(pair[1], where, CALLS)),
    )
