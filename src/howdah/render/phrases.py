"""Phrases that the texts of all games share: names safe to print, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from howdah.core.reasons import SEAT_ARGUMENTS, Reason
from howdah.core.view import View
from howdah.i18n import mark, translate, translate_count

MARK_NAMES: Final = (
    mark("circle"),
    mark("square"),
    mark("triangle"),
    mark("diamond"),
    mark("star"),
)
"""The marks of the seats: a shape for each, so that no one needs to see the colour."""


PLACE_ARGUMENTS: Final = ("city",)
"""The arguments of reasons that are the name of a place."""

JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Invisible, but names need them: many emoji, and names in the scripts of India and Iran."""


def printable(name: str) -> str:
    """A name without control characters, which could disturb a terminal.

    >>> printable(f"A{chr(27)}[2Jda")
    'A?[2Jda'
    """
    return "".join(letter if letter.isprintable() or letter in JOINERS else "?" for letter in name)


def pluralize(number: int, noun: str) -> str:
    """A number with its English noun.

    >>> pluralize(1, "rupee"), pluralize(2, "rupee")
    ('1 rupee', '2 rupees')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def winners(view: View) -> tuple[int, ...]:
    """The seats that won; none while the game is on."""
    seats = (view.result or {}).get("winners")
    if not isinstance(seats, list):
        return ()
    return tuple(seat for seat in seats if isinstance(seat, int))


def is_winner(view: View, seat: int) -> bool:
    """Whether a seat won the game, alone or with others."""
    return seat in winners(view)


@dataclass(frozen=True)
class Gain:
    """A number of things that a player gets."""

    thing: Literal["rupees", "clients", "city-tokens", "bales", "length"]
    count: int

    def __str__(self) -> str:
        match self.thing:
            case "rupees":
                return translate_count("{count} rupee", "{count} rupees", self.count)
            case "clients":
                return translate_count("{count} client", "{count} clients", self.count)
            case "city-tokens":
                return translate_count("{count} city token", "{count} city tokens", self.count)
            case "bales":
                return translate_count("{count} bale", "{count} bales", self.count)
            case "length":
                return translate_count("{count} segment", "{count} segments", self.count)


@dataclass(frozen=True)
class ActionDescription:
    """An action as a choice: what it does, what it costs, what it gives, and a warning."""

    what: str
    stars: int = 0
    rupees: int = 0
    gains: tuple[Gain, ...] = ()
    note: str = ""

    @property
    def price(self) -> str:
        """What the action costs and gives, and the warning; empty if there is nothing to say."""
        parts = [
            stars_text(self.stars) if self.stars else "",
            translate_count("pay {count} rupee", "pay {count} rupees", self.rupees)
            if self.rupees
            else "",
            translate("gain {gains}", gains=join_with_commas(map(str, self.gains)))
            if self.gains
            else "",
            self.note,
        ]
        return join_with_commas(part for part in parts if part)

    def __str__(self) -> str:
        price = self.price
        return translate("{what}: {price}", what=self.what, price=price) if price else self.what


def stars_text(count: int) -> str:
    """A number of stars."""
    return translate_count("{count} star", "{count} stars", count)


def join_with_commas(things: Iterable[str]) -> str:
    """Texts joined with commas.

    >>> join_with_commas(["3 rupees", "1 client"])
    '3 rupees, 1 client'
    """
    return ", ".join(things)


def add_result(what: str, results: Iterable[str]) -> str:
    """What was done, and what came of it.

    >>> add_result("sold purple", ["+4", "1 client"])
    'sold purple (+4; 1 client)'
    >>> add_result("took yellow", [])
    'took yellow'
    """
    result = "; ".join(results)
    return translate("{what} ({result})", what=what, result=result) if result else what


def explain(reason: Reason, names: Sequence[str]) -> str:
    """A reason in the current language; a seat is given by the name of its player."""
    facts = {key: _format_argument(key, value, names) for key, value in reason.arguments.items()}
    return translate(reason.template, **facts)


def _format_argument(key: str, value: str | int, names: Sequence[str]) -> str | int:
    if isinstance(value, int):
        return names[value] if key in SEAT_ARGUMENTS else value
    if key in PLACE_ARGUMENTS:
        return translate_name(value)
    return translate(_WORDS[value]) if value in _WORDS else value


_WORDS: Final = {
    "yellow": mark("yellow"),
    "purple": mark("purple"),
    "blue": mark("blue"),
    "orange": mark("orange"),
    "left": mark("left"),
    "middle": mark("middle"),
    "right": mark("right"),
    "E": mark("E"),
    "SE": mark("SE"),
    "SW": mark("SW"),
    "W": mark("W"),
    "NW": mark("NW"),
    "NE": mark("NE"),
}
"""The words of the rules that a reason may name."""


def translate_word(name: str) -> str:
    """A word of the rules in the current language.

    >>> translate_word("purple")
    'purple'
    """
    return translate(_WORDS[name])


def translate_name(name: str) -> str:
    """The name of a place on a board in the current language.

    Each game marks the names on its own boards; those on any other board stay as they are.

    >>> translate_name("Poona")
    'Poona'
    """
    return translate(name)


def capitalize(sentence: str) -> str:
    """A sentence that may begin with a word of the rules, with a capital letter.

    >>> capitalize("purple trading post")
    'Purple trading post'
    """
    return sentence[:1].upper() + sentence[1:]
