"""The result of an arena: its games, its summary, and both as text, SVG and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import howdah
from howdah.arena.game_result import GameResult
from howdah.arena.reports import as_svg, as_text
from howdah.arena.schedule import Contest
from howdah.arena.summary import Summary, summarize
from howdah.core.jsonio import Json

FORMAT: Final = "howdah-arena"
VERSION: Final = 1


@dataclass(frozen=True)
class Result:
    """The finished games of a contest, in order."""

    contest: Contest
    games: tuple[GameResult, ...]

    @property
    def is_finished(self) -> bool:
        """Whether every game of the contest is finished."""
        return len(self.games) == self.contest.games

    @cached_property
    def summary(self) -> Summary:
        """The figures of the complete deals."""
        return summarize(self.contest, self.games)

    def svg(self) -> str:
        """Return the win shares as a chart."""
        return as_svg(self.contest, self.summary)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return as_text(self.contest, self.summary)

    def to_json(self) -> dict[str, Json]:
        """Return everything as one JSON object, its fields in the order of the format."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "howdah": howdah.__version__,
            "contest": self.contest.to_json(),
            "summary": self.summary.to_json(),
            "games": [game.to_json() for game in self.games],
        }

    def to_text(self) -> str:
        """Return the same as the text of a file, a game a line."""
        return format_json(self.to_json())


def format_json(found: dict[str, Json]) -> str:
    """Format a JSON object with a field a line, and an item a line in its lists.

    >>> print(format_json({"version": 1, "games": [{"deal": 0}, {"deal": 1}]}), end="")
    {"version": 1,
    "games": [
    {"deal": 0},
    {"deal": 1}]}
    """
    return (
        "{" + ",\n".join(f"{_text(key)}: {_field(value)}" for key, value in found.items()) + "}\n"
    )


def _field(value: Json) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(_text, value)) + "]"
    return _text(value)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
