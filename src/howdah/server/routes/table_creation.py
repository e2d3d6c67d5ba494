"""Create a table and hand its seats to the browser that asked for it."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse

from howdah.server.dependencies import (
    limit_agent_tables,
    owner_of,
    set_link_cookie,
    set_seat_cookie,
    tables_of,
)
from howdah.server.responses import redirect_local
from howdah.table.create import NewSeat, NewTable, new_seat

AGENT_NAMES: Final = ("Anjali", "Bhaskar", "Chitra", "Dev", "Esha")
"""What computers are called that were given no name."""


def agent_seat(number: int, agent: str) -> NewSeat:
    """A seat for an agent, with the usual name of a computer there."""
    return new_seat(AGENT_NAMES[number % len(AGENT_NAMES)], agent=agent)


async def open_table(request: Request, new: NewTable) -> RedirectResponse:
    """Create a table, and lead to its page with the seats of this browser as cookies."""
    limit_agent_tables(request, new)
    table = await tables_of(request).create(new, owner=await owner_of(request))
    answer = redirect_local(f"/t/{table.id}")
    for number, seat in enumerate(new.seats):
        if seat.token is not None:
            set_seat_cookie(answer, table, number, seat.token)
        elif seat.link is not None:
            set_link_cookie(answer, table, number, seat.link)
    return answer
