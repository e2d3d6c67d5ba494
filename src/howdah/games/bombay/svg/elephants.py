"""The elephants on a page: nothing but its own move changes the place of one."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import BASKETS
from howdah.games.bombay.svg.elephant import BASKET_PLACES, SCALE, spotlight
from howdah.games.bombay.svg.page_layout import PageLayout
from howdah.games.bombay.svg.palette import Palette, seat_class
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.svg.tooltips import describe_elephant
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.common.geometry import Point
from howdah.render.common.player_marks import player_mark
from howdah.render.markup import bold_line, ellipse, group, group_at, path, tooltip, use

LIFT: Final = -7.0
RIM: Final = -37.5
"""The foot of the baskets, as high as the elephant's back."""


def elephant_symbols(palette: Palette, scale: float) -> str:
    """The elephant of every seat with empty baskets, the light and the shadow under it."""
    size, seats = f"scale({scale / SCALE:g})", range(len(palette.players))
    return "".join(
        [
            *(
                _figure(seat) + player_mark(seat, id=f"sign-{seat}", fill=palette.ivory)
                for seat in seats
            ),
            group(spotlight(palette), id="spotlight", transform=size),
            group(ellipse(0, 0, 26, 4, fill="#000", opacity="0.22"), id="shade", transform=size),
        ]
    )


def _figure(seat: int) -> str:
    return group(
        group(use("elephant"), **seat_class(seat)),
        *(use("basket", x, RIM) for x in BASKET_PLACES[:BASKETS]),
        use(f"sign-{seat}", -9.5, -27),
        id=f"figure-{seat}",
    )


def draw_elephants(view: BombayView, page: PageLayout, palette: Palette) -> str:
    """All elephants, those farther south in front, and the one to move before them all."""
    feet = {player.seat: page.feet[player.site][player.seat] for player in view.players}
    order = sorted(
        view.players, key=lambda player: (player.seat == view.to_play, feet[player.seat].y)
    )
    return "".join(
        _elephant(player, feet[player.seat], page, palette, lit=player.seat == view.to_play)
        for player in order
    )


def _elephant(
    player: PlayerView, feet: Point, page: PageLayout, palette: Palette, *, lit: bool
) -> str:
    """An elephant with its bales; the one to move is lifted and lit."""
    scale = page.sizes.elephant
    loads = [
        _load(player.seat, place, colour, page, palette)
        for place, colour in enumerate(player.bales)
    ]
    return group_at(
        *feet,
        tooltip(describe_elephant(player)),
        use("spotlight" if lit else "shade"),
        group_at(-2, LIFT if lit else 0, use(f"figure-{player.seat}"), *loads, scale=scale),
        id=f"elephant-{player.seat}",
        data_seat=player.seat,
        data_site=player.site,
        data_to_play="true" if lit else None,
    )


def _load(seat: int, place: int, colour: ColourName, page: PageLayout, palette: Palette) -> str:
    """A bale, and the rim of the basket that it stands in."""
    x = BASKET_PLACES[place]
    bale = group_at(
        x,
        RIM - 5,
        use(f"roll-{colour}", scale=page.sizes.bale),
        id=f"bale-elephant-{seat}-{place + 1}",
        data_bale=colour,
    )
    mark = bold_line(x, RIM - 1.3, letter(colour), 8, fill=palette.sepia)
    return bale + use("basket", x, RIM) + (mark if page.sizes.has_marks else "")


def draw_footprints(view: BombayView, page: PageLayout, palette: Palette) -> str:
    """The footprints from each elephant to its site."""
    steps = [
        path(
            page.steps[player.site][player.seat],
            id=f"footprints-{player.seat}",
            stroke=palette.players[player.seat].line,
        )
        for player in view.players
        if page.steps[player.site][player.seat]
    ]
    return group(*steps, stroke_width=3.4, stroke_dasharray="0.1 6.5", stroke_linecap="round")
