"""Responses that all routes share: pages, redirects, errors; and the files of the pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from howdah.games.registry import GAMES
from howdah.render.svg import sheet
from howdah.server.errors import status_of
from howdah.server.observability.metrics import metrics_of
from howdah.table.errors import TableError
from howdah.table.jinja import create_environment
from howdah.table.panels import page_stylesheet, panels_for

THEME_COOKIE: Final = "theme"
THEMES: Final = ("auto", "light", "dark")
STATIC: Final = Path(str(files("howdah.server") / "static"))
SEE_OTHER: Final = 303
IMPORT: Final = re.compile(r'^import .*"\./(\w+\.js)";$', re.MULTILINE)
LOCAL_ADDRESS: Final = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")
"""Browsers take `//` and `/\\` for the beginning of a host, and leave out control characters."""


def html_response(
    request: Request, template: str, *, status: int = 200, **facts: Any
) -> HTMLResponse:
    """A template as a page."""
    theme = request.cookies.get(THEME_COOKIE, THEMES[0])
    html = (
        _environment()
        .get_template(template)
        .render(
            here=here(request),
            asset_version=asset_version(),
            games=_menu(),
            theme=theme if theme in THEMES else THEMES[0],
            **facts,
        )
    )
    return HTMLResponse(html, status, headers={"cache-control": "no-store"})


def error_response(request: Request, error: TableError) -> Response:
    """An error as JSON, or as a page for a browser; it is counted."""
    metrics_of(request).refusals.labels(error.code).inc()
    if "text/html" in request.headers.get("accept", ""):
        context = {"sentence": error.sentence, "detail": error.details.get("detail", "")}
        response: Response = html_response(
            request, "error.html", status=status_of(error), **context
        )
    else:
        response = JSONResponse(error.to_json(), status_of(error))
    if "retry_after" in error.details:
        response.headers["retry-after"] = str(error.details["retry_after"])
    return response


@dataclass(frozen=True)
class MenuEntry:
    """A game as the menu and the footer of every page show it."""

    name: str
    rules_link: str
    credit: str


def _menu() -> list[MenuEntry]:
    panels = ((game, panels_for(game)) for game in GAMES)
    return [MenuEntry(game, found.RULES_LINK, found.CREDIT) for game, found in panels]


@cache
def _environment() -> Environment:
    return create_environment(PackageLoader("howdah.server"))


def here(request: Request) -> str:
    """The path and query of a request."""
    query = f"?{request.url.query}" if request.url.query else ""
    return f"{request.url.path}{query}"


def redirect_local(address: str) -> RedirectResponse:
    """Redirect to an address on this server; any other address leads to the home page."""
    return RedirectResponse(address if LOCAL_ADDRESS.fullmatch(address) else "/", SEE_OTHER)


@cache
def asset_version() -> str:
    """Changes whenever a file of the page changes, so that browsers may keep them."""
    found = sha256()
    for file in sorted(file for file in STATIC.rglob("*") if file.is_file()):
        found.update(file.read_bytes())
    for game in GAMES:
        found.update(page_stylesheet(game).encode())
        found.update(sheet(game).encode())
    return found.hexdigest()[:8]


@cache
def imported_modules(script: str) -> tuple[str, ...]:
    """Return the scripts that a script imports, and those that these import, in a fixed order.

    A page names them all, so that a browser need not read one script to learn of the next.
    """
    found: list[str] = []
    waiting = [script]
    while waiting:
        for name in IMPORT.findall((STATIC / waiting.pop()).read_text("utf-8")):
            if name not in found:
                found.append(name)
                waiting.append(name)
    return tuple(found)
