"""The page that asks what to play and with whom, and the tables created by its form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from howdah.ai.agents import AGENTS, agents_of, default_agent
from howdah.core.options import Setting
from howdah.games.registry import GAMES, AnyGame, default_game, game_class, plugin_for
from howdah.i18n import mark, translate
from howdah.server.errors import ApiError
from howdah.server.responses import html_response
from howdah.server.routes.schemas import FormRoute
from howdah.server.routes.table_creation import agent_seat, open_table
from howdah.table.create import NewSeat, NewTable, new_seat
from howdah.table.errors import TableError, invalid, unknown_game
from howdah.table.panels import panels_for, seat_setting_panels_for

router = APIRouter(include_in_schema=False, route_class=FormRoute)

MOST_DIGITS: Final = 9
"""Of a number in a form: more than any setting takes, and few enough to compute with."""
STAND_IN_CHOICES: Final = {
    "600": mark("After 10 minutes"),
    "3600": mark("After 1 hour"),
    "86400": mark("After 1 day"),
    "never": mark("Never"),
}
"""When the computer may step in for an absent player, as the form offers it: in seconds."""


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
        return await open_table(request, _parse_form(answers))
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
        return new_seat(name, agent=agent) if name else agent_seat(seat, agent)
    usual = translate("Player {number}", number=seat + 1)
    is_remote = who == "link"
    return new_seat(name or usual, is_remote=is_remote, secret="link" if is_remote else "token")
