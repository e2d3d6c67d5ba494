"""Bombay Bazar on the page for a new table."""

from __future__ import annotations

from typing import Final

from howdah.i18n import mark
from howdah.table.presets import AGENT, FAMILY, FRIEND, ME, Preset

WITHOUT_MEDALS: Final = {"starter": "random"}
"""A computer has nothing to guess at."""
PRESETS: Final = (
    Preset(
        "first-game",
        mark("First game"),
        mark("You against one beginner, without medals"),
        (ME, f"{AGENT}level:1"),
        rules=WITHOUT_MEDALS,
    ),
    Preset(
        "duel",
        mark("Quick duel"),
        mark("A solid computer on the medium board"),
        (ME, f"{AGENT}level:3"),
        rules={**WITHOUT_MEDALS, "board": "hexagon-37"},
    ),
    FRIEND,
    FAMILY,
    Preset(
        "champion",
        mark("Against the champion"),
        mark("A duel with the strongest computer"),
        (ME, f"{AGENT}level:6"),
        rules=WITHOUT_MEDALS,
    ),
)
EXPLANATIONS: Final = {
    "board": mark("A smaller board makes a shorter game."),
    "tip_rule": mark("Decides what happens when two trunks reach for the same space."),
    "starter": mark("Medals are a short guessing game before the first tile."),
    "heads": mark("Where the elephants' heads stand around the board."),
}
