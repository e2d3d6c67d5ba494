"""The public interface: scripts, bots and load tests play by the same door as the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request, Response, Security, WebSocket
from fastapi.security import HTTPBearer

from howdah.core.errors import HowdahError
from howdah.core.jsonio import as_object
from howdah.i18n import translate
from howdah.provable_draws import commitment
from howdah.server.errors import ApiError, invalid, not_your_seat
from howdah.server.middleware.client_address import client_of
from howdah.server.middleware.rate_limit import rate_limiter_of
from howdah.server.routes.schemas import (
    AbsentBody,
    Body,
    CreatedSeat,
    CreatedTable,
    MedalsBody,
    RefusalBody,
    SeatBody,
    StandIn,
    StrictRoute,
    TableBody,
    TableState,
    TurnBody,
    Versioned,
)
from howdah.server.routes.serialize import plain
from howdah.server.tables import stand_ins
from howdah.server.tables.create import NewTable, new_seat
from howdah.server.tables.fairness import proof_of, proved_record
from howdah.server.tables.model import Table, TableSeat
from howdah.server.tables.service import TableService
from howdah.server.websocket import receive_text, run_until_first_exit

__all__ = ["Body", "record_of", "router", "tables_of"]

Bearer = Annotated[str | None, Header(alias="Authorization", include_in_schema=False)]
TOKEN: Final = Security(HTTPBearer(auto_error=False, description="The secret token of a seat"))
"""It describes what `_seat` reads: OpenAPI knows tokens by schemes, not by headers."""


def _refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, as OpenAPI describes them."""
    return {status: {"model": RefusalBody, "description": REFUSALS[status]} for status in statuses}


OPENED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"model": Versioned, "description": "All have chosen: the hands are open"}
}
REFUSALS: Final = {
    400: "Broken: no such host, or a length that is none",
    403: "Not your seat, or not your turn",
    404: "No such table",
    409: "Stale version, told with the current one; or no record before the medals are shown",
    413: "Too large",
    422: "Not understood, illegal or unfinished; nothing is applied",
    429: "Too much at once; `retry_after` tells the seconds to wait, and so does Retry-After",
    500: "Something went wrong in the house; `incident` is its number in the log",
    503: "The house cannot answer just now",
}


router = APIRouter(
    prefix="/api", tags=["tables"], route_class=StrictRoute, responses=_refusals(400, 429, 500, 503)
)


def tables_of(request: Request | WebSocket) -> TableService:
    """The tables of the house that serves a request."""
    tables: TableService = request.app.state.tables
    return tables


@router.post(
    "/tables",
    status_code=201,
    response_model_exclude_none=True,
    responses=_refusals(403, 413, 422),
)
async def create_table_route(request: Request, body: TableBody) -> CreatedTable:
    """Lay a table; a person's seat comes with the secret token that opens it."""
    chairs = tuple(_chair(seat, number) for number, seat in enumerate(body.seats, 1))
    table = await tables_of(request).create(NewTable(body.game, body.rules, chairs, body.screens))
    seats = [
        CreatedSeat(seat=seat, token=chair.token, agent=chair.agent)
        for seat, chair in enumerate(table.chairs)
    ]
    promised = commitment(table.kept.seed)
    return CreatedTable(id=table.id, seats=seats, watch=f"/t/{table.id}", commitment=promised)


def _chair(seat: SeatBody, number: int) -> TableSeat:
    name = (seat.name or "").strip() or seat.agent or translate("Player {number}", number=number)
    try:
        return new_seat(name, agent=seat.agent, is_remote=True)
    except HowdahError as error:
        raise invalid(str(error)) from error


@router.get(
    "/tables/{table_id}",
    dependencies=[TOKEN],
    openapi_extra={"security": [{}]},  # anyone may look, with a token or without
    responses=_refusals(403, 404, 422),
)
async def see_a_table(request: Request, table_id: str, authorization: Bearer = None) -> TableState:
    """The table as the seat of the token, or a spectator, may see it."""
    table = await tables_of(request).get(table_id)
    seat = None if authorization is None else _seat(table, authorization)
    view = _view(table, seat)
    promised, seed = proof_of(table) or (None, None)
    return TableState(
        version=table.version,
        to_play=table.to_play,
        legal=list(getattr(view, "legal_actions", ())),
        over=table.is_over,
        view=as_object(plain(view), "view"),
        result=None if table.game is None else table.game.result(),
        commitment=promised,
        seed=seed,
    )


def _view(table: Table, seat: int | None) -> Any:
    if table.game is not None:
        return table.game.view(seat, screens=table.screens)
    assert table.medals is not None
    return table.medals.view(seat)


def _seat(table: Table, authorization: str | None) -> int:
    scheme, _, token = (authorization or "").partition(" ")
    seat = table.seat_of(token.strip()) if scheme.lower() == "bearer" else None
    if seat is None:
        raise not_your_seat()
    return seat


@router.post(
    "/tables/{table_id}/turns",
    dependencies=[TOKEN],
    responses=_refusals(403, 404, 409, 413, 422),
)
async def commit_a_turn(
    request: Request, table_id: str, body: TurnBody, authorization: Bearer = None
) -> Versioned:
    """Play a whole turn; it counts only if the version is the table's."""
    tables = tables_of(request)
    seat = _seat(await tables.get_cached(table_id), authorization)
    await tables.commit(table_id, seat, body.version, body.actions)
    return Versioned(version=body.version + 1)


@router.post(
    "/tables/{table_id}/medals",
    status_code=202,
    dependencies=[TOKEN],
    responses={**OPENED, **_refusals(403, 404, 409, 413, 422)},
)
async def choose_medals(
    request: Request,
    response: Response,
    table_id: str,
    body: MedalsBody,
    authorization: Bearer = None,
) -> Versioned:
    """Keep medals and call even or odd; nobody sees it before all have chosen."""
    tables = tables_of(request)
    seat = _seat(await tables.get(table_id), authorization)
    table = await tables.choose(table_id, seat, body.version, body.kept, body.call)
    if table.version > body.version:
        response.status_code = 200
    return Versioned(version=table.version)


@router.post(
    "/tables/{table_id}/stand-in",
    dependencies=[TOKEN],
    responses=_refusals(403, 404, 409, 413, 422),
)
async def ask_for_stand_in(
    request: Request, table_id: str, body: AbsentBody, authorization: Bearer = None
) -> StandIn:
    """Agree that an agent plays for someone who has vanished; it does when all others agree."""
    tables = tables_of(request)
    seat = _seat(await tables.get(table_id), authorization)
    table = await stand_ins.ask_for_stand_in(tables, table_id, body.seat, [seat])
    missing = [a.still_missing for a in stand_ins.absences(table) if a.seat == body.seat]
    agent = table.chairs[body.seat].stand_in
    return StandIn(seat=body.seat, agent=agent, missing=[seat for some in missing for seat in some])


@router.post(
    "/tables/{table_id}/return", dependencies=[TOKEN], responses=_refusals(403, 404, 409, 422)
)
async def return_to_seat(request: Request, table_id: str, authorization: Bearer = None) -> StandIn:
    """Say that one is there again: nobody stands in any more."""
    tables = tables_of(request)
    seat = _seat(await tables.get(table_id), authorization)
    await stand_ins.return_to_seat(tables, table_id, [seat])
    return StandIn(seat=seat, agent=None, missing=[])


@router.get("/tables/{table_id}/record", responses=_refusals(404, 409, 422))
async def fetch_the_record(request: Request, table_id: str) -> dict[str, Any]:
    """The record so far, in the format `howdah-record` 1; a finished game has its result."""
    return record_of(await tables_of(request).get(table_id))


def record_of(table: Table) -> dict[str, Any]:
    """The record of a table; there is none before the medals have decided who begins."""
    if table.game is None:
        sentence = translate("The record begins when the medals have decided who plays first.")
        raise ApiError(409, "medals", sentence, version=table.version)
    return proved_record(table).to_json()


@router.websocket("/tables/{table_id}/live")
async def follow(socket: WebSocket, table_id: str, since: int = 0) -> None:
    """One message for each committed turn after a version, and for each one to come."""
    await socket.accept()
    tables = tables_of(socket)
    try:
        await tables.get(table_id)
    except ApiError as refusal:
        await socket.send_json(refusal.to_json())
        await socket.close(1008)
        return
    told = _tell(socket, tables, table_id, since)
    await run_until_first_exit(socket, _listen(socket, tables, table_id), told)


async def _listen(socket: WebSocket, tables: TableService, table_id: str) -> None:
    """A token may come as the first message; a wrong one, or anything else, is refused."""
    while True:
        token = await receive_text(socket)
        if (await tables.get_cached(table_id)).seat_of(token or "") is None:
            rate_limiter_of(socket).penalize_bad_token(client_of(socket.scope))
            await socket.send_json(not_your_seat().to_json())
            await socket.close(1008)
            return


async def _tell(socket: WebSocket, tables: TableService, table_id: str, since: int) -> None:
    told = max(since, 0)
    while True:
        bell = tables.notifier.next_change(table_id)
        table = await tables.get_cached(table_id)
        for news in _news(table, told):
            await socket.send_json(news)
        told = max(told, table.version)
        await bell.wait()


def _news(table: Table, told: int) -> Iterator[dict[str, Any]]:
    """A message for each turn that was not told yet."""
    turns = table.kept.turns
    for number, turn in enumerate(turns[told:], start=told + 1):
        is_last = number == len(turns)
        yield {
            "version": turn.version,
            "seat": turn.seat,
            "actions": turn.actions,
            "drawn": turn.drawn,
            "to_play": table.to_play if is_last else turns[number].seat,
            "over": is_last and table.is_over,
        }
