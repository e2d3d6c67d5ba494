"""What a table reveals of its seed: its hash from the beginning, the seed when the game is over."""

from __future__ import annotations

from dataclasses import replace

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.core.record import Record
from howdah.provable_draws import Proof, check_draws, commitment_meta, proof_from_meta, proof_meta
from howdah.server.tables.model import HostedTable
from howdah.store.models import StoredTurn


def meta_of(table: HostedTable) -> dict[str, Json] | None:
    """What the record of a table carries beside the game.

    A replayed record has a `meta` of its own, and nothing is added to that.
    """
    may_be_revealed = table.is_over and is_promised_here(table)
    meta = proof_meta(table.stored.seed) if may_be_revealed else table.stored.meta
    by_stand_ins = turns_of_stand_ins(table)
    if not by_stand_ins:
        return meta
    stand_ins: list[Json] = [
        {"seat": seat, "agent": agent, "turns": [*turns]}
        for (seat, agent), turns in by_stand_ins.items()
    ]
    return (meta or {}) | {"stand_ins": stand_ins}


def is_promised_here(table: HostedTable) -> bool:
    """Whether this server has promised the draws of a table, before anyone played there."""
    return table.stored.meta == commitment_meta(table.stored.seed)


def proof_of(table: HostedTable) -> Proof | None:
    """The promise of a table, with the seed once it is revealed; None where there is none."""
    try:
        return proof_from_meta(meta_of(table))
    except InvalidRecord:
        return None


def first_difference(table: HostedTable) -> str | None:
    """Where the game of a table first differs from its seed; None if every draw is as promised."""
    try:
        check_draws(record_with_proof(table))
    except InvalidRecord as error:
        return str(error)
    return None


def record_with_proof(table: HostedTable) -> Record:
    """The record of a table whose game has begun, with all that is revealed of its seed."""
    assert table.game is not None
    return replace(table.game.record(), meta=meta_of(table))


def turns_of_stand_ins(table: HostedTable) -> dict[tuple[int, str], list[int]]:
    """The versions of the turns that agents played for people, by seat and agent."""
    found: dict[tuple[int, str], list[int]] = {}
    for turn in table.stored.turns:
        if _is_by_stand_in(table, turn):
            found.setdefault((turn.seat or 0, turn.agent or ""), []).append(turn.version)
    return found


def _is_by_stand_in(table: HostedTable, turn: StoredTurn) -> bool:
    if turn.seat is None or turn.agent is None:
        return False
    return table.seats[turn.seat].agent is None
