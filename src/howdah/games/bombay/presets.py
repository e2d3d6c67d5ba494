"""Bombay on the page for a new table."""

from __future__ import annotations

from typing import Final

from howdah.i18n import mark
from howdah.table.presets import AGENT, FAMILY, FRIEND, ME, Preset

PRESETS: Final = (
    Preset(
        "first-game",
        mark("First game"),
        mark("Two beginners, fixed set-up, open screens"),
        (ME, f"{AGENT}level:1", f"{AGENT}level:1"),
        rules={"set_up": "first-game"},
        screens="open",
    ),
    Preset(
        "duel", mark("Quick duel"), mark("You against one solid computer"), (ME, f"{AGENT}level:3")
    ),
    FRIEND,
    FAMILY,
    Preset(
        "champion",
        mark("Against the champion"),
        mark("A duel with the strongest computer"),
        (ME, f"{AGENT}level:6"),
    ),
)
EXPLANATIONS: Final = {
    "edition": mark("The rulebooks use different palace tokens with two or three players."),
    "board": mark("The map with its cities and trails."),
    "set_up": mark("Random makes every game different; fixed is the rulebook's first game."),
    "client_limit": mark("How many client tokens there are in the bank; the box has 16."),
}
