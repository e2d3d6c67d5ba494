"""Estimated widths of text: the server has no font, so names are cut by an estimate."""

from __future__ import annotations

from typing import Final
from unicodedata import combining, east_asian_width

from howdah.render.markup import escape

WIDE: Final = 1.05
CAPITAL: Final = 0.72
NARROW: Final = 0.34
COMMON: Final = 0.58
LIGHT: Final = 0.9
"""How wide a text is beside a bold one."""


def text_width(text: str, size: float) -> float:
    """The estimated width of a bold text, rather too wide than too narrow."""
    return sum(_letter_width(letter) for letter in text) * size


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "FW":
        return WIDE
    if letter in "ilj.,:;'|!It fr":
        return NARROW
    return CAPITAL if letter.isupper() or letter in "mwMW@%&" else COMMON


def wrap_facts(text: str, size: float, width: float) -> list[str]:
    """Facts with commas between them as one line, or as two if they are too wide for it.

    >>> wrap_facts("to play, 3 palaces left", 10, 130)
    ['to play, 3 palaces left']
    >>> wrap_facts("to play, first player, 3 palaces left", 10, 130)
    ['to play, first player,', '3 palaces left']
    """
    facts = text.split(", ")
    for count in range(len(facts), 1, -1):
        if LIGHT * text_width(", ".join(facts[:count]), size) <= width:
            break
    else:
        count = 1
    first, rest = ", ".join(facts[:count]), ", ".join(facts[count:])
    return [f"{first},", rest] if rest else [first]


def fit_text(text: str, size: float, width: float) -> str:
    """Return a text in one line, cut with an ellipsis where it would be too wide.

    >>> fit_text("Sir Reginald Featherstonehaugh the Third", 10, 100)
    'Sir Reginald Feath…'
    """
    line = " ".join("".join(letter for letter in text if escape(letter)).split())
    if text_width(line, size) <= width:
        return line
    while line and text_width(line + "…", size) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"
