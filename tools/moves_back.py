"""How often computer players walk to and fro in Bombay.

    python -m tools.moves_back                              # levels 1 to 4, 200 games each
    python -m tools.moves_back --agents level:2 --games 100

A move back leads to a site that the elephant left with the same bales, earlier in this turn or in
the turn before of the same seat. Nothing was bought, sold or built in between, so the way was in
vain. All seats of a game have the same agent; half of the games have two players, half four.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from howdah.ai.match import play_match
from howdah.games.bombay.actions import Move, Restock
from howdah.games.bombay.state import State
from howdah.games.registry import AnyGame

AGENTS: Final = ("level:1", "level:2", "level:3", "level:4")
PLAYER_COUNTS: Final = (2, 4)

Stop = tuple[int, tuple[int, ...]]
"""A site, and the bales of each colour that an elephant has there."""


@dataclass
class Walk:
    """The sites that one elephant left, with its bales, in the turn before and in this turn."""

    before: set[Stop] = field(default_factory=set)
    now: set[Stop] = field(default_factory=set)

    def end_turn(self) -> None:
        """Begin the next turn of the seat."""
        self.before, self.now = self.now, set()


@dataclass(frozen=True)
class MoveCount:
    """How many moves were counted, and how many of them led back."""

    moves: int = 0
    back: int = 0

    @property
    def share(self) -> float:
        """The share of moves that led back; 0 without any move."""
        return self.back / self.moves if self.moves else 0.0

    def __add__(self, other: MoveCount) -> MoveCount:
        return MoveCount(self.moves + other.moves, self.back + other.back)


def count_moves_back(game: AnyGame) -> MoveCount:
    """Count the moves of all seats in a game, and those that lead back with the same bales.

    >>> from howdah.games.registry import new
    >>> game = new("bombay", players=2, set_up="first-game", seed=1)
    >>> game.play("move G5"), game.play("move F4")
    (Move('G5'), Move('F4'))
    >>> count_moves_back(game)
    MoveCount(moves=2, back=0)
    """
    walks = [Walk() for _ in range(game.players)]
    moves = back = 0
    played = game.at(0)
    for action in game.actions:
        seat, turn = played.to_play, played.turns_played
        if seat is None or isinstance(action, Restock):
            played.play(action)
            continue
        walk, left = walks[seat], _stop(played, seat)
        played.play(action)
        if isinstance(action, Move):
            moves += 1
            walk.now.add(left)
            back += _stop(played, seat) in walk.before | walk.now
        if played.turns_played != turn:
            walk.end_turn()
    return MoveCount(moves, back)


def _stop(game: AnyGame, seat: int) -> Stop:
    state = cast(State, game.position()[1])
    return state.at[seat], tuple(state.baskets[seat])


def measure(agent: str, players: int, games: int, seed: str) -> MoveCount:
    """Let an agent play games against itself, and count its moves back."""
    played = (play_match("bombay", [agent] * players, f"{seed}/{n}") for n in range(games))
    return sum(map(count_moves_back, played), MoveCount())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each agent and number of players."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.moves_back",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--agents", default=",".join(AGENTS), metavar="A,B,..")
    parser.add_argument("--games", type=int, default=200, metavar="K", help="of each agent")
    parser.add_argument("--seed", default="1", metavar="S")
    chosen = parser.parse_args(arguments)
    if chosen.games < len(PLAYER_COUNTS):
        parser.error(f"games should be {len(PLAYER_COUNTS)} or more.")
    print(f"{'agent':<12}{'players':>8}{'games':>8}{'moves':>8}{'back':>8}{'share':>8}")
    for agent in chosen.agents.split(","):
        for players in PLAYER_COUNTS:
            games = chosen.games // len(PLAYER_COUNTS)
            found = measure(agent, players, games, chosen.seed)
            print(
                f"{agent:<12}{players:>8}{games:>8}{found.moves:>8}{found.back:>8}"
                f"{found.share:>8.1%}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
