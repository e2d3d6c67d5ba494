"""The end of a game at a table: who won, in words for a viewer, and what to play next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from howdah.ai.agents import AGENTS
from howdah.games.registry import AnyGame
from howdah.i18n import translate
from howdah.render.phrases import join_with_commas, winners
from howdah.table.model import Table
from howdah.table.panels import panels_for

LEVEL: Final = re.compile(r"level:(\d)")


def end_context(table: Table, game: AnyGame, view: Any, seat: int | None) -> dict[str, Any]:
    """The context of `end.html` for a viewer; a spectator has no seat."""
    scoring = panels_for(game.name).scoring(game, view)
    you = None if seat in _shared_seats(table) else seat
    level = next_level(table)
    return {
        "game": game.name,
        "headline": scoring.get("headline") or describe_winners(winners(view), view.names, you),
        "reason": scoring.get("reason", ""),
        "take_backs": table.take_backs,
        "has_won": you in winners(view),
        "next_level": level,
        "next_title": None if level is None else translate(AGENTS[f"level:{level}"].title),
    }


def describe_winners(won: Sequence[int], names: Sequence[str], you: int | None) -> str:
    """Who won, said to one of the players or to anybody else.

    >>> describe_winners([1], ["Ada", "Bo"], you=1), describe_winners([1], ["Ada", "Bo"], None)
    ('You win!', 'Bo wins!')
    """
    others = join_with_commas(names[seat] for seat in won if seat != you)
    if you in won:
        if others:
            return translate("You share the win with {names}!", names=others)
        return translate("You win!")
    if len(won) == 1:
        return translate("{name} wins!", name=others)
    return translate("Shared win: {names}!", names=others)


def next_level(table: Table) -> int | None:
    """The level after that of the computers, if one person plays against computers of one level."""
    agents = {seat.agent for seat in table.seats if not seat.is_person}
    people = sum(seat.is_person for seat in table.seats)
    if people != 1 or len(agents) != 1:
        return None
    found = LEVEL.fullmatch(agents.pop() or "")
    level = int(found[1]) + 1 if found else 0
    return level if f"level:{level}" in AGENTS else None


def _shared_seats(table: Table) -> tuple[int, ...]:
    """The seats on a device that several people share: nobody there is "you"."""
    return table.hosts if len(table.hosts) > 1 else ()
