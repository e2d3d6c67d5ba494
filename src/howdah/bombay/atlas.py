"""The boards one can play on: those that come with Howdah, and any file or object like them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from howdah.bombay.board import Board
from howdah.bombay.validator import parse_board
from howdah.core.errors import InvalidBoard, InvalidData
from howdah.core.strict import Json, parse_json

_SHIPPED = Path(__file__).parent / "data"


@cache
def shipped_boards() -> tuple[str, ...]:
    """The names of the boards that come with Howdah.

    >>> shipped_boards()
    ('deccan',)
    """
    return tuple(sorted(file.stem for file in _SHIPPED.glob("*.json")))


@cache
def shipped_board(name: str) -> Board:
    """A board that comes with Howdah; it never changes under its name."""
    return parse_board(json.loads((_SHIPPED / f"{name}.json").read_text(encoding="utf-8")))


def load_board(source: str | os.PathLike[str] | Mapping[str, Json] | Board) -> Board:
    """The board meant by the name of a shipped one, a file, or a whole board object.

    >>> load_board("deccan")
    <Board deccan>
    """
    if isinstance(source, Board):
        return source
    if isinstance(source, Mapping):
        return _own_board(dict(source))
    if source in shipped_boards():
        return shipped_board(str(source))
    return _own_board(_read(Path(source)))


def _read(path: Path) -> Json:
    try:
        return parse_json(path.read_bytes().decode())
    except InvalidData as error:
        raise InvalidBoard(f"board {path}", error.message) from None
    except (OSError, ValueError) as error:
        names = ", ".join(shipped_boards())
        raise InvalidBoard(
            f"board {str(path)!r}",
            f"is neither a board of ours ({names}) nor a readable file: {error}",
        ) from None


def _own_board(data: Json) -> Board:
    board = board_from_json(data)
    if board.name in shipped_boards() and board != shipped_board(board.name):
        raise InvalidBoard(
            "name", f"'{board.name}' is a board of ours; a corrected one needs a name of its own"
        )
    return board


def board_from_json(data: Json) -> Board:
    """The board that a JSON object describes; `InvalidBoard` says what the validator refuses."""
    try:
        return parse_board(data)
    except InvalidData as error:
        raise InvalidBoard(error.where, error.message) from None
