"""The file of an arena: written as it goes, read when it goes on; format `howdah-arena` 1."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

import howdah
from howdah.arena.game_result import Outcome, parse_outcome
from howdah.arena.result import FORMAT, VERSION, Result
from howdah.arena.schedule import Contest
from howdah.core.atomic_files import write_whole
from howdah.core.errors import HowdahError, InvalidData
from howdah.core.jsonio import (
    Json,
    as_list,
    as_object,
    check_fields,
    first_difference,
    parse_json,
    shown,
)

_FIELDS: Final = ("format", "version", "howdah", "contest", "summary", "games")
_SECONDS_BETWEEN: Final = 5.0
_PATIENCE: Final = 20
"""Writing takes at most this part of the time: a twentieth."""


class OtherArena(HowdahError):
    """A file holds something else than the arena that is to go on."""


class Journal:
    """Keeps what is finished in a file, now and then, and whole each time."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self._next = 0.0

    def read(self, contest: Contest) -> list[Outcome]:
        """The games that the file holds; it is refused unless it is of this very contest."""
        path = Path(self.path)
        if not path.exists():
            return []
        try:
            return _games(as_object(parse_json(path.read_text(encoding="utf-8")), "arena"), contest)
        except UnicodeDecodeError as error:
            raise OtherArena(f"{path} holds no arena: it is not UTF-8 text.") from error
        except InvalidData as error:
            raise OtherArena(f"{path} holds no arena that can go on: {error}") from None

    @property
    def is_due(self) -> bool:
        """Whether the last writing was more than a moment ago."""
        return time.monotonic() >= self._next

    def write(self, result: Result) -> None:
        """Write all that is finished."""
        began = time.monotonic()
        write_whole(self.path, result.to_text())
        ended = time.monotonic()
        self._next = ended + max(_SECONDS_BETWEEN, _PATIENCE * (ended - began))


def _games(found: dict[str, Json], contest: Contest) -> list[Outcome]:
    check_fields(found, "arena", required=_FIELDS)
    _check_same("format", found["format"], FORMAT)
    _check_same("version", found["version"], VERSION)
    _check_same("howdah", found["howdah"], howdah.__version__)
    _check_same("contest", found["contest"], contest.to_json())
    games = [
        parse_outcome(game, f"games[{number}]", contest)
        for number, game in enumerate(as_list(found["games"], "games"))
    ]
    if len({game.fixture for game in games}) < len(games):
        raise InvalidData("games", "has a game twice")
    return games


def _check_same(where: str, found: Json, expected: Json) -> None:
    """What tells one arena from another has to be the same."""
    difference = first_difference(found, expected, where)
    if difference:
        raise InvalidData("another arena" if where == "contest" else shown(where), difference)
