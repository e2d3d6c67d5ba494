"""Bombay Bazar in words: what a placement gives, what an action did, and how the game stands."""

from __future__ import annotations

from typing import Final, cast

from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.growth import grow_trunk
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    MARK_NAMES,
    ActionDescription,
    Gain,
    is_winner,
    pluralize,
    printable,
    translate_word,
    winners,
)


def action_label(view: BazarView, action: str) -> str:
    """A legal action of the view's position in one line, for a label."""
    return str(describe_action(view, action))


def describe_action(view: BazarView, action: str) -> ActionDescription:
    """A legal action of the view's position as a choice."""
    if action == "end-piece":
        return ActionDescription(translate("Lay your end piece"), note=translate("you are blocked"))
    placed = cast(Place, parse_action(action))
    grown = grow_trunk(view, placed)
    return ActionDescription(
        translate("Place the tile {design}", design=placed.design),
        gains=(Gain("length", len(grown.segments)),),
        note=translate("it leads to an end piece") if grown.tip_cell in view.end_pieces else "",
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


PLAYER_COLOURS: Final = (mark("indigo"), mark("madder"), mark("saffron"), mark("peacock"))
"""The colours of the seats. Bombay's grey would be lost among stretches of stone, and its ivory
on pale tiles; these differ in lightness as well as in hue."""


def describe_head(name: HeadName, player: PlayerView | None) -> str:
    """Whose head it is."""
    if player is None:
        return translate("Head without a player, asleep, {corner}", corner=translate_word(name))
    return translate(
        "{name}: {colour} head, {sign}, {corner}",
        name=player.name,
        colour=translate(PLAYER_COLOURS[player.seat]),
        sign=translate(MARK_NAMES[player.seat]),
        corner=translate_word(name),
    )


def describe_trunk(player: PlayerView) -> str:
    """Whose trunk it is, and how long."""
    return translate("Trunk of {name}, {length} long", name=player.name, length=player.length)


def describe_tip(player: PlayerView) -> str:
    """Whose tip it is."""
    return translate("Tip of {name}", name=player.name)


def describe_end_piece(owner: int | None, view: BazarView) -> str:
    """Whose end piece it is."""
    if owner is None:
        return translate("End piece of a head without a player")
    return translate("End piece of {name}", name=view.players[owner].name)


def picture_caption(view: BazarView) -> tuple[str, str]:
    """One line about a picture, and the position in a few sentences."""
    when = "over" if view.is_over else f"{pluralize(view.tiles_laid, 'tile')} laid"
    who, what = describe_outcome(view)
    trunks = [_locate_trunk(player) for player in view.players]
    gone = [design for design, count in view.piles.items() if count == 0]
    piles = f"Piles that are gone: {', '.join(gone)}." if gone else "No pile is gone."
    return f"{view.board.name}, {when}", " ".join([f"{who} {what}.", *trunks, piles])


def _locate_trunk(player: PlayerView) -> str:
    q, r = player.tip_cell
    end = "has stopped" if player.has_stopped else "goes on"
    return f"The trunk of {player.name} is {player.length} long and {end} at {q},{r}."


def describe_standing(player: PlayerView, view: BazarView) -> str:
    """Whose head it is and how the player stands, for the card of a stand-alone picture."""
    head = f"{PLAYER_COLOURS[player.seat]}, {player.head} head"
    if view.solo_score is not None:
        return f"{head}: {view.tiles_laid} - {view.empty_cells} - {view.unused_openings}"
    if has_won(view, player.seat):
        return f"{head}, winner"
    if player.seat == view.to_play:
        return f"{head}, to play"
    return f"{head}, blocked" if player.has_stopped and not view.is_over else head
