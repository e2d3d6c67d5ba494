"""The panels of Bombay Bazar beside the board: cards, piles, medals, the final scoring."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from howdah.games.bazar.medals import MEDALS, MedalsView
from howdah.games.bazar.svg import scene
from howdah.games.bazar.svg.descriptions import describe_action, report
from howdah.games.bazar.tiles import COPIES
from howdah.games.bazar.view import BazarView
from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.phrases import winners
from howdah.render.types import Shape
from howdah.table.panels import ActionButton, QuickStart, WhyNot, explain_all

__all__ = ["report"]
"""A facet of the page that another module provides."""

LABELS: Final = {
    "board": mark("Board"),
    "tip_rule": mark("When trunks meet"),
    "starter": mark("Who begins"),
    "join": mark("trunks may pass, but never join"),
    "touch": mark("a place that two tips face is closed"),
    "medals": mark("the medals decide"),
    "seat 0": mark("the first seat"),
    "random": mark("drawn at random"),
}
QUICK_STARTS: Final = (
    QuickStart(
        "bazar",
        2,
        mark("Play Bombay Bazar"),
        mark("You and one opponent: who grows the longest trunk?"),
    ),
    QuickStart(
        "solo",
        1,
        mark("Bombay Bazar alone"),
        mark("A puzzle of 61 hexagons; 57 is the most one can score."),
        is_primary=False,
    ),
)
RULES_LINK: Final = mark("Rules of Bombay Bazar")
CREDIT: Final = mark("Bombay Bazar is a game by Sylvie Barc and Juan Rodriguez.")
NO_RECORD_YET: Final = mark("The record begins when the medals have decided who plays first.")


@dataclass(frozen=True)
class Pile:
    """A pile of tiles: its drawing, and the action that picks it or why it cannot be used now."""

    design: str
    count: int
    drawing: str
    pick: str | None
    """The first legal action with a tile of the pile; None if no tile fits."""
    is_picked: bool
    reason: WhyNot | None


def players(view: BazarView) -> dict[str, Any]:
    """The context of the players' cards, each with the player's head, and of the clock."""
    return {
        "view": view,
        "cards": [(player, scene.portrait(player)) for player in view.players],
        "winners": winners(view),
        "portrait_size": scene.PORTRAIT_SIZE,
    }


def extras(_view: BazarView, _shape: Shape) -> str:
    """Nothing: the board has room for everything."""
    return ""


def actions(game: AnyGame, view: BazarView, pick: str | None) -> dict[str, Any]:
    """The context of the piles to pick from, and of the buttons to turn and place a picked tile."""
    picked = pick if pick in view.legal_actions else None
    is_blocked = view.legal_actions == ("end-piece",)
    return {
        "view": view,
        "piles": [_pile(game, view, design, picked) for design in view.piles],
        "pile_size": scene.PILE_SIZE,
        "place": ActionButton(picked, describe_action(view, picked)) if picked else None,
        "turn": _next_rotation(view, picked) if picked else None,
        "hint": translate("Pick a tile, turn it, place it.") if not (picked or is_blocked) else "",
        "end_piece": ActionButton("end-piece", describe_action(view, "end-piece"))
        if is_blocked
        else None,
    }


def _pile(game: AnyGame, view: BazarView, design: str, picked: str | None) -> Pile:
    fitting = _fitting(view, design)
    is_picked = picked is not None and picked in fitting
    return Pile(
        design,
        view.piles[design],
        scene.draw_pile(design, view.piles[design]),
        (picked if is_picked else fitting[0]) if fitting else None,
        is_picked,
        None if fitting else _why_not(game, view, design),
    )


def _fitting(view: BazarView, design: str) -> list[str]:
    return [action for action in view.legal_actions if action.startswith(f"place {design} ")]


def _why_not(game: AnyGame, view: BazarView, design: str) -> WhyNot:
    """Why no tile of a pile can be placed: it is empty, or no rotation fits."""
    if view.piles[design] and view.legal_actions != ("end-piece",):
        return WhyNot(translate("No rotation of this tile fits here."), "bazar#place")
    return explain_all(game.why_not(f"place {design} 0"), view.names)[0]


def _next_rotation(view: BazarView, picked: str) -> str | None:
    """The next way to turn the picked tile; None if there is only one."""
    fitting = _fitting(view, picked.split(" ")[1])
    following = fitting[(fitting.index(picked) + 1) % len(fitting)]
    return None if following == picked else following


def view_of_complete_draft(view: BazarView, seat: int) -> BazarView:
    """The view after a drafted turn: the tile is placed, and nobody has won until it counts."""
    return replace(view, to_play=seat, legal_actions=(), is_over=False, result=None)


def scoring(game: AnyGame, view: BazarView) -> dict[str, Any]:
    """The context of the final scoring: the lengths, or the score of a solo game."""
    return {
        "view": view,
        "rows": view.players,
        "winners": winners(view),
        "names": view.names,
        "result": game.result(),
        "copies": COPIES,
    }


def motion(_before: BazarView, _after: BazarView, _action: str, _shape: Shape) -> dict[str, Any]:
    """Nothing: the page finds the new segments by itself and lets them grow."""
    return {"ways": {}, "gains": []}


def pregame(view: MedalsView) -> dict[str, Any]:
    """The context of the medals: how many one may keep, and the rounds so far."""
    return {"medals": view, "most": MEDALS}
