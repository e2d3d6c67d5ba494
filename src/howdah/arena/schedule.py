"""The schedule: every deal is played by every rotation of the agents over the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from howdah.core.errors import InvalidOption
from howdah.core.jsonio import Json
from howdah.core.record import Seat
from howdah.games.registry import AnyGame, new


class Fixture(NamedTuple):
    """One game of a contest: the deal, and by how many seats the agents are rotated."""

    deal: int
    rotation: int


@dataclass(frozen=True)
class Contest:
    """What is played: everything that determines the result of an arena.

    >>> contest = Contest("bombay", ("greedy", "random") * 2, deals=10, seed="1")
    >>> contest.rotations, contest.games
    (2, 20)
    """

    game: str
    agents: tuple[str, ...]
    """The agent of each seat before any rotation."""
    deals: int
    seed: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The game's own options, as its `new` takes them."""

    @property
    def players(self) -> int:
        """How many play a game."""
        return len(self.agents)

    @cached_property
    def rotations(self) -> int:
        """How many rotations of the agents differ."""
        return count_rotations(self.agents)

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.deals * self.rotations

    @property
    def entrants(self) -> tuple[str, ...]:
        """Each agent once, in the order given."""
        return tuple(dict.fromkeys(self.agents))

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, deal after deal."""
        for deal in range(self.deals):
            for rotation in range(self.rotations):
                yield Fixture(deal, rotation)

    def number_of(self, fixture: Fixture) -> int:
        """Return the number of a game, from 1 on."""
        return fixture.deal * self.rotations + fixture.rotation + 1

    def seats(self, rotation: int) -> tuple[str, ...]:
        """Return the agent of each seat after a number of rotations."""
        return self.agents[rotation:] + self.agents[:rotation]

    def new_game(self, fixture: Fixture) -> AnyGame:
        """Return a game before its first decision; the rotations of a deal share the set-up."""
        names = [Seat(name=text, agent=text) for text in self.seats(fixture.rotation)]
        seed = f"{self.seed}/deal {fixture.deal}"
        return new(self.game, players=self.players, names=names, seed=seed, **self.settings)

    def agent_seed(self, fixture: Fixture, seat: int) -> str:
        """Return the seed of an agent; the draws of the deal cannot be derived from it."""
        label = f"{self.seed}/deal {fixture.deal}/rotation {fixture.rotation}/seat {seat}"
        return sha256(label.encode()).hexdigest()[:32]

    def to_json(self) -> dict[str, Json]:
        """Return the contest as an arena file writes it, with all rules."""
        return {
            "game": self.game,
            "rules": self.new_game(Fixture(0, 0)).rules(),
            "agents": list(self.agents),
            "deals": self.deals,
            "rotations": self.rotations,
            "seed": self.seed,
        }


def assign_seats(agents: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the agent of each seat; fewer agents than players are repeated.

    >>> assign_seats(["greedy", "random"], 4)
    ('greedy', 'random', 'greedy', 'random')
    """
    if not agents or players % len(agents):
        counts = ", ".join(str(n) for n in range(1, players + 1) if players % n == 0)
        raise InvalidOption(f"{players} players take {counts} agents, not {len(agents)}.")
    return tuple(agents) * (players // len(agents))


def count_rotations(agents: Sequence[str]) -> int:
    """Return how many rotations of the agents over the seats differ.

    >>> count_rotations("ABAB"), count_rotations("ABBB"), count_rotations("AAAA")
    (2, 4, 1)
    """
    rotated = (tuple(agents[n:]) + tuple(agents[:n]) for n in range(1, len(agents) + 1))
    return next(n for n, other in enumerate(rotated, start=1) if other == tuple(agents))


def deals_for(games: int, rotations: int) -> int:
    """Return the number of deals for at least so many games.

    >>> deals_for(400, 4), deals_for(401, 4)
    (100, 101)
    """
    return -(-games // rotations)
