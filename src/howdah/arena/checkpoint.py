"""The checkpoint file of an arena: it keeps finished games; format `howdah-arena` 1."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

import howdah
from howdah.arena.game_result import GameResult, parse_game_result
from howdah.arena.result import FORMAT, VERSION, Result
from howdah.arena.schedule import Contest
from howdah.core.atomic_files import write_atomically
from howdah.core.errors import HowdahError, InvalidData
from howdah.core.jsonio import (
    Json,
    as_list,
    as_object,
    check_fields,
    first_difference,
    parse_json,
    quote,
)

_FIELDS: Final = ("format", "version", "howdah", "contest", "summary", "games")
_MIN_SECONDS: Final = 5.0
"""The shortest time between two writes."""
_PAUSE_FACTOR: Final = 20
"""The time between two writes is at least so many times as long as the last write took."""


class CheckpointMismatch(HowdahError):
    """The checkpoint file is not of the arena that should resume."""


class Checkpoint:
    """Writes finished games to a file every few seconds, always the whole file at once."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path
        self._next_write = 0.0

    def read(self, contest: Contest) -> list[GameResult]:
        """Return the games in the file; `CheckpointMismatch` if it is not of this contest."""
        path = Path(self.path)
        if not path.exists():
            return []
        try:
            return _games(as_object(parse_json(path.read_text(encoding="utf-8")), "arena"), contest)
        except UnicodeDecodeError as error:
            raise CheckpointMismatch(f"{path} holds no arena: it is not UTF-8 text.") from error
        except InvalidData as error:
            raise CheckpointMismatch(f"{path} holds no arena that can go on: {error}") from None

    @property
    def is_due(self) -> bool:
        """Whether the last write was long enough ago."""
        return time.monotonic() >= self._next_write

    def write(self, result: Result) -> None:
        """Write all finished games."""
        began = time.monotonic()
        write_atomically(self.path, result.to_text())
        ended = time.monotonic()
        self._next_write = ended + max(_MIN_SECONDS, _PAUSE_FACTOR * (ended - began))


def _games(found: dict[str, Json], contest: Contest) -> list[GameResult]:
    check_fields(found, "arena", required=_FIELDS)
    _check_same("format", found["format"], FORMAT)
    _check_same("version", found["version"], VERSION)
    _check_same("howdah", found["howdah"], howdah.__version__)
    _check_same("contest", found["contest"], contest.to_json())
    games = [
        parse_game_result(game, f"games[{number}]", contest)
        for number, game in enumerate(as_list(found["games"], "games"))
    ]
    if len({game.fixture for game in games}) < len(games):
        raise InvalidData("games", "has a game twice")
    return games


def _check_same(where: str, found: Json, expected: Json) -> None:
    """Raise `InvalidData` if a field that identifies the arena differs."""
    difference = first_difference(found, expected, where)
    if difference:
        raise InvalidData("another arena" if where == "contest" else quote(where), difference)
