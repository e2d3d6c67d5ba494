"""Lessons: a first game step by step. The page keeps how far its player is, and nothing is stored.

When the lesson is over, or skipped, its game goes on at a table like any other.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from howdah.games.registry import GAMES, game_class
from howdah.i18n import translate
from howdah.server.dependencies import owner_of, set_seat_cookie, tables_of
from howdah.server.errors import ApiError
from howdah.server.middleware.cpu_time import CpuTimer
from howdah.server.middleware.rate_limit import rate_limiter_of
from howdah.server.responses import html_response, imported_modules, redirect_local
from howdah.server.routes.live import POLICY_VIOLATION, receive_text, run_until_first_exit
from howdah.server.routes.schemas import FormRoute
from howdah.server.routes.table import page_context
from howdah.table.create import shown_name
from howdah.table.encoding import encode_json
from howdah.table.errors import TableError
from howdah.table.lesson import LEARNER, Progress, lesson_module
from howdah.table.lesson_session import SEATS, LessonSession, LessonTable, open_lesson
from howdah.table.messages import parse_message
from howdah.table.seat_links import new_secret

PREFIX: Final = "/learn"
MOST_LETTERS: Final = 2000
"""Of the turns of a lesson, as the page keeps them."""

router = APIRouter(prefix=PREFIX, include_in_schema=False, route_class=FormRoute)


@router.get("/{game}")
async def lesson_page(request: Request, game: str) -> Response:
    """The page of a lesson: that of a table, whose lesson comes by the socket."""
    _check_game(game)
    table = _open(game, "", "").table
    return html_response(
        request,
        "lesson.html",
        **page_context(table),
        title=translate("Learn {game}", game=game_class(game).title),
        table=table,
        lesson=game,
        seats=SEATS,
        has_screens=False,
        has_pregame=False,
        at=None,
        take_back="",
        moved=[],
        modules=imported_modules("lesson.js"),
    )


def _check_game(game: str) -> None:
    if game not in GAMES or lesson_module(game) is None:
        raise ApiError(404, "not-found", translate("Page not found."))


@router.post("/{game}")
async def play_on(
    request: Request,
    game: str,
    turns: Annotated[str, Form(max_length=MOST_LETTERS)] = "",
    name: Annotated[str, Form()] = "",
) -> Response:
    """Play the game of a lesson on, against the first level."""
    _check_game(game)
    opened, token = _open(game, name, turns), new_secret()
    owner = await owner_of(request)
    table = await tables_of(request).add_lesson(opened.table, LEARNER, token, owner=owner)
    answer = redirect_local(f"/t/{table.id}")
    set_seat_cookie(answer, table, LEARNER, token)
    return answer


def _open(game: str, name: str, turns: str) -> LessonTable:
    """The lesson as far as a page says that its player is."""
    progress = Progress.parse(turns[:MOST_LETTERS], 0)
    return open_lesson(game, shown_name(name) or translate("Player"), progress)


def _open_where_possible(game: str, name: str, turns: str) -> LessonTable:
    """The lesson as far as its player is; at its first step if it has changed since."""
    try:
        return _open(game, name, turns)
    except TableError:
        return _open(game, name, "")


@router.websocket("/{game}/live")
async def follow_lesson(socket: WebSocket, game: str, turns: str = "", name: str = "") -> None:
    """Answer the messages of a lesson's page; the first one is what it needs to know."""
    await socket.accept()
    try:
        _check_game(game)
        session = LessonSession(_open_where_possible(game, name, turns))
    except TableError as error:
        await socket.send_json({"kind": "refusal", **error.to_json()})
        await socket.close(POLICY_VIOLATION)
        return
    await socket.send_text(session.update(time.time()))
    await run_until_first_exit(socket, _answer_messages(socket, session))


async def _answer_messages(socket: WebSocket, session: LessonSession) -> None:
    while True:
        text = await receive_text(socket)
        for answer in await _answer(socket, session, text):
            await socket.send_text(answer)


async def _answer(socket: WebSocket, session: LessonSession, text: str | None) -> list[str]:
    """Answer a message; its client pays for the CPU time that it takes."""
    timer = CpuTimer()
    try:
        return await timer.run(_dispatch(session, text))
    except TableError as error:
        return [encode_json({"kind": "refusal", **error.to_json()})]
    finally:
        rate_limiter_of(socket).charge_cpu(socket.scope["payer"], timer.seconds)


async def _dispatch(session: LessonSession, text: str | None) -> list[str]:
    message: dict[str, Any] = parse_message(text)
    return session.answer(message, time.time())
