"""What a turn of Bombay makes use of: purchases, sales and palaces, or only a walk.

A turn goes back if the elephant comes to a site that it left in its turn before with the same
bales, unless it buys, sells or builds there. With bales on its back it does not wait twice in the
same place either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from howdah.ai.opportunities import Opportunity, Reach, TurnDescription
from howdah.games.bombay.rules import BUILD, BUY, END, SELL, TAKE, WAIT, play
from howdah.games.bombay.state import COLOURS, TURN, BoardTables, Seat, Site, State
from howdah.games.registry import AnyGame


class Stop(NamedTuple):
    """Where an elephant is, and what it carries."""

    site: Site
    bales: int
    """Two bits for each colour."""


class Step(NamedTuple):
    """One action of a turn, and where the elephant is before and after it."""

    action: int
    before: Stop
    after: Stop

    @property
    def is_trade(self) -> bool:
        """Whether it is a purchase, a sale or a palace."""
        return BUY <= self.action < TAKE


def describe_turns(game: AnyGame, turns: Sequence[Sequence[int]]) -> list[TurnDescription]:
    """Describe turns of the seat to play, each given by its actions."""
    _, state = cast(tuple[BoardTables, State], game.position())
    left = stops_left(game, state.seat)
    described = []
    for turn in turns:
        steps = _steps(state, turn)
        described.append(TurnDescription(_opportunities(steps), _goes_back(steps, left)))
    return described


def stops_left(game: AnyGame, seat: Seat) -> frozenset[Stop]:
    """Return the stops that a seat left, or waited at, in its last turn and so far in this one."""
    board, state = cast(tuple[BoardTables, State], game.at(0).position())
    last: set[Stop] = set()
    current: set[Stop] = set()
    for action in game.numbers():
        is_own = state.phase == TURN and state.seat == seat
        if is_own and action <= WAIT:
            current.add(stop_of(state, seat))
        play(board, state, action)
        if is_own and (state.phase != TURN or state.seat != seat):
            last, current = current, set()
    return frozenset(last | current)


def stop_of(state: State, seat: Seat) -> Stop:
    """Return where the elephant of a seat is, and what it carries."""
    basket = state.baskets[seat]
    return Stop(state.at[seat], sum(basket[colour] << 2 * colour for colour in COLOURS))


def _steps(state: State, turn: Sequence[int]) -> list[Step]:
    stop = stop_of(state, state.seat)
    steps = []
    for action in turn:
        before, stop = stop, _next_stop(state, stop, action)
        steps.append(Step(action, before, stop))
    return steps


def _next_stop(state: State, stop: Stop, action: int) -> Stop:
    site, bales = stop
    if action < WAIT:
        return Stop(Site(action), bales)
    if action in (WAIT, END):
        return stop
    if action == BUY:
        return Stop(site, bales + (1 << 2 * state.posts[site]))
    if action >= TAKE:
        return Stop(site, bales + (1 << 2 * (action - TAKE)))
    colour = action - (BUILD if action >= BUILD else SELL)
    return Stop(site, bales - (1 << 2 * colour))


def _opportunities(steps: Sequence[Step]) -> tuple[Opportunity, ...]:
    """Return the purchases, sales and palaces of a turn; if there are none, where it ends."""
    here = steps[0].before.site
    trades = tuple(_trade(step, here) for step in steps if step.is_trade)
    return trades or (Opportunity(Reach.WALK, (steps[-1].after.site,)),)


def _trade(step: Step, here: Site) -> Opportunity:
    """Return a purchase, a sale of a colour, or a palace, which any bale pays for."""
    site = step.before.site
    reach = Reach.AT_HAND if site == here else Reach.AHEAD
    return Opportunity(reach, (site, min(step.action, BUILD)))


def _goes_back(steps: Sequence[Step], left: frozenset[Stop]) -> bool:
    if steps[0].action == WAIT:
        return steps[0].after.bales > 0 and steps[0].after in left
    left_now = set(left)
    for place, step in enumerate(steps):
        if step.action < WAIT:
            left_now.add(step.before)
            trades_there = any(following.is_trade for following in steps[place + 1 : place + 2])
            if step.after in left_now and not trades_there:
                return True
    return False
