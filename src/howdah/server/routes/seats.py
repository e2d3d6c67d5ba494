"""Who sits where at a table: taking a seat by its link, and making a new link to one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import segno
from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from howdah.server.dependencies import (
    CLAIM_COOKIE,
    PAGE,
    check_navigation,
    open_link,
    seats_from_cookies,
    set_link_cookie,
    set_seat_cookie,
    tables_of,
    token_hashes,
)
from howdah.server.responses import html_response, redirect_local
from howdah.server.routes.schemas import Body, StrictRoute
from howdah.table.errors import OutOfDate, not_your_seat
from howdah.table.frames import title
from howdah.table.model import Table
from howdah.table.seat_links import (
    LinkTarget,
    derive_token,
    describe_notices,
    find_link,
    link_used,
    may_make_link,
    new_secret,
)
from howdah.table.seat_states import SeatState, describe_states, seat_states

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]", "::1")
CLAIM_SECONDS: Final = 3600

router = APIRouter(prefix=PAGE, include_in_schema=False, route_class=StrictRoute)


# Taking a seat


@router.get("/seat/{token}")
async def seat_page(request: Request, table_id: str, token: str) -> Response:
    """The page of a secret link, which takes the seat by a POST: to look at it changes nothing.

    Messengers and browsers load links before anyone has opened them.
    """
    check_navigation(request)
    table = await tables_of(request).get(table_id)
    nonce = request.cookies.get(CLAIM_COOKIE) or new_secret()
    target = find_link(table, token, derive_token(token, nonce))
    if target is None:
        raise not_your_seat()
    if target.seat in seats_from_cookies(table, request.cookies):
        return _redirect_to_table(table)
    return _claim_page(request, table, target, nonce)


def _claim_page(request: Request, table: Table, target: LinkTarget, nonce: str) -> Response:
    page = html_response(
        request,
        "claim.html",
        status=200 if target.is_open else 409,
        table=table,
        title=title(table),
        name=table.seats[target.seat].name,
        is_open=target.is_open,
    )
    # The path is secret. With `no-referrer` browsers would call our own form one of another site.
    page.headers["referrer-policy"] = "strict-origin"
    page.headers["x-robots-tag"] = "noindex, nofollow"
    if target.is_open:
        page.set_cookie(
            CLAIM_COOKIE,
            nonce,
            max_age=CLAIM_SECONDS,
            path=f"{PAGE.format(table_id=table.id)}/seat",
            httponly=True,
            samesite="lax",
        )
    return page


@router.post("/seat/{token}")
async def claim_seat(request: Request, table_id: str, token: str) -> Response:
    """Exchange a secret link for the token of this browser; the link is void after that.

    What it gets depends on a cookie of the page before, so a request whose response was lost can
    be sent again. The token of a seat is kept as it is: it is what the HTTP interface hands out.
    """
    tables = tables_of(request)
    own_token = derive_token(token, request.cookies.get(CLAIM_COOKIE) or new_secret())
    try:
        table = await tables.claim_seat(table_id, token, own_token)
    except OutOfDate:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        return redirect_local(request.url.path)
    for secret in (token, own_token):
        seat = table.seat_of(secret)
        if seat is not None:
            answer = _redirect_to_table(table)
            set_seat_cookie(answer, table, seat, secret)
            return answer
    raise link_used()  # it was taken by a newer link in the same moment


def _redirect_to_table(table: Table) -> Response:
    answer = redirect_local(PAGE.format(table_id=table.id))
    answer.headers["cache-control"] = "no-store"
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


# Making a link


class LinkBody(Body):
    """The seat that a link should lead to."""

    seat: int


@router.post("/links")
async def make_link(request: Request, table_id: str, body: LinkBody) -> Response:
    """Make a new link to a seat: one's own, or that of a friend, which everyone is shown."""
    link, hashes = new_secret(), token_hashes(request.cookies)
    table = await tables_of(request).add_link(table_id, body.seat, link, hashes)
    answer = JSONResponse({"seat": body.seat, "link": _url(request, table, link)})
    set_link_cookie(answer, table, body.seat, link)
    return answer


@dataclass(frozen=True)
class SeatLink:
    """A seat to which the viewer may make links, and the link that can be opened now."""

    seat: int
    name: str
    is_own: bool
    """Whether the viewer plays the seat; else it is the seat of a friend."""
    has_joined: bool
    state: SeatState | None
    url: str | None
    """None if there is no open link, or if another browser has made it."""
    qr: str | None


@router.get("/seats")
async def seats_panel(request: Request, table_id: str) -> Response:
    """What the table's menu says about its seats."""
    table = await tables_of(request).get(table_id)
    seats = seats_from_cookies(table, request.cookies)
    return html_response(request, "seats.html", **seats_context(request, table, seats))


@router.get("/invitations")
async def invitations(request: Request, table_id: str) -> Response:
    """The links to the seats of friends who have not come, for the host; else nothing."""
    table = await tables_of(request).get(table_id)
    seats = seats_from_cookies(table, request.cookies)
    return html_response(request, "invitations.html", **seats_context(request, table, seats))


def seats_context(request: Request, table: Table, seats: tuple[int, ...]) -> dict[str, Any]:
    """The context of `seats.html` and `invitations.html` for a browser that may play some seats."""
    here = tables_of(request).presence.seats_here(table)
    states = seat_states(table, here)
    links = [
        _seat_link(request, table, seat, states[seat], is_own=seat in seats)
        for seat in range(len(table.seats))
        if table.seats[seat].is_person and may_make_link(table, seat, seats)
    ]
    return {
        "table": table,
        "seats": seats,
        "state_titles": describe_states(states),
        "watch_url": f"{_base_url(request)}/t/{table.id}",
        "invites": [link for link in links if not link.is_own],
        "own_links": [link for link in links if link.is_own],
        "is_loopback": request.url.hostname in LOOPBACK,
        "notices": describe_notices(table),
    }


def _seat_link(
    request: Request, table: Table, seat: int, state: SeatState | None, *, is_own: bool
) -> SeatLink:
    link = open_link(table, seat, request.cookies)
    url = None if link is None else _url(request, table, link)
    found = table.seats[seat]
    return SeatLink(
        seat,
        found.name,
        is_own=is_own,
        has_joined=found.token_hash is not None,
        state=state,
        url=url,
        qr=None if url is None else _qr(url),
    )


def _url(request: Request, table: Table, link: str) -> str:
    return f"{_base_url(request)}/t/{table.id}/seat/{link}"


def _base_url(request: Request) -> str:
    return str(request.base_url).rstrip("/")


@lru_cache(maxsize=256)
def _qr(url: str) -> str:
    """The QR code of a link; cached, for it takes longer than the rest of the page."""
    # Scanners need the white border of four modules. The page decides on the size.
    return segno.make(url, error="m").svg_inline(border=4, light="#fff", dark="#000", omitsize=True)
