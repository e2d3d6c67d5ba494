"""The public HTTP interface: create a table, read it, get its record.

What players do at a table is in `table.py`, the socket that follows it in `live.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request

from howdah.core.boards import AnyBoard
from howdah.core.jsonio import Json, as_object
from howdah.i18n import translate
from howdah.provable_draws import commitment
from howdah.server.dependencies import (
    TOKEN,
    Bearer,
    TableId,
    limit_agent_tables,
    owner_of,
    seat_of,
    tables_of,
)
from howdah.server.routes.game_types import DescribedAs, records
from howdah.server.routes.schemas import (
    CreatedSeat,
    CreatedTable,
    SeatBody,
    StrictRoute,
    TableBody,
    TableState,
    error_responses,
)
from howdah.server.routes.table import record_of
from howdah.server.tables.fairness import proof_of
from howdah.table.create import NewSeat, NewTable, new_seat
from howdah.table.model import Table

PREFIX: Final = "/api/tables"

router = APIRouter(
    prefix=PREFIX,
    tags=["tables"],
    route_class=StrictRoute,
    responses=error_responses(400, 429, 500, 503),
)


@router.post(
    "", status_code=201, response_model_exclude_none=True, responses=error_responses(403, 413, 422)
)
async def create_table(request: Request, body: TableBody) -> CreatedTable:
    """Create a table; a person's seat comes with the secret token that opens it."""
    seats = tuple(_new_seat(seat, number) for number, seat in enumerate(body.seats, 1))
    new = NewTable(
        body.game,
        body.rules,
        seats,
        body.screens,
        body.stand_in_after,
        shares_seed=body.seed_sharing,
        start_choices=body.start_choices,
    )
    limit_agent_tables(request, new)
    table = await tables_of(request).create(new, owner=await owner_of(request))
    created = [
        CreatedSeat(seat=number, token=seat.token, agent=seat.seat.agent)
        for number, seat in enumerate(seats)
    ]
    promised = commitment(table.stored.seed)
    return CreatedTable(id=table.id, seats=created, watch=f"/t/{table.id}", commitment=promised)


def _new_seat(seat: SeatBody, number: int) -> NewSeat:
    usual = "" if seat.agent else translate("Player {number}", number=number)
    return new_seat((seat.name or "").strip() or usual, agent=seat.agent, is_remote=True)


@router.get(
    "/{table_id}",
    dependencies=[TOKEN],
    openapi_extra={"security": [{}]},  # anyone may look, with a token or without
    responses=error_responses(403, 404, 422),
)
async def get_table(
    request: Request, table_id: TableId, authorization: Bearer = None
) -> TableState:
    """The table as the seat of the token, or a spectator, may see it."""
    table = await tables_of(request).get(table_id)
    seat = None if authorization is None else seat_of(table, request, authorization)
    view = _view(table, seat)
    proof = proof_of(table)
    return TableState(
        version=table.version,
        to_play=table.to_play,
        legal=list(getattr(view, "legal_actions", ())),
        over=table.is_over,
        view=as_object(to_json(view), "view"),
        result=None if table.game is None else table.game.result(),
        commitment=None if proof is None else proof.commitment,
        seed=None if proof is None else proof.seed,
        continued_at=table.continued_at if table.is_abandoned else None,
    )


def _view(table: Table, seat: int | None) -> Any:
    if table.game is not None:
        view = table.game.view(seat, screens=table.screens)
        return view.with_fields(legal_actions=()) if table.is_abandoned else view
    if table.seed_sharing is not None and not table.seed_sharing.is_drawn:
        return table.seed_sharing.view()
    assert table.pregame is not None
    return table.pregame.view(seat)


@router.get("/{table_id}/record", responses=error_responses(404, 409, 422))
async def get_record(
    request: Request, table_id: TableId
) -> Annotated[dict[str, Any], DescribedAs(records)]:
    """The record so far, in the format `howdah-record` 1; a finished game has its result."""
    return record_of(await tables_of(request).get(table_id))


def to_json(value: Any) -> Json:
    """Convert a value to JSON.

    >>> to_json({(0, -1): ("a", None)})
    {'0,-1': ['a', None]}
    """
    if isinstance(value, AnyBoard):
        return value.name
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(inner) for inner in value]
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _key(key: Any) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)
