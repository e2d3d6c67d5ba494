"""The card of a solo game: its score as it stands."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.svg.outcome import signed
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.view import BazarView
from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.paper import paper
from howdah.render.markup import SERIF, bold, group, words

SOLO_HEIGHT: Final = 72.0


def solo_card(view: BazarView, palette: Palette) -> str:
    """Tiles laid, less empty cells, less unused openings, make the score."""
    columns = (
        (view.tiles_laid, "tiles laid", "tiles-laid"),
        (view.empty_cells, "empty cells", "empty-cells"),
        (view.unused_openings, "openings", "unused-openings"),
        (view.solo_score or 0, "score", "solo-score"),
    )
    wide = PANEL_WIDTH / len(columns)
    numbers = "".join(
        group(
            bold(wide * (place + 0.5), 38, signed(number), 25, font_family=SERIF, fill=palette.ink),
            words(wide * (place + 0.5), 57, text, 11, text_anchor="middle", fill=palette.faint),
            **{f"data_{name}": number},
        )
        for place, (number, text, name) in enumerate(columns)
    )
    between = "".join(
        bold(wide * (place + 1), 36, mark, 20, fill=palette.heading)
        for place, mark in enumerate(("\u2212", "\u2212", "="))
    )
    return group(paper(SOLO_HEIGHT, palette), numbers, between, id="solo")
