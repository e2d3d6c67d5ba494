"""The arena: it plays many games between agents, in this process or in several."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import Any

from howdah.ai.agents import get_ready
from howdah.ai.plugins import load_agent
from howdah.arena.checkpoint import Checkpoint
from howdah.arena.game_result import GameResult
from howdah.arena.play_game import FAILURES, play_game
from howdah.arena.ray_backend import play_on_ray
from howdah.arena.result import Result
from howdah.arena.schedule import Contest, Fixture, assign_seats, count_rotations, deals_for
from howdah.core.errors import HowdahError
from howdah.core.process_pool import WorkerLost, core_count, run_in_processes
from howdah.games.registry import game_class

Progress = Callable[[Iterator[GameResult]], Iterable[GameResult]]
"""Gets the games as they end, and passes them on; a progress bar, for example."""


class Arena:
    """Agents, and the games they are to play; `run` plays them.

    >>> arena = Arena("bombay", agents=["greedy", "random"], players=2, games=3)
    >>> arena.contest.deals, arena.contest.games
    (2, 4)
    >>> result = arena.run()
    >>> [entrant.agent for entrant in result.summary.entrants]
    ['greedy', 'random']

    `jobs` is the number of processes (None: one for each core), `ray` the address of a cluster,
    and `json` a checkpoint file that keeps finished games and lets another run resume. The other
    options are those of the game.
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
        seats = assign_seats(agents, players or game_class(game).usual_players)
        deals = deals_for(games, count_rotations(seats))
        self.contest = Contest(game, seats, deals, str(seed), settings)
        self.contest.new_game(Fixture(0, 0))  # refuses wrong options now
        self.jobs = jobs
        self.ray = ray
        self.checkpoint = None if json is None else Checkpoint(json)
        finished = self.checkpoint.read(self.contest) if self.checkpoint else []
        self._finished = {game_result.fixture: game_result for game_result in finished}

    @property
    def remaining(self) -> list[Fixture]:
        """The games that are still to be played."""
        return [fixture for fixture in self.contest.fixtures() if fixture not in self._finished]

    def result(self) -> Result:
        """Return the result of the games that are finished so far."""
        games = tuple(self._finished[fixture] for fixture in sorted(self._finished))
        return Result(self.contest, games)

    def run(self, progress: Progress = iter) -> Result:
        """Play all remaining games; an interrupt keeps those that are finished."""
        if self.remaining:
            warm_up_agents(self.contest)
            self._save()
            try:
                self._play(progress)
            finally:
                self._save()
        return self.result()

    def _play(self, progress: Progress) -> None:
        with closing(self._finish_games()) as games:
            for _ in progress(games):
                if self.checkpoint and self.checkpoint.is_due:
                    self._save()

    def _finish_games(self) -> Generator[GameResult, None, None]:
        with closing(self._start_games()) as games:
            for game_result in games:
                self._finished[game_result.fixture] = game_result
                yield game_result

    def _start_games(self) -> Generator[GameResult, None, None]:
        remaining = self.remaining
        if self.ray is not None:
            return play_on_ray(self.contest, remaining, self.ray, self.jobs)
        jobs = min(self.jobs or core_count(), len(remaining))
        if jobs == 1:
            return (play_game(self.contest, fixture) for fixture in remaining)
        return play_in_processes(self.contest, remaining, jobs)

    def _save(self) -> None:
        if self.checkpoint:
            self.checkpoint.write(self.result())


def play_in_processes(
    contest: Contest, fixtures: Iterable[Fixture], jobs: int
) -> Generator[GameResult, None, None]:
    """Play games in `jobs` processes, and yield them in the order in which they end."""
    try:
        yield from run_in_processes(partial(play_game, contest), fixtures, jobs)
    except WorkerLost as error:
        raise WorkerLost(f"{error} Start the arena again to go on.") from None


def warm_up_agents(contest: Contest) -> None:
    """Make each agent once and let it compile its code, so that processes find it in the cache.

    An agent that does not exist is refused; one that fails will do so in its games.
    """
    for text in contest.entrants:
        try:
            agent = load_agent(text, contest.agent_seed(Fixture(0, 0), 0))
        except HowdahError:
            raise
        except FAILURES:
            continue
        with suppress(*FAILURES):
            get_ready(agent, contest.game)
