"""The win shares of an arena as a picture: a dot with its interval for each entrant."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from howdah.arena.schedule import Contest
from howdah.arena.summary import Entrant, Summary
from howdah.arena.text_report import interval_told
from howdah.games.registry import game_class
from howdah.render.common.palette import COMMON_PALETTES, CommonPalette
from howdah.render.markup import (
    SANS,
    SERIF,
    Attributes,
    bold_line,
    circle,
    group,
    path,
    rect,
    tag,
    text_line,
    tooltip,
)
from howdah.render.phrases import pluralize, printable

WIDTH: Final = 760
MARGIN: Final = 30
RIGHT: Final = 625
"""Where the scale ends; the figures stand beyond it."""
TOP: Final = 98
ROW: Final = 46
BELOW: Final = 48
LETTER: Final = 8.4
"""How wide a letter of a name is, about."""
LETTERS: Final = 24

COLOURS: Final = {
    "cloth": "fill:{0.cloth}",
    "band": "fill:{0.plain}",
    "ink": "fill:{0.ink}",
    "faint": "fill:{0.faint}",
    "heading": "fill:{0.heading}",
    "border": "fill:none;stroke:{0.print}",
    "grid": "stroke:{0.edge}",
    "fair": "stroke:{0.ink}",
    "whisker": "fill:none;stroke:{0.heading}",
}
"""The classes of the picture, each with a colour of the house."""


def as_svg(contest: Contest, found: Summary) -> str:
    """The picture, in the colours that the reader's device prefers."""
    height = TOP + ROW * len(found.entrants) + BELOW
    scale = Scale(found)
    return tag(
        "svg",
        tooltip(_sentence(contest, found)),
        tag("style", stylesheet()),
        rect(0, 0, WIDTH, height, rx=14, **look("cloth")),
        rect(8, 8, WIDTH - 16, height - 16, rx=9, stroke_width=1.5, **look("border")),
        *_title(contest, found),
        *_bands(found),
        *_grid(scale, height - BELOW),
        *_fair(found, scale),
        *(_row(entrant, number, scale) for number, entrant in enumerate(found.entrants)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        font_family=SANS,
        role="img",
    )


class Scale:
    """Where a share stands: from nothing beside the names to a whole number of tenths."""

    def __init__(self, found: Summary) -> None:
        ends = [max(e.win_share, e.fair_share, *(e.interval or ())) for e in found.entrants]
        longest = max((len(_name(entrant)) for entrant in found.entrants), default=0)
        self.tenths = min(10, max(2, ceil(max(ends, default=1) * 10 + 0.2)))
        self.left = MARGIN + 24 + LETTER * max(longest, 6)

    def x(self, share: float) -> float:
        """The place of a share from left to right."""
        return round(self.left + (RIGHT - self.left) * share * 10 / self.tenths, 1)


def look(name: str) -> Attributes:
    """An element of a class."""
    return {"class": name}


def stylesheet() -> str:
    """The colours of the house by day, and by lamp where the reader's device prefers that."""
    day, lamp = _rules(COMMON_PALETTES["light"]), _rules(COMMON_PALETTES["dark"])
    return f"{day}@media(prefers-color-scheme:dark){{{lamp}}}"


def _rules(house: CommonPalette) -> str:
    return "".join(f".{name}{{{rule.format(house)}}}" for name, rule in COLOURS.items())


def _sentence(contest: Contest, found: Summary) -> str:
    shares = ", ".join(f"{_name(e)} {e.win_share:.1%}" for e in found.entrants)
    return f"Shares of the wins in {game_class(contest.game).title}: {shares}"


def _title(contest: Contest, found: Summary) -> Iterator[str]:
    title = f"{game_class(contest.game).title}: shares of the wins"
    games = pluralize(found.deals * contest.rotations, "game")
    deals = pluralize(found.deals, "deal")
    told = f"{pluralize(contest.players, 'player')}, {games}; 95% intervals over {deals}"
    yield text_line(MARGIN, 44, title, 21, font_family=SERIF, font_weight="700", **look("heading"))
    yield text_line(MARGIN, 66, told, 13, **look("faint"))


def _bands(found: Summary) -> Iterator[str]:
    """A band behind every other row leads the eye from the name to the figures."""
    for number in range(0, len(found.entrants), 2):
        y = TOP + ROW * number
        yield rect(18, y, WIDTH - 36, ROW, rx=6, opacity=0.55, **look("band"))


def _grid(scale: Scale, bottom: float) -> Iterator[str]:
    step = 1 if scale.tenths <= 5 else 2
    for tenth in range(0, scale.tenths + 1, step):
        x = scale.x(tenth / 10)
        yield path(f"M{x} {TOP}V{bottom}", stroke_width=1, opacity=0.45, **look("grid"))
        yield text_line(x, bottom + 20, f"{tenth * 10}%", 12, text_anchor="middle", **look("faint"))


def _fair(found: Summary, scale: Scale) -> Iterator[str]:
    """The fair share in every row, told once for each share there is."""
    for number, entrant in enumerate(found.entrants):
        line = f"M{scale.x(entrant.fair_share)} {TOP + ROW * number}v{ROW}"
        yield path(line, stroke_width=1.8, stroke_dasharray="5 3", opacity=0.8, **look("fair"))
    for share in dict.fromkeys(entrant.fair_share for entrant in found.entrants):
        told, x = f"fair share {share:.0%}", scale.x(share)
        yield text_line(x, TOP - 8, told, 12, text_anchor="middle", **look("ink"))


def _row(entrant: Entrant, number: int, scale: Scale) -> str:
    """The name, the whisker, the dot and the figures of one entrant."""
    y, share = TOP + ROW * (number + 0.5), f"{entrant.win_share:.1%}"
    told = interval_told(entrant.interval)
    return group(
        tooltip(f"{printable(entrant.agent)}: {share}, {told}"),
        bold_line(MARGIN, y + 5, _name(entrant), 15, text_anchor="start", **look("ink")),
        *_whisker(entrant, y, scale),
        circle(scale.x(entrant.win_share), y, 7, **look("heading")),
        bold_line(RIGHT + 24, y, share, 15, text_anchor="start", **look("ink")),
        text_line(RIGHT + 24, y + 15, told, 12, **look("faint")),
    )


def _whisker(entrant: Entrant, y: float, scale: Scale) -> Iterator[str]:
    if entrant.interval is not None:
        low, high = map(scale.x, entrant.interval)
        line = f"M{low} {y}H{high}M{low} {y - 6}v12M{high} {y - 6}v12"
        yield path(line, stroke_width=2.5, stroke_linecap="round", **look("whisker"))


def _name(entrant: Entrant) -> str:
    """The text of the agent, from its end if it is long: there is what tells it from others."""
    name = printable(entrant.agent)
    return name if len(name) <= LETTERS else f"…{name[1 - LETTERS :]}"
