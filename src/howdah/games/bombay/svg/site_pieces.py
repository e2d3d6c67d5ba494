"""What stands on the sites of a page: posts, palace tokens and palaces above the printed ground."""

from __future__ import annotations

from functools import lru_cache

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.svg.city import ribbon, skyline
from howdah.games.bombay.svg.city_plaques import demands
from howdah.games.bombay.svg.crossroads import crossroads_definitions, token_definitions
from howdah.games.bombay.svg.css_classes import LABEL, painted
from howdah.games.bombay.svg.page_layout import Stage
from howdah.games.bombay.svg.palace import palace_definitions
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.post import post_definitions
from howdah.games.bombay.svg.tooltips import Standing, site_told, standing_at
from howdah.games.bombay.view import BombayView
from howdah.i18n import Language, current_language
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
    return _drawn(standing_at(view, site), site, stage, palette.cloth, current_language())


@lru_cache(maxsize=1 << 13)
def _drawn(
    standing: Standing, site: BoardSite, stage: Stage, cloth: str, _language: Language
) -> str:
    """A site as it is drawn again and again, for few sites change from move to move."""
    is_city = site.kind == "city"
    found = demands(standing, site, stage) if is_city else _piece(standing, site, stage, cloth)
    return group(
        titled(site_told(standing, site)),
        disc(
            *stage.layout.places[site.id], stage.measures.touch, fill="none", pointer_events="all"
        ),
        found,
        id=f"site-{site.id}",
        data_site=site.id,
        data_kind=site.kind,
    )


def _piece(standing: Standing, site: BoardSite, stage: Stage, cloth: str) -> str:
    """The token or palace on a place that is not a city, or the mark of a free place."""
    x, y = stage.layout.places[site.id]
    if standing.palace is not None:
        return _palace(site, standing.palace, x, y, cloth)
    if standing.post is not None:
        kind = "shut" if standing.is_closed else "post"
        return use(
            f"{kind}-{standing.post}",
            x,
            y,
            data_post=standing.post,
            data_state="closed" if standing.is_closed else "open",
        )
    if standing.token is not None:
        return placed(
            x,
            y,
            use(f"rim-{standing.face}"),
            use(f"gift-{standing.token}"),
            id=f"token-{site.id}",
            data_token=standing.token,
        )
    if site.kind == "hilltop":
        return ""
    return use("milestone" if site.kind == "crossroads" else "plain-place", x, y)


def _palace(site: BoardSite, seat: int, x: float, y: float, cloth: str) -> str:
    foot = y - 8 if site.kind == "hilltop" else y + 15
    cleared = "" if site.kind == "hilltop" else disc(x, y + 2, 22, fill=cloth, opacity="0.8")
    return cleared + placed(
        x, foot, use(f"pavilion-{seat}"), id=f"palace-{site.id}", data_palace=seat
    )
