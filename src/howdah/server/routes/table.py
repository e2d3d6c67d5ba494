"""The table in the browser: its page, drafts, turns, and the frames that follow the game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import segno
from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from howdah.games.registry import game_class, plugin_for
from howdah.i18n import translate
from howdah.render.types import SHAPES, Shape
from howdah.server.errors import ApiError, invalid, not_your_seat, stale
from howdah.server.routes.api import record_of, tables_of
from howdah.server.routes.html import html_response, redirect_local
from howdah.server.routes.schemas import Body, StrictRoute
from howdah.server.routes.seat_cookie import seats_from_cookie, set_seat_cookie
from howdah.server.routes.websocket import receive_text, run_until_first_exit
from howdah.server.tables import stand_ins
from howdah.server.tables.create import NewTable, new_seat
from howdah.server.tables.fairness import first_difference, is_promised_here, proof_of
from howdah.server.tables.model import Table, TableSeat
from howdah.server.tables.service import TableService
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Draft, Viewpoint, backdrop, describe, draft, frame, log_of, title

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False, route_class=StrictRoute)

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]", "::1")
STORIES: Final = EventLogCache()


@dataclass(frozen=True)
class Invitation:
    """The secret link of a seat, as text and to be photographed."""

    seat: int
    name: str
    url: str
    qr: str


@router.get("")
async def table_page(request: Request, table_id: str, at: int | None = None) -> Response:
    """The page of a table; what it shows comes by the socket."""
    table = await tables_of(request).get(table_id)
    seats = seats_from_cookie(table, request.cookies)
    kind = game_class(table.kept.game)
    base = str(request.base_url).rstrip("/")
    return html_response(
        request,
        "table.html",
        table=table,
        game=kind.name,
        game_title=kind.title,
        title=title(table),
        seats=seats,
        names=[chair.name for chair in table.chairs],
        has_screens=plugin_for(kind.name).has_hidden_info,
        at=at,
        base=base,
        is_loopback=request.url.hostname in LOOPBACK,
        invites=_invitations(table, seats, base),
        words=_words(),
    )


def _words() -> dict[str, str]:
    """What the page says by itself."""
    return {
        "handover": translate("Hand the screen to {name}."),
        "me": translate("I am {name}"),
        "copied": translate("Copied"),
        "rematch": translate("A rematch is laid: go there"),
        "rule": translate("Rule"),
        "yourTurn": translate("It is your turn, {name}."),
        "over": translate("The game is over."),
        "refused": translate("That was refused. The table is shown as it stands."),
    }


def _invitations(table: Table, seats: tuple[int, ...], base: str) -> list[Invitation]:
    """The links of those who come by a link, for whoever sits at the table's own screen."""
    chairs = list(enumerate(table.chairs))
    if not any(not table.chairs[seat].is_remote for seat in seats):
        return []
    return [_invitation(table, seat, chair, base) for seat, chair in chairs if chair.is_remote]


def _invitation(table: Table, seat: int, chair: TableSeat, base: str) -> Invitation:
    url = f"{base}/t/{table.id}/seat/{chair.token}"
    drawing = segno.make(url, error="m").svg_inline(scale=3, border=2, light="#fff", dark="#000")
    return Invitation(seat, chair.name, url, drawing)


@router.get("/seat/{token}")
async def claim_seat(request: Request, table_id: str, token: str) -> Response:
    """A secret link: from now on this browser plays that seat."""
    table = await tables_of(request).get(table_id)
    seat = table.seat_of(token)
    if seat is None:
        raise not_your_seat()
    answer = redirect_local(f"/t/{table_id}")
    set_seat_cookie(answer, table, {*seats_from_cookie(table, request.cookies), seat})
    return answer


class DraftBody(Body):
    """A turn that is tried out."""

    seat: int
    shape: str
    version: int
    actions: list[str] = Field(max_length=64)
    pick: str | None = None
    can_redo: bool = False


class CommitBody(Body):
    """A turn for good."""

    seat: int
    version: int
    actions: list[str] = Field(max_length=64)


class HandBody(Body):
    """A hand of medals."""

    seat: int
    version: int
    kept: int
    call: str


async def _own_table(request: Request, table_id: str, seat: int) -> Table:
    """The table, for a browser that may play a seat of it."""
    table = await tables_of(request).get(table_id)
    if seat not in seats_from_cookie(table, request.cookies):
        raise not_your_seat()
    return table


@router.post("/draft")
async def preview_draft(request: Request, table_id: str, body: DraftBody) -> JSONResponse:
    """The frame that a draft leads to; nothing is played."""
    table = await _own_table(request, table_id, body.seat)
    if body.version != table.version or table.game is None:
        raise stale(table.version)
    if table.to_play != body.seat:
        raise not_your_seat()
    tried = Draft(tuple(body.actions), body.pick, body.can_redo)
    return JSONResponse(draft(table, Viewpoint(body.seat, _shape(body.shape)), tried))


@router.post("/turns")
async def commit(request: Request, table_id: str, body: CommitBody) -> dict[str, int]:
    """Play a turn for good."""
    tables = tables_of(request)
    if body.seat not in seats_from_cookie(await tables.get_cached(table_id), request.cookies):
        raise not_your_seat()
    table = await tables.commit(table_id, body.seat, body.version, body.actions)
    return {"version": table.version}


@router.post("/medals")
async def choose_medals(request: Request, table_id: str, body: HandBody) -> dict[str, int]:
    """Close a hand of medals."""
    await _own_table(request, table_id, body.seat)
    tables = tables_of(request)
    table = await tables.choose(table_id, body.seat, body.version, body.kept, body.call)
    return {"version": table.version}


class SeatBody(Body):
    """A seat that others speak of."""

    seat: int


@router.post("/stand-in")
async def ask_for_stand_in(request: Request, table_id: str, body: SeatBody) -> dict[str, int]:
    """Agree that an agent plays for someone who has vanished."""
    tables = tables_of(request)
    seats = _seats_here(await tables.get(table_id), request)
    table = await stand_ins.ask_for_stand_in(tables, table_id, body.seat, seats)
    return {"version": table.version}


@router.post("/return")
async def return_to_seat(request: Request, table_id: str) -> dict[str, int]:
    """Say that one is there again."""
    tables = tables_of(request)
    seats = _seats_here(await tables.get(table_id), request)
    return {"version": (await stand_ins.return_to_seat(tables, table_id, seats)).version}


def _seats_here(table: Table, request: Request) -> tuple[int, ...]:
    seats = seats_from_cookie(table, request.cookies)
    if not seats:
        raise not_your_seat()
    return seats


@router.get("/record")
async def download(request: Request, table_id: str) -> Response:
    """The record as a file."""
    table = await tables_of(request).get(table_id)
    text = json.dumps(record_of(table), ensure_ascii=False)
    name = f"{table.kept.game}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(f"{text}\n", media_type="application/json", headers=headers)


@router.get("/fair")
async def fairness_panel(request: Request, table_id: str) -> Response:
    """What the table's menu says of its draws."""
    table = await tables_of(request).get(table_id)
    proof = proof_of(table)
    is_revealed = proof is not None and proof.seed is not None
    difference = first_difference(table) if is_revealed else None
    is_ours = is_promised_here(table)
    return html_response(request, "fair.html", proof=proof, is_ours=is_ours, difference=difference)


@router.post("/rematch")
async def rematch(request: Request, table_id: str) -> JSONResponse:
    """Lay the same table again, everyone one seat on; whoever sits here sits there too."""
    tables = tables_of(request)
    table = await tables.get(table_id)
    if not table.is_over:
        raise ApiError(409, "not-over", translate("The game is not over yet."))
    seats = seats_from_cookie(table, request.cookies)
    again = await tables.rematch(table_id, _rotated(table)) if seats else await _laid(table, tables)
    answer = JSONResponse({"table": f"/t/{again.id}"})
    count = len(table.chairs)
    set_seat_cookie(answer, again, sorted((seat + 1) % count for seat in seats))
    return answer


async def _laid(table: Table, tables: TableService) -> Table:
    """The rematch that is laid already; only those who played may lay one."""
    if table.kept.rematch is None:
        raise not_your_seat()
    return await tables.get(table.kept.rematch)


def _rotated(table: Table) -> NewTable:
    """The same rules and people, each one seat further to the left."""
    moved = (*table.chairs[-1:], *table.chairs[:-1])
    chairs = tuple(
        new_seat(chair.name, agent=chair.agent, is_remote=chair.is_remote) for chair in moved
    )
    return NewTable(table.kept.game, table.kept.rules, chairs, table.screens)


@router.websocket("/live")
async def follow(socket: WebSocket, table_id: str) -> None:
    """News as they come, and frames as they are asked for."""
    await socket.accept()
    tables = tables_of(socket)
    try:
        seats = seats_from_cookie(await tables.get(table_id), socket.cookies)
    except ApiError as refusal:
        await socket.send_json(refusal.to_json())
        await socket.close(1008)
        return
    await run_until_first_exit(
        socket, _tell(socket, tables, table_id, seats), _answer(socket, tables, table_id, seats)
    )


async def _tell(
    socket: WebSocket, tables: TableService, table_id: str, seats: tuple[int, ...]
) -> None:
    while True:
        bell = tables.notifier.next_change(table_id)
        await socket.send_json(describe(await tables.get_cached(table_id), seats))
        await bell.wait()


async def _answer(
    socket: WebSocket, tables: TableService, table_id: str, seats: tuple[int, ...]
) -> None:
    """Answer one question after the other; what was answered is not kept while nobody asks."""
    while True:
        text = await receive_text(socket)
        await socket.send_json(_handle_message(await tables.get_cached(table_id), text, seats))


def _handle_message(table: Table, text: str | None, seats: tuple[int, ...]) -> dict[str, Any]:
    try:
        return _dispatch(table, _parse_message(text), seats)
    except ApiError as refusal:
        return {"kind": "refusal", **refusal.to_json()}


def _parse_message(text: str | None) -> dict[str, Any]:
    try:
        asked = json.loads(text or "")
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise invalid(translate("This cannot be understood."))
    return asked


def _dispatch(table: Table, asked: dict[str, Any], seats: tuple[int, ...]) -> dict[str, Any]:
    """A scene, the log or a frame, as the one who asks may see it."""
    if asked.get("ask") == "log":
        return log_of(table, STORIES, _number(asked.get("after"), 0))
    shape, seat = _shape(asked.get("shape")), asked.get("seat")
    if asked.get("ask") == "scene":
        return backdrop(table, shape)
    if seat is not None and (type(seat) is not int or seat not in seats):
        raise not_your_seat()
    at = min(_number(asked.get("at"), table.length), table.length)
    is_past = asked.get("past") is True
    return frame(table, Viewpoint(seat, shape), STORIES, at=at, is_past=is_past)


def _shape(value: Any) -> Shape:
    if value not in SHAPES:
        raise invalid(translate("This cannot be understood."))
    return SHAPES[SHAPES.index(value)]


def _number(value: Any, usual: int) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else usual
