"""Games played here, in this process or on all cores; the order in which they end is anyone's."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial

from howdah.arena.game_result import Outcome
from howdah.arena.play_game import play_game
from howdah.arena.schedule import Contest, Fixture
from howdah.core import process_pool
from howdah.core.process_pool import WorkerLost


def in_this_process(
    contest: Contest, fixtures: Iterable[Fixture]
) -> Generator[Outcome, None, None]:
    """Play games one after the other."""
    for fixture in fixtures:
        yield play_game(contest, fixture)


def in_processes(
    contest: Contest, fixtures: Iterable[Fixture], jobs: int
) -> Generator[Outcome, None, None]:
    """Play games in so many processes, each handed out when another is done."""
    try:
        yield from process_pool.in_processes(partial(play_game, contest), fixtures, jobs)
    except WorkerLost as error:
        raise WorkerLost(f"{error} Start the arena again to go on.") from None
