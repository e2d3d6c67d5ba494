"""The longest texts that can stand in each place of a table, in a language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tools.write_catalogues import messages

from howdah.games.bazar.why_not import ENTRIES as BAZAR_REASONS
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.bombay.why_not import ENTRIES as BOMBAY_REASONS
from howdah.i18n import Language, translate, translate_count, use_language
from howdah.render.phrases import Gain, join_with_commas, translate_word
from tests.browser.walk_tables import LONG_NAMES

TITLES: Final = {
    "bombay": (
        "Buy {colour}",
        "Sell {colour}",
        "Build with {colour}",
        "Take {colour}",
        "Wait for fortune",
    ),
    "bazar": ("Place your end piece", "Turn the tile", "Place the tile"),
}
"""What is written on the buttons of actions."""
HEADLINES: Final = ("Your turn, {name}", "It's {name}'s turn.", "Confirm your turn, or undo.")
GAINS: Final = (Gain("rupees", 22), Gain("clients", 2), Gain("city-tokens", 1))


@dataclass(frozen=True)
class LongestTexts:
    """For each game: the texts by the selectors of their places."""

    bombay: dict[str, str]
    bazar: dict[str, str]


def longest_texts(language: Language) -> LongestTexts:
    """The longest texts of a language."""
    with use_language(language):
        return LongestTexts(_texts_of("bombay"), _texts_of("bazar"))


def _texts_of(game: str) -> dict[str, str]:
    reasons = BOMBAY_REASONS if game == "bombay" else BAZAR_REASONS
    reason = _longest(sentence for _, sentence in reasons.values())
    return {
        "#headline": _longest(HEADLINES),
        "#actions .actions .what": _longest(TITLES[game]),
        "#actions .why": reason,
        "#toast": f"{reason} {translate('Rule')}",
        "#connection": translate("Connection lost. Reconnecting… your game is safe."),
        "#link-notice p": _longest(_messages_of("table/seat_links.py")),
        "#log a": _longest(_messages_of(f"games/{game}/descriptions.py")),
    }


def _messages_of(file: str) -> list[str]:
    """The sentences in a file of the code, about a player."""
    found = [message for message in messages() if message.id and _is_in(message.locations, file)]
    ids = [message.id if isinstance(message.id, str) else message.id[1] for message in found]
    return [text for text in ids if "{name" in text]


def _is_in(locations: Iterable[tuple[str, int]], file: str) -> bool:
    return any(name == file for name, _ in locations)


def _longest(english: Iterable[str]) -> str:
    return max((_fill(text) for text in english), key=len)


def _fill(english: str) -> str:
    """A message in the current language, with long names and large numbers in its places."""
    values = {name: _value(name) for name in re.findall(r"\{(\w+)\}", english) if name != "count"}
    for message in messages():
        if isinstance(message.id, tuple) and message.id[1] == english:
            return translate_count(message.id[0], english, 12, **values)
    return translate(english).format(**values)


def _value(name: str) -> str:
    match name:
        case "colour":
            return max(map(translate_word, COLOUR_NAMES), key=len)
        case "city":
            return translate("Hyderabad")
        case "gains":
            return join_with_commas(map(str, GAINS))
        case "market":
            return max(map(translate_word, ("left", "middle", "right")), key=len)
        case "site" | "origin":
            return "G8"
        case "edge":
            return translate("NW")
        case "name" | "names" | "seat" | "one" | "other" | "host" | "owner" | "players":
            return LONG_NAMES[1]
    return "12"
