"""Noughts and crosses in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from howdah.core.rng import Dealer
from howdah.render.text import Ask
from tests.noughts.game import NoughtsView


def legend() -> str:
    """Whose signs they are."""
    return "O is player 0, X is player 1."


def action_help() -> str:
    """What one can type."""
    return "  mark 4  take cell 4"


def text(view: NoughtsView) -> str:
    """The board in three lines."""
    signs = ["." if owner is None else "OX"[owner] for owner in view.cells]
    return "\n".join("".join(signs[row : row + 3]) for row in (0, 3, 6))


def play_pregame(
    _players: int, _settings: Mapping[str, Any], _dealer: Dealer, _ask: Ask
) -> dict[str, Any]:
    """There is none."""
    return {}


def status(view: NoughtsView, seat: int) -> str:
    """Who plays."""
    return f"{view.names[seat]} to play."


def choices(view: NoughtsView) -> list[str]:
    """The empty cells."""
    return [f"{number}  {action}" for number, action in enumerate(view.legal_actions, start=1)]


def describe_event(before: NoughtsView, _after: NoughtsView, action: str) -> str:
    """Who took which cell."""
    return f"{before.names[before.to_play or 0]}: {action}"
