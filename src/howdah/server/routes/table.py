"""A table: its page, and everything that players do there.

The same routes serve the page (`/t/ID`, authorised by the seat cookie) and the public HTTP
interface (`/api/tables/ID`, authorised by a bearer token).
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import JSONResponse

from howdah.core.pregame import PreGame
from howdah.games.registry import GAMES, game_class, plugin_for
from howdah.i18n import translate
from howdah.server.dependencies import (
    PAGE,
    TOKEN,
    Bearer,
    TableId,
    held_tokens,
    moved_seats,
    seat_of,
    seats_from_cookies,
    seats_of,
    set_seat_cookie,
    tables_of,
)
from howdah.server.responses import html_response, imported_modules
from howdah.server.routes.schemas import (
    AbsentBody,
    StandIn,
    StrictRoute,
    TurnBody,
    Versioned,
    error_responses,
    pregame_body,
)
from howdah.server.routes.seats import seats_context
from howdah.server.routes.seed import add_seed_routes
from howdah.server.tables.fairness import record_with_proof
from howdah.server.tables.model import HostedTable
from howdah.server.tables.service import TableService
from howdah.table.create import NewTable, new_seat
from howdah.table.endings import is_level, rival_level
from howdah.table.errors import NotAllowed, OutOfDate, invalid, not_your_seat
from howdah.table.frames import title
from howdah.table.model import Table
from howdah.table.panels import panels_for, pregame_panels_for
from howdah.table.seat_links import derive_token
from howdah.table.seat_states import TITLES as STATE_TITLES
from howdah.table.stand_ins import absences
from howdah.table.take_back import may_take_back

SeatQuery = Annotated[
    int | None, Query(description="The seat to play, for a browser that holds several")
]

page_router = APIRouter(prefix=PAGE, include_in_schema=False, route_class=StrictRoute)


# What players do, by cookie or by token


def action_router(prefix: str) -> APIRouter:
    """The routes for turns, pre-game choices, stand-ins and the seed, under a table's address.

    The prefix belongs to the router, not to its inclusion: the metrics count requests by the
    path of their route.
    """
    router = APIRouter(
        prefix=prefix,
        tags=["tables"],
        route_class=StrictRoute,
        dependencies=[TOKEN],
        responses=error_responses(400, 403, 404, 409, 422, 429, 500, 503),
    )
    too_large = error_responses(413)
    router.post("/turns", responses=too_large)(play_turn)
    router.post("/stand-in", responses=too_large)(request_stand_in)
    router.post("/return")(return_to_seat)
    add_seed_routes(router)
    for game in GAMES:
        pregame = game_class(game).pregame_class
        if pregame is not None:
            _add_pregame_route(router, game, pregame)
    return router


async def play_turn(
    request: Request,
    table_id: TableId,
    body: TurnBody,
    seat: SeatQuery = None,
    authorization: Bearer = None,
) -> Versioned:
    """Play a whole turn; it counts only if the version is the table's."""
    tables = tables_of(request)
    try:
        player = seat_of(await tables.get_cached(table_id), request, authorization, seat)
    except NotAllowed:  # the seat may have been taken at another process a moment ago
        player = seat_of(await tables.get(table_id), request, authorization, seat)
    table = await tables.commit(table_id, player, body.version, body.actions)
    return Versioned(version=table.version)


def _add_pregame_route(router: APIRouter, game: str, pregame: type[PreGame]) -> None:
    """A route for the choices of a pre-game: its fields are those of the request's body."""

    async def choose(
        request: Request,
        response: Response,
        table_id: TableId,
        body: Any,
        seat: SeatQuery = None,
        authorization: Bearer = None,
    ) -> Versioned:
        tables = tables_of(request)
        player = seat_of(await tables.get(table_id), request, authorization, seat)
        choice = [getattr(body, name) for name in pregame.choice_class._fields]
        table = await tables.choose(table_id, player, body.version, choice)
        if table.version > body.version:
            response.status_code = 200
        return Versioned(version=table.version)

    choose.__doc__ = pregame.choose.__doc__
    choose.__annotations__["body"] = pregame_body(game, pregame)
    committed: dict[int | str, dict[str, Any]] = {
        200: {"model": Versioned, "description": "All have chosen: the round is over"}
    }
    router.post(
        f"/{pregame.name}",
        name=f"choose_{pregame.name}",
        status_code=202,
        responses={**committed, **error_responses(413)},
    )(choose)


async def request_stand_in(
    request: Request, table_id: TableId, body: AbsentBody, authorization: Bearer = None
) -> StandIn:
    """Agree that an agent plays for an absent person; it does when all others agree."""
    tables = tables_of(request)
    seats = seats_of(await tables.get(table_id), request, authorization)
    table = await tables.request_stand_in(table_id, body.seat, seats)
    missing = [a.still_missing for a in absences(table, time.time()) if a.seat == body.seat]
    agent = table.seats[body.seat].stand_in
    return StandIn(seat=body.seat, agent=agent, missing=[seat for some in missing for seat in some])


async def return_to_seat(
    request: Request, table_id: TableId, authorization: Bearer = None
) -> StandIn:
    """Take a seat back from its stand-in."""
    tables = tables_of(request)
    seats = seats_of(await tables.get(table_id), request, authorization)
    await tables.return_to_seats(table_id, seats)
    return StandIn(seat=seats[0], agent=None, missing=[])


# The page


@page_router.get("")
async def table_page(request: Request, table_id: str, at: int | None = None) -> Response:
    """The page of a table; what it shows comes by the socket."""
    table = await tables_of(request).get(table_id)
    seats = seats_from_cookies(table, request.cookies)
    return html_response(
        request,
        "table.html",
        **page_context(table),
        title=title(table),
        moved=[table.seats[seat].name for seat in moved_seats(table, request.cookies)],
        has_screens=plugin_for(table.game_name).has_hidden_info,
        has_pregame=game_class(table.game_name).pregame_for(table.rules) is not None,
        at=at,
        lesson="",
        take_back=_take_back_kind(table, seats),
        modules=imported_modules("table.js"),
        **seats_context(request, table, seats),
    )


def page_context(table: Table) -> dict[str, Any]:
    """What the page of a table needs to know of its game, and of who plays."""
    plugin = plugin_for(table.game_name)
    return {
        "game": plugin.name,
        "game_title": plugin.game_class.title,
        "names": table.names,
        "has_grid": plugin.board_grid is not None,
        "has_cards": plugin.info_cards is not None,
        "has_lesson": plugin.lesson is not None,
        "confirms_by_itself": plugin.confirms_by_itself,
        "unfinished": panels_for(plugin.name).UNFINISHED,
        "messages": page_messages(),
    }


def _take_back_kind(table: Table, seats: tuple[int, ...]) -> str:
    """How this browser takes turns back: in a solo game, against computers, or not at all."""
    if not may_take_back(table, seats):
        return ""
    return "solo" if len(table.seats) == 1 else "computers"


def page_messages() -> dict[str, str]:
    """The messages that the page of a table shows by itself."""
    return {
        "handover": translate("Pass the device to {name}."),
        "me": translate("I'm {name}"),
        "copied": translate("Copied"),
        "joined": translate("{name} has joined."),
        "rematch": translate("Rematch ready: join"),
        "rule": translate("Rule"),
        "confirmed": translate("Turn confirmed."),
        "undone": translate("Undone."),
        "yourTurn": translate("Your turn, {name}."),
        "turnInLog": translate("{name}: {actions}"),
        "sinceLastTurn": translate("Since your last turn"),
        "beforeFirstTurn": translate("Before your first turn"),
        "watchAgain": translate("Watch again"),
        "replayTurn": translate("Replay this turn"),
        "over": translate("The game is over."),
        "leftOut": translate("Didn't take part in the draw: {names}"),
        "takeBack": translate("Take back my last turn"),
        "takenBack": translate("Back at your earlier turn."),
        "takeBacks": translate("with take-backs ({count})"),
        "refused": translate("That move wasn't accepted; the board is up to date again."),
        **{state: translate(title) for state, title in STATE_TITLES.items()},
    }


@page_router.get("/record")
async def download_record(request: Request, table_id: str) -> Response:
    """The record as a file."""
    table = await tables_of(request).get(table_id)
    text = json.dumps(record_of(table), ensure_ascii=False)
    name = f"{table.game_name}-{table.id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(f"{text}\n", media_type="application/json", headers=headers)


def record_of(table: HostedTable) -> dict[str, Any]:
    """The record of a table; `OutOfDate` before the seed is made and the pre-game is done."""
    if not table.is_seed_made:
        sentence = translate("You can download the game once the set-up has been drawn.")
        raise OutOfDate("seed", sentence, version=table.version)
    if table.pregame is not None:
        sentence = translate(pregame_panels_for(table.game_name).NO_RECORD_YET)
        raise OutOfDate(table.pregame.name, sentence, version=table.version)
    return record_with_proof(table).to_json()


@page_router.post("/rematch")
async def rematch(request: Request, table_id: str, level: int | None = None) -> JSONResponse:
    """Create the same table again, everyone one seat on; this browser plays there too.

    What it gets there follows from the tokens it has here, so that requests at the same moment
    get the same. A seat that was taken there by a link stays with who took it.

    One person against computers of one level may play on at another one. That is a new table each
    time, not the rematch: it concerns nobody else.
    """
    tables = tables_of(request)
    table = await tables.get(table_id)
    if not table.is_over:
        raise OutOfDate("not-over", translate("The game is not over yet."))
    held = held_tokens(table, request.cookies)
    if held and level is not None:
        again = await tables.create(_at_level(table, level), owner=table.stored.owner)
    elif held:
        again = await tables.rematch(table_id, _rotate_seats(table))
    else:
        again = await _existing_rematch(table, tables)
    count = len(table.seats)
    tokens = {
        (seat + 1) % count: derive_token(token, f"rematch {again.id}")
        for seat, token in held.items()
    }
    again = await tables.take_seats(again.id, tokens)
    answer = JSONResponse({"table": f"/t/{again.id}"})
    for seat, token in tokens.items():
        if again.seat_of(token) == seat:
            set_seat_cookie(answer, again, seat, token)
    return answer


async def _existing_rematch(table: Table, tables: TableService) -> HostedTable:
    """The rematch, if it exists; only those who played may create it."""
    if table.rematch is None:
        raise not_your_seat()
    return await tables.get(table.rematch)


def _rotate_seats(table: Table) -> NewTable:
    """The same rules and people, each one seat further to the left, with what they chose."""
    moved = (*table.seats[-1:], *table.seats[:-1])
    seats = tuple(
        new_seat(seat.name, agent=seat.agent, is_remote=seat.is_remote, secret="none")
        for seat in moved
    )
    return NewTable(
        table.game_name,
        table.rules,
        seats,
        table.screens,
        table.stand_in_after,
        shares_seed=True,
        start_choices=_rotate_choices(table),
    )


def _at_level(table: Table, level: int) -> NewTable:
    """The table of a rematch, whose computers play at another level."""
    if rival_level(table) is None or not is_level(level):
        raise invalid(translate("Invalid request."))
    new = _rotate_seats(table)
    agent = f"level:{level}"
    seats = (
        seat if seat.seat.is_person else new_seat(seat.seat.name, agent=agent) for seat in new.seats
    )
    return replace(new, seats=tuple(seats))


def _rotate_choices(table: Table) -> dict[str, list[str]]:
    """What people have of the set-up by choice stays theirs on their next seat."""
    setting = game_class(table.game_name).seat_setting
    if setting is None or table.game is None:
        return {}
    values: Any = table.game.start()[setting.name]
    return {setting.name: [*values[-1:], *values[:-1]]}
