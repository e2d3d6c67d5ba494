"""What came of an arena: its games, its figures, its picture, its file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import howdah
from howdah.arena.game_result import Outcome
from howdah.arena.plot import as_svg
from howdah.arena.schedule import Contest
from howdah.arena.summary import Summary, summary
from howdah.arena.text_report import as_text
from howdah.core.jsonio import Json

FORMAT: Final = "howdah-arena"
VERSION: Final = 1


@dataclass(frozen=True)
class Result:
    """The games of a contest that are finished, in their order."""

    contest: Contest
    games: tuple[Outcome, ...]

    @property
    def is_finished(self) -> bool:
        """Whether every game of the contest is there."""
        return len(self.games) == self.contest.games

    @cached_property
    def summary(self) -> Summary:
        """The figures of the deals that are played by every rotation."""
        return summary(self.contest, self.games)

    def svg(self) -> str:
        """The win shares as a picture."""
        return as_svg(self.contest, self.summary)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return as_text(self.contest, self.summary)

    def to_json(self) -> dict[str, Json]:
        """Everything as one JSON object, its fields in the order of the format."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "howdah": howdah.__version__,
            "contest": self.contest.to_json(),
            "summary": self.summary.to_json(),
            "games": [game.to_json() for game in self.games],
        }

    def to_text(self) -> str:
        """The same as the text of a file, a game a line."""
        return written(self.to_json())


def written(found: dict[str, Json]) -> str:
    """A JSON object with a field a line, and an item a line in its lists.

    >>> print(written({"version": 1, "games": [{"deal": 0}, {"deal": 1}]}), end="")
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
