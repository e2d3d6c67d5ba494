"""The figures of an arena as text: one line an entrant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from howdah.arena.confidence import Interval
from howdah.arena.schedule import Contest
from howdah.arena.summary import Entrant, Summary
from howdah.core.extras import install_command
from howdah.games.registry import game_class, plugin_for
from howdah.render.phrases import counted, printable

_HEADINGS = ("games", "wins", "95 % interval", "fair", "forfeits", "s/decision", "rating")


def as_text(contest: Contest, found: Summary) -> str:
    """All tables, one after the other."""
    tables = [_fared, _ahead, _actions] if found.entrants else []
    parts = [_heading(contest, found), *("\n".join(table(contest, found)) for table in tables)]
    return "\n\n".join(part for part in parts if part)


def _heading(contest: Contest, found: Summary) -> str:
    deals, games = counted(contest.deals, "deal"), counted(contest.games, "game")
    by = counted(contest.rotations, "rotation")
    parts = [game_class(contest.game).title, counted(contest.players, "player")]
    heading = f"{', '.join(parts)}: {deals} by {by}, {games}; seed {contest.seed}"
    if found.deals == contest.deals:
        return heading
    return f"{heading}\nunfinished: the figures are those of {counted(found.deals, 'whole deal')}"


def _fared(contest: Contest, found: Summary) -> Iterator[str]:
    names, score = _names(found), plugin_for(contest.game).score_name
    rows = [_figures(entrant) for entrant in found.entrants]
    headings = [*_HEADINGS[:4], score, *_HEADINGS[4:]]
    yield from aligned(["agent", *headings], [[name, *row] for name, row in zip(names, rows)])
    if not found.entrants[0].rating:
        yield f"no ratings without openskill: {install_command('ai')}"


def _figures(entrant: Entrant) -> list[str]:
    return [
        str(entrant.games),
        f"{entrant.win_share:.1%}",
        interval_told(entrant.interval),
        f"{entrant.fair_share:.1%}",
        "-" if entrant.mean_score is None else f"{entrant.mean_score:.2f}",
        str(entrant.forfeits),
        f"{entrant.seconds:.4f}",
        str(entrant.rating or "-"),
    ]


def _ahead(_: Contest, found: Summary) -> Iterator[str]:
    """Who finishes ahead of whom: the line ahead of the column."""
    if len(found.entrants) < 2:
        return
    names, agents = _names(found), [entrant.agent for entrant in found.entrants]
    rows = [
        [name, *(_share(found.ahead[one].get(other)) for other in agents)]
        for name, one in zip(names, agents)
    ]
    yield from aligned(["ahead of", *names], rows)


def _actions(_: Contest, found: Summary) -> Iterator[str]:
    kinds = sorted({kind for entrant in found.entrants for kind in entrant.actions})
    rows = [
        [name, *(f"{entrant.actions.get(kind, 0):.2f}" for kind in kinds)]
        for name, entrant in zip(_names(found), found.entrants)
    ]
    yield from aligned(["a game and seat", *kinds], rows)


def interval_told(interval: Interval | None) -> str:
    """An interval of shares.

    >>> interval_told((0.3611, 0.4629))
    '36.1 - 46.3'
    """
    return "-" if interval is None else f"{interval[0]:.1%} - {interval[1]:.1%}".replace("%", "")


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _names(found: Summary) -> list[str]:
    return [printable(entrant.agent) for entrant in found.entrants]


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table as lines: the first column to the left, the others to the right.

    >>> list(aligned(["a", "long"], [["word", "1"]]))
    ['a     long', 'word     1']
    """
    widths = [max(map(len, column)) for column in zip(headings, *rows)]
    for row in (headings, *rows):
        first, *rest = zip(row, widths)
        yield "  ".join([f"{first[0]:<{first[1]}}", *(f"{cell:>{width}}" for cell, width in rest)])
