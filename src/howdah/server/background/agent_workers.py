"""Workers that lease jobs from the store, and play the turns of agents."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Final

from howdah.ai.agents import make_agent
from howdah.ai.match import play_turn
from howdah.ai.thinking_time import expected_seconds, limit_turn
from howdah.core.pregame import PreGame
from howdah.games.registry import AnyGame
from howdah.server.background.daemon_threads import run_in_daemon_thread
from howdah.server.tables.agent_jobs import TURN_FACTOR
from howdah.server.tables.model import HostedTable, dealer_for
from howdah.server.tables.service import TableService
from howdah.store.jobs import Job
from howdah.store.store import StoreUnavailable
from howdah.table.errors import TableError

POLL_SECONDS: Final = 0.5
"""How often idle workers look for jobs that nobody has announced."""
OUTAGE_SECONDS: Final = 3.0
"""How long to wait when the store is unavailable: some outages are noticed without any delay."""
MAX_ATTEMPTS: Final = 3
"""After so many failed attempts at a turn, a random one is played."""
SHORT_TURN: Final = 0.17
"""A turn is short if its agent is expected to think for so many seconds."""
SHORT_WORKERS: Final = 2
"""How many workers are kept for short turns: one would wait for the disk after each of them."""
SHORT_SEARCH: Final = 0.5
"""How many seconds its agent may think about a decision, should it be slower than expected."""
EXPECTED_ERRORS: Final = ("stale-version", "not-your-turn", "played-for", "no-table", "continued")
"""The error codes when the table was changed while the agent thought."""

log = logging.getLogger(__name__)


class AgentWorkers:
    """The workers of one process; each handles one job at a time.

    Some of them take short turns alone, so that these never wait for agents that think for long:
    of `count` workers one thinks for long less than all, but one at least.
    """

    def __init__(self, tables: TableService, count: int) -> None:
        self.name = secrets.token_hex(8)
        self._tables = tables
        self._jobs = tables.store.jobs
        self._count = count

    async def run(self) -> None:
        """Handle jobs until cancelled; then release the leases of unfinished ones."""
        try:
            unlimited = [None] * max(1, self._count - 1)
            short = [SHORT_TURN] * SHORT_WORKERS
            workers = map(self._handle_jobs, [*unlimited, *short])
            await asyncio.gather(self._poll_jobs(), *workers)
        finally:
            with suppress(StoreUnavailable):
                await self._jobs.release_all(self.name)

    async def _handle_jobs(self, max_cost: float | None) -> None:
        while True:
            due = self._tables.agents_due.next()
            try:
                job = await self._jobs.lease(self.name, max_cost=max_cost)
                if job is not None:
                    await self._handle(job)
                    continue
            except StoreUnavailable as error:
                log.warning("agent workers waiting for the database: %s", error)
                await asyncio.sleep(OUTAGE_SECONDS)
            await due.wait()

    async def _poll_jobs(self) -> None:
        """Wake the workers for jobs that nobody has announced, or whose lease has expired."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                if await self._jobs.has_free():
                    self._tables.agents_due.set()
            except StoreUnavailable:
                self._tables.agents_due.set()  # they say so in the log, and wait

    async def _handle(self, job: Job) -> None:
        waits = self._tables.metrics.job_wait.labels(job.priority.name.lower())
        waits.observe(job.waited)
        renewing = asyncio.create_task(self._renew_lease(job.table_id))
        try:
            await self._run(job)
        except TableError as error:
            if error.code not in EXPECTED_ERRORS:
                log.exception("agent turn rejected at table %s", job.table_id)
            await self._jobs.release(self.name, job.table_id)
        except StoreUnavailable:
            raise
        except Exception:  # the lease expires, and the job is tried again
            log.exception("job failed for table %s", job.table_id)
        finally:
            renewing.cancel()

    async def _renew_lease(self, table_id: str) -> None:
        """Renew the lease on a job until cancelled."""
        while True:
            await asyncio.sleep(self._jobs.lease_seconds / 3)
            with suppress(StoreUnavailable):
                await self._jobs.renew(self.name, table_id)

    async def _run(self, job: Job) -> None:
        table = await self._tables.get(job.table_id)
        if table.has_full_round:
            table = await self._tables.commit_pregame_round(job.table_id)
        seat = table.agent_due
        if seat is None:
            await self._jobs.delete(self.name, job.table_id)
        elif table.pregame is not None:
            await self._choose(table, table.pregame, seat)
        elif table.game is not None:
            await self._play(table, table.game, seat, is_random=job.attempts > MAX_ATTEMPTS)

    async def _choose(self, table: HostedTable, pregame: PreGame, seat: int) -> None:
        numbers = dealer_for(table, _label(table, seat)).stream(pregame.name)
        choice = pregame.random_choice(numbers)
        await self._tables.choose(table.id, seat, table.version, choice)

    async def _play(self, table: HostedTable, game: AnyGame, seat: int, *, is_random: bool) -> None:
        agent = table.seats[seat].player or ""
        seed = dealer_for(table, _label(table, seat)).seed
        thinking = "random" if is_random else agent
        longest = self._tables.agent_jobs.longest_search(table.stored.owner)
        if expected_seconds(thinking, table.game_name) <= SHORT_TURN:
            longest = min(longest, SHORT_SEARCH)
        with self._tables.metrics.thinking.time():
            actions = await run_in_daemon_thread(_choose_turn, game, thinking, seed, longest)
        await self._tables.commit(table.id, seat, table.version, actions, agent=agent)


def _label(table: HostedTable, seat: int) -> str:
    return f"seat {seat}/version {table.version}"


def _choose_turn(game: AnyGame, agent: str, seed: str, longest: float) -> list[str]:
    """Return the actions of an agent's turn; if the agent fails, of a random one.

    It searches for so many seconds at a decision at most, and for twice as many in the whole turn.
    """
    try:
        limited = limit_turn(make_agent(agent, seed), TURN_FACTOR * longest)
        return play_turn(game.at(len(game.actions)), limited)
    except Exception:  # agents may be plugins: they can fail in any way
        log.exception("agent %s failed, playing a random turn", agent)
        return play_turn(game.at(len(game.actions)), make_agent("random", seed))
