"""Self-play: one searching agent plays all seats, and every decision is kept.

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
from howdah.ai.search.search import Search, is_ready, make_ready
from howdah.core.errors import InvalidOption
from howdah.core.process_pool import core_count, run_in_processes
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer, Stream
from howdah.envs.config import EnvConfig
from howdah.envs.session import GameSession, ObservationVector
from howdah.games.registry import game_class

AGENTS: Final = ", ".join(f"{name}:N" for name in SEARCHERS)
"""The agents that can play: N is the number of simulations for each decision."""
WEIGHT_OF_THE_MOST_VISITED: Final = 1 << 40
"""Actions are drawn by integer weights; those of the other actions are rounded."""


class Decision(NamedTuple):
    """One decision: the observation, the legal actions, the search's visits and the action."""

    seat: int
    observation: ObservationVector
    legal: NDArray[np.bool_]
    visits: NDArray[np.int32]
    """How often the search visited each action."""
    action: int


@dataclass(frozen=True)
class PlayedGame:
    """A finished game with all its decisions."""

    number: int
    record: Record
    returns: list[float]
    """The return of each seat."""
    scores: list[int]
    """The score of each seat, as the rules compare them."""
    decisions: list[Decision]


class SelfPlay:
    """Plays games of one agent against itself.

    Each decision is a new search. The action is drawn with a probability proportional to its
    visits to the power of 1 / temperature; at temperature 0 it is the most visited one, of
    several the one with the lowest number. Everything follows from the seed. The other options
    are those of `EnvConfig`.
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
        self._search, self._budget = _parse_searcher(agent)
        if not isfinite(temperature) or temperature < 0:
            raise InvalidOption(f"temperature should be a number from 0 up, not {temperature}.")
        count = game_class(game).usual_players if players is None else players
        names = [Seat(name=agent, agent=agent)] * count
        self.config = EnvConfig(game, players=count, names=names, **config)
        self.config.require_whole_games("Self-play is for")
        self.agent = agent
        self.seed = str(seed)
        self.temperature = float(temperature)

    def warm_up(self) -> None:
        """Compile what is used, or load it, so that processes find it in the cache."""
        make_ready([(self.config.game, self._search.kind)])
        GameSession(self.config, 0).observation(0)

    def games(self, count: int, jobs: int | None = 1) -> Generator[PlayedGame, None, None]:
        """Play the first `count` games in `jobs` processes, and yield them in order.

        None means one process for each core.
        """
        processes = min(count, core_count() if jobs is None else jobs)
        if processes <= 1:
            return (self.play(number) for number in range(count))
        return run_in_processes(self.play, range(count), processes, in_order=True)

    def play(self, number: int) -> PlayedGame:
        """Play the game with a number to its end."""
        seed = f"{self.seed}/{number}"
        session = GameSession(self.config, seed)
        make_ready([(self.config.game, self._search.kind)])
        is_compiled = is_ready(self.config.game, self._search.kind)
        search = self._search(session.game, f"{seed}/search", is_compiled=is_compiled)
        chance = Dealer(seed).stream("self-play")
        decisions = []
        while not session.is_over:
            decisions.append(self._decide(session, search, chance))
            session.play(decisions[-1].action)
        record = session.game.record()
        return PlayedGame(number, record, session.returns(), _scores(session), decisions)

    def _decide(self, session: GameSession, search: Search, chance: Stream) -> Decision:
        seat = session.game.to_play
        assert seat is not None
        visits = self._visits(session, search)
        return Decision(
            seat=seat,
            observation=session.observation(seat),
            legal=session.action_mask.astype(np.bool_),
            visits=visits,
            action=sample_action(visits.tolist(), self.temperature, chance),
        )

    def _visits(self, session: GameSession, search: Search) -> NDArray[np.int32]:
        """Search, and return the visits of each action; a single legal action has one visit."""
        visits = np.zeros(self.config.kernel.PLAYER_ACTIONS, np.int32)
        legal = session.legal_actions()
        if len(legal) == 1:
            visits[legal[0]] = 1
            return visits
        search.reset(session.game)
        search.run(self._budget)
        for move, times in search.visit_counts():
            visits[move[0]] += times
        return visits


def sample_action(visits: Sequence[int], temperature: float, chance: Stream) -> int:
    """Draw an action by its visits.

    >>> sample_action([0, 3, 7, 7], 0.0, Dealer(1).stream("one"))
    2
    >>> chance = Dealer(1).stream("many")
    >>> drawn = [sample_action([0, 1, 3], 1.0, chance) for _ in range(1000)]
    >>> [drawn.count(action) for action in range(3)]
    [0, 252, 748]
    """
    top = max(visits)
    if temperature == 0:
        return visits.index(top)
    weights = [
        round(WEIGHT_OF_THE_MOST_VISITED * (count / top) ** (1 / temperature)) if count else 0
        for count in visits
    ]
    left = chance.randbelow(sum(weights))
    for action, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return action
    raise AssertionError("a number below the sum is below one of the partial sums")


def _parse_searcher(agent: str) -> tuple[type[Search], Budget]:
    name, _, budget = agent.partition(":")
    if name not in SEARCHERS:
        raise UnknownAgent(f"{agent!r} does not search: self-play is for {AGENTS}.")
    found = Budget.parse(budget)
    if found.simulations is None:
        raise InvalidOption(
            f"{agent!r} thinks by the clock, so its games would not come again: self-play is"
            f" for {AGENTS}, where N is a number of simulations."
        )
    return SEARCHERS[name], found


def _scores(session: GameSession) -> list[int]:
    state, kernel = session.state, session.config.kernel
    return [int(kernel.score(state, seat)) for seat in range(session.config.players)]
