"""The boards one can play on: those that come with a game, and any file or object like them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, TypeVar

from howdah.core.board import AnyBoard
from howdah.core.errors import InvalidBoard, InvalidData
from howdah.core.jsonio import Json, as_object, parse_json, shown

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
        self.shipped = cache(self._shipped)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the boards that come with the game."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.json")))

    def _shipped(self, name: str) -> BoardT:
        """A board that comes with the game; it never changes under its name."""
        text = (self._folder / f"{name}.json").read_text(encoding="utf-8")
        return self._validator(json.loads(text))

    def load(self, source: BoardSource | BoardT) -> BoardT:
        """The board meant by a source; a board means itself."""
        if isinstance(source, Mapping):
            return self._own_board(dict(source))
        if not isinstance(source, str | os.PathLike):
            return source
        if source in self.names:
            return self.shipped(str(source))
        return self._own_board(self._read(Path(source)))

    def parse(self, value: Json, where: str) -> BoardT:
        """The board in a record, which names a shipped one or carries a whole one, never a file."""
        if isinstance(value, str) and value not in self.names:
            names = ", ".join(self.names)
            raise InvalidData(where, f"{shown(value)} is not a board of ours ({names})")
        try:
            return self.load(value if isinstance(value, str) else as_object(value, "board"))
        except InvalidData as error:
            raise InvalidData(f"{where}: {error.where}", error.message) from None

    def as_written(self, board: BoardT) -> Json:
        """How a record writes a board: by name if it is ours, whole if it is not."""
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
                f"is neither a board of ours ({names}) nor a readable file: {error}",
            ) from None

    def _own_board(self, data: Json) -> BoardT:
        try:
            board = self._validator(data)
        except InvalidData as error:
            raise InvalidBoard(error.where, error.message) from None
        if board.name in self.names and board != self.shipped(board.name):
            raise InvalidBoard(
                "name",
                f"'{board.name}' is a board of ours; a corrected one needs a name of its own",
            )
        return board
