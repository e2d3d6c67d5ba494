"""Tables of a server: what the store keeps, and the table that is restored from it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from howdah.core.pregame import PreGame
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.core.shared_seed import shared_seed
from howdah.core.view import Screens
from howdah.games.registry import game_class
from howdah.provable_draws import commitment_meta
from howdah.store.models import StoredTable, StoredTurn, TurnChange
from howdah.table.create import (
    NewTable,
    create_table,
    new_seed,
    new_table_id,
    start_game,
    table_from_record,
)
from howdah.table.errors import TableError
from howdah.table.model import LESSON, Fork, Table, TableSeat, hash_secret
from howdah.table.seed_sharing import SeedSharing, start_sharing
from howdah.table.turns import commit_turn, split_into_turns


@dataclass(frozen=True, kw_only=True)
class HostedTable(Table):
    """A table with what the store keeps of it."""

    stored: StoredTable

    @property
    def seed(self) -> str:
        """The seed that everything is drawn from, once it is made; it is secret until the end."""
        if self.seed_sharing is None:
            return self.stored.seed
        return shared_seed(self.first_table, self.stored.seed, self.seed_sharing.contributions)


def store_new_table(new: NewTable) -> StoredTable:
    """A new table as it is stored: its seed is secret, and promised by its hash.

    If people take part in the seed, nothing is drawn yet.
    """
    seed = new_seed()
    table = create_table(new, seed)
    stored = StoredTable(
        id=table.id,
        game=table.game_name,
        rules=table.rules,
        seats=[seat.to_json() for seat in table.seats],
        seed=seed,
        screens=table.screens,
        start=None if table.game is None else table.game.start(),
        drawn=[] if table.game is None else [str(action) for action in table.game.actions],
        meta=commitment_meta(seed),
        stand_in_after=table.stand_in_after,
    )
    people = [number for number, seat in enumerate(table.seats) if seat.is_person]
    if not new.shares_seed or not people:
        return stored
    sharing = start_sharing(people, table.hosts, time.time())
    return replace(stored, start=None, drawn=[], seed_sharing=sharing.to_json())


def draw_set_up(table: HostedTable) -> dict[str, Any]:
    """The columns to set when the seed of a table is made: the set-up, unless a pre-game is due."""
    if game_class(table.game_name).pregame_for(table.rules) is not None:
        return {"start": None}
    game = start_game(table, table.seed)
    return {"start": game.start(), "drawn": [str(action) for action in game.actions]}


def store_record(text: str) -> StoredTable:
    """A record as it is stored to be replayed."""
    table = table_from_record(text)
    assert table.game is not None
    first_draws, turns = split_into_turns(table.game)
    return StoredTable(
        id=table.id,
        game=table.game_name,
        rules=table.rules,
        seats=[seat.to_json() for seat in table.seats],
        seed=new_seed(),
        screens=table.screens,
        start=table.game.start(),
        drawn=first_draws,
        is_over=True,
        meta=table.game.meta,
        turns=tuple(StoredTurn(version, *turn) for version, turn in enumerate(turns, start=1)),
    )


def store_lesson(table: Table, seat: int, token: str) -> StoredTable:
    """The game of a lesson as it is stored to be played on; a token is for the seat of a person.

    Nobody has promised its draws: the set-up is that of the lesson, and what comes is drawn from a
    fresh seed.
    """
    assert table.game is not None
    first_draws, turns = split_into_turns(table.game)
    seats = [*table.seats]
    seats[seat] = replace(seats[seat], token_hash=hash_secret(token))
    return StoredTable(
        id=new_table_id(),
        game=table.game_name,
        rules=table.rules,
        seats=[one.to_json() for one in seats],
        seed=new_seed(),
        screens=table.screens,
        start=table.game.start(),
        drawn=first_draws,
        meta={LESSON: True},
        stand_in_after=table.stand_in_after,
        turns=tuple(
            StoredTurn(version, *turn, agent=seats[turn.seat].agent)
            for version, turn in enumerate(turns, start=1)
        ),
    )


def restore_table(stored: StoredTable) -> HostedTable:
    """Restore a table: its game is set up and played again, or its pre-game."""
    fields: dict[str, Any] = {
        "id": stored.id,
        "game_name": stored.game,
        "rules": stored.rules,
        "seats": tuple(map(TableSeat.from_json, stored.seats)),
        "screens": cast(Screens, stored.screens),
        "version": stored.version,
        "is_closed": stored.is_closed,
        "rematch": stored.rematch,
        "continued_at": stored.continued_at,
        "last_turn_at": stored.moved,
        "stand_in_after": stored.stand_in_after,
        "stored": stored,
    }
    if stored.forked_from is not None:
        fields["fork"] = Fork.from_json(stored.forked_from)
    if stored.seed_sharing is not None:
        fields["seed_sharing"] = SeedSharing.from_json(stored.seed_sharing)
    before = HostedTable(game=None, **fields)
    if not before.is_seed_made:
        return before
    if stored.start is None:
        return replace(before, pregame=_restore_pregame(stored))
    actions = [*stored.drawn]
    for turn in stored.turns:
        if turn.seat is not None:
            actions += [*turn.actions, *turn.drawn]
    seats = tuple(Seat(seat["name"], seat["agent"]) for seat in stored.seats)
    record = Record(
        stored.game, stored.rules, seats, stored.start, tuple(actions), meta=stored.meta
    )
    dealer = None if stored.is_over else Dealer(before.seed)
    return replace(before, game=game_class(stored.game).resume(record, dealer=dealer))


def _restore_pregame(stored: StoredTable) -> PreGame:
    pregame = game_class(stored.game).pregame_for(stored.rules)
    assert pregame is not None
    for turn in stored.turns:
        pregame.play_round(turn.actions)
    for choice in stored.choices:
        pregame.choose(choice.seat, *choice.choice)
    return pregame


def counters(stored: StoredTable) -> dict[str, Any]:
    """The fields of a table that every change of the store updates."""
    return {
        "version": stored.version,
        "is_closed": stored.is_closed,
        "last_turn_at": stored.moved,
    }


def play_announced(table: HostedTable, announced: Sequence[TurnChange]) -> HostedTable | None:
    """Play turns of another process; None if they do not follow upon the table."""
    for one in announced:
        turn = one.turn
        if one.changes <= table.stored.changes:
            continue
        if one.changes != table.stored.changes + 1 or turn.seat is None:
            return None
        try:
            played = commit_turn(table, turn.seat, turn.version - 1, turn.actions, turn.agent)
        except TableError:
            return None
        if played.drawn != turn.drawn:
            return None
        stored = table.stored.after(one)
        table = replace(table, game=played.table.game, **counters(stored), stored=stored)
    return table


def dealer_for(table: HostedTable, label: str) -> Dealer:
    """A dealer derived from a table's secret seed, for a purpose with a label of its own."""
    return Dealer(f"{table.seed}/{label}")
