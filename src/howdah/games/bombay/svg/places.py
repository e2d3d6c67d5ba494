"""What stands on the sites: one drawing for each kind of place."""

from __future__ import annotations

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.svg.city import plaque, ribbon, skyline
from howdah.games.bombay.svg.crossroads import palace_token
from howdah.games.bombay.svg.layout import BODIES, Layout
from howdah.games.bombay.svg.palace import palace
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.post import post
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.view import BombayView
from howdah.render.markup import bold, disc, group, oval, placed, use


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
