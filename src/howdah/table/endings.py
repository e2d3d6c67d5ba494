"""The end of a game at a table: who won, in words for a viewer, and what to play next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from howdah.ai.agents import AGENTS
from howdah.games.registry import AnyGame
from howdah.i18n import translate
from howdah.render.phrases import join_with_commas, winners
from howdah.table.model import Table
from howdah.table.panels import panels_for

LEVEL: Final = re.compile(r"level:(\d)")


class LevelAdvice(NamedTuple):
    """What a page says of the level of the computers, if the results on its device are so."""

    when: Literal["won-once", "won-twice", "lost-thrice", "won-at-top"]
    """In a row, at this level."""
    sentence: str


def end_context(table: Table, game: AnyGame, view: Any, seat: int | None) -> dict[str, Any]:
    """The context of `end.html` for a viewer; a spectator has no seat."""
    scoring = panels_for(game.name).scoring(game, view)
    you = None if seat in _shared_seats(table) else seat
    rivals = None if seat is None else rival_level(table)
    return {
        "game": game.name,
        "headline": scoring.get("headline") or describe_winners(winners(view), view.names, you),
        "reason": scoring.get("reason", ""),
        "take_backs": table.take_backs,
        "players": len(table.seats),
        "has_won": you in winners(view),
        "rivals": rivals,
        "advice": () if rivals is None else level_advice(rivals),
        "next_level": _level_button(table, +1),
        "lower_level": _level_button(table, -1),
    }


def _level_button(table: Table, step: int) -> tuple[int, str] | None:
    """The number and title of the level so much above that of the computers, if there is one."""
    rivals = rival_level(table)
    if rivals is None or not is_level(rivals + step):
        return None
    return rivals + step, level_title(rivals + step)


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


def rival_level(table: Table) -> int | None:
    """The level of the computers, if one person plays against computers of one level."""
    agents = {seat.agent for seat in table.seats if not seat.is_person}
    people = sum(seat.is_person for seat in table.seats)
    if people != 1 or len(agents) != 1:
        return None
    found = LEVEL.fullmatch(agents.pop() or "")
    return int(found[1]) if found and is_level(int(found[1])) else None


def is_level(level: int) -> bool:
    """Whether computers can play at a level."""
    return f"level:{level}" in AGENTS


def level_title(level: int) -> str:
    """What people call a level."""
    return translate(AGENTS[f"level:{level}"].title)


def level_advice(level: int) -> tuple[LevelAdvice, ...]:
    """All that may be advised after a game against computers of a level.

    >>> [advice.when for advice in level_advice(1)], [advice.when for advice in level_advice(6)]
    (['won-once', 'won-twice'], ['won-at-top', 'lost-thrice'])
    """
    return (*_advice_to_winners(level), *_advice_to_losers(level))


def _advice_to_winners(level: int) -> Iterator[LevelAdvice]:
    title = level_title(level)
    if not is_level(level + 1):
        sentence = translate("You beat the highest level, {level}!", level=title)
        yield LevelAdvice("won-at-top", sentence)
        return
    higher = level_title(level + 1)
    once_more = translate("Win once more and you're ready for {next}.", next=higher)
    yield LevelAdvice("won-once", once_more)
    sentence = translate(
        "You won your last two games at {level}. Try {next}.", level=title, next=higher
    )
    yield LevelAdvice("won-twice", sentence)


def _advice_to_losers(level: int) -> Iterator[LevelAdvice]:
    if is_level(level - 1):
        sentence = translate(
            "You lost your last three games at {level}. Try {lower} for a while.",
            level=level_title(level),
            lower=level_title(level - 1),
        )
        yield LevelAdvice("lost-thrice", sentence)


def _shared_seats(table: Table) -> tuple[int, ...]:
    """The seats on a device that several people share: nobody there is "you"."""
    return table.hosts if len(table.hosts) > 1 else ()
