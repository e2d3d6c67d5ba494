"""The panels of Bombay Bazar beside the board: cards, piles, medals, the final scoring."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from howdah.games.bazar.board import Board
from howdah.games.bazar.descriptions import (
    BOARD_NAMES,
    describe_action,
    describe_pile,
    describe_trunk,
    format_signed,
    report,
    report_briefly,
)
from howdah.games.bazar.growth import next_rotation
from howdah.games.bazar.medals import MEDALS, MedalsView
from howdah.games.bazar.medals_report import describe_next, report_rounds
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.tiles import COPIES
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.games.bazar.why_not import reason
from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.phrases import join_with_commas, winners
from howdah.render.types import Shape
from howdah.table.panels import About, ActionButton, QuickStart, WhyNot, explain_all

__all__ = ["report", "report_briefly"]
"""Facets of the page that another module provides."""

LABELS: Final = {
    "board": mark("Board"),
    "tip_rule": mark("When trunks meet"),
    "starter": mark("Who starts"),
    "heads": mark("Player 1's head (the others clockwise)"),
    **BOARD_NAMES,
    "join": mark("Standard: trunks may cross but never join"),
    "touch": mark("Strict: two tips on one space block both players"),
    "medals": mark("Medals"),
    "seat 0": mark("Player 1"),
    "random": mark("Random"),
}
CORNERS: Final[Mapping[str, str]] = {
    "NW": mark("top left"),
    "NE": mark("top right"),
    "SE": mark("bottom right"),
    "SW": mark("bottom left"),
}
"""Where the heads are."""
ABOUT: Final = About(
    mark(
        "Place one tile per turn, and let your elephant's trunk wind across the board, over and "
        "under those of the others. The longest trunk wins."
    ),
    minutes=10,
)
QUICK_STARTS: Final = (
    QuickStart(
        "bazar",
        2,
        mark("Play Bombay Bazar"),
        mark("You against one computer: who grows the longest trunk?"),
        rules={"starter": "random"},  # a computer has nothing to guess at
    ),
    QuickStart(
        "solo",
        1,
        mark("Bombay Bazar solo"),
        mark("A puzzle on 61 spaces. The best possible score is 57."),
        is_primary=False,
    ),
)
RULES_LINK: Final = mark("Bombay Bazar rules")
UNFINISHED: Final = mark("Place a tile first.")
CREDIT: Final = mark("Bombay Bazar is a game by Sylvie Barc and Juan Rodriguez.")
NO_RECORD_YET: Final = mark("You can download the game once the medals have decided who starts.")


class Pile(NamedTuple):
    """A pile of tiles, and the action that picks it or why it cannot be used now."""

    design: str
    left: int
    """How many tiles."""
    pick: str = ""
    """The first legal action with a tile of the pile, or the picked one."""
    is_picked: bool = False
    why: str = ""
    """The id of the reason why no tile fits."""

    @property
    def label(self) -> str:
        """The pile in words."""
        return describe_pile(self.design, self.left)


@dataclass(frozen=True)
class Card:
    """The card of a player, with the player's head."""

    seat: int
    head: HeadName
    name: str
    length: int
    trunk: str
    """The trunk in words."""
    has_stopped: bool
    is_active: bool
    is_winner: bool


@dataclass(frozen=True)
class SoloCard:
    """The score of a game alone so far."""

    score: int
    board: str
    tiles: int
    empty: int
    openings: int
    is_over: bool

    @property
    def shown_score(self) -> str:
        """The score as it is printed."""
        return format_signed(self.score)


def clock(view: BazarView) -> dict[str, Hashable]:
    """The context of the clock: how many tiles are placed."""
    return {"tiles": view.tiles_laid, "is_over": view.is_over}


def cards(view: BazarView) -> list[Card | SoloCard]:
    """The players' cards; alone, another one with the score."""
    return [*(_card(view, player) for player in view.players), *_solo_card(view)]


def _card(view: BazarView, player: PlayerView) -> Card:
    return Card(
        player.seat,
        player.head,
        player.name,
        player.length,
        describe_trunk(player),
        player.has_stopped,
        is_active=player.seat == view.to_play,
        is_winner=player.seat in winners(view),
    )


def _solo_card(view: BazarView) -> list[SoloCard]:
    if view.solo_score is None:
        return []
    counts = (view.tiles_laid, view.empty_cells, view.unused_openings)
    return [SoloCard(view.solo_score, view.board.name, *counts, view.is_over)]


GONE: Final = "gone"
AT_END: Final = "at-end"
MISFIT: Final = "misfit"
"""The ids of the reasons why no tile of a pile can be placed."""


def extras(_view: BazarView, _shape: Shape) -> str:
    """Nothing: the board has room for everything."""
    return ""


def actions(_game: AnyGame, view: BazarView, pick: str | None) -> dict[str, Any]:
    """The context of the piles to pick from, and of the buttons to turn and place a picked tile."""
    picked = pick if pick in view.legal_actions else None
    is_blocked = view.legal_actions == ("end-piece",)
    fitting = defaultdict[str, list[str]](list)
    for action in view.legal_actions if not is_blocked else ():
        fitting[action.split(" ")[1]].append(action)
    piles = [_pile(view, design, fitting[design], picked) for design in view.piles]
    return {
        "view": view,
        "piles": piles,
        "reasons": _reasons(view, {pile.why for pile in piles}),
        "place": ActionButton(picked, describe_action(view, picked)) if picked else None,
        "turn": next_rotation(view, picked) if picked else None,
        "hint": translate("Pick a tile, turn it and place it.")
        if not (picked or is_blocked)
        else "",
        "end_piece": ActionButton("end-piece", describe_action(view, "end-piece"))
        if is_blocked
        else None,
    }


def _pile(view: BazarView, design: str, fitting: Sequence[str], picked: str | None) -> Pile:
    count = view.piles[design]
    if fitting:
        is_picked = picked in fitting
        pick = picked if picked is not None and is_picked else fitting[0]
        return Pile(design, count, pick, is_picked)
    if not count:
        return Pile(design, count, why=GONE)
    is_at_end = view.players[view.to_play or 0].tip_cell in view.end_pieces
    return Pile(design, count, why=AT_END if is_at_end else MISFIT)


def _reasons(view: BazarView, needed: Collection[str]) -> dict[str, WhyNot]:
    """Why tiles cannot be placed, by id; each once, however many piles it is about."""
    found = {}
    if GONE in needed:
        gone = ", ".join(design for design, count in view.piles.items() if not count)
        empty = reason("pile-empty", copies=COPIES, design=gone)
        found[GONE] = explain_all([empty], view.names)[0]
    if AT_END in needed:
        found[AT_END] = explain_all([reason("end-piece-here")], view.names)[0]
    if MISFIT in needed:
        found[MISFIT] = WhyNot(
            translate("This tile doesn't fit here, whichever way you turn it."), "bazar#place"
        )
    return found


def view_of_complete_draft(view: BazarView, seat: int) -> BazarView:
    """The view after a drafted turn: the tile is placed, and nobody has won until it counts."""
    return replace(view, to_play=seat, legal_actions=(), is_over=False, result=None)


def scoring(_game: AnyGame, view: BazarView) -> dict[str, Any]:
    """The context of the final scoring: the lengths, or the score of a solo game."""
    if view.solo_score is not None:
        return {
            "view": view,
            "most": view.tiles_laid + view.empty_cells,
            "headline": translate("Your score: {score}", score=format_signed(view.solo_score)),
        }
    ranks = {
        player.seat: 1 + sum(other.length > player.length for other in view.players)
        for player in view.players
    }
    return {"view": view, "ranks": ranks, "reason": _describe_margin(view)}


def _describe_margin(view: BazarView) -> str:
    """Why the winners won: how long the trunk is, and by how much."""
    won = [player for player in view.players if player.seat in winners(view)]
    others = [player for player in view.players if player not in won]
    length = won[0].length
    if len(won) > 1:
        return translate("Tied at a trunk length of {length}.", length=length)
    second = max(player.length for player in others)
    return translate(
        "Trunk length {length}, {count} more than {names}.",
        length=length,
        count=length - second,
        names=join_with_commas(player.name for player in others if player.length == second),
    )


def motion(_before: BazarView, _after: BazarView, _action: str) -> dict[str, Any]:
    """A piece is placed; the page finds the new segments by itself and lets them grow."""
    return {"placed": True}


def way(_board: Board, _shape: Shape, *_move: Any) -> str:
    """Nothing moves along a way: trunks grow where they are."""
    return ""


def describe_seat_values(values: Sequence[str]) -> str:
    """The heads of all seats in a few words: the first one decides most of it."""
    first = _corner(values[0])
    if len(values) == 2:
        return translate("{first}, player 2: {second}", first=first, second=_corner(values[1]))
    if len(values) == 3:
        (empty,) = (name for name in HEAD_NAMES if name not in values)
        return translate("{first}, empty: {empty}", first=first, empty=_corner(empty))
    return first


def _corner(head: str) -> str:
    return translate(CORNERS[head])


def pregame(view: MedalsView) -> dict[str, Any]:
    """The context of the medals: how many one may keep, and whom everyone waits for."""
    return {"medals": view, "most": MEDALS}


def pregame_rounds(view: MedalsView, names: Sequence[str]) -> dict[str, Hashable]:
    """The context of the rounds so far, and of who starts or plays again."""
    return {
        "rounds": report_rounds(view.rounds, names),
        "next": describe_next(view, names),
        "is_done": view.first_player is not None,
    }
