"""The badges of moves: what they cost, who earns a rupee by them, and what a sale would bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from howdah.games.bombay.board import STARS_TO_ENTER
from howdah.games.bombay.consequences import MoveFacts, facts_of_move
from howdah.games.bombay.svg.badge_places import PALACE, BadgePlace
from howdah.games.bombay.svg.layout import Layout
from howdah.games.bombay.svg.sizes import BADGES, BadgeForm, Sizes
from howdah.games.bombay.view import BombayView
from howdah.render.css import seat_class
from howdah.render.geometry import Point
from howdah.render.markup import Attributes, group, group_at, path, rect, text_line, use

STRONG: Final[Attributes] = {"class": "strong"}
LETTERS: Final = 16.0
LINE: Final = 5.6
"""From the middle of a line of text to its baseline."""
TOLL: Final = 1
"""The rupees that the owner of a palace earns when another player enters its site."""


def moves_with_badges(view: BombayView, layout: Layout) -> list[tuple[MoveFacts, BadgePlace]]:
    """The moves of the viewer, and where their badges are shown."""
    if view.to_play is None:
        return []
    legal, mover = view.legal_actions, view.players[view.to_play]
    sites = [site for site in view.board.sites if f"move {site.id}" in legal]
    moves = [facts_of_move(view, mover, site) for site in sites]
    places = layout.badges.choose(
        [(move.site.id, move.toll_owner is not None or move.sale > 0) for move in moves],
        [
            *((player.site, player.seat, player is mover) for player in view.players),
            *((site, PALACE, False) for site in view.palaces),
        ],
    )
    return [*zip(moves, places)]


class BadgeParts(NamedTuple):
    """Where things are on a badge, from its middle."""

    stars: Point
    rupees: Point | None
    """The middle of the second part, with the rupees that someone gets."""
    rule: str
    """The line between both."""


PARTS: Final[Mapping[BadgeForm, BadgeParts]] = {
    "short": BadgeParts(Point(0, 0), None, ""),
    "long": BadgeParts(Point(-20, 0), Point(19.5, 0), "M-1 -7V7"),
    "stacked": BadgeParts(Point(0, -9.5), Point(0, 9.5), "M-15 0H15"),
}


def badge_symbols(sizes: Sizes) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Badges with the stars of a move by their ids; if they have a second part, a coin is there."""
    for form in BADGES:
        for stars in sorted({*STARS_TO_ENTER.values()}):
            yield _symbol(form, stars), (_draw_plate(form, stars, sizes),)


def _symbol(form: BadgeForm, stars: int) -> str:
    return f"cost-{stars}" if form == "short" else f"cost-{stars}-{form}"


def _draw_plate(form: BadgeForm, stars: int, sizes: Sizes) -> str:
    (wide, high), ((x, y), rupees, rule) = BADGES[form], PARTS[form]
    edge: Attributes = {"fill": "var(--plaque-lit)", "stroke": "var(--line)", "stroke_width": 1.6}
    return group_at(
        0,
        0,
        rect(-wide / 2, -high / 2, wide, high, rx=11, **edge),
        text_line(x - 7.5, y + LINE, stars, LETTERS, **STRONG),
        use("star", x + 7, y, scale=1.05),
        path(rule, stroke="var(--edge)", stroke_width=1) if rule else "",
        use("coin", rupees.x + 9.5, rupees.y, scale=0.95) if rupees else "",
        scale=sizes.badge,
    )


def draw_badge(move: MoveFacts, place: BadgePlace, sizes: Sizes) -> str:
    """The badge of a move: its stars, and the rupees that somebody gets by it."""
    size, rupees, owner = sizes.badge, PARTS[place.form].rupees, move.toll_owner
    plate = use(_symbol(place.form, move.stars), *place.middle)
    if rupees is None:
        return plate
    x, y = place.middle.x + rupees.x * size, place.middle.y + rupees.y * size
    if owner is None:
        return plate + _draw_number(f"+{move.sale}", x - 7 * size, y, size)
    look: Attributes = {"fill": "var(--player)", "stroke": "var(--ink)", "stroke_width": 1.4}
    mark = use(f"mark-{owner}", x - 11.5 * size, y, scale=size, **look)
    number = _draw_number(str(TOLL), x - size, y, size)
    return plate + number + group(mark, **{"class": seat_class(owner)})


def _draw_number(text: str, x: float, y: float, size: float) -> str:
    return text_line(x, y + LINE * size, text, LETTERS * size, **STRONG)
