"""Where the player may go: highlighted trails and sites, with the stars that a move costs."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import STARS_TO_ENTER, BoardSite
from howdah.games.bombay.svg.descriptions import action_label
from howdah.games.bombay.svg.page_layout import BADGE, PageLayout, trail_from
from howdah.games.bombay.svg.palette import CHOICE, FOCUS, HIT, LIT, STRONG, Palette
from howdah.games.bombay.view import BombayView
from howdah.render.markup import (
    Attributes,
    ellipse,
    group,
    path,
    rect,
    tag,
    text_line,
    tooltip,
    use,
)

COSTS: Final = tuple(sorted({*STARS_TO_ENTER.values()}))
LINE: Final[Attributes] = {"fill": "none", "stroke_linecap": "round"}


def target_definitions(palette: Palette, scale: float) -> str:
    """The glow on lit ground, and a badge for every cost."""
    lit, gold = palette.plaque_lit, palette.gold
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=shade)
        for offset, colour, shade in (("0", lit, "1"), ("0.6", lit, "0.85"), ("1", gold, "0.5"))
    )
    return tag("radialGradient", stops, id="glow") + "".join(
        group(_badge(cost, palette), id=f"cost-{cost}", transform=f"scale({scale:g})")
        for cost in COSTS
    )


def _badge(cost: int, palette: Palette) -> str:
    wide, high = BADGE
    return (
        rect(
            -wide / 2,
            -high / 2,
            wide,
            high,
            rx=high / 2,
            fill=palette.plaque_lit,
            stroke=palette.line,
            stroke_width=1.6,
        )
        + text_line(-7.5, 5.6, cost, 16, **STRONG)
        + use("star", 7, 0, scale=1.05)
    )


def reachable_sites(view: BombayView) -> list[BoardSite]:
    """The sites that the viewer may enter now."""
    return [site for site in view.board.sites if f"move {site.id}" in view.legal_actions]


def draw_highlights(view: BombayView, page: PageLayout, palette: Palette) -> str:
    """Highlight the trails that the viewer may take, and the sites they lead to."""
    sites = reachable_sites(view)
    if view.to_play is None or not sites:
        return ""
    here = view.players[view.to_play].site
    trails = [trail_from(page, here, site.id) for site in sites]
    lit = "".join(trail.line for trail in trails if trail is not None)
    return "".join(
        [
            path(lit, stroke=palette.line, stroke_width=9, **LINE),
            path(lit, stroke=palette.gold, stroke_width=5.6, **LINE, **LIT),
            *(_draw_highlight(site, page, palette) for site in sites),
            *(use(f"ground-{site_id}") for site_id in (here, *(site.id for site in sites))),
        ]
    )


def _draw_highlight(site: BoardSite, page: PageLayout, palette: Palette) -> str:
    """The lit ground around a site, in a golden ring."""
    place, ring = page.layout.places[site.id], page.rings[site.id]
    return group(
        ellipse(*place, *ring, fill="url(#glow)", stroke=palette.line, stroke_width=5),
        ellipse(*place, *ring, fill="none", stroke=palette.gold, stroke_width=2.8),
        data_reachable=site.id,
        **LIT,
    )


def draw_targets(view: BombayView, page: PageLayout, palette: Palette) -> str:
    """A button for every site that may be entered, with the stars it costs."""
    return "".join(_draw_target(view, site, page, palette) for site in reachable_sites(view))


def _draw_target(view: BombayView, site: BoardSite, page: PageLayout, palette: Palette) -> str:
    action = f"move {site.id}"
    label = action_label(view, action)
    place, ring = page.layout.places[site.id], page.rings[site.id]
    badge = page.badges[site.id]
    return group(
        tooltip(label),
        group(ellipse(*place, *ring), **HIT),
        group(ellipse(*place, *ring, stroke=palette.ink, stroke_width=4), **FOCUS),
        use(f"cost-{STARS_TO_ENTER[site.kind]}", *badge),
        role="button",
        tabindex="0",
        data_act=action,
        data_site=site.id,
        aria_label=label,
        **CHOICE,
    )
