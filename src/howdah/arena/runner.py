"""The arena: agents play many games against each other, and it tells who is the stronger."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

from howdah.arena.checkpoint import Journal
from howdah.arena.game_result import Outcome
from howdah.arena.ray_backend import on_ray
from howdah.arena.rehearsal import rehearse
from howdah.arena.result import Result
from howdah.arena.schedule import Contest, Fixture, rotations, seated, whole_deals
from howdah.arena.workers import in_processes, in_this_process
from howdah.core.process_pool import all_cores
from howdah.games.registry import game_class

Watch = Callable[[Iterator[Outcome]], Iterable[Outcome]]
"""Whoever looks on: gets the games as they end and hands them on."""


class Arena:
    """Agents, and the games they are to play; `run` plays them.

    >>> arena = Arena("bombay", agents=["greedy", "random"], players=2, games=3)
    >>> arena.contest.deals, arena.contest.games
    (2, 4)
    >>> result = arena.run()
    >>> [entrant.agent for entrant in result.summary.entrants]
    ['greedy', 'random']

    `jobs` is the number of processes (None: as many as there are cores), `ray` the address of a
    cluster, and `json` a file that keeps what is finished and where another run goes on. The
    other options are the game's own settings.
    """

    def __init__(
        self,
        game: str,
        agents: Sequence[str],
        *,
        players: int | None = None,
        games: int = 100,
        seed: int | str = 1,
        jobs: int | None = 1,
        ray: str | None = None,
        json: str | os.PathLike[str] | None = None,
        **settings: Any,
    ) -> None:
        seats = seated(agents, players or game_class(game).usual_players)
        deals = whole_deals(games, rotations(seats))
        self.contest = Contest(game, seats, deals, str(seed), settings)
        self.contest.table(Fixture(0, 0))
        self.jobs = jobs
        self.ray = ray
        self.journal = None if json is None else Journal(json)
        finished = self.journal.read(self.contest) if self.journal else []
        self._finished = {outcome.fixture: outcome for outcome in finished}

    @property
    def left(self) -> list[Fixture]:
        """The games that are still to be played."""
        return [one for one in self.contest.fixtures() if one not in self._finished]

    def result(self) -> Result:
        """What is finished so far."""
        return Result(self.contest, tuple(self._finished[one] for one in sorted(self._finished)))

    def run(self, watch: Watch = iter) -> Result:
        """Play all games that are left; if it is interrupted, what is finished is kept."""
        if self.left:
            rehearse(self.contest)
            self._keep()
            try:
                self._play(watch)
            finally:
                self._keep()
        return self.result()

    def _play(self, watch: Watch) -> None:
        with closing(self._games()) as games:
            for _ in watch(games):
                if self.journal and self.journal.is_due:
                    self._keep()

    def _games(self) -> Generator[Outcome, None, None]:
        with closing(self._played()) as games:
            for outcome in games:
                self._finished[outcome.fixture] = outcome
                yield outcome

    def _played(self) -> Generator[Outcome, None, None]:
        left = self.left
        if self.ray is not None:
            return on_ray(self.contest, left, self.ray, self.jobs)
        jobs = min(self.jobs or all_cores(), len(left))
        if jobs == 1:
            return in_this_process(self.contest, left)
        return in_processes(self.contest, left, jobs)

    def _keep(self) -> None:
        if self.journal:
            self.journal.write(self.result())
