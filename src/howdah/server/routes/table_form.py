"""What the form for a new table says, by the names of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from howdah.ai.agents import default_agent
from howdah.games.registry import GAMES, AnyGame, game_class
from howdah.i18n import mark, translate
from howdah.server.routes.table_creation import agent_seat
from howdah.table.create import NewSeat, NewTable, new_seat
from howdah.table.errors import invalid, unknown_game
from howdah.table.presets import AGENT, LINK, ME, Preset

Answers = Mapping[str, str]
"""The fields of the form and what they say."""

MOST_DIGITS: Final = 9
"""Of a number in a form: more than any setting takes, and few enough to compute with."""
MOST_PLAYERS: Final = 5
STAND_IN_CHOICES: Final = {
    "600": mark("After 10 minutes"),
    "3600": mark("After 1 hour"),
    "86400": mark("After 1 day"),
    "never": mark("Never"),
}
"""When the computer may step in for an absent player, as the form offers it: in seconds."""


def usual_answers(kind: type[AnyGame]) -> dict[str, str]:
    """What the form says before anything is chosen: one person against the usual computers."""
    rivals = {f"who-{seat}": AGENT + default_agent(kind.name) for seat in range(1, MOST_PLAYERS)}
    rules = {f"rule-{setting.name}": setting.default for setting in kind.settings}
    texts = {f"rule-{setting.name}": "" for setting in kind.settings if setting.is_number}
    return {
        "players": str(kind.usual_players),
        "who-0": ME,
        **rivals,
        **rules,
        **texts,
        **_usual_seat_values(kind),
        "screens": "hidden",
        "stand-in": next(iter(STAND_IN_CHOICES)),
    }


def _usual_seat_values(kind: type[AnyGame]) -> dict[str, str]:
    choices = {} if kind.seat_setting is None else kind.seat_setting.choices
    return {f"seats-of-{players}": ",".join(found[0]) for players, found in choices.items()}


def preset_answers(preset: Preset) -> dict[str, str]:
    """What the form says when a preset is chosen, where that is not the usual."""
    return {
        "players": str(len(preset.seats)),
        **{f"who-{seat}": who for seat, who in enumerate(preset.seats)},
        **{f"rule-{name}": value for name, value in preset.rules.items()},
        "screens": preset.screens,
    }


def parse_form(answers: Answers) -> NewTable:
    """The table that a form asks for; `TableError` if it cannot be understood."""
    if answers.get("game") not in GAMES:
        raise unknown_game(answers.get("game", ""))
    players = answers.get("players", "")
    if players not in map(str, range(1, MOST_PLAYERS + 1)):
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


def _parse_start_choices(answers: Answers, players: str) -> dict[str, list[str]]:
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


def _parse_seat(answers: Answers, seat: int) -> NewSeat:
    who = answers.get(f"who-{seat}", ME)
    name = answers.get(f"name-{seat}", "").strip()
    if who.startswith(AGENT):
        agent = who.removeprefix(AGENT)
        return new_seat(name, agent=agent) if name else agent_seat(seat, agent)
    is_remote = who == LINK
    return new_seat(
        name or usual_name(seat), is_remote=is_remote, secret="link" if is_remote else "token"
    )


def usual_name(seat: int) -> str:
    """What a person is called who gave no name."""
    return translate("Player {number}", number=seat + 1)
