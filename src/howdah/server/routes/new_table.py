"""The page that asks what to play and with whom, and the tables created by its form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from howdah.ai.agents import AGENTS, agent_title, agents_of
from howdah.core.options import Setting
from howdah.games.registry import GAMES, AnyGame, default_game, game_class, plugin_for
from howdah.i18n import mark, translate
from howdah.server.errors import ApiError
from howdah.server.responses import html_response
from howdah.server.routes.schemas import FormRoute
from howdah.server.routes.table_creation import AGENT_NAMES, open_table
from howdah.server.routes.table_form import (
    STAND_IN_CHOICES,
    Answers,
    parse_form,
    preset_answers,
    usual_answers,
    usual_name,
)
from howdah.table.errors import TableError
from howdah.table.faces import agent_face, draw_face
from howdah.table.panels import About, panels_for, seat_setting_panels_for
from howdah.table.presets import (
    AGENT,
    LINK,
    ME,
    NewTableFacet,
    Preset,
    new_table_facet_for,
)

router = APIRouter(include_in_schema=False, route_class=FormRoute)

SCREENS_CHOICES: Final = {
    "hidden": mark("Hidden: only you see your rupees and tokens"),
    "open": mark("Open: everyone sees everything"),
}


@dataclass(frozen=True)
class Option:
    """A field under "More options": a setting of the game or of the table."""

    field: str
    title: str
    explanation: str
    usual: str
    choices: list[tuple[str, str]]
    """Values and what people call them; empty for a number."""
    players: int | None = None
    """The number of players that it is asked for; None for any."""


@dataclass(frozen=True)
class Sitter:
    """Someone who may sit at a seat."""

    value: str
    face: str
    title: str
    text: str
    is_agent: bool


@dataclass(frozen=True)
class GameCard:
    """A game to choose."""

    name: str
    title: str
    players: range
    about: About


@router.get("/new")
async def new_table(request: Request, game: str = "", preset: str = "") -> Response:
    """The page that asks what to play, and with whom."""
    kind = game_class(game if game in GAMES else default_game())
    chosen = next((one for one in _presets(kind) if one.key == preset), None)
    answers = {} if chosen is None else preset_answers(chosen)
    return _form_page(request, kind, answers, preset=chosen)


@router.post("/new")
async def create_table(request: Request) -> Response:
    """Create the table of the form; what is wrong with it is shown on the same page."""
    form = await request.form()
    answers = {name: value for name, value in form.items() if isinstance(value, str)}
    try:
        return await open_table(request, parse_form(answers))
    except ApiError:
        raise
    except TableError as error:
        game = answers.get("game", "")
        kind = game_class(game if game in GAMES else default_game())
        return _form_page(request, kind, answers, refusal=error.sentence)


def _form_page(
    request: Request,
    kind: type[AnyGame],
    answers: Answers,
    *,
    preset: Preset | None = None,
    refusal: str = "",
) -> Response:
    """The form as it was filled in; `refusal` says what was wrong with it."""
    options = list(_options(kind))
    sitters = list(_sitters(kind))
    filled = _fill_in(kind, answers, options, sitters)
    unusual = [it for it in options if _is_asked(it, filled) and filled[it.field] != it.usual]
    return html_response(
        request,
        "new.html",
        status=422 if refusal else 200,
        game=kind,
        cards=[_game_card(name) for name in GAMES],
        presets=_presets(kind),
        preset=preset,
        sitters=sitters,
        computer_names=AGENT_NAMES,
        person_names=[usual_name(seat) for seat in range(len(AGENT_NAMES))],
        options=options,
        unusual=unusual,
        answers=filled,
        refusal=refusal,
    )


def _fill_in(
    kind: type[AnyGame], answers: Answers, options: list[Option], sitters: list[Sitter]
) -> dict[str, str]:
    """What each field says: what was entered, or the usual where that cannot be chosen."""
    usual = usual_answers(kind)
    possible = {it.field: [value for value, _ in it.choices] for it in options if it.choices}
    possible["players"] = [str(count) for count in kind.player_counts]
    values = [sitter.value for sitter in sitters]
    possible |= {name: values for name in usual if name.startswith("who-")}
    entered = {
        name: value
        for name, value in answers.items()
        if name not in possible or value in possible[name]
    }
    return usual | entered


def _is_asked(option: Option, answers: Answers) -> bool:
    return option.players is None or str(option.players) == answers["players"]


def _game_card(name: str) -> GameCard:
    kind = game_class(name)
    return GameCard(name, kind.title, kind.player_counts, panels_for(name).ABOUT)


def _presets(kind: type[AnyGame]) -> tuple[Preset, ...]:
    facet = new_table_facet_for(kind.name)
    return () if facet is None else facet.PRESETS


def _sitters(kind: type[AnyGame]) -> Iterator[Sitter]:
    """All who may sit at a seat: people first, then computers from weak to strong."""
    yield Sitter(
        ME,
        draw_face(ME),
        translate("Me or a friend on this device"),
        translate("Players here take turns on one device."),
        is_agent=False,
    )
    yield Sitter(
        LINK,
        draw_face(LINK),
        translate("Friend (invite link)"),
        translate("You get a link to send to your friend."),
        is_agent=False,
    )
    for name in agents_of(kind.name):
        text = translate(AGENTS[name].description)
        yield Sitter(AGENT + name, agent_face(name), agent_title(name), text, is_agent=True)


def _options(kind: type[AnyGame]) -> Iterator[Option]:
    """The settings of the game that leave a choice, then those of the table."""
    facet = new_table_facet_for(kind.name)
    for setting in kind.settings:
        found = _setting_option(kind, setting, facet)
        if len(found.choices) != 1:
            yield found
    yield from _seat_options(kind, facet)
    if plugin_for(kind.name).has_hidden_info:
        yield Option(
            "screens",
            translate("Screens"),
            translate("Open screens help while you learn."),
            "hidden",
            [(value, translate(label)) for value, label in SCREENS_CHOICES.items()],
        )
    yield Option(
        "stand-in",
        translate("If a player is away, the computer can step in"),
        translate("It plays on once all others agree, until the player is back."),
        next(iter(STAND_IN_CHOICES)),
        [(value, translate(label)) for value, label in STAND_IN_CHOICES.items()],
    )


def _setting_option(kind: type[AnyGame], setting: Setting, facet: NewTableFacet | None) -> Option:
    choices = kind.boards if setting.name == "board" else setting.choices
    labels = panels_for(kind.name).LABELS
    return Option(
        f"rule-{setting.name}",
        translate(labels[setting.name]),
        _explanation(facet, setting.name),
        "" if setting.is_number else setting.default,
        [(value, translate(labels[value]) if value in labels else value) for value in choices],
    )


def _explanation(facet: NewTableFacet | None, setting: str) -> str:
    found = "" if facet is None else facet.EXPLANATIONS.get(setting, "")
    return translate(found) if found else ""


def _seat_options(kind: type[AnyGame], facet: NewTableFacet | None) -> Iterator[Option]:
    """The seat setting for each number of players; the page shows the one that it is about."""
    setting = kind.seat_setting
    if setting is None:
        return
    panels = seat_setting_panels_for(kind.name)
    for players, choices in setting.choices.items():
        named = [(",".join(values), panels.describe_seat_values(values)) for values in choices]
        yield Option(
            f"seats-of-{players}",
            translate(panels.LABELS[setting.name]),
            _explanation(facet, setting.name),
            named[0][0],
            named,
            players,
        )
