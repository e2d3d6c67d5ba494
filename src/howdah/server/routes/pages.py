"""The pages around the table: new table, rules, help, records. The home page is in `home.py`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, NamedTuple

from fastapi import APIRouter, Form, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from howdah.ai.agents import AGENTS, RandomAgent, agents_of, default_agent
from howdah.ai.match import play_match
from howdah.core.options import Setting
from howdah.games.registry import GAMES, AnyGame, default_game, game_class, plugin_for
from howdah.i18n import Language, current_language, mark, translate, use_language
from howdah.i18n.translation import CODES, rules_page
from howdah.render.art import definitions
from howdah.render.css import stylesheet
from howdah.render.document import draw_document
from howdah.render.svg import draw_board, renderer_for, sheet
from howdah.render.types import THEMES as PICTURE_THEMES
from howdah.render.types import Theme
from howdah.server.dependencies import (
    A_YEAR,
    limit_agent_tables,
    owner_of,
    set_link_cookie,
    set_seat_cookie,
    tables_of,
)
from howdah.server.errors import ApiError
from howdah.server.help_page import help_page
from howdah.server.middleware.security import LANGUAGE_COOKIE
from howdah.server.responses import THEME_COOKIE, THEMES, html_response, redirect_local
from howdah.server.routes.schemas import MOST_RECORD_PARTS, FormRoute, holds_too_much
from howdah.table.create import NewSeat, NewTable, new_seat
from howdah.table.errors import TableError, invalid, unknown_game
from howdah.table.panels import page_stylesheet, panels_for, seat_setting_panels_for

router = APIRouter(include_in_schema=False, route_class=FormRoute)

SITE: Final = "site"
"""The stylesheet of the pages that belong to no game."""
MOST_DIGITS: Final = 9
"""Of a number in a form: more than any setting takes, and few enough to compute with."""
STAND_IN_CHOICES: Final = {
    "600": mark("After 10 minutes"),
    "3600": mark("After 1 hour"),
    "86400": mark("After 1 day"),
    "never": mark("Never"),
}
"""When the computer may step in for an absent player, as the form offers it: in seconds."""
AGENT_NAMES: Final = ("Anjali", "Bhaskar", "Chitra", "Dev", "Esha")
"""What computers are called that were given no name."""
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
    rivals = [_agent_seat(number, default_agent(game)) for number in range(1, players)]
    seats = (new_seat(name), *rivals)
    starts = panels_for(game).QUICK_STARTS
    rules = next((start.rules for start in starts if start.players == players), {})
    return await _open_table(request, NewTable(game, rules, seats, shares_seed=True))


def _agent_seat(number: int, agent: str) -> NewSeat:
    return new_seat(AGENT_NAMES[number % len(AGENT_NAMES)], agent=agent)


async def _open_table(request: Request, new: NewTable) -> RedirectResponse:
    limit_agent_tables(request, new)
    table = await tables_of(request).create(new, owner=await owner_of(request))
    answer = redirect_local(f"/t/{table.id}")
    for number, seat in enumerate(new.seats):
        if seat.token is not None:
            set_seat_cookie(answer, table, number, seat.token)
        elif seat.link is not None:
            set_link_cookie(answer, table, number, seat.link)
    return answer


@dataclass(frozen=True)
class Question:
    """A setting as the form asks for it."""

    name: str
    title: str
    default: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True)
class SeatQuestion:
    """The seat setting of a game as the form asks for it, for a number of players."""

    players: int
    title: str
    choices: list[tuple[str, str]]


@router.get("/new")
async def new_table(request: Request, game: str = "") -> Response:
    """The page that asks what to play, and with whom."""
    return new_table_form(request, game)


def new_table_form(request: Request, game: str, refusal: str = "", status: int = 200) -> Response:
    """The form for a new table; `refusal` says what was wrong with the last one."""
    kind = game_class(game if game in GAMES else default_game())
    return html_response(
        request,
        "new.html",
        status=status,
        game=kind,
        kinds=[game_class(name) for name in GAMES],
        agents=[(name, AGENTS[name].description) for name in agents_of(kind.name)],
        settings=[_question(kind, setting) for setting in kind.settings],
        seat_questions=_seat_questions(kind),
        usual=default_agent(kind.name),
        stand_in_choices=STAND_IN_CHOICES,
        refusal=refusal,
        has_screens=plugin_for(kind.name).has_hidden_info,
    )


def _question(kind: type[AnyGame], setting: Setting) -> Question:
    choices = kind.boards if setting.name == "board" else setting.choices
    labels = panels_for(kind.name).LABELS
    named = [(value, translate(labels[value]) if value in labels else value) for value in choices]
    return Question(setting.name, translate(labels[setting.name]), setting.default, named)


def _seat_questions(kind: type[AnyGame]) -> list[SeatQuestion]:
    """The seat setting for each number of players; the page shows the one that it is about."""
    setting = kind.seat_setting
    if setting is None:
        return []
    panels = seat_setting_panels_for(kind.name)
    return [
        SeatQuestion(
            players,
            translate(panels.LABELS[setting.name]),
            [(",".join(values), panels.describe_seat_values(values)) for values in choices],
        )
        for players, choices in setting.choices.items()
    ]


@router.post("/new")
async def create_table(request: Request) -> Response:
    """Create the table of the form; what is wrong with it is shown on the same page."""
    form = await request.form()
    answers = {name: value for name, value in form.items() if isinstance(value, str)}
    try:
        return await _open_table(request, _parse_form(answers))
    except ApiError:
        raise
    except TableError as error:
        return new_table_form(request, answers.get("game", ""), error.sentence, status=422)


def _parse_form(answers: dict[str, str]) -> NewTable:
    if answers.get("game") not in GAMES:
        raise unknown_game(answers.get("game", ""))
    players = answers.get("players", "")
    if players not in ("1", "2", "3", "4", "5"):
        raise invalid(translate("Each player needs one seat."))
    return NewTable(
        answers.get("game", ""),
        dict(_rule(name, value) for name, value in answers.items() if _is_rule(name, value)),
        tuple(_parse_seat(answers, seat) for seat in range(int(players))),
        answers.get("screens", "hidden"),
        _parse_delay(answers.get("stand-in", next(iter(STAND_IN_CHOICES)))),
        shares_seed=True,
        start_choices=_parse_start_choices(answers, players),
    )


def _parse_start_choices(answers: dict[str, str], players: str) -> dict[str, list[str]]:
    """What was chosen for the seats; the form asks for each number of players."""
    chosen = answers.get(f"seats-of-{players}")
    setting = game_class(answers.get("game", "")).seat_setting
    return {} if chosen is None or setting is None else {setting.name: chosen.split(",")}


def _parse_delay(choice: str) -> float | None:
    if choice not in STAND_IN_CHOICES:
        raise invalid(translate("Invalid request."))
    return None if choice == "never" else float(choice)


def _is_rule(name: str, value: str) -> bool:
    return name.startswith("rule-") and value != ""


def _rule(name: str, value: str) -> tuple[str, Any]:
    is_number = value.isdecimal() and len(value) <= MOST_DIGITS
    return name.removeprefix("rule-"), int(value) if is_number else value


def _parse_seat(answers: dict[str, str], seat: int) -> NewSeat:
    who = answers.get(f"who-{seat}", "me")
    name = answers.get(f"name-{seat}", "").strip()
    if who.startswith("agent:"):
        agent = who.removeprefix("agent:")
        return new_seat(name, agent=agent) if name else _agent_seat(seat, agent)
    usual = translate("Player {number}", number=seat + 1)
    is_remote = who == "link"
    return new_seat(name or usual, is_remote=is_remote, secret="link" if is_remote else "token")


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
