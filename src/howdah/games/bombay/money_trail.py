"""Where everyone's rupees came from in a finished game of Bombay, and what they were spent on.

Every change of a player's rupees has one source, which follows from the action that brought it:

- `start`: what a player begins with;
- `sales`: what cities pay for bales, with the bonus for yellow ones;
- `tolls`: a rupee from the bank each time another player enters one's palace;
- `waits`: a rupee for each turn spent waiting for fortune;
- `palace-tokens`: the rupees of palace tokens, taken when building on them;
- `empire` and `reputation`: the prizes at the end.

The only thing that costs rupees is silk bought at a trading post: tolls are paid by the bank.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, cast, get_args

from howdah.core.errors import GameNotOver
from howdah.games.bombay import rules
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.scoring import empire_prize, reputation_prize
from howdah.games.bombay.state import SEATS, BoardTables, Seat, State

SourceName = Literal["start", "sales", "tolls", "waits", "palace-tokens", "empire", "reputation"]
SOURCES: Final[tuple[SourceName, ...]] = get_args(SourceName)
"""Every source of rupees, in the order of a game."""


class RupeeFlow(NamedTuple):
    """Rupees that came or went in one way, and how often."""

    times: int
    rupees: int


NOTHING: Final = RupeeFlow(0, 0)


class MoneyTrail(NamedTuple):
    """How the rupees of a player came about: the income less the silk is what the player has."""

    seat: int
    income: dict[SourceName, RupeeFlow]
    """By source, all of them, in the order of `SOURCES`."""
    silk: RupeeFlow
    """The bales bought, and the rupees paid for them."""

    @property
    def earned(self) -> int:
        """All income together, what the player began with included."""
        return sum(flow.rupees for flow in self.income.values())

    @property
    def total(self) -> int:
        """The rupees of the final score."""
        return self.earned - self.silk.rupees


def money_trail(game: Bombay) -> tuple[MoneyTrail, ...]:
    """The money trails of a finished game, by seat; `GameNotOver` while it is on.

    It replays the game once; nothing is kept.

    >>> from howdah.ai.match import play_match
    >>> game = play_match("bombay", ["greedy", "greedy"], seed="7")
    >>> trail = money_trail(game)[0]
    >>> trail.income["start"], trail.total == game.result()["rupees"][0]
    (RupeeFlow(times=1, rupees=2), True)
    """
    if not game.is_over:
        raise GameNotOver("A game tells where the rupees came from when it is over.")
    tables, state = cast("tuple[BoardTables, State]", game.at(0).position())
    trails = [_first_trail(state, seat) for seat in SEATS[: state.players]]
    for action in game.numbers():
        before = state.rupees.copy()
        rules.play(tables, state, action)
        for seat, trail in enumerate(trails):
            if state.rupees[seat] != before[seat]:
                trails[seat] = _with_change(trail, action, state.rupees[seat] - before[seat])
    return tuple(_with_prizes(trail, state) for trail in trails)


def _first_trail(state: State, seat: Seat) -> MoneyTrail:
    income: dict[SourceName, RupeeFlow] = dict.fromkeys(SOURCES, NOTHING)
    income["start"] = RupeeFlow(1, state.rupees[seat])
    return MoneyTrail(seat, income, NOTHING)


def _with_change(trail: MoneyTrail, action: int, rupees: int) -> MoneyTrail:
    """A trail with what an action brought or cost the player."""
    if rupees < 0:
        return trail._replace(silk=_added(trail.silk, -rupees))
    source = _source_of(action)
    trail.income[source] = _added(trail.income[source], rupees)
    return trail


def _source_of(action: int) -> SourceName:
    """What it is that an action pays for: only moves pay others than who plays."""
    if action < rules.WAIT:
        return "tolls"
    if action == rules.WAIT:
        return "waits"
    return "sales" if action < rules.BUILD else "palace-tokens"


def _with_prizes(trail: MoneyTrail, state: State) -> MoneyTrail:
    """A trail with the prizes at the end of the game."""
    seat = SEATS[trail.seat]
    prizes: dict[SourceName, int] = {
        "empire": empire_prize(state, seat),
        "reputation": reputation_prize(state, seat),
    }
    for source, rupees in prizes.items():
        if rupees:
            trail.income[source] = RupeeFlow(1, rupees)
    return trail


def _added(flow: RupeeFlow, rupees: int) -> RupeeFlow:
    return RupeeFlow(flow.times + 1, flow.rupees + rupees)
