"""What routes need of a request: the tables of the server, and the seats it may play.

A browser shows the tokens of its seats in a cookie of the table, a program in a header.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Annotated, Final

from fastapi import Header, Request, Security
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from howdah.i18n import translate
from howdah.server.errors import ApiError
from howdah.server.middleware.rate_limit import client_of, rate_limiter_of
from howdah.server.tables.service import TableService
from howdah.table.create import NewTable
from howdah.table.errors import not_your_seat
from howdah.table.model import Table

Bearer = Annotated[str | None, Header(alias="Authorization", include_in_schema=False)]
TOKEN: Final = Security(HTTPBearer(auto_error=False, description="The secret token of a seat"))
"""It only describes what `seats_of` reads: OpenAPI knows tokens by schemes, not by headers."""
SEATS_COOKIE: Final = "seats"
A_YEAR: Final = 365 * 24 * 3600
MOST_SEATS: Final = 5
"""At any table; more tokens than that are guesses."""


def tables_of(connection: HTTPConnection) -> TableService:
    """The tables of the server that got a request."""
    tables: TableService = connection.app.state.tables
    return tables


async def owner_of(connection: HTTPConnection) -> str:
    """What stands for the client of a request as an owner; empty for the host itself."""
    client = client_of(connection.scope)
    return "" if client.is_local else await tables_of(connection).owner_of(client.address)


def limit_agent_tables(connection: HTTPConnection, new: NewTable) -> None:
    """Refuse a table at which only agents would play, if its client has created too many."""
    if any(seat.agent is None for seat in new.seats):
        return
    wait = rate_limiter_of(connection).check_agent_table(client_of(connection.scope))
    if wait:
        sentence = translate(
            "You can start only a few games between computers each hour. Please try again later."
        )
        raise ApiError(429, "too-many", sentence, retry_after=ceil(wait))


def seats_of(table: Table, request: Request, authorization: str | None) -> tuple[int, ...]:
    """The seats that a request may play: that of its bearer token, or those of its cookie.

    `NotAllowed` if there is none.
    """
    seats = (
        seats_from_cookie(table, request.cookies)
        if authorization is None
        else _seats_of_token(table, authorization)
    )
    if not seats:
        raise not_your_seat()
    return seats


def seat_of(
    table: Table, request: Request, authorization: str | None, seat: int | None = None
) -> int:
    """The seat that a request plays; one that may play several has to say which."""
    seats = seats_of(table, request, authorization)
    if seat is None and len(seats) == 1:
        return seats[0]
    if seat not in seats:
        raise not_your_seat()
    return seat


def _seats_of_token(table: Table, authorization: str) -> tuple[int, ...]:
    scheme, _, token = authorization.partition(" ")
    seat = table.seat_of(token.strip()) if scheme.lower() == "bearer" else None
    return () if seat is None else (seat,)


def seats_from_cookie(table: Table, cookies: Mapping[str, str]) -> tuple[int, ...]:
    """The seats of a table that a browser may play."""
    tokens = cookies.get(SEATS_COOKIE, "").split(".", MOST_SEATS)[:MOST_SEATS]
    found = {table.seat_of(token) for token in tokens}
    return tuple(sorted(seat for seat in found if seat is not None))


def set_seat_cookie(response: Response, table: Table, seats: Iterable[int]) -> None:
    """Let a browser play some seats of a table from now on."""
    tokens = (table.seats[seat].token for seat in seats)
    response.set_cookie(
        SEATS_COOKIE,
        ".".join(token for token in tokens if token is not None),
        max_age=A_YEAR,
        path=f"/t/{table.id}",
        httponly=True,
        samesite="lax",
    )
