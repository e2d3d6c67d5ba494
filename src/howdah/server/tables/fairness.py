"""What a table reveals of its seed: its hash from the beginning, the seed when the game is over.

If people have taken part in the seed, the transcript says how.
"""

from __future__ import annotations

from dataclasses import replace

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.core.record import Record
from howdah.core.shared_seed import Transcript
from howdah.provable_draws import (
    Proof,
    check_draws,
    commitment,
    commitment_meta,
    proof_from_meta,
    proof_meta,
    transcript_meta,
)
from howdah.server.tables.model import HostedTable
from howdah.store.models import StoredTurn


def meta_of(table: HostedTable) -> dict[str, Json] | None:
    """What the record of a table carries beside the game.

    A replayed record has a `meta` of its own, and nothing is added to that.
    """
    meta = _fair_meta(table) if is_promised_here(table) else table.stored.meta
    more: dict[str, Json] = {"take_backs": table.take_backs} if table.take_backs else {}
    by_stand_ins = turns_of_stand_ins(table)
    if by_stand_ins:
        more["stand_ins"] = [
            {"seat": seat, "agent": agent, "turns": [*turns]}
            for (seat, agent), turns in by_stand_ins.items()
        ]
    return (meta or {}) | more if more else meta


def _fair_meta(table: HostedTable) -> dict[str, Json]:
    """The proof of a table's draws, with the secret if its game is over."""
    if table.seed_sharing is not None:
        return transcript_meta(transcript_of(table))
    seed = table.stored.seed
    return proof_meta(seed) if table.is_over else commitment_meta(seed)


def transcript_of(table: HostedTable) -> Transcript:
    """Who has taken part in the seed of a table; with the secret if its game is over."""
    sharing = table.seed_sharing
    assert sharing is not None
    assert sharing.is_drawn  # numbers are secret until all are open
    return Transcript(
        table=table.first_table,
        commitment=commitment(table.stored.seed),
        contributions=sharing.contributions,
        left_out=sharing.left_out,
        secret=table.stored.seed if table.is_over else None,
        seed=table.seed if table.is_over else None,
    )


def is_promised_here(table: HostedTable) -> bool:
    """Whether this server has promised the draws of a table, before anyone played there."""
    return table.stored.meta == commitment_meta(table.stored.seed)


def proof_of(table: HostedTable) -> Proof | None:
    """The promise of a table, with the seed once it is revealed; None where there is none."""
    if not table.is_seed_made:
        return Proof(commitment(table.stored.seed), None)
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
