"""The stand-alone picture of Bombay: table, cloth, map, pieces and panel, in that order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.names import MARKET_NAMES
from howdah.games.bombay.svg.city import plaque, ribbon, skyline
from howdah.games.bombay.svg.elephant import (
    HEIGHT,
    WIDTH,
    draw_elephant,
    draw_footprints,
    elephant_definitions,
)
from howdah.games.bombay.svg.icons import icon_definitions
from howdah.games.bombay.svg.layout import BODIES, Layout, layout_for
from howdah.games.bombay.svg.market import draw_market
from howdah.games.bombay.svg.palette import PALETTES, Palette
from howdah.games.bombay.svg.panel import (
    CARD_HEIGHT,
    GAP,
    TALLY_HEIGHT,
    draw_legend,
    draw_player_card,
    draw_tally,
    final_rupees,
)
from howdah.games.bombay.svg.placement import Box, around
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.svg.terrain import (
    draw_land,
    draw_plants,
    hill_definitions,
    plant_definitions,
    terrain_definitions,
)
from howdah.games.bombay.svg.tokens import (
    crossroads_definitions,
    draw_palace,
    draw_palace_token,
    draw_post,
    palace_definitions,
)
from howdah.games.bombay.svg.trail import draw_trails
from howdah.games.bombay.svg.water import draw_river, draw_sea, sea_definitions
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.common.cloth import draw_sheet
from howdah.render.common.geometry import Frame, Point, distance
from howdah.render.markup import bold_line, circle, ellipse, group, group_at, use
from howdah.render.phrases import winners
from howdah.render.types import Theme

WEIGHT: Final = 1.6
TRAIL: Final = 4.0
FAR: Final = 6.0
STRAY: Final = 900.0


def place_elephants(
    layout: Layout, board: Board, players: Iterable[PlayerView]
) -> dict[int, Point]:
    """The place of each elephant's feet, by seat; the first seats choose first."""
    room, feet = layout.room(), {}
    for player in players:
        site = board.sites[board.number_of[player.site]]
        here = room.place_best(
            _candidate_boxes(BODIES[site.kind].shift(*layout.places[site.id])),
            WEIGHT,
            trail=TRAIL,
            extra=partial(_stray_cost, site=site.id, places=layout.places),
        )
        feet[player.seat] = Point(here.centre.x, here.top + here.height - 2)
    return feet


def _candidate_boxes(body: Box) -> list[Box]:
    """The places around a body where an elephant may stand, nearest first."""
    return around(body.expand(-4), WIDTH, HEIGHT, 0)


def _stray_cost(stand: Box, site: str, places: Mapping[str, Point]) -> float:
    """The cost of a place far from its site, and of one nearer to another site."""
    away = distance(stand.centre, places[site])
    nearest = min(distance(stand.centre, place) for place in places.values())
    return FAR * away + (STRAY if nearest < away else 0.0)


def draw_site(site: BoardSite, view: BombayView, layout: Layout, palette: Palette) -> str:
    """A site with all that is on it but the elephants."""
    x, y = layout.places[site.id]
    return group(
        group_at(x, y, _reachable_ring(site, view, palette), _base(site, view, palette)),
        _piece(site, view, x, y, palette),
        _signs(site, view, layout, palette),
        id=f"site-{site.id}",
        data_site=site.id,
        data_kind=site.kind,
    )


def _reachable_ring(site: BoardSite, view: BombayView, palette: Palette) -> str:
    """A ring of light around a site that the player may enter now."""
    if f"move {site.id}" not in view.legal_actions:
        return ""
    return ellipse(
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
        return circle(0, 2, 22, fill=palette.cloth, opacity="0.8")
    return use("milestone" if site.kind == "crossroads" else "plain-place")


def _piece(site: BoardSite, view: BombayView, x: float, y: float, palette: Palette) -> str:
    """The token or palace on a place."""
    if site.id in view.palaces:
        foot = y - 8 if site.kind == "hilltop" else y + 15
        return draw_palace(site.id, view.palaces[site.id], x, foot, palette)
    if site.id in view.posts:
        colour = view.posts[site.id]
        return draw_post(site.id, colour, x, y, palette, closed=colour in view.closed)
    if site.id in view.palace_tokens:
        return draw_palace_token(site.id, view.palace_tokens[site.id], view.face, x, y, palette)
    return ""


def _signs(site: BoardSite, view: BombayView, layout: Layout, palette: Palette) -> str:
    """What is written beside a site: the plaque of a city, the id of any other."""
    if site.kind == "city":
        corner = layout.plaques[site.id]
        demands, left = view.demands[site.id], view.city_tokens_left[site.id]
        return group_at(corner.left, corner.top, plaque(site, demands, left, palette))
    label = layout.labels[site.id]
    return bold_line(
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


def picture_title(view: BombayView) -> str:
    """One line that names the picture."""
    when = "over" if view.is_over else f"set {view.set_number} of {view.sets}"
    turn = "" if view.is_over else f", game turn {view.game_turn} of {view.game_turns}"
    return f"Bombay, {len(view.players)} players, {when}{turn}"


def describe_picture(view: BombayView) -> str:
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
    palette, layout = PALETTES[theme], layout_for(view.board)
    return draw_sheet(
        layout.frame,
        palette,
        caption=(picture_title(view), describe_picture(view)),
        definitions=_definitions(layout.frame, palette),
        parts=(_map(view, layout, palette), _panel(view, palette)),
    )


def _definitions(frame: Frame, palette: Palette) -> str:
    return "".join(
        [
            terrain_definitions(frame, palette),
            plant_definitions(palette),
            sea_definitions(palette),
            silk_definitions(palette),
            icon_definitions(palette),
            hill_definitions(palette),
            crossroads_definitions(palette),
            palace_definitions(palette),
            elephant_definitions(palette),
        ]
    )


def _map(view: BombayView, layout: Layout, palette: Palette) -> str:
    ground = group(_land(view, layout, palette), clip_path="url(#map-edge)")
    feet = place_elephants(layout, view.board, view.players)
    return "".join(
        [
            ground,
            draw_trails(layout.trails, palette, _reachable(view)),
            *(
                draw_market(place, bales, *layout.markets[place], palette)
                for place, bales in enumerate(view.markets)
            ),
            *(
                draw_footprints(seat, foot, layout.places[view.players[seat].site], palette)
                for seat, foot in feet.items()
            ),
            *(draw_site(site, view, layout, palette) for site in view.board.sites),
            _elephants(view, feet, palette),
        ]
    )


def _land(view: BombayView, layout: Layout, palette: Palette) -> str:
    """The land with its coast and river, and what grows where nothing lies."""
    tops = [layout.places[site.id] for site in view.board.sites if site.kind == "hilltop"]
    return "".join(
        [
            draw_land(layout.frame, tops),
            draw_river(layout.course, palette),
            draw_sea(layout.shore, palette),
            draw_plants(layout.spots),
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
        draw_elephant(player, *feet[player.seat], palette, to_play=player.seat == view.to_play)
        for player in order
    )


def _panel(view: BombayView, palette: Palette) -> str:
    """The tally, the players' cards, and the legend where a fifth card would be."""
    cards = [draw_player_card(player, view, palette) for player in view.players]
    if len(cards) < len(palette.players):
        cards.append(draw_legend(view, palette))
    return draw_tally(view, palette) + "".join(
        group_at(0, TALLY_HEIGHT + GAP + (CARD_HEIGHT + GAP) * place, drawn)
        for place, drawn in enumerate(cards)
    )
