"""Bombay Bazar in words: what a placement gives, what an action did, and how the game stands."""

from __future__ import annotations

from typing import NamedTuple, cast

from howdah.games.bazar.actions import CODES, Place, parse_action
from howdah.games.bazar.hexgrid import OPPOSITE, Edge, beyond
from howdah.games.bazar.tiles import PARTNER
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate, translate_count
from howdah.render.phrases import ActionDescription, Gain, is_winner, printable, winners


class Growth(NamedTuple):
    """How the trunk of the player to move grows by a placement."""

    segments: int
    way_out: Edge
    """The edge by which it leaves the tile."""
    is_blocked: bool
    """Whether it then leads to an end piece."""


def growth(view: BazarView, placed: Place) -> Growth:
    """What a placement at the tip of the player to move adds to that player's trunk."""
    player = view.players[view.to_play or 0]
    tiles = {cell: CODES[Place(tile.design, tile.rotation)] for cell, tile in view.tiles.items()}
    cell, edge, tile = player.tip_cell, player.tip_edge, CODES[placed]
    tiles[cell] = tile
    added = 0
    while cell in tiles:
        out = PARTNER[tiles[cell]][edge]
        cell, edge, added = beyond(cell, out), OPPOSITE[out], added + 1
    return Growth(added, PARTNER[tile][player.tip_edge], cell in view.end_pieces)


def action_label(view: BazarView, action: str) -> str:
    """A legal action of the view's position in one line, for a label."""
    return str(describe_action(view, action))


def describe_action(view: BazarView, action: str) -> ActionDescription:
    """A legal action of the view's position as a choice."""
    if action == "end-piece":
        return ActionDescription(translate("Lay your end piece"), note=translate("you are blocked"))
    placed = cast(Place, parse_action(action))
    grown = growth(view, placed)
    return ActionDescription(
        translate("Place the tile {design}", design=placed.design),
        gains=(Gain("length", grown.segments),),
        note=translate("it leads to an end piece") if grown.is_blocked else "",
    )


def report(before: BazarView, after: BazarView, action: str) -> str:
    """What an action did, in words for everyone."""
    seat = before.to_play or 0
    name, length = printable(before.names[seat]), after.players[seat].length
    if action == "end-piece":
        return translate_count(
            "{name} is blocked and stops with a trunk of {count} segment.",
            "{name} is blocked and stops with a trunk of {count} segments.",
            length,
            name=name,
        )
    placed = translate_count(
        "{name} places a tile: the trunk is {count} segment long.",
        "{name} places a tile: the trunk is {count} segments long.",
        length,
        name=name,
    )
    return " ".join([placed, *_describe_other_trunks(before, after, seat)])


def _describe_other_trunks(before: BazarView, after: BazarView, seat: int) -> list[str]:
    """The other trunks that the tile has made longer."""
    return [
        translate_count(
            "The trunk of {name} grows to {count} segment.",
            "The trunk of {name} grows to {count} segments.",
            new.length,
            name=printable(new.name),
        )
        for old, new in zip(before.players, after.players)
        if new.seat != seat and new.length > old.length
    ]


def format_signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\u2212")


def describe_outcome(view: BazarView) -> tuple[str, str]:
    """Whose turn it is or how the game ended: who, and what they do or did."""
    if view.to_play is not None:
        return view.names[view.to_play], "is to play"
    if view.solo_score is not None:
        return "The game", f"is over and scores {format_signed(view.solo_score)}"
    won = winners(view)
    names = " and ".join(view.names[seat] for seat in won)
    length = view.players[won[0]].length
    return names, f"wins with {length}" if len(won) == 1 else f"share the win with {length}"


def has_won(view: BazarView, seat: int) -> bool:
    """Whether a seat won against others; a solo game has a score instead."""
    return len(view.players) > 1 and is_winner(view, seat)
