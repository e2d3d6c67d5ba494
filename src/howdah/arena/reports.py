"""Reports of an arena: the summary as text tables, and the win shares as a chart in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from howdah.arena.confidence import Interval
from howdah.arena.schedule import Contest
from howdah.arena.summary import Entrant, Summary
from howdah.core.extras import install_command
from howdah.games.registry import game_class, plugin_for
from howdah.render.css import Palette, load_palettes
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

# Text

_HEADINGS = ("games", "wins", "95 % interval", "fair", "forfeits", "s/decision", "rating")


def as_text(contest: Contest, found: Summary) -> str:
    """Return the summary as text: all tables, one after the other."""
    tables = [_results_table, _ahead_table, _actions_table] if found.entrants else []
    parts = [_heading(contest, found), *("\n".join(table(contest, found)) for table in tables)]
    return "\n\n".join(part for part in parts if part)


def _heading(contest: Contest, found: Summary) -> str:
    deals, games = pluralize(contest.deals, "deal"), pluralize(contest.games, "game")
    by = pluralize(contest.rotations, "rotation")
    parts = [game_class(contest.game).title, pluralize(contest.players, "player")]
    heading = f"{', '.join(parts)}: {deals} by {by}, {games}; seed {contest.seed}"
    if found.deals == contest.deals:
        return heading
    return f"{heading}\nunfinished: figures for {pluralize(found.deals, 'whole deal')}"


def _results_table(contest: Contest, found: Summary) -> Iterator[str]:
    names, score = _names(found), plugin_for(contest.game).score_name
    rows = [_figures(entrant) for entrant in found.entrants]
    headings = [*_HEADINGS[:4], score, *_HEADINGS[4:]]
    yield from align_columns(["agent", *headings], [[name, *row] for name, row in zip(names, rows)])
    if not found.entrants[0].rating:
        yield f"no ratings without openskill: {install_command('ai')}"


def _figures(entrant: Entrant) -> list[str]:
    return [
        str(entrant.games),
        f"{entrant.win_share:.1%}",
        format_interval(entrant.interval),
        f"{entrant.fair_share:.1%}",
        "-" if entrant.mean_score is None else f"{entrant.mean_score:.2f}",
        str(entrant.forfeits),
        f"{entrant.seconds:.4f}",
        str(entrant.rating or "-"),
    ]


def _ahead_table(_: Contest, found: Summary) -> Iterator[str]:
    """Yield who finishes ahead of whom: the line ahead of the column."""
    if len(found.entrants) < 2:
        return
    names, agents = _names(found), [entrant.agent for entrant in found.entrants]
    rows = [
        [name, *(_share(found.ahead[one].get(other)) for other in agents)]
        for name, one in zip(names, agents)
    ]
    yield from align_columns(["ahead of", *names], rows)


def _actions_table(_: Contest, found: Summary) -> Iterator[str]:
    kinds = sorted({kind for entrant in found.entrants for kind in entrant.actions})
    rows = [
        [name, *(f"{entrant.actions.get(kind, 0):.2f}" for kind in kinds)]
        for name, entrant in zip(_names(found), found.entrants)
    ]
    yield from align_columns(["a game and seat", *kinds], rows)


def format_interval(interval: Interval | None) -> str:
    """Format an interval of shares.

    >>> format_interval((0.3611, 0.4629))
    '36.1 - 46.3'
    """
    return "-" if interval is None else f"{interval[0]:.1%} - {interval[1]:.1%}".replace("%", "")


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _names(found: Summary) -> list[str]:
    return [printable(entrant.agent) for entrant in found.entrants]


def align_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: the first column aligned left, the others right.

    >>> list(align_columns(["a", "long"], [["word", "1"]]))
    ['a     long', 'word     1']
    """
    widths = [max(map(len, column)) for column in zip(headings, *rows)]
    for row in (headings, *rows):
        first, *rest = zip(row, widths)
        yield "  ".join([f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in rest)])


# Chart

WIDTH: Final = 760
MARGIN: Final = 30
RIGHT: Final = 625
"""Where the scale ends; the figures are to the right of it."""
TOP: Final = 98
ROW: Final = 46
BELOW: Final = 48
LETTER: Final = 8.4
"""The width of a letter of a name, roughly."""
LETTERS: Final = 24
"""How many letters of a name are shown."""

COLOURS: Final = {
    "cloth": "fill:{cloth}",
    "band": "fill:{plain}",
    "ink": "fill:{ink}",
    "faint": "fill:{faint}",
    "heading": "fill:{heading}",
    "border": "fill:none;stroke:{print}",
    "grid": "stroke:{edge}",
    "fair": "stroke:{ink}",
    "whisker": "fill:none;stroke:{heading}",
}
"""The CSS classes of the chart, each with a colour of the palette."""


def as_svg(contest: Contest, found: Summary) -> str:
    """Return the win shares as a chart: a dot with its interval for each entrant.

    Its colours follow the reader's preference for light or dark.
    """
    height = TOP + ROW * len(found.entrants) + BELOW
    scale = Scale(found)
    return tag(
        "svg",
        tooltip(_chart_summary(contest, found)),
        tag("style", stylesheet()),
        rect(0, 0, WIDTH, height, rx=14, **css_class("cloth")),
        rect(8, 8, WIDTH - 16, height - 16, rx=9, stroke_width=1.5, **css_class("border")),
        *_chart_title(contest, found),
        *_bands(found),
        *_grid_lines(scale, height - BELOW),
        *_fair_shares(found, scale),
        *(_entrant_row(entrant, number, scale) for number, entrant in enumerate(found.entrants)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        font_family=SANS,
        role="img",
    )


class Scale:
    """The x axis: from 0 beside the names to a whole number of tenths."""

    def __init__(self, found: Summary) -> None:
        ends = [max(e.win_share, e.fair_share, *(e.interval or ())) for e in found.entrants]
        longest = max((len(_short_name(entrant)) for entrant in found.entrants), default=0)
        self.tenths = min(10, max(2, ceil(max(ends, default=1) * 10 + 0.2)))
        self.left = MARGIN + 24 + LETTER * max(longest, 6)

    def x(self, share: float) -> float:
        """Return the x coordinate of a share."""
        return round(self.left + (RIGHT - self.left) * share * 10 / self.tenths, 1)


def css_class(name: str) -> Attributes:
    """Return the attribute that gives an element a CSS class."""
    return {"class": name}


def stylesheet() -> str:
    """Return the light colours, and the dark ones for readers who prefer those."""
    palettes = load_palettes()
    light, dark = _css_rules(palettes["light"]), _css_rules(palettes["dark"])
    return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def _css_rules(palette: Palette) -> str:
    return "".join(f".{name}{{{rule.format_map(palette)}}}" for name, rule in COLOURS.items())


def _chart_summary(contest: Contest, found: Summary) -> str:
    shares = ", ".join(f"{_short_name(e)} {e.win_share:.1%}" for e in found.entrants)
    return f"Shares of the wins in {game_class(contest.game).title}: {shares}"


def _chart_title(contest: Contest, found: Summary) -> Iterator[str]:
    title = f"{game_class(contest.game).title}: shares of the wins"
    games = pluralize(found.deals * contest.rotations, "game")
    deals = pluralize(found.deals, "deal")
    subtitle = f"{pluralize(contest.players, 'player')}, {games}; 95% intervals over {deals}"
    yield text_line(
        MARGIN, 44, title, 21, font_family=SERIF, font_weight="700", **css_class("heading")
    )
    yield text_line(MARGIN, 66, subtitle, 13, **css_class("faint"))


def _bands(found: Summary) -> Iterator[str]:
    """Yield a band behind every other row, which leads the eye from the name to the figures."""
    for number in range(0, len(found.entrants), 2):
        y = TOP + ROW * number
        yield rect(18, y, WIDTH - 36, ROW, rx=6, opacity=0.55, **css_class("band"))


def _grid_lines(scale: Scale, bottom: float) -> Iterator[str]:
    step = 1 if scale.tenths <= 5 else 2
    for tenth in range(0, scale.tenths + 1, step):
        x = scale.x(tenth / 10)
        yield path(f"M{x} {TOP}V{bottom}", stroke_width=1, opacity=0.45, **css_class("grid"))
        yield text_line(
            x, bottom + 20, f"{tenth * 10}%", 12, text_anchor="middle", **css_class("faint")
        )


def _fair_shares(found: Summary, scale: Scale) -> Iterator[str]:
    """Yield the fair share in every row, with one label for each share there is."""
    for number, entrant in enumerate(found.entrants):
        line = f"M{scale.x(entrant.fair_share)} {TOP + ROW * number}v{ROW}"
        yield path(line, stroke_width=1.8, stroke_dasharray="5 3", opacity=0.8, **css_class("fair"))
    for share in dict.fromkeys(entrant.fair_share for entrant in found.entrants):
        label, x = f"fair share {share:.0%}", scale.x(share)
        yield text_line(x, TOP - 8, label, 12, text_anchor="middle", **css_class("ink"))


def _entrant_row(entrant: Entrant, number: int, scale: Scale) -> str:
    """Return the row of one entrant: name, interval, dot and figures."""
    y, share = TOP + ROW * (number + 0.5), f"{entrant.win_share:.1%}"
    interval = format_interval(entrant.interval)
    return group(
        tooltip(f"{printable(entrant.agent)}: {share}, {interval}"),
        bold_line(MARGIN, y + 5, _short_name(entrant), 15, text_anchor="start", **css_class("ink")),
        *_whisker(entrant, y, scale),
        circle(scale.x(entrant.win_share), y, 7, **css_class("heading")),
        bold_line(RIGHT + 24, y, share, 15, text_anchor="start", **css_class("ink")),
        text_line(RIGHT + 24, y + 15, interval, 12, **css_class("faint")),
    )


def _whisker(entrant: Entrant, y: float, scale: Scale) -> Iterator[str]:
    if entrant.interval is not None:
        low, high = map(scale.x, entrant.interval)
        line = f"M{low} {y}H{high}M{low} {y - 6}v12M{high} {y - 6}v12"
        yield path(line, stroke_width=2.5, stroke_linecap="round", **css_class("whisker"))


def _short_name(entrant: Entrant) -> str:
    """Return the text of the agent; of a long one the end, which differs from others."""
    name = printable(entrant.agent)
    return name if len(name) <= LETTERS else f"…{name[1 - LETTERS :]}"
