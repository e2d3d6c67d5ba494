"""What routes need of a request: the tables of the server, and the seats it may play.

A browser shows the token of each of its seats in a cookie of the table, a program in a header.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Final

from fastapi import Header, Path, Request, Security
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from howdah.i18n import translate
from howdah.server.errors import ApiError
from howdah.server.middleware.clients import client_of
from howdah.server.middleware.rate_limit import rate_limiter_of
from howdah.server.tables.service import TableService
from howdah.table.create import NewTable
from howdah.table.errors import not_your_seat
from howdah.table.model import Table, hash_secret

PAGE: Final = "/t/{table_id}"
"""The address of a table for people."""
TableId = Annotated[str, Path(description="The id of the table")]
Bearer = Annotated[str | None, Header(alias="Authorization", include_in_schema=False)]
TOKEN: Final = Security(HTTPBearer(auto_error=False, description="The secret token of a seat"))
"""It only describes what `seats_of` reads: OpenAPI knows tokens by schemes, not by headers."""
SEAT_COOKIE: Final = "seat-{seat}"
"""Each seat has a cookie of its own: to take one never loses another."""
SEATS_COOKIE: Final = "seats"
"""The tokens of all seats, in a cookie of earlier versions."""
LINK_COOKIE: Final = "link-{seat}"
"""The links that a browser has made, to show them until they are used."""
CLAIM_COOKIE: Final = "claim"
"""A number that the browser uses only once. What a link is exchanged for depends on it."""
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
    if any(seat.seat.is_person for seat in new.seats):
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
        seats_from_cookies(table, request.cookies)
        if authorization is None
        else _seats_of_token(table, authorization)
    )
    if not seats:
        raise not_your_seat()
    rate_limiter_of(request).remember_player(request.scope, table.id, seats[0])
    return seats


def charge_bad_token(connection: HTTPConnection) -> float:
    """Count a wrong seat token; return the seconds to wait if there were too many."""
    table_id = str(connection.path_params.get("table_id", ""))
    return rate_limiter_of(connection).charge_bad_token(client_of(connection.scope), table_id)


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


def seats_from_cookies(table: Table, cookies: Mapping[str, str]) -> tuple[int, ...]:
    """The seats of a table that a browser may play."""
    return table.seats_of(token_hashes(cookies))


def token_hashes(cookies: Mapping[str, str]) -> list[str]:
    """The hashes of the tokens that a browser shows."""
    return [hash_secret(token) for token in _tokens(cookies)]


def held_tokens(table: Table, cookies: Mapping[str, str]) -> dict[int, str]:
    """The tokens that a browser shows, by the seats of a table that they open."""
    seats = {table.seat_of(token): token for token in _tokens(cookies)}
    return {seat: token for seat, token in seats.items() if seat is not None}


def _tokens(cookies: Mapping[str, str]) -> list[str]:
    earlier = cookies.get(SEATS_COOKIE, "").split(".", MOST_SEATS)[:MOST_SEATS]
    present = [cookies.get(SEAT_COOKIE.format(seat=seat), "") for seat in range(MOST_SEATS)]
    return [token for token in (*earlier, *present) if token]


def moved_seats(table: Table, cookies: Mapping[str, str]) -> list[int]:
    """The seats that a browser played until they were taken by another one."""
    held = seats_from_cookies(table, cookies)
    seats = range(len(table.seats))
    return [seat for seat in seats if SEAT_COOKIE.format(seat=seat) in cookies and seat not in held]


def set_seat_cookie(response: Response, table: Table, seat: int, token: str) -> None:
    """Let a browser play a seat of a table from now on."""
    _set_table_cookie(response, table, SEAT_COOKIE.format(seat=seat), token)


def open_link(table: Table, seat: int, cookies: Mapping[str, str]) -> str | None:
    """The open link to a seat, if this browser has made it; others cannot know it."""
    link = cookies.get(LINK_COOKIE.format(seat=seat))
    is_open = link is not None and hash_secret(link) == table.seats[seat].link_hash
    return link if is_open else None


def set_link_cookie(response: Response, table: Table, seat: int, link: str) -> None:
    """Let a browser show a link until it is used: the server has only its hash."""
    _set_table_cookie(response, table, LINK_COOKIE.format(seat=seat), link)


def _set_table_cookie(response: Response, table: Table, name: str, secret: str) -> None:
    """Set a cookie for the pages of a table; the response must not be stored by a cache."""
    path = PAGE.format(table_id=table.id)
    response.set_cookie(name, secret, max_age=A_YEAR, path=path, httponly=True, samesite="lax")
    response.headers["cache-control"] = "no-store"


def check_navigation(request: Request) -> None:
    """Refuse a request that another site makes by itself; people may follow a link from there.

    Browsers say so in headers; scripts and old browsers say nothing.
    """
    is_local = request.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    purpose = [request.headers.get(f"sec-fetch-{name}") for name in ("mode", "dest")]
    if not is_local and purpose != ["navigate", "document"]:
        raise ApiError(403, "other-site", translate("This request came from another website."))
