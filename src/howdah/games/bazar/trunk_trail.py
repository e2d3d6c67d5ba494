"""How every trunk of a finished game of Bombay Bazar came to its length.

A trunk grows when a tile is placed on the cell of its tip. What it grows by in one turn is a way
of segments from its old tip to its new one. Those on the placed tile are new; all others were
there before, in stretches without an owner. Each segment of a trunk counts in one part:

- `own`: on the tiles that the player placed at the tip of this trunk, in the turn of placing;
- `absorbed`: in the stretches that the trunk ran into by such a tile of the player;
- `carried`: all that it grew by in the turns of others, whose tiles lay at its tip too and led it
  on: their segments, and the stretches that it ran into by them.

A segment of a player's own tile that was nobody's at first and joined the trunk later is
`absorbed`: it was an ownerless stretch by then. The end piece has no segments.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from howdah.core.errors import GameNotOver
from howdah.games.bazar import rules
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.state import NO_END, SEATS, BoardTables, Seat, State
from howdah.games.bazar.tiles import PARTNER, Orientation


class Growth(NamedTuple):
    """Segments that a trunk grew by in one way, and how often: by how many tiles or stretches."""

    number: int
    segments: int


NOTHING = Growth(0, 0)


class TrunkTrail(NamedTuple):
    """How a trunk came to its length, which is the sum of the three parts."""

    seat: int
    own: Growth
    """On the tiles of the player; the number is of tiles."""
    absorbed: Growth
    """In stretches that these tiles joined to the trunk; the number is of stretches."""
    carried: Growth
    """By the tiles of others; the number is of those tiles."""

    @property
    def length(self) -> int:
        """The length of the trunk."""
        return self.own.segments + self.absorbed.segments + self.carried.segments


def trunk_trail(game: Bazar) -> tuple[TrunkTrail, ...]:
    """The trails of all trunks of a finished game, by seat; `GameNotOver` while it is on.

    It replays the game once; nothing is kept.

    >>> from howdah.ai.match import play_match
    >>> game = play_match("bazar", ["greedy"] * 2, seed="7", board="hexagon-19")
    >>> [trail.length for trail in trunk_trail(game)] == game.result()["lengths"]
    True
    """
    if not game.is_over:
        raise GameNotOver("A game tells how the trunks grew when it is over.")
    tables, state = cast("tuple[BoardTables, State]", game.at(0).position())
    seats = SEATS[: state.players]
    trails = [TrunkTrail(seat, NOTHING, NOTHING, NOTHING) for seat in seats]
    for action in game.numbers():
        if action != rules.END_PIECE:
            for seat in seats:
                trails[seat] = _grown(tables, state, trails[seat], Orientation(action))
        rules.play(tables, state, action)
    return tuple(trails)


def _grown(board: BoardTables, state: State, trail: TrunkTrail, tile: Orientation) -> TrunkTrail:
    """A trail after a tile that is about to be placed by the player to move."""
    seat = SEATS[trail.seat]
    new, old = _new_segments(board, state, seat, tile)
    if not new.segments:
        return trail
    if seat == state.seat:
        return trail._replace(own=_sum(trail.own, new), absorbed=_sum(trail.absorbed, old))
    grown = Growth(1, new.segments + old.segments)
    return trail._replace(carried=_sum(trail.carried, grown))


def _new_segments(
    board: BoardTables, state: State, seat: Seat, tile: Orientation
) -> tuple[Growth, Growth]:
    """What a trunk will grow by on a tile, and in the stretches that it runs into."""
    placed_on = board.cell_of[rules.tip(state, state.seat)]
    end = rules.tip(state, seat)
    on_tile = stretches = in_stretches = 0
    while end != NO_END and board.cell_of[end] == placed_on:
        on_tile += 1
        into = board.ends[placed_on][PARTNER[tile][board.edge_of[end]]]
        end = state.other_end[into]
        stretches += end != NO_END
        in_stretches += state.length[into]
    return Growth(min(on_tile, 1), on_tile), Growth(stretches, in_stretches)


def _sum(one: Growth, other: Growth) -> Growth:
    return Growth(one.number + other.number, one.segments + other.segments)
