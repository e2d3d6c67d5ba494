"""The pages around the table: rules, help, records, pictures; and games that start with a click."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from howdah.ai.agents import RandomAgent, default_agent
from howdah.ai.match import play_match
from howdah.games.registry import GAMES, AnyGame, game_class, plugin_for
from howdah.i18n import Language, current_language, translate, use_language
from howdah.i18n.translation import CODES, rules_page
from howdah.render.art import definitions
from howdah.render.css import stylesheet
from howdah.render.document import draw_document
from howdah.render.opponents import faces_sheet
from howdah.render.svg import draw_board, renderer_for, sheet
from howdah.render.types import THEMES as PICTURE_THEMES
from howdah.render.types import Theme
from howdah.server.dependencies import (
    A_YEAR,
    owner_of,
    tables_of,
)
from howdah.server.errors import ApiError
from howdah.server.help_page import help_page
from howdah.server.middleware.security import LANGUAGE_COOKIE
from howdah.server.responses import THEME_COOKIE, THEMES, html_response, redirect_local
from howdah.server.routes.schemas import MOST_RECORD_PARTS, FormRoute, holds_too_much
from howdah.server.routes.table_creation import AGENT_NAMES, agent_seat, open_table
from howdah.table.create import NewTable, new_seat
from howdah.table.errors import TableError, invalid, unknown_game
from howdah.table.panels import page_stylesheet, panels_for

router = APIRouter(include_in_schema=False, route_class=FormRoute)

SITE: Final = "site"
"""The stylesheet of the pages that belong to no game."""
KEEP: Final = {"cache-control": "public, max-age=31536000, immutable"}


@router.post("/play")
async def play_now(
    request: Request,
    game: Annotated[str, Form()],
    players: Annotated[int, Form()],
    name: Annotated[str, Form()] = "",
) -> Response:
    """One click: a person against the usual computers, by the rules of a quick game."""
    if not 1 <= players <= 5:
        raise invalid(translate("Each player needs one seat."))
    if game not in GAMES:
        raise unknown_game(game)
    rivals = [agent_seat(number, default_agent(game)) for number in range(1, players)]
    seats = (new_seat(name), *rivals)
    starts = panels_for(game).QUICK_STARTS
    rules = next((start.rules for start in starts if start.players == players), {})
    return await open_table(request, NewTable(game, rules, seats, shares_seed=True))


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The rules of a game, with drawings."""
    if game not in GAMES:
        raise ApiError(404, "not-found", translate("Page not found."))
    title = game_class(game).title
    return html_response(
        request,
        "rules.html",
        game=game,
        heading=translate("Rules of {game}", game=title),
        rules=_compose_rules(game, current_language()),
    )


class RulesLayout(NamedTuple):
    """A rules page in two parts, with the links of the contents list that goes between them."""

    introduction: str
    contents: tuple[tuple[str, str], ...]
    """The id and the title of every section."""
    sections: str


@cache
def _compose_rules(game: str, language: Language) -> RulesLayout:
    html = _rules_with_drawings(game, language)
    start = html.find("<section ")
    introduction, sections = (html, "") if start < 0 else (html[:start], html[start:])
    titles = re.findall(r'<section id="([\w-]+)">\s*<h2>([^<]*)</h2>', sections)
    return RulesLayout(introduction, tuple(titles), sections)


def _rules_with_drawings(game: str, language: Language) -> str:
    """The rules with their figures, after the symbols that the figures use."""
    renderer, html = renderer_for(game), rules_page(game, language)
    figure = r'<figure data-drawing="([\w-]+)">'
    drawn = re.sub(figure, lambda found: f"{found[0]}{renderer.rule_figure(found[1])}", html)
    symbols = definitions(drawn, renderer.symbols())
    return f'<svg class="symbols" aria-hidden="true"><defs>{symbols}</defs></svg>{drawn}'


@router.get("/help")
async def show_help(request: Request) -> Response:
    """How to play at the table."""
    return html_response(request, "help.html", help=help_page(current_language()))


@router.post("/records")
async def open_record(request: Request, record: UploadFile) -> Response:
    """Create a table that replays a record."""
    try:
        text = (await record.read()).decode()
    except UnicodeDecodeError as error:
        raise TableError("invalid-record", translate("This file isn't a saved game.")) from error
    if holds_too_much(text, MOST_RECORD_PARTS):
        raise ApiError(413, "too-large", translate("This is too large."))
    table = await tables_of(request).import_record(text.strip(), owner=await owner_of(request))
    return redirect_local(f"/t/{table.id}?at=0")


@router.post("/language")
async def set_language(
    language: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> Response:
    """Choose the language."""
    return _set_preference(LANGUAGE_COOKIE, language, CODES, back)


@router.post("/theme")
async def set_theme(theme: Annotated[str, Form()], back: Annotated[str, Form()] = "/") -> Response:
    """Choose the light or the dark theme, or that of the system."""
    return _set_preference(THEME_COOKIE, theme, THEMES, back)


def _set_preference(cookie: str, value: str, known: tuple[str, ...], back: str) -> Response:
    answer = redirect_local(back)
    if value in known:
        answer.set_cookie(cookie, value, max_age=A_YEAR, httponly=True, samesite="lax")
    return answer


@router.get("/colours/{name}.css")
async def colours(name: str) -> Response:
    """The colours of the site, or the colours and the stylesheet of a game."""
    if name != SITE and name not in GAMES:
        raise ApiError(404, "not-found", translate("Page not found."))
    text = page_stylesheet(name) if name in GAMES else stylesheet()
    return Response(text, media_type="text/css", headers=KEEP)


@router.get("/art/{game}.svg")
async def art_sheet(game: str) -> Response:
    """The drawings of a game's art files; its page loads them once."""
    if game not in GAMES:
        raise ApiError(404, "not-found", translate("Page not found."))
    return Response(sheet(game), media_type="image/svg+xml", headers=KEEP)


@router.get("/faces.svg")
async def faces() -> Response:
    """The faces of those who may sit at a table."""
    return Response(faces_sheet(), media_type="image/svg+xml", headers=KEEP)


@router.get("/pictures/{game}.{language}.{theme}.svg")
async def picture(game: str, language: str, theme: str) -> Response:
    """A game as it looks, for the home page."""
    if game not in GAMES or language not in CODES or theme not in PICTURE_THEMES:
        raise ApiError(404, "not-found", translate("Page not found."))
    return Response(_picture(game, language, theme), media_type="image/svg+xml", headers=KEEP)


@cache
def _picture(game: str, language: Language, theme: Theme) -> str:
    with use_language(language):
        return _draw_demo(game, theme)


def _draw_demo(game: str, theme: Theme) -> str:
    renderer, shown = renderer_for(game), _demo_game(game)
    view = shown.at(len(shown.actions) * 2 // 3).view(screens="open")
    size = renderer.size(view.board, "wide")
    return draw_document(renderer.ART, theme, size, draw_board(renderer, view, "wide"))


def _demo_game(game: str) -> AnyGame:
    options = {"players": game_class(game).usual_players, **plugin_for(game).demo_options}
    players = options.pop("players")
    names = AGENT_NAMES[:players]
    return play_match(game, names, "picture", make=lambda _, seed: RandomAgent(seed), **options)
