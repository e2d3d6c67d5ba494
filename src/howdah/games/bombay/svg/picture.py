"""The whole picture of Bombay: table, cloth, map, pieces and panel, in that order."""

from __future__ import annotations

from collections.abc import Mapping

from howdah.games.bombay.svg import caption
from howdah.games.bombay.svg.coast import sea, sea_definitions
from howdah.games.bombay.svg.crossroads import crossroads_definitions
from howdah.games.bombay.svg.elephant import elephant, elephant_definitions, tether
from howdah.games.bombay.svg.hill import hill_definitions
from howdah.games.bombay.svg.icons import pictogram_definitions
from howdah.games.bombay.svg.layout import Layout, layout_of
from howdah.games.bombay.svg.legend import legend
from howdah.games.bombay.svg.market import market
from howdah.games.bombay.svg.palace import palace_definitions
from howdah.games.bombay.svg.palette import PALETTES, Palette
from howdah.games.bombay.svg.panel import CARD_HEIGHT, GAP, card
from howdah.games.bombay.svg.places import site_drawn
from howdah.games.bombay.svg.river import river_drawn
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.stands import elephant_feet
from howdah.games.bombay.svg.tally import HEIGHT as TALLY_HEIGHT
from howdah.games.bombay.svg.tally import tally
from howdah.games.bombay.svg.terrain import ground_definitions, land
from howdah.games.bombay.svg.trail import trails_drawn
from howdah.games.bombay.svg.vegetation import growth_definitions, growths
from howdah.games.bombay.view import BombayView
from howdah.render.common.geometry import Frame, Point
from howdah.render.common.sheet import sheet
from howdah.render.markup import group, placed
from howdah.render.theme import Theme


def picture(view: BombayView, theme: Theme) -> str:
    """The SVG document of a view of Bombay."""
    palette, layout = PALETTES[theme], layout_of(view.board)
    return sheet(
        layout.frame,
        palette,
        caption=(caption.title(view), caption.description(view)),
        definitions=_definitions(layout.frame, palette),
        parts=(_map(view, layout, palette), _panel(view, palette)),
    )


def _definitions(frame: Frame, palette: Palette) -> str:
    return "".join(
        [
            ground_definitions(frame, palette),
            growth_definitions(palette),
            sea_definitions(palette),
            silk_definitions(palette),
            pictogram_definitions(palette),
            hill_definitions(palette),
            crossroads_definitions(palette),
            palace_definitions(palette),
            elephant_definitions(palette),
        ]
    )


def _map(view: BombayView, layout: Layout, palette: Palette) -> str:
    ground = group(_land(view, layout, palette), clip_path="url(#map-edge)")
    feet = elephant_feet(layout, view.board, view.players)
    return "".join(
        [
            ground,
            trails_drawn(layout.trails, palette, _reachable(view)),
            *(
                market(place, bales, *layout.markets[place], palette)
                for place, bales in enumerate(view.markets)
            ),
            *(
                tether(seat, foot, layout.places[view.players[seat].site], palette)
                for seat, foot in feet.items()
            ),
            *(site_drawn(site, view, layout, palette) for site in view.board.sites),
            _elephants(view, feet, palette),
        ]
    )


def _land(view: BombayView, layout: Layout, palette: Palette) -> str:
    """The land with its coast and river, and what grows where nothing lies."""
    tops = [layout.places[site.id] for site in view.board.sites if site.kind == "hilltop"]
    return "".join(
        [
            land(layout.frame, tops),
            river_drawn(layout.course, palette),
            sea(layout.shore, palette),
            growths(layout.spots),
        ]
    )


def _reachable(view: BombayView) -> frozenset[str]:
    """The trails, as `A-B`, that the viewer may walk now."""
    if view.to_play is None:
        return frozenset()
    here = view.players[view.to_play].site
    return frozenset(
        "-".join(ends)
        for ends in view.board.trails
        if here in ends and any(f"move {end}" in view.legal_actions for end in ends if end != here)
    )


def _elephants(view: BombayView, feet: Mapping[int, Point], palette: Palette) -> str:
    """The elephants, those farther south in front."""
    order = sorted(view.players, key=lambda player: (feet[player.seat].y, player.seat))
    return "".join(
        elephant(player, *feet[player.seat], palette, to_play=player.seat == view.to_play)
        for player in order
    )


def _panel(view: BombayView, palette: Palette) -> str:
    """The tally, the players' cards, and the legend where a fifth card would be."""
    cards = [card(player, view, palette) for player in view.players]
    if len(cards) < len(palette.players):
        cards.append(legend(view, palette))
    return tally(view, palette) + "".join(
        placed(0, TALLY_HEIGHT + GAP + (CARD_HEIGHT + GAP) * place, drawn)
        for place, drawn in enumerate(cards)
    )
