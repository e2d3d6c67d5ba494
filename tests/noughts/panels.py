"""Noughts and crosses beside the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from howdah.core.boards import AnyBoard
from howdah.games.registry import AnyGame
from howdah.render.types import Shape
from howdah.table.panels import About, QuickStart
from tests.noughts.game import NoughtsView

LABELS: Final[dict[str, str]] = {}
ABOUT: Final = About("Three in a line win.", minutes=1)
QUICK_STARTS: Final = (QuickStart("noughts", 2, "Play noughts", "You and one computer."),)
RULES_LINK: Final = "Rules of noughts"
UNFINISHED: Final = "Take a cell first."
CREDIT: Final = "Noughts is nobody's game."


def clock(view: NoughtsView) -> dict[str, int]:
    """How many cells are taken."""
    return {"count": len(view.actions)}


def cards(view: NoughtsView) -> list[tuple[int, str]]:
    """The names."""
    return list(enumerate(view.names))


def actions(_game: AnyGame, view: NoughtsView, _pick: str | None) -> dict[str, Any]:
    """Everything is done on the board."""
    return {"view": view, "hint": "Take a cell."}


def view_of_complete_draft(view: NoughtsView, seat: int) -> NoughtsView:
    """It is still that seat's turn."""
    return replace(view, to_play=seat, legal_actions=(), is_over=False, result=None)


def scoring(game: AnyGame, view: NoughtsView) -> dict[str, Any]:
    """Who has won."""
    return {"view": view, "result": game.result()}


def report(before: NoughtsView, _after: NoughtsView, action: str) -> str:
    """Who took which cell."""
    return f"{before.names[before.to_play or 0]}: {action}"


def report_briefly(_before: NoughtsView, _after: NoughtsView, action: str) -> str:
    """Which cell was taken."""
    return action


def motion(_before: NoughtsView, _after: NoughtsView, _action: str) -> dict[str, Any]:
    """Nothing moves."""
    return {}


def way(_board: AnyBoard, _shape: Shape, *_move: Any) -> str:
    """Nothing moves."""
    return ""


def extras(_view: NoughtsView, _shape: Shape) -> str:
    """Nothing."""
    return ""
