"""The board as a grid of texts: arrow keys walk it, and a screen reader reads it.

A game may provide one (`GamePlugin.board_grid`); its drawing is then hidden from screen readers.
The cells never change and come with the scene. What they say comes with every frame, in parts that
change at different times, so that a page is sent only those that have changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

from howdah.games.registry import plugin_for
from howdah.render.types import Shape

PREFIX: Final = "grid-"
"""What the names of the regions with the texts of the grid begin with."""


class TextList(NamedTuple):
    """A list with its heading."""

    heading: str
    items: tuple[str, ...]


class GridCell(NamedTuple):
    """A place on the board, as far as it never changes."""

    key: str
    """Without spaces."""
    x: float
    y: float
    """Where it is in the drawing."""
    name: str
    """What it is called; its text begins with this."""
    more: str = ""
    """What its text ends with."""
    action: str = ""
    """What one tries to play there; if it is not legal, the page says why."""
    card: str = ""
    """The key of its info card, if the game has them."""


class BoardGrid(Protocol):
    """The board of a game as texts; a module with these names will do."""

    EMPTY_CELL: str
    """What is said of a cell without a text, as a message."""
    NO_CHOICE: str
    """Why nothing can be played at a cell without an action, as a message."""
    MARKER_RADIUS: Mapping[Shape, float]
    """How large a ring around a cell is in the drawing."""

    def rows(self, board: Any, shape: Shape, /) -> Sequence[Sequence[GridCell]]:
        """The cells row by row, from north to south and from west to east."""

    def texts(self, view: Any, /) -> Mapping[str, str]:
        """What is at the cells: parts whose names never change, each as `encode_lines` has it."""

    def start(self, view: Any, /) -> str:
        """The key of the cell of the player to play."""

    def choices(self, view: Any, pick: str | None, /) -> Mapping[str, str]:
        """The actions that the viewer may play, by the cells where.

        Each is on the drawing too, as an element with `data-act` whose name the cell tells.
        """

    def lists(self, view: Any, /) -> Sequence[TextList]:
        """What else is on the board, as lists."""

    def status(self, view: Any, /) -> str:
        """What is left of the turn, in a sentence; it is said after every action of a draft."""

    def describe_pick(self, view: Any, pick: str, /) -> str:
        """What a picked action would do, in a few sentences."""


def board_grid_for(game: str) -> BoardGrid | None:
    """The grid of the game with a public name; None if it has none."""
    plugin = plugin_for(game)
    return None if plugin.board_grid is None else cast(BoardGrid, plugin.load("board_grid"))


def encode_lines(texts: Mapping[str, str]) -> str:
    """Texts of cells as lines that begin with the key of the cell: shorter than any markup.

    >>> print(encode_lines({"A": "Hilltop.", "D2": "Nagpur, city."}))
    A Hilltop.
    D2 Nagpur, city.
    """
    return "\n".join([f"{key} {text}" for key, text in texts.items()])
