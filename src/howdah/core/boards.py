"""Boards: what those of all games have, and where to get one.

A board comes with its game, or is any file or object like those that do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final, Generic, TypedDict, TypeVar

from howdah.core.errors import InvalidBoard, InvalidData
from howdah.core.jsonio import Json, as_choice, as_object, as_text, parse_json, quote

PROVENANCES: Final = ("attested", "derived", "reconstructed")
LONGEST_NOTE: Final = 2000
"""Where a board comes from takes a few sentences."""


@dataclass(frozen=True, repr=False)
class AnyBoard:
    """A validated board of any game."""

    name: str
    provenance: str
    note: str
    source: str = field(compare=False)
    """The JSON text of the object that the board was made from; its order means nothing."""

    def __repr__(self) -> str:
        return f"<Board {self.name}>"

    def to_json(self) -> dict[str, Json]:
        """The board as the object that it was made from."""
        found: dict[str, Json] = json.loads(self.source)
        return found


class Title(TypedDict):
    """The fields of `AnyBoard`."""

    name: str
    provenance: str
    note: str
    source: str


def parse_title(found: dict[str, Json]) -> Title:
    """The fields that all boards have, from a board's object."""
    return Title(
        name=_parse_name(found["name"]),
        provenance=as_choice(found["provenance"], "provenance", PROVENANCES),
        note=_parse_note(found.get("note", "")),
        source=json.dumps(found, ensure_ascii=False),
    )


def _parse_name(value: Json) -> str:
    name = as_text(value, "name")
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise InvalidData("name", f"should be 1 to 60 printable characters, not {quote(name)}")
    return name


def _parse_note(value: Json) -> str:
    note = as_text(value, "note")
    if len(note) > LONGEST_NOTE:
        raise InvalidData("note", f"should have at most {LONGEST_NOTE} characters")
    return note


BoardT = TypeVar("BoardT", bound=AnyBoard)
BoardSource = str | os.PathLike[str] | Mapping[str, Json]
"""The name of a shipped board, the path of a board file, or a board object."""


class BoardCatalog(Generic[BoardT]):
    """The boards of one game: a folder of shipped ones, and the validator that makes them.

    The validator turns a JSON object into a board, or raises `InvalidData`.
    """

    def __init__(self, folder: Path, validator: Callable[[Json], BoardT]) -> None:
        self._folder = folder
        self._validator = validator
        self.get = cache(self._get)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the boards that come with the game."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.json")))

    def _get(self, name: str) -> BoardT:
        """A board that comes with the game; it never changes under its name."""
        text = (self._folder / f"{name}.json").read_text(encoding="utf-8")
        return self._validator(json.loads(text))

    def load(self, source: BoardSource | BoardT) -> BoardT:
        """The board meant by a source; a board means itself."""
        if isinstance(source, Mapping):
            return self._parse_own(dict(source))
        if not isinstance(source, str | os.PathLike):
            return source
        if source in self.names:
            return self.get(str(source))
        return self._parse_own(self._read(Path(source)))

    def parse(self, value: Json, where: str) -> BoardT:
        """The board in a record, which names a shipped one or carries a whole one, never a file."""
        if isinstance(value, str) and value not in self.names:
            names = ", ".join(self.names)
            raise InvalidData(where, f"{quote(value)} is not a board of this game ({names})")
        try:
            return self.load(value if isinstance(value, str) else as_object(value, "board"))
        except InvalidData as error:
            raise InvalidData(f"{where}: {error.where}", error.message) from None

    def to_json(self, board: BoardT) -> Json:
        """A board as a record writes it: by name if it is ours, whole if it is not."""
        return board.name if board.name in self.names else board.to_json()

    def _read(self, path: Path) -> Json:
        try:
            return parse_json(path.read_bytes().decode())
        except InvalidData as error:
            raise InvalidBoard(f"board {path}", error.message) from None
        except (OSError, ValueError) as error:
            names = ", ".join(self.names)
            raise InvalidBoard(
                f"board {str(path)!r}",
                f"is neither a board of this game ({names}) nor a readable file: {error}",
            ) from None

    def _parse_own(self, data: Json) -> BoardT:
        try:
            board = self._validator(data)
        except InvalidData as error:
            raise InvalidBoard(error.where, error.message) from None
        if board.name in self.names and board != self.get(board.name):
            raise InvalidBoard(
                "name",
                f"'{board.name}' is the name of a shipped board; give a changed board another name",
            )
        return board
