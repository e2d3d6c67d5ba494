"""Take-backs by the page of a table: the game goes on from an earlier turn, at another table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import JSONResponse

from howdah.i18n import translate
from howdah.server.dependencies import (
    PAGE,
    held_tokens,
    seats_of,
    set_seat_cookie,
    tables_of,
)
from howdah.server.routes.schemas import Body, StrictRoute
from howdah.server.tables.model import HostedTable
from howdah.server.tables.take_back import last_continuation, take_back
from howdah.table.errors import OutOfDate

router = APIRouter(prefix=PAGE, include_in_schema=False, route_class=StrictRoute)


class TakeBackBody(Body):
    """The position to play on from."""

    at: int = Field(ge=0)
    """How many actions led to it: it is in a turn of the player, or the next turn is meant."""


@router.post("/take-back")
async def take_turns_back(request: Request, table_id: str, body: TakeBackBody) -> JSONResponse:
    """Go back to a turn of this browser, and play on from there at another table.

    The answer has the actions of that turn before the position, for a draft, and those after it.
    """
    tables = tables_of(request)
    table = await tables.get(table_id)
    seats = seats_of(table, request, None)
    fork, turn = await take_back(tables, table_id, seats, body.at)
    more = {"version": turn.version, "before": turn.before, "after": turn.after}
    return _go_to(fork, held_tokens(table, request.cookies), **more)


@router.post("/continuation")
async def go_to_continuation(request: Request, table_id: str) -> JSONResponse:
    """Go to the table at which the game goes on after take-backs; this browser plays there too.

    The answer to a take-back may have been lost, and with it the cookie for that table.
    """
    tables = tables_of(request)
    table = await tables.get(table_id)
    if table.continued_at is None:
        raise OutOfDate("not-continued", translate("No turn of this game was taken back."))
    last = await last_continuation(tables, table_id)
    return _go_to(last, held_tokens(table, request.cookies))


def _go_to(table: HostedTable, tokens: dict[int, str], **more: object) -> JSONResponse:
    answer = JSONResponse({"table": f"/t/{table.id}", **more})
    for seat, token in tokens.items():
        if table.seat_of(token) == seat:
            set_seat_cookie(answer, table, seat, token)
    return answer
