"""Workers: they take jobs from the store, and let agents play their turns."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Final

from howdah.ai.agents import make_agent
from howdah.ai.match import play_turn
from howdah.games.bazar.medals import MEDALS
from howdah.games.bazar.names import CALLS
from howdah.games.registry import AnyGame
from howdah.server.background.daemon_threads import run_in_daemon_thread
from howdah.server.errors import ApiError
from howdah.server.tables.create import fresh_dealer
from howdah.server.tables.model import Table
from howdah.server.tables.service import TableService
from howdah.store.jobs import LEASE, Job
from howdah.store.store import StoreUnavailable

LOOK_AGAIN: Final = 0.5
"""The seconds after which a worker looks for jobs that nobody told it of."""
MOST_ATTEMPTS: Final = 3
"""After so many workers have failed at a turn, chance plays it."""
FORESEEN: Final = ("stale-version", "not-your-turn", "played-for", "no-table")
"""What a worker is refused when someone else was quicker."""

log = logging.getLogger(__name__)


class Workers:
    """Some workers in one process, each at one table at a time."""

    def __init__(self, tables: TableService, count: int) -> None:
        self.name = secrets.token_hex(8)
        self._tables = tables
        self._jobs = tables.store.jobs
        self._count = count

    async def run(self) -> None:
        """Work until the house closes; then let others have what is not done."""
        try:
            await asyncio.gather(*(self._work() for _ in range(self._count)))
        finally:
            with suppress(StoreUnavailable):
                await self._jobs.give_all_back(self.name)

    async def _work(self) -> None:
        while True:
            self._tables.agents_due.clear()
            try:
                job = await self._jobs.take(self.name)
                if job is not None:
                    await self._look_after(job)
                    continue
            except StoreUnavailable as error:
                log.warning("agents wait: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await self._tables.agents_due.wait()

    async def _look_after(self, job: Job) -> None:
        holding = asyncio.create_task(self._hold(job.table_id))
        try:
            await self._do(job)
        except ApiError as refusal:
            if refusal.code not in FORESEEN:
                log.exception("an agent at %s was refused", job.table_id)
            await self._jobs.give_back(self.name, job.table_id)
        except StoreUnavailable:
            raise
        except Exception:  # the lease runs out, and it is tried again
            log.exception("a job has failed: %s", job.table_id)
        finally:
            holding.cancel()

    async def _hold(self, table_id: str) -> None:
        """Renew the lease for as long as the work takes."""
        while True:
            await asyncio.sleep(LEASE / 3)
            with suppress(StoreUnavailable):
                await self._jobs.hold(self.name, table_id)

    async def _do(self, job: Job) -> None:
        table = await self._tables.get(job.table_id)
        if table.has_full_round:
            table = await self._tables.commit_pregame_round(job.table_id)
        seat = table.agent_due
        if seat is None:
            await self._jobs.finish(self.name, job.table_id)
        elif table.game is None:
            await self._choose_medals(table, seat)
        else:
            await self._play(table, table.game, seat, is_hopeless=job.attempts > MOST_ATTEMPTS)

    async def _choose_medals(self, table: Table, seat: int) -> None:
        numbers = fresh_dealer(table.kept, _label(table, seat)).stream("medals")
        kept, call = 1 + numbers.randbelow(MEDALS), CALLS[numbers.randbelow(len(CALLS))]
        await self._tables.choose(table.id, seat, table.version, kept, call)

    async def _play(self, table: Table, game: AnyGame, seat: int, *, is_hopeless: bool) -> None:
        agent = table.chairs[seat].player or ""
        seed = fresh_dealer(table.kept, _label(table, seat)).seed
        thinks = "random" if is_hopeless else agent
        with self._tables.metrics.thinking.time():
            actions = await run_in_daemon_thread(_turn_of, game, thinks, seed)
        await self._tables.commit(table.id, seat, table.version, actions, agent=agent)


def _label(table: Table, seat: int) -> str:
    return f"seat {seat}/version {table.version}"


def _turn_of(game: AnyGame, agent: str, seed: str) -> list[str]:
    """The turn that an agent plays; one that fails is helped out by chance."""
    try:
        return play_turn(game.at(len(game.actions)), make_agent(agent, seed))
    except Exception:  # agents are other people's work: they may fail in any way
        log.exception("the agent %s failed", agent)
        return play_turn(game.at(len(game.actions)), make_agent("random", seed))
