"""Tables as they are stored, whose game was played in a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from howdah.core.record import Record
from howdah.games.registry import from_record
from howdah.server.tables.model import store_new_table
from howdah.store.models import StoredTable, StoredTurn
from howdah.table.create import NewSeat, NewTable
from howdah.table.turns import split_into_turns


def stored_game(record: Record, seats: Sequence[NewSeat], *, turns_left: int = 0) -> StoredTable:
    """A table with the game of a record, without its last turns."""
    game = from_record(record)
    first_draws, turns = split_into_turns(game)
    kept = turns[: len(turns) - turns_left]
    agents = [seat.seat.agent for seat in seats]
    return replace(
        store_new_table(NewTable(game.name, game.rules(), tuple(seats))),
        start=game.start(),
        drawn=first_draws,
        is_over=not turns_left,
        turns=tuple(
            StoredTurn(version, *turn, agents[turn.seat])
            for version, turn in enumerate(kept, start=1)
        ),
    )
