"""What stands on the sites of a page: posts, palace tokens and palaces above the printed ground."""

from __future__ import annotations

from howdah.bombay.board import BoardSite
from howdah.bombay.view import BombayView
from howdah.render.bombay.city import ribbon, skyline
from howdah.render.bombay.crossroads import crossroads_definitions, token_definitions
from howdah.render.bombay.demands import demands
from howdah.render.bombay.dress import LABEL, painted
from howdah.render.bombay.palace import palace_definitions
from howdah.render.bombay.palette import Palette
from howdah.render.bombay.post import post_definitions
from howdah.render.bombay.sentences import site_told
from howdah.render.bombay.stage import Stage
from howdah.render.markup import disc, group, placed, titled, use, words


def standing_definitions(palette: Palette) -> str:
    """Every trading post, palace token and palace, and the free places."""
    palaces = [
        group(
            group(use("palace"), **painted(seat)),
            use(f"sign-{seat}", 0, -8, scale=0.95),
            id=f"pavilion-{seat}",
        )
        for seat in range(len(palette.players))
    ]
    return "".join(
        [
            post_definitions(palette),
            token_definitions(palette),
            crossroads_definitions(palette),
            palace_definitions(palette),
            *palaces,
        ]
    )


def ground(site: BoardSite, number: int, stage: Stage, palette: Palette) -> str:
    """What is printed at a site, whatever stands there; the number is that of the city."""
    place = stage.layout.places[site.id]
    if site.kind == "city":
        corner = stage.layout.plaques[site.id]
        printed = placed(
            *place, skyline(number, palette), ribbon(site, palette, stage.measures)
        ) + use("plaque", corner.left, corner.top)
    else:
        hill = use("hill", *place) if site.kind == "hilltop" else ""
        printed = hill + _label(site, stage)
    return group(printed, id=f"ground-{site.id}")


def _label(site: BoardSite, stage: Stage) -> str:
    label, size = stage.layout.labels[site.id], stage.measures.label
    return words(label.centre.x, label.top + 0.96 * size, site.id, size, **LABEL)


def site_pieces(view: BombayView, site: BoardSite, stage: Stage, palette: Palette) -> str:
    """What stands at a site and can change, and the words for it."""
    found = (
        demands(view, site, stage) if site.kind == "city" else _piece(view, site, stage, palette)
    )
    return group(
        titled(site_told(view, site)),
        disc(
            *stage.layout.places[site.id], stage.measures.touch, fill="none", pointer_events="all"
        ),
        found,
        id=f"site-{site.id}",
        data_site=site.id,
        data_kind=site.kind,
    )


def _piece(view: BombayView, site: BoardSite, stage: Stage, palette: Palette) -> str:
    """The token or palace on a place that is not a city, or the mark of a free place."""
    x, y = stage.layout.places[site.id]
    if site.id in view.palaces:
        return _palace(site, view.palaces[site.id], x, y, palette)
    if site.id in view.posts:
        colour = view.posts[site.id]
        kind = "shut" if colour in view.closed else "post"
        return use(
            f"{kind}-{colour}",
            x,
            y,
            data_post=colour,
            data_state="closed" if kind == "shut" else "open",
        )
    if site.id in view.palace_tokens:
        token = view.palace_tokens[site.id]
        return placed(
            x,
            y,
            use(f"rim-{view.face}"),
            use(f"gift-{token}"),
            id=f"token-{site.id}",
            data_token=token,
        )
    if site.kind == "hilltop":
        return ""
    return use("milestone" if site.kind == "crossroads" else "plain-place", x, y)


def _palace(site: BoardSite, seat: int, x: float, y: float, palette: Palette) -> str:
    foot = y - 8 if site.kind == "hilltop" else y + 15
    cleared = (
        "" if site.kind == "hilltop" else disc(x, y + 2, 22, fill=palette.cloth, opacity="0.8")
    )
    return cleared + placed(
        x, foot, use(f"pavilion-{seat}"), id=f"palace-{site.id}", data_palace=seat
    )
