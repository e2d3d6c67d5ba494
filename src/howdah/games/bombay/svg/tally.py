"""The tally over the players: set and game turn, stars left, and what is in the bag."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.rules import STARS
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.view import BombayView
from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.paper import paper
from howdah.render.markup import SERIF, Look, bold, group, titled, use, words

HEIGHT: Final = 146.0


def tally(view: BombayView, palette: Palette) -> str:
    """The card of the whole table, its corner at 0 0."""
    return group(
        paper(HEIGHT, palette),
        bold(16, 33, "Bombay", 25, text_anchor="start", font_family=SERIF, fill=palette.heading),
        _clock(view, palette),
        _stars(view, palette),
        _bag(view, palette),
        id="tally",
    )


def _clock(view: BombayView, palette: Palette) -> str:
    right = PANEL_WIDTH - 16
    look: Look = {"text_anchor": "end", "fill": palette.ink}
    return group(
        bold(right, 23, f"Set {view.set_number} of {view.sets}", 14, **look),
        words(right, 41, f"Turn {view.game_turn} of {view.game_turns}", 14, **look),
        data_set=view.set_number,
        data_game_turn=view.game_turn,
    )


def _stars(view: BombayView, palette: Palette) -> str:
    """The stars the player to move has left."""
    if view.to_play is None:
        state = "The game is over" if view.is_over else "A restock is due"
        return words(16, 70, state, 15, font_style="italic", fill=palette.ink)
    row = "".join(
        use("star" if number < view.stars else "star-spent", 26 + 23 * number, 64, scale=1.25)
        for number in range(STARS)
    )
    word = "star left" if view.stars == 1 else "stars left"
    return group(
        row,
        words(96, 69.5, f"{view.stars} {word}", 14, fill=palette.ink),
        data_stars=view.stars,
    )


def _bag(view: BombayView, palette: Palette) -> str:
    held = ", ".join(f"{view.bag[colour]} {colour}" for colour in COLOUR_NAMES)
    return group(
        titled(f"In the bag: {held}"),
        use("bag", 30, 112, scale=1.1),
        *(
            _in_bag(colour, view.bag[colour], 62 + 57 * place, palette)
            for place, colour in enumerate(COLOUR_NAMES)
        ),
        _clients(view, palette),
        id="bag-contents",
    )


def _in_bag(colour: ColourName, count: int, x: float, palette: Palette) -> str:
    return group(
        use(f"bolt-{colour}", x, 98),
        bold(x + 13, 125, f"{count} {letter(colour)}", 13.5, fill=palette.ink),
        id=f"bag-{colour}",
        data_in_bag=count,
    )


def _clients(view: BombayView, palette: Palette) -> str:
    """The clients left in the bank, where they are limited."""
    if view.clients_left is None:
        return ""
    right = PANEL_WIDTH - 16
    return group(
        use("client", right - 34, 63, fill=palette.ink),
        bold(right, 69.5, f"\u00d7{view.clients_left}", 14, text_anchor="end", fill=palette.ink),
        titled(f"{view.clients_left} client tokens are left in the bank"),
        data_clients_left=view.clients_left,
    )
