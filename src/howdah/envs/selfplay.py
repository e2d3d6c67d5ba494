"""Self-play: an agent that searches has all the seats, and every decision is written down.

>>> played = SelfPlay("bombay", players=2, agent="uct:20", seed=7).play(0)
>>> first = played.decisions[0]
>>> first.seat, int(first.visits.sum()), bool(first.legal[first.action])
(0, 20, True)
>>> played.returns, played.record.result["winners"]
([1.0, -1.0], [0])
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from howdah.ai.agents import SEARCHERS, UnknownAgent
from howdah.ai.budget import Budget
from howdah.ai.search.search import Search
from howdah.ai.search.warmup import is_ready, make_ready
from howdah.core.errors import InvalidOption
from howdah.core.process_pool import all_cores, in_processes
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer, Stream
from howdah.envs.config import EnvConfig
from howdah.envs.session import GameSession, Row
from howdah.games.registry import game_class

NAMES: Final = ", ".join(f"{name}:N" for name in SEARCHERS)
"""Whoever can play: N is a number of simulations for each decision."""
FINEST: Final = 1 << 40
"""The weight of the most visited action in a draw; those of the others are rounded."""


class Decision(NamedTuple):
    """What one player saw, could do, thought of and did."""

    seat: int
    observation: Row
    legal: NDArray[np.bool_]
    visits: NDArray[np.int32]
    """How often the search looked at each action."""
    action: int


@dataclass(frozen=True)
class Played:
    """A finished game with all its decisions."""

    number: int
    record: Record
    returns: list[float]
    """What it paid to each seat."""
    scores: list[int]
    """What decided it, by seat: rupees, the length of the trunk, or the solo score."""
    decisions: list[Decision]


class SelfPlay:
    """How games are played: which one, by whom, and how boldly.

    Each decision is thought about afresh. The action is drawn, each as likely as its visits to
    the power of 1 / temperature say; with a temperature of 0 it is the most visited, of several
    the one with the smallest number. Everything follows from the seed. The other options are
    those of `EnvConfig`.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        agent: str = "uct:200",
        seed: int | str = 1,
        temperature: float = 1.0,
        **config: Any,
    ) -> None:
        self._search, self._budget = _searcher(agent)
        if not isfinite(temperature) or temperature < 0:
            raise InvalidOption(f"temperature should be a number from 0 up, not {temperature}.")
        count = game_class(game).usual_players if players is None else players
        names = [Seat(name=agent, agent=agent)] * count
        self.config = EnvConfig(game, players=count, names=names, **config)
        if self.config.sets is not None or self.config.turns is not None:
            raise InvalidOption("Self-play is for whole games: sets and turns are not for it.")
        self.agent = agent
        self.seed = str(seed)
        self.temperature = float(temperature)

    def get_ready(self) -> None:
        """Compile whatever is used, or load it, so that processes find it in the cache."""
        make_ready([(self.config.game, self._search.kind)])
        GameSession(self.config, 0).observation(0)

    def games(self, count: int, jobs: int | None = 1) -> Generator[Played, None, None]:
        """The first so many games in their order, played in so many processes.

        None means as many as there are cores.
        """
        processes = min(count, all_cores() if jobs is None else jobs)
        if processes <= 1:
            return (self.play(number) for number in range(count))
        return in_processes(self.play, range(count), processes, in_order=True)

    def play(self, number: int) -> Played:
        """The game of a number, from its first decision to its last."""
        seed = f"{self.seed}/{number}"
        table = GameSession(self.config, seed)
        make_ready([(self.config.game, self._search.kind)])
        is_compiled = is_ready(self.config.game, self._search.kind)
        search = self._search(table.game, f"{seed}/search", is_compiled=is_compiled)
        chance = Dealer(seed).stream("self-play")
        decisions = []
        while not table.is_over:
            decisions.append(self._decided(table, search, chance))
            table.play(decisions[-1].action)
        return Played(number, table.game.record(), table.payoffs(), _scores(table), decisions)

    def _decided(self, table: GameSession, search: Search, chance: Stream) -> Decision:
        seat = table.game.to_play
        assert seat is not None
        visits = self._visits(table, search)
        return Decision(
            seat=seat,
            observation=table.observation(seat),
            legal=table.mask.astype(np.bool_),
            visits=visits,
            action=drawn(visits.tolist(), self.temperature, chance),
        )

    def _visits(self, table: GameSession, search: Search) -> NDArray[np.int32]:
        """How often each action was looked at; one that is the only one counts as once."""
        visits = np.zeros(self.config.kernel.PLAYER_ACTIONS, np.int32)
        legal = table.legal()
        if len(legal) == 1:
            visits[legal[0]] = 1
            return visits
        search.reset(table.game)
        search.run(self._budget)
        for move, times in search.visit_counts():
            visits[move[0]] += times
        return visits


def drawn(visits: Sequence[int], temperature: float, chance: Stream) -> int:
    """The place of one of the visited, drawn by their visits.

    >>> drawn([0, 3, 7, 7], 0.0, Dealer(1).stream("one"))
    2
    >>> chance = Dealer(1).stream("many")
    >>> found = [drawn([0, 1, 3], 1.0, chance) for _ in range(1000)]
    >>> [found.count(place) for place in range(3)]
    [0, 252, 748]
    """
    top = max(visits)
    if temperature == 0:
        return visits.index(top)
    weights = [round(FINEST * (some / top) ** (1 / temperature)) if some else 0 for some in visits]
    left = chance.randbelow(sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("what is below the sum is below one of the partial sums")


def _searcher(agent: str) -> tuple[type[Search], Budget]:
    name, _, budget = agent.partition(":")
    if name not in SEARCHERS:
        raise UnknownAgent(f"{agent!r} does not search: self-play is for {NAMES}.")
    found = Budget.parse(budget)
    if found.simulations is None:
        raise InvalidOption(
            f"{agent!r} thinks by the clock, so its games would not come again: self-play is"
            f" for {NAMES}, where N is a number of simulations."
        )
    return SEARCHERS[name], found


def _scores(table: GameSession) -> list[int]:
    _, state = table.game.position()
    return [int(table.config.kernel.score(state, seat)) for seat in range(table.config.players)]
