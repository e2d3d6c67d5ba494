"""What a table tells of its draws: a promise from the beginning, the seed when the game is over."""

from __future__ import annotations

from dataclasses import replace

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.core.record import Record
from howdah.provable_draws import Proof, check_draws, promise, proof, proof_in
from howdah.server.tables.model import Table
from howdah.server.tables.stand_ins import turns_played_for


def meta_of(table: Table) -> dict[str, Json] | None:
    """What the record of a table carries beside the game.

    A record that lies on a table has a `meta` of its own, and nothing is added to that.
    """
    may_be_known = table.is_over and is_promised_here(table)
    meta = proof(table.kept.seed) if may_be_known else table.kept.meta
    helped = turns_played_for(table)
    if not helped:
        return meta
    stand_ins: list[Json] = [
        {"seat": seat, "agent": agent, "turns": [*turns]} for (seat, agent), turns in helped.items()
    ]
    return (meta or {}) | {"stand_ins": stand_ins}


def is_promised_here(table: Table) -> bool:
    """Whether this house has promised the draws of a table, before anyone played there."""
    return table.kept.meta == promise(table.kept.seed)


def proof_of(table: Table) -> Proof | None:
    """The promise of a table, with the seed if it may be known; None where nothing was promised."""
    try:
        return proof_in(meta_of(table))
    except InvalidRecord:
        return None


def first_difference(table: Table) -> str | None:
    """Where the game of a table first differs from its seed; None if every draw is as promised."""
    try:
        check_draws(proved_record(table))
    except InvalidRecord as error:
        return str(error)
    return None


def proved_record(table: Table) -> Record:
    """The record of a table whose game has begun, with all that may be known of its seed."""
    assert table.game is not None
    return replace(table.game.record(), meta=meta_of(table))
