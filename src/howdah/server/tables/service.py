"""The tables of a server: cached, created, played at turn by turn."""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final

from howdah.core.pregame import InvalidChoice
from howdah.games.registry import game_class
from howdah.i18n import translate
from howdah.server.errors import no_table
from howdah.server.observability.metrics import Metrics
from howdah.server.settings import AGENT_SECONDS
from howdah.server.tables.agent_jobs import AgentJobs
from howdah.server.tables.model import (
    HostedTable,
    counters,
    draw_set_up,
    play_announced,
    restore_table,
    store_lesson,
    store_new_table,
    store_record,
)
from howdah.server.tables.notifier import ChangeNotifier, WakeUp
from howdah.server.tables.presence import Presence
from howdah.store.jobs import NewJob
from howdah.store.models import Conflict, StoredChoice, StoredTable, StoredTurn, TurnChange
from howdah.store.seed_counts import SeedCounts
from howdah.store.store import Store
from howdah.table.create import NewTable, check_budgets, start_game
from howdah.table.errors import TableError, moved_on, not_your_turn, stale
from howdah.table.model import Table, TableSeat
from howdah.table.seat_links import add_link, claim_seat, take_seats
from howdah.table.seed_sharing import SeedSharing, drawn_at_once
from howdah.table.stand_ins import request_stand_in, return_to_seats
from howdah.table.turns import CommittedTurn, commit_turn

CACHED_TABLES: Final = 2048
"""How many tables are cached; the others are restored when they are asked for."""
ID: Final = re.compile(r"[\w-]{1,40}", re.ASCII)
TRIES: Final = 5
"""How often to try again when something else happens at a table at the same moment."""
COUNT_SECONDS: Final = 60.0
"""For how long counts of all tables are cached."""
SHARING_TRIES: Final = 30
"""The same while a seed is made: up to five browsers answer at once, each two or three times."""
OUTDATED_CODES: Final = ("stale-version", "not-your-turn", "played-for")
"""The error codes of a turn that a newer table may accept."""
OWNER_KEY: Final = "owner-key"
"""The property of the database that owners are hashed with."""
OWNER_BYTES: Final = 12


class TableService:
    """Every table of a store, which other processes may serve too: the store alone is the truth.

    A cached table is used only while the store says that nothing has happened since.
    """

    def __init__(
        self,
        store: Store,
        metrics: Metrics | None = None,
        *,
        agent_seconds: float = AGENT_SECONDS,
    ) -> None:
        self.notifier = ChangeNotifier()
        self.presence = Presence(self.notifier, store.presence_feed)
        self.metrics = metrics or Metrics()
        self.agents_due = WakeUp()
        """Set whenever an agent may have something to do."""
        self.store = store
        self.agent_jobs = AgentJobs(self.notifier, agent_seconds)
        self._owner_key: bytes | None = None
        self._cache: OrderedDict[str, HostedTable] = OrderedDict()
        self._seed_counts: SeedCounts | None = None
        self._counted_at = 0.0

    async def get(self, table_id: str) -> HostedTable:
        """The table with an id at its current version."""
        cached = self._cache.get(table_id)
        if cached is not None and cached.stored.changes == await self.store.count_changes(table_id):
            return cached
        return await self._reload(table_id)

    async def get_cached(self, table_id: str) -> HostedTable:
        """The table as it was at the last notification; for those who wait for the next one."""
        cached = self._cache.get(table_id)
        return await self._reload(table_id) if cached is None else cached

    async def owner_of(self, address: str) -> str:
        """What stands for an address as the owner of tables: the same hash at all processes."""
        if self._owner_key is None:
            key = await self.store.ensure_property(OWNER_KEY, secrets.token_hex(32))
            self._owner_key = bytes.fromhex(key)
        return blake2b(address.encode(), key=self._owner_key, digest_size=OWNER_BYTES).hexdigest()

    async def create(self, new: NewTable, *, owner: str = "") -> HostedTable:
        """Create a table for an owner; without one, for the host itself."""
        check_budgets(new, self.agent_jobs.longest_search(owner))
        return await self._add(replace(store_new_table(new), owner=owner))

    async def import_record(self, record: str, *, owner: str = "") -> HostedTable:
        """Create a table that shows the game of a record."""
        return await self._add(replace(store_record(record), owner=owner))

    async def add_lesson(
        self, table: Table, seat: int, token: str, *, owner: str = ""
    ) -> HostedTable:
        """Create the table at which the game of a lesson goes on; a token is for the learner."""
        return await self._add(replace(store_lesson(table, seat, token), owner=owner))

    async def rematch(self, table_id: str, new: NewTable) -> HostedTable:
        """The table at which another one is played again; the first request creates it."""
        table = await self.get(table_id)
        if table.rematch is None:
            again = replace(store_new_table(new), owner=table.stored.owner)
            with suppress(Conflict):  # another request has created it
                await self._add(again, rematch_of=table_id)
            table = await self._reload(table_id)
        return await self.get(table.rematch or "")

    async def fork(self, table: HostedTable, fork: StoredTable) -> None:
        """Create the table at which a game goes on, unless another request has created one."""
        with suppress(Conflict):
            await self._add(fork, fork_of=table.stored)
        await self._reload(table.id)

    async def commit(
        self,
        table_id: str,
        seat: int,
        version: int,
        actions: Sequence[str],
        *,
        agent: str | None = None,
    ) -> HostedTable:
        """Commit a whole turn; what has to be drawn after it is drawn now."""
        table, committed = await self._play_turn(table_id, seat, version, actions, agent)
        turn = StoredTurn(version + 1, seat, [*actions], committed.drawn, agent)
        after = committed.table
        try:
            stored = await self.store.add_turn(
                table.stored,
                turn,
                job=self.agent_jobs.job_for(replace(table, game=after.game)),
                is_strict=agent is not None,
                **({"is_over": True} if after.is_over else {}),
            )
        except Conflict as error:
            raise stale((await self._reload(table_id)).version) from error
        self.metrics.turns.inc()
        if after.is_over:
            self._seed_counts = None  # another seed is revealed
        if stored.changes > table.stored.changes + 1:  # the cached table missed another change
            return self._cache_change(await self._reload(table_id))
        return self._cache_change(
            replace(table, game=after.game, **counters(stored), stored=stored)
        )

    async def _play_turn(
        self, table_id: str, seat: int, version: int, actions: Sequence[str], agent: str | None
    ) -> tuple[HostedTable, CommittedTurn]:
        """Return the table at which a turn is played, and the turn.

        The cached table will do for a try, for the store takes a turn only if its version fits. But
        another process may have changed the table: look again in the store before refusing a turn.
        """
        table = await self.get_cached(table_id)
        try:
            return table, commit_turn(table, seat, version, actions, agent)
        except TableError as error:
            if error.code not in OUTDATED_CODES:
                raise
        table = await self.get(table_id)
        return table, commit_turn(table, seat, version, actions, agent)

    async def choose(
        self, table_id: str, seat: int, version: int, choice: Sequence[Any]
    ) -> HostedTable:
        """Store a pre-game choice; the last one of a round commits the round."""
        table = await self.get(table_id)
        if table.has_full_round:  # the process that stored the last choice may have been killed
            table = await self.commit_pregame_round(table_id)
        if table.version != version:
            raise stale(table.version)
        if table.pregame is None or seat not in table.waiting_for:
            raise not_your_turn(table.to_play)
        try:
            _check_choice(table, seat, choice)
            job = self.agent_jobs.quick_job_for(table)
            await self.store.add_choice(table_id, version, StoredChoice(seat, [*choice]), job=job)
        except Conflict as error:
            raise not_your_turn((await self._reload(table_id)).to_play) from error
        return await self.commit_pregame_round(table_id)

    async def commit_pregame_round(self, table_id: str) -> HostedTable:
        """If all have chosen, commit the round, and start the game when the pre-game is done."""
        table = await self._reload(table_id)
        if table.has_full_round:
            with suppress(Conflict):  # another process has committed the round
                await self._commit_round(table)
            table = await self._reload(table_id)
        return self._cache_change(table)

    async def request_stand_in(
        self, table_id: str, absent: int, by: Collection[int]
    ) -> HostedTable:
        """Some seats ask for an agent to play for an absent person; when all agree, it does."""
        return await self._update_seats(
            table_id, lambda table: request_stand_in(table, absent, by, time.time())
        )

    async def return_to_seats(self, table_id: str, seats: Collection[int]) -> HostedTable:
        """People are back: nobody stands in for them any more."""
        return await self._update_seats(table_id, lambda table: return_to_seats(table, seats))

    async def promise_number(
        self, table_id: str, seats: Collection[int], promise: str
    ) -> HostedTable:
        """Some seats promise a number for the seed."""
        return await self._update_sharing(
            table_id, lambda sharing: sharing.promise(seats, promise, time.time())
        )

    async def open_number(self, table_id: str, seats: Collection[int], number: str) -> HostedTable:
        """Some seats open the number that they have promised."""
        return await self._update_sharing(
            table_id, lambda sharing: sharing.open_number(seats, number)
        )

    async def go_on_with_seed(self, table_id: str, seats: Collection[int]) -> HostedTable:
        """Some seats go on without those who are missing, if it is time."""
        return await self._update_sharing(
            table_id, lambda sharing: sharing.go_on(seats, time.time())
        )

    async def count_seeds(self) -> SeedCounts:
        """What became of the seeds of this server; counted again after a minute, or a game."""
        if self._seed_counts is None or time.monotonic() > self._counted_at + COUNT_SECONDS:
            self._counted_at = time.monotonic()
            self._seed_counts = await self.store.count_seeds()
        return self._seed_counts

    async def claim_seat(self, table_id: str, link: str, token: str) -> HostedTable:
        """A browser exchanges a link for a token; of several at once, one gets the seat."""
        return await self._update_seats(table_id, lambda table: claim_seat(table, link, token))

    async def add_link(
        self, table_id: str, seat: int, link: str, hashes: Collection[str]
    ) -> HostedTable:
        """Who shows tokens with these hashes makes a new link to a seat."""
        return await self._update_seats(
            table_id, lambda table: add_link(table, seat, link, table.seats_of(hashes))
        )

    async def take_seats(self, table_id: str, tokens: Mapping[int, str]) -> HostedTable:
        """The owners of seats at a rematch come there."""
        return await self._update_seats(table_id, lambda table: take_seats(table, tokens))

    async def refresh_if_watched(
        self,
        table_id: str,
        changes: int | None = None,
        *,
        turns: Sequence[TurnChange] = (),
    ) -> None:
        """Another process has changed a table: refresh it if someone here waits for it.

        `changes` says how many changes the table has had. `turns` are all that has changed, if it
        is known: they are played on the cached table.
        """
        cached = self._cache.get(table_id)
        last = turns[-1].changes if turns else changes
        if cached is not None and last is not None and cached.stored.changes >= last:
            return
        if not self.notifier.has_waiters(table_id):
            self._cache.pop(table_id, None)
            return
        with suppress(TableError):
            newest = play_announced(cached, turns) if cached is not None and turns else None
            if newest is None:
                newest = await self._reload(table_id)
            await self.mark_watched(self._cache_and_notify(newest))

    async def mark_watched(self, table: HostedTable) -> None:
        """Someone here watches a table: if a job waits there, it comes before unwatched ones.

        Only the process that creates a job knows who watches the table there.
        """
        if table.agent_due is not None and self.notifier.is_watched(table.id):
            await self.store.jobs.mark_watched(table.id)

    async def _update_seats(
        self, table_id: str, change: Callable[[HostedTable], tuple[TableSeat, ...]]
    ) -> HostedTable:
        for _ in range(TRIES):
            table = await self.get(table_id)
            seats = change(table)
            if seats == table.seats:
                return table
            try:
                job = self.agent_jobs.job_for(replace(table, seats=seats))
                await self.store.set_seats(
                    table.stored, [seat.to_json() for seat in seats], job=job
                )
            except Conflict:
                continue
            return self._cache_change(await self._reload(table_id))
        raise moved_on()

    async def _update_sharing(
        self, table_id: str, change: Callable[[SeedSharing], SeedSharing]
    ) -> HostedTable:
        """Change how the seed is made; when it is made, the set-up is drawn in the same step."""
        for _ in range(SHARING_TRIES):
            table = await self.get(table_id)
            if table.seed_sharing is None:
                raise drawn_at_once()
            sharing = change(table.seed_sharing)
            if sharing == table.seed_sharing:
                return table
            values = draw_set_up(replace(table, seed_sharing=sharing)) if sharing.is_drawn else {}
            job = self._job_after_sharing(table, sharing, values)
            try:
                await self.store.set_seed_sharing(
                    table.stored, sharing.to_json(), job=job, **values
                )
            except Conflict:
                continue
            return self._cache_change(await self._reload(table_id))
        raise moved_on()

    def _job_after_sharing(
        self, table: HostedTable, sharing: SeedSharing, values: Mapping[str, Any]
    ) -> NewJob | None:
        """The job for an agent that begins when the set-up is drawn; None if a person does."""
        if not values or not any(seat.player for seat in table.seats):
            return None
        drawn = replace(table.stored, seed_sharing=sharing.to_json(), **values)
        return self.agent_jobs.job_for(restore_table(drawn))

    async def _reload(self, table_id: str) -> HostedTable:
        """Restore a table from the store, unless the cached one is as new."""
        stored = await self.store.find(table_id) if ID.fullmatch(table_id) else None
        if stored is None:
            self._cache.pop(table_id, None)
            raise no_table(table_id)
        cached = self._cache.get(table_id)
        if cached is not None and cached.stored.changes >= stored.changes:
            return cached
        return self._cache_and_notify(restore_table(stored))

    async def _add(self, new: StoredTable, **predecessor: Any) -> HostedTable:
        """Insert a new table; with `rematch_of` or `fork_of`, as `Store.add` has them."""
        table = restore_table(new)
        job = self.agent_jobs.job_for(table)
        stored = await self.store.add(new, job=job, **predecessor)
        self.metrics.tables.inc()
        return self._cache_change(replace(table, **counters(stored), stored=stored))

    def _cache_change(self, table: HostedTable) -> HostedTable:
        """Cache a table that has changed here, and wake the agents if one of them is due."""
        newest = self._cache_and_notify(table)
        if newest.agent_due is not None:
            self.agents_due.set()
        return newest

    def _cache_and_notify(self, table: HostedTable) -> HostedTable:
        """Keep the newer one of a table and its cached version, and notify once for each change.

        Reloads and commits may finish in any order.
        """
        cached = self._cache.get(table.id)
        if cached is not None and cached.stored.changes >= table.stored.changes:
            return cached
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > CACHED_TABLES:
            self._cache.popitem(last=False)
        self.notifier.notify(table.id)
        return table

    async def _commit_round(self, table: HostedTable) -> None:
        pregame = table.pregame
        assert pregame is not None
        choices: Any = pregame.to_json()[-1]
        changes: dict[str, Any] = {}
        after = replace(table, version=table.version + 1)
        if pregame.is_done:
            game = start_game(table, table.seed)
            changes["start"] = game.start()
            after = replace(after, game=game, pregame=None)
        turn = StoredTurn(table.version + 1, None, choices, [])
        await self.store.add_turn(table.stored, turn, job=self.agent_jobs.job_for(after), **changes)


def _check_choice(table: HostedTable, seat: int, choice: Sequence[Any]) -> None:
    """Refuse a choice that the pre-game does not have."""
    pregame = game_class(table.game_name).pregame_for(table.rules)
    assert pregame is not None
    try:
        pregame.choose(seat, *choice)
    except InvalidChoice as error:
        sentence = translate("Invalid request.")
        raise TableError(f"invalid-{pregame.name}", sentence, detail=str(error)) from error
