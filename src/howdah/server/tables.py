"""The tables of the house: found, laid, played at, turn by turn."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, cast

from howdah.ai.agents import make_agent
from howdah.bazar.medals import MEDALS, Medals, MedalsError
from howdah.bazar.words import CALLS, Call
from howdah.core.errors import HowdahError
from howdah.games import AnyGame
from howdah.server.bells import Bells
from howdah.server.order import Order, fresh_dealer, laid, shelved, started
from howdah.server.refusal import Refusal, no_table, not_your_turn, stale
from howdah.server.table import Table, opened
from howdah.server.turn import is_finished, played, unfinished
from howdah.store.store import AlreadyThere, KeptHand, KeptTable, KeptTurn, Store

AT_HAND: Final = 256
"""How many tables are kept at hand; the others are opened when they are asked for."""

log = logging.getLogger(__name__)


class Tables:
    """Every table of a store, and the agents that play at them."""

    def __init__(self, store: Store) -> None:
        self.bells = Bells()
        self._store = store
        self._at_hand: OrderedDict[str, Table] = OrderedDict()
        self._agents: dict[str, asyncio.Task[None]] = {}

    async def open(self) -> None:
        """Make the store ready, and let agents go on where they were."""
        await self._store.open()
        for table_id in await self._store.ids_in_play():
            try:
                await self._settle(table_id)
            except HowdahError:
                log.exception("the table %s cannot be opened", table_id)

    async def close(self) -> None:
        """Stop the agents and let go of the store; every committed turn is kept."""
        self.bells.ring_all()
        for task in list(self._agents.values()):
            task.cancel()
        await asyncio.gather(*self._agents.values(), return_exceptions=True)
        await self._store.close()

    async def find(self, table_id: str) -> Table:
        """The table with an id, as it stands."""
        if table_id in self._at_hand:
            self._at_hand.move_to_end(table_id)
            return self._at_hand[table_id]
        return await self._look_anew(table_id)

    async def lay(self, order: Order) -> Table:
        """A new table for an order."""
        return await self._add(laid(order))

    async def shelve(self, record: str) -> Table:
        """A table on which a record lies."""
        return await self._add(shelved(record))

    async def rematch(self, table_id: str, order: Order) -> Table:
        """The table at which another one is played again; the first to ask lays it."""
        table = await self.find(table_id)
        if table.kept.rematch is None:
            again = await self.lay(order)
            try:
                await self._store.set_rematch(table_id, again.id)
            except AlreadyThere:
                log.info("two rematches of %s at once", table_id)
            table = await self._look_anew(table_id)
            self.bells.ring(table_id)
        return await self.find(table.kept.rematch or "")

    async def commit(self, table_id: str, seat: int, version: int, actions: Sequence[str]) -> Table:
        """Play a whole turn for good; whatever is drawn after it is drawn now."""
        table = await self.find(table_id)
        if table.version != version:
            raise stale(table.version)
        if table.game is None or table.to_play != seat:
            raise not_your_turn(table.to_play)
        game = played(table.game, actions)
        if not is_finished(table.game, game):
            raise unfinished(game, len(actions))
        drawn = [str(action) for action in game.actions[table.length + len(actions) :]]
        turn = KeptTurn(version + 1, seat, [*actions], drawn)
        await self._add_turn(table, turn, is_over=game.is_over)
        return self._changed(table.with_turn(turn, game))

    async def choose(self, table_id: str, seat: int, version: int, kept: int, call: str) -> Table:
        """Close a hand of medals; when all have chosen, the hands open."""
        table = await self.find(table_id)
        if table.version != version:
            raise stale(table.version)
        if table.medals is None or seat not in table.waiting_for:
            raise not_your_turn(table.to_play)
        try:
            Medals(len(table.chairs)).choose(seat, kept, cast(Call, call))
            await self._store.add_hand(table_id, version, KeptHand(seat, kept, call))
        except MedalsError as error:
            raise Refusal(422, "invalid-medals", str(error)) from error
        except AlreadyThere as error:
            raise not_your_turn((await self._look_anew(table_id)).to_play) from error
        return await self._settle(table_id)

    # Inside

    async def _look_anew(self, table_id: str) -> Table:
        """The table with an id as the store keeps it, whatever is at hand."""
        kept = await self._store.find(table_id)
        if kept is None:
            raise no_table(table_id)
        return self._keep_at_hand(opened(kept))

    async def _add(self, kept: KeptTable) -> Table:
        await self._store.add(kept)
        return self._changed(opened(kept))

    async def _add_turn(self, table: Table, turn: KeptTurn, *, is_over: bool) -> None:
        news = {"is_over": True} if is_over else {}
        try:
            await self._store.add_turn(table.id, turn, **news)
        except AlreadyThere as error:
            raise stale((await self._look_anew(table.id)).version) from error

    def _changed(self, table: Table) -> Table:
        """Tell of a table that something has happened there."""
        newest = self._keep_at_hand(table)
        self.bells.ring(table.id)
        self._wake(newest)
        return newest

    def _keep_at_hand(self, table: Table) -> Table:
        """Of what is at hand and what comes in, in any order, the newest stays."""
        there = self._at_hand.get(table.id, table)
        if there.progress > table.progress:
            return there
        self._at_hand[table.id] = table
        self._at_hand.move_to_end(table.id)
        while len(self._at_hand) > AT_HAND:
            self._at_hand.popitem(last=False)
        return table

    async def _settle(self, table_id: str) -> Table:
        """Look at the medals anew: if all have chosen, commit the round, and start the game."""
        table = await self._look_anew(table_id)
        if table.has_full_round:
            with suppress(AlreadyThere):  # who chose at the same moment has committed the round
                await self._commit_round(table)
            table = await self._look_anew(table_id)
        return self._changed(table)

    async def _commit_round(self, table: Table) -> None:
        medals = table.medals
        assert medals is not None
        hands = [None if hand is None else [*hand] for hand in medals.rounds[-1]]
        is_decided = medals.first_player is not None
        news = {"start": started(table.kept, medals).start()} if is_decided else {}
        turn = KeptTurn(table.version + 1, None, hands, [])
        await self._store.add_turn(table.id, turn, **news)

    # The agents

    def _wake(self, table: Table) -> None:
        """If an agent is to do something at a table, let it."""
        running = self._agents.get(table.id)
        if self._agent_due(table) is None or (running is not None and not running.done()):
            return
        task = asyncio.create_task(self._let_agents_play(table.id))
        self._agents[table.id] = task
        task.add_done_callback(lambda done: self._forget(table.id, done))

    def _forget(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._agents.get(table_id) is done:
            del self._agents[table_id]
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("the agents at %s have stopped", table_id, exc_info=error)

    @staticmethod
    def _agent_due(table: Table) -> int | None:
        due = (seat for seat in table.waiting_for if table.chairs[seat].agent is not None)
        return next(due, None)

    async def _let_agents_play(self, table_id: str) -> None:
        """Turn after turn, until a person is to play or the game is over."""
        while True:
            table = await self.find(table_id)
            seat = self._agent_due(table)
            if seat is None:
                return
            try:
                await self._play_for(table, seat)
            except Refusal as refusal:
                if refusal.code not in ("stale-version", "not-your-turn"):
                    log.exception("the agent of seat %s at %s was refused", seat, table_id)
                    return

    async def _play_for(self, table: Table, seat: int) -> None:
        label = f"seat {seat}/version {table.version}"
        if table.game is None:
            numbers = fresh_dealer(table.kept, label).stream("medals")
            kept, call = 1 + numbers.below(MEDALS), CALLS[numbers.below(len(CALLS))]
            await self.choose(table.id, seat, table.version, kept, call)
            return
        agent = table.chairs[seat].agent or ""
        seed = fresh_dealer(table.kept, label).seed
        actions = await asyncio.to_thread(_turn_of, table.game, agent, seed)
        await self.commit(table.id, seat, table.version, actions)


def _turn_of(game: AnyGame, agent: str, seed: str) -> list[str]:
    """The turn that an agent plays; one that fails is helped out by chance."""
    copy = game.at(len(game.actions))
    try:
        return _chosen(copy, agent, seed)
    except Exception:  # agents are other people's work: they may fail in any way
        log.exception("the agent %s failed", agent)
        return _chosen(game.at(len(game.actions)), "random", seed)


def _chosen(game: AnyGame, agent: str, seed: str) -> list[str]:
    player, seat, turn = make_agent(agent, seed), game.to_play, game.turns_played
    actions = []
    while game.turns_played == turn:
        actions.append(player.choose(game.view(seat)))
        game.play(actions[-1])
    return actions
