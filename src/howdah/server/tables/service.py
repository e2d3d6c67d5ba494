"""The tables of the house: found, laid, played at, turn by turn."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, cast

from howdah.games.bazar.medals import Medals, MedalsError
from howdah.games.bazar.names import Call
from howdah.server.errors import ApiError, no_table, not_your_turn, played_for, stale
from howdah.server.observability.metrics import Metrics
from howdah.server.tables.create import NewTable, create_table, start_game, table_from_record
from howdah.server.tables.model import Table, TableSeat, restore_table
from howdah.server.tables.notifier import ChangeNotifier
from howdah.store.models import Conflict, StoredChoice, StoredTable, StoredTurn
from howdah.store.store import Store
from howdah.table.turns import is_finished, played, unfinished

AT_HAND: Final = 2048
"""How many tables are kept at hand; the others are opened when they are asked for."""
ID: Final = re.compile(r"[\w-]{1,40}", re.ASCII)

log = logging.getLogger(__name__)


class TableService:
    """Every table of a store, shared with whoever else serves it: the store alone knows.

    What is at hand is used only as long as the store says that nothing has happened since.
    """

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self.notifier = ChangeNotifier()
        self.metrics = metrics or Metrics()
        self.agents_due = asyncio.Event()
        """Set whenever an agent may have something to do."""
        self.store = store
        self._at_hand: OrderedDict[str, Table] = OrderedDict()

    async def get(self, table_id: str) -> Table:
        """The table with an id, as it stands."""
        there = self._at_hand.get(table_id)
        if there is not None and there.kept.changes == await self.store.count_changes(table_id):
            return there
        return await self._reload(table_id)

    async def get_cached(self, table_id: str) -> Table:
        """The table as it was when the bell rang last; for those who listen to it."""
        there = self._at_hand.get(table_id)
        return await self._reload(table_id) if there is None else there

    async def create(self, order: NewTable) -> Table:
        """A new table for an order."""
        return await self._add(create_table(order))

    async def import_record(self, record: str) -> Table:
        """A table on which a record lies."""
        return await self._add(table_from_record(record))

    async def rematch(self, table_id: str, order: NewTable) -> Table:
        """The table at which another one is played again; the first to ask lays it."""
        table = await self.get(table_id)
        if table.kept.rematch is None:
            again = await self.create(order)
            try:
                await self.store.set_rematch(table_id, again.id)
            except Conflict:
                log.info("two rematches of %s at once", table_id)
            table = await self._reload(table_id)
        return await self.get(table.kept.rematch or "")

    async def commit(
        self,
        table_id: str,
        seat: int,
        version: int,
        actions: Sequence[str],
        *,
        agent: str | None = None,
    ) -> Table:
        """Play a whole turn for good; whatever is drawn after it is drawn now.

        What is at hand is good enough to try: the store takes a turn only if its version fits.
        """
        table = await self.get_cached(table_id)
        if table.version != version:
            table = await self.get(table_id)
        if table.version != version:
            raise stale(table.version)
        if table.game is None or table.to_play != seat:
            raise not_your_turn(table.to_play)
        if table.chairs[seat].player != agent:
            raise played_for(seat)
        game = played(table.game, actions)
        if not is_finished(table.game, game):
            raise unfinished(game, len(actions))
        drawn = [str(action) for action in game.actions[table.length + len(actions) :]]
        turn = StoredTurn(version + 1, seat, [*actions], drawn, agent)
        after = replace(table, game=game)
        try:
            kept = await self.store.add_turn(
                table.kept,
                turn,
                has_job=after.agent_due is not None,
                is_strict=agent is not None,
                **({"is_over": True} if game.is_over else {}),
            )
        except Conflict as error:
            raise stale((await self._reload(table_id)).version) from error
        self.metrics.turns.inc()
        return self.changed(replace(after, kept=kept))

    async def choose(self, table_id: str, seat: int, version: int, kept: int, call: str) -> Table:
        """Close a hand of medals; when all have chosen, the hands open."""
        table = await self.get(table_id)
        if table.has_full_round:  # whoever closed the last hand has not opened them, and may never
            table = await self.commit_pregame_round(table_id)
        if table.version != version:
            raise stale(table.version)
        if table.medals is None or seat not in table.waiting_for:
            raise not_your_turn(table.to_play)
        try:
            Medals(len(table.chairs)).choose(seat, kept, cast(Call, call))
            await self.store.add_hand(table_id, version, StoredChoice(seat, kept, call))
        except MedalsError as error:
            raise ApiError(422, "invalid-medals", str(error)) from error
        except Conflict as error:
            raise not_your_turn((await self._reload(table_id)).to_play) from error
        return await self.commit_pregame_round(table_id)

    async def commit_pregame_round(self, table_id: str) -> Table:
        """If all have chosen their medals, commit the round, and perhaps start the game."""
        table = await self._reload(table_id)
        if table.has_full_round:
            with suppress(Conflict):  # who chose at the same moment has committed the round
                await self._commit_round(table)
            table = await self._reload(table_id)
        return self.changed(table)

    async def update_seats(self, table: Table, chairs: Sequence[TableSeat]) -> Table:
        """Change who plays which seat; `Conflict` if anything has happened meanwhile."""
        await self.store.set_seats(table.kept, [chair.to_json() for chair in chairs])
        return self.changed(await self._reload(table.id))

    async def refresh_if_watched(self, table_id: str, changes: int | None = None) -> None:
        """Someone says that something has happened at a table; look, if anyone here cares."""
        there = self._at_hand.get(table_id)
        if there is not None and changes is not None and there.kept.changes >= changes:
            return
        if not self.notifier.has(table_id):
            self._at_hand.pop(table_id, None)
            return
        with suppress(ApiError):
            await self._reload(table_id)

    # Inside

    async def _reload(self, table_id: str) -> Table:
        """The table with an id as the store keeps it, whatever is at hand."""
        kept = await self.store.find(table_id) if ID.fullmatch(table_id) else None
        if kept is None:
            self._at_hand.pop(table_id, None)
            raise no_table(table_id)
        there = self._at_hand.get(table_id)
        if there is not None and there.kept.changes >= kept.changes:
            return there
        return self._cache_and_notify(restore_table(kept))

    async def _add(self, kept: StoredTable) -> Table:
        table = restore_table(kept)
        added = await self.store.add(kept, has_job=table.agent_due is not None)
        self.metrics.tables.inc()
        return self.changed(replace(table, kept=added))

    def changed(self, table: Table) -> Table:
        """Tell of a table that something has happened there."""
        newest = self._cache_and_notify(table)
        if newest.agent_due is not None:
            self.agents_due.set()
        return newest

    def _cache_and_notify(self, table: Table) -> Table:
        """Of what is at hand and what comes in, in any order, the newest stays.

        Whoever brings it here, those who wait hear of it, and hear of it once.
        """
        there = self._at_hand.get(table.id)
        if there is not None and there.kept.changes >= table.kept.changes:
            return there
        self._at_hand[table.id] = table
        self._at_hand.move_to_end(table.id)
        while len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        self.notifier.notify(table.id)
        return table

    async def _commit_round(self, table: Table) -> None:
        medals = table.medals
        assert medals is not None
        hands = [None if hand is None else [*hand] for hand in medals.rounds[-1]]
        news: dict[str, Any] = {}
        if medals.first_player is not None:
            news["start"] = start_game(table.kept, medals).start()
        turn = StoredTurn(table.version + 1, None, hands, [])
        await self.store.add_turn(table.kept, turn, has_job=True, **news)
