"""Find texts that do not fit: cut off, spilling over their box, off the screen, over a button."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

MAY_BE_CUT: Final = (
    ".card .player-name",  # names have up to forty letters; the log and the menu have them whole
    ".score-table .player-name",  # names again
    ".round-result .player-name",  # names again; the sentences below have them whole
    "select",  # the list that it opens has all choices as a whole
    "#actions .unavailable .why",  # a click shows the whole reason, with its rule
)
"""What may be shortened, for the rest can be read elsewhere."""
MAY_SCROLL: Final = ".rules-page table"
"""What scrolls sideways in a box of its own."""
MISFITS: Final = (Path(__file__).parent / "text_layout.js").read_text("utf-8")


def find_misfits(page: Page) -> list[str]:
    """The texts of a page that a reader cannot see as a whole, or that lie over something."""
    exceptions = {"mayBeCut": ", ".join(MAY_BE_CUT), "mayScroll": MAY_SCROLL}
    found: list[str] = page.evaluate(MISFITS, exceptions)
    return found
