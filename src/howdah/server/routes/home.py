"""The home page: the games, the lesson to begin with, and the tables of a browser."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from howdah.games.registry import GAMES, game_class
from howdah.i18n import translate
from howdah.render.cloth import BLOCK, BORDER, draw_border_slices
from howdah.render.css import SHARED
from howdah.render.document import draw_document
from howdah.render.types import THEMES, Size, Theme
from howdah.server.dependencies import PAGE, TableId, seats_from_cookies, tables_of
from howdah.server.errors import ApiError
from howdah.server.responses import html_response, imported_modules
from howdah.table.lesson import lesson_module
from howdah.table.panels import About, QuickStart, panels_for
from howdah.table.summary import summarize

KEEP_FOR_A_DAY: Final = {"cache-control": "public, max-age=86400"}
"""For what a stylesheet asks for, without a version in the address."""

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Offer:
    """A game as the home page shows it."""

    name: str
    title: str
    about: About
    players: range
    starts: tuple[QuickStart, ...]
    rules_link: str
    has_lesson: bool


@router.get("/")
async def home(request: Request) -> Response:
    """The home page; what this device has played is added by its script."""
    offers = [_offer(game) for game in GAMES]
    return html_response(
        request,
        "home.html",
        offers=offers,
        first_lesson=next((offer for offer in offers if offer.has_lesson), None),
        modules=imported_modules("home.js"),
    )


def _offer(game: str) -> Offer:
    kind, panels = game_class(game), panels_for(game)
    return Offer(
        game,
        kind.title,
        panels.ABOUT,
        kind.player_counts,
        panels.QUICK_STARTS,
        panels.RULES_LINK,
        has_lesson=lesson_module(game) is not None,
    )


@router.get(f"{PAGE}/summary")
async def table_summary(request: Request, table_id: TableId) -> Response:
    """The card of a table on the home page, for the seats of this browser.

    Each is asked for by itself: a browser shows the tokens of its seats only to their own table.
    """
    table = await tables_of(request).get(table_id)
    summary = summarize(table, seats_from_cookies(table, request.cookies))
    return html_response(request, "summary.html", table=table.id, summary=summary)


@router.get("/pictures/border.{theme}.svg")
async def border(theme: str) -> Response:
    """The printed border of the cloth, which the stylesheet of the pages cuts into slices."""
    if theme not in THEMES:
        raise ApiError(404, "not-found", translate("Page not found."))
    return Response(_border(theme), media_type="image/svg+xml", headers=KEEP_FOR_A_DAY)


@cache
def _border(theme: Theme) -> str:
    side = BLOCK + 2 * BORDER
    return draw_document(SHARED, theme, Size(side, side), draw_border_slices())
