"""The stand-alone picture of Bombay: table, cloth, map, pieces and panel, in that order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.names import MARKET_NAMES
from howdah.games.bombay.svg.city import plaque, ribbon, skyline
from howdah.games.bombay.svg.elephant import HEIGHT, WIDTH, elephant, elephant_definitions, tether
from howdah.games.bombay.svg.icons import pictogram_definitions
from howdah.games.bombay.svg.layout import BODIES, Layout, layout_of
from howdah.games.bombay.svg.market import market
from howdah.games.bombay.svg.palette import PALETTES, Palette
from howdah.games.bombay.svg.panel import (
    CARD_HEIGHT,
    GAP,
    TALLY_HEIGHT,
    card,
    final_rupees,
    legend,
    tally,
)
from howdah.games.bombay.svg.placement import Box, around
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.svg.terrain import (
    ground_definitions,
    growth_definitions,
    growths,
    hill_definitions,
    land,
)
from howdah.games.bombay.svg.tokens import (
    crossroads_definitions,
    palace,
    palace_definitions,
    palace_token,
    post,
)
from howdah.games.bombay.svg.trail import trails_drawn
from howdah.games.bombay.svg.water import river_drawn, sea, sea_definitions
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.common.cloth import sheet
from howdah.render.common.geometry import Frame, Point, distance
from howdah.render.markup import bold, disc, group, oval, placed, use
from howdah.render.phrases import winners
from howdah.render.types import Theme

WEIGHT: Final = 1.6
TRAIL: Final = 4.0
FAR: Final = 6.0
STRAY: Final = 900.0


def elephant_feet(layout: Layout, board: Board, players: Iterable[PlayerView]) -> dict[int, Point]:
    """The place of each elephant's feet, by seat; the first seats choose first."""
    room, feet = layout.room(), {}
    for player in players:
        site = board.sites[board.number_of[player.site]]
        here = room.settle(
            _stands(BODIES[site.kind].moved(*layout.places[site.id])),
            WEIGHT,
            trail=TRAIL,
            extra=partial(_strayed, site=site.id, places=layout.places),
        )
        feet[player.seat] = Point(here.centre.x, here.top + here.height - 2)
    return feet


def _stands(body: Box) -> list[Box]:
    """The places around a body where an elephant may stand, nearest first."""
    return around(body.grown(-4), WIDTH, HEIGHT, 0)


def _strayed(stand: Box, site: str, places: Mapping[str, Point]) -> float:
    """The cost of standing far from one's site, and of being seen to stand on another."""
    away = distance(stand.centre, places[site])
    nearest = min(distance(stand.centre, place) for place in places.values())
    return FAR * away + (STRAY if nearest < away else 0.0)


def site_drawn(site: BoardSite, view: BombayView, layout: Layout, palette: Palette) -> str:
    """A site with all that is on it but the elephants."""
    x, y = layout.places[site.id]
    return group(
        placed(x, y, _reach(site, view, palette), _base(site, view, palette)),
        _piece(site, view, x, y, palette),
        _signs(site, view, layout, palette),
        id=f"site-{site.id}",
        data_site=site.id,
        data_kind=site.kind,
    )


def _reach(site: BoardSite, view: BombayView, palette: Palette) -> str:
    """A ring of light around a site that the player may enter now."""
    if f"move {site.id}" not in view.legal_actions:
        return ""
    return oval(
        0,
        0,
        BODIES[site.kind].width / 2 + 18,
        32,
        fill=palette.plaque_lit,
        opacity="0.85",
        stroke=palette.trail_lit,
        stroke_width=2.5,
        stroke_dasharray="7 4",
        data_reachable=site.id,
    )


def _base(site: BoardSite, view: BombayView, palette: Palette) -> str:
    """The place itself, around 0 0."""
    if site.kind == "city":
        return skyline(view.board.cities.index(site), palette) + ribbon(site, palette)
    if site.kind == "hilltop":
        return use("hill")
    if site.id in view.posts or site.id in view.palace_tokens:
        return ""
    if site.id in view.palaces:
        return disc(0, 2, 22, fill=palette.cloth, opacity="0.8")
    return use("milestone" if site.kind == "crossroads" else "plain-place")


def _piece(site: BoardSite, view: BombayView, x: float, y: float, palette: Palette) -> str:
    """The token or palace on a place."""
    if site.id in view.palaces:
        foot = y - 8 if site.kind == "hilltop" else y + 15
        return palace(site.id, view.palaces[site.id], x, foot, palette)
    if site.id in view.posts:
        colour = view.posts[site.id]
        return post(site.id, colour, x, y, palette, closed=colour in view.closed)
    if site.id in view.palace_tokens:
        return palace_token(site.id, view.palace_tokens[site.id], view.face, x, y, palette)
    return ""


def _signs(site: BoardSite, view: BombayView, layout: Layout, palette: Palette) -> str:
    """What is written beside a site: the plaque of a city, the id of any other."""
    if site.kind == "city":
        corner = layout.plaques[site.id]
        demands, left = view.demands[site.id], view.city_tokens_left[site.id]
        return placed(corner.left, corner.top, plaque(site, demands, left, palette))
    label = layout.labels[site.id]
    return bold(
        label.centre.x,
        label.top + 11.5,
        site.id,
        WIDE.label,
        fill=palette.ink,
        stroke=palette.halo,
        stroke_width=3,
        paint_order="stroke",
        stroke_linejoin="round",
    )


def title(view: BombayView) -> str:
    """One line that names the picture."""
    when = "over" if view.is_over else f"set {view.set_number} of {view.sets}"
    turn = "" if view.is_over else f", game turn {view.game_turn} of {view.game_turns}"
    return f"Bombay, {len(view.players)} players, {when}{turn}"


def description(view: BombayView) -> str:
    """The position in a few sentences."""
    return " ".join([_describe_turn(view), *_describe_elephants(view), *_describe_markets(view)])


def _describe_turn(view: BombayView) -> str:
    if view.is_over:
        won = " and ".join(
            f"{view.names[seat]} with {final_rupees(view, seat)} rupees" for seat in winners(view)
        )
        return f"The game is over; won by {won}."
    if view.to_play is None:
        return "The markets wait for a restock."
    stars = f"{view.stars} star" if view.stars == 1 else f"{view.stars} stars"
    return f"{view.names[view.to_play]} is to play and has {stars} left."


def _describe_elephants(view: BombayView) -> list[str]:
    return [
        f"{player.name} is on {player.site} with {' and '.join(player.bales) or 'empty baskets'}."
        for player in view.players
    ]


def _describe_markets(view: BombayView) -> list[str]:
    return [
        f"The {name} market holds "
        + (", ".join(f"{count} {colour}" for colour, count in bales.items()) or "nothing")
        + "."
        for name, bales in zip(MARKET_NAMES, view.markets)
    ]


def picture(view: BombayView, theme: Theme) -> str:
    """The SVG document of a view of Bombay."""
    palette, layout = PALETTES[theme], layout_of(view.board)
    return sheet(
        layout.frame,
        palette,
        caption=(title(view), description(view)),
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
