"""Who sits at this browser: seats are opened by links, and remembered in a cookie of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from starlette.responses import Response

from howdah.server.tables.model import Table

COOKIE: Final = "seats"
A_YEAR: Final = 365 * 24 * 3600
MOST_SEATS: Final = 5
"""At any table; more tokens than that are guesses."""


def seats_from_cookie(table: Table, cookies: Mapping[str, str]) -> tuple[int, ...]:
    """The seats of a table that a browser may play."""
    tokens = cookies.get(COOKIE, "").split(".", MOST_SEATS)[:MOST_SEATS]
    found = {table.seat_of(token) for token in tokens}
    return tuple(sorted(seat for seat in found if seat is not None))


def set_seat_cookie(response: Response, table: Table, seats: Iterable[int]) -> None:
    """Let a browser play some seats of a table from now on."""
    tokens = (table.chairs[seat].token for seat in seats)
    response.set_cookie(
        COOKIE,
        ".".join(token for token in tokens if token is not None),
        max_age=A_YEAR,
        path=f"/t/{table.id}",
        httponly=True,
        samesite="lax",
    )
