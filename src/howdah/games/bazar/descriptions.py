"""Bombay Bazar in words: what a placement gives, what an action did, and how the game stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
    add_result,
    capitalize,
    is_winner,
    join_with_commas,
    printable,
    translate_word,
)

BOARD_NAMES: Final = {
    "hexagon-61": mark("Large (61 spaces)"),
    "hexagon-37": mark("Medium (37 spaces)"),
    "hexagon-19": mark("Small (19 spaces)"),
    "rectangle-68": mark("Rectangle (68 spaces)"),
}
"""What people call the boards, as messages."""


def translate_board(name: str) -> str:
    """The name of a board in the current language; a board from a file keeps its own.

    >>> translate_board("hexagon-61")
    'Large (61 spaces)'
    """
    return translate(BOARD_NAMES.get(name, name))


def action_label(view: BazarView, action: str) -> str:
    """A legal action of the view's position in one line, for a label."""
    return str(describe_action(view, action))


def describe_action(view: BazarView, action: str) -> ActionDescription:
    """A legal action of the view's position as a choice."""
    if action == "end-piece":
        return ActionDescription(
            translate("Place your end piece"), note=translate("you're blocked")
        )
    placed = cast(Place, parse_action(action))
    grown = grow_trunk(view, placed)
    return ActionDescription(
        translate("Place tile {design}", design=placed.design),
        gains=(Gain("length", len(grown.segments)),),
        note=translate("runs into an end piece") if grown.tip_cell in view.end_pieces else "",
    )


def describe_pile(design: str, count: int) -> str:
    """A pile: its tiles, how many are left, and how their segments run."""
    pile = translate_count(
        "Tile {design}, {count} left", "Tile {design}, {count} left", count, design=design
    )
    return f"{pile}. {capitalize(join_with_commas(_describe_segments(design)))}."


def _describe_segments(design: str) -> Iterator[str]:
    """The segments of a tile by how far apart the edges are that each joins."""
    apart = [abs(int(chord[0]) - int(chord[1])) for chord in design.split("-")]
    bends = Counter(min(edges, 6 - edges) for edges in apart)
    if bends[1]:
        yield translate_count("{count} sharp bend", "{count} sharp bends", bends[1])
    if bends[2]:
        yield translate_count("{count} wide bend", "{count} wide bends", bends[2])
    if bends[3]:
        yield translate_count("{count} straight segment", "{count} straight segments", bends[3])


def report(before: BazarView, after: BazarView, action: str) -> str:
    """What an action did, in words for everyone."""
    seat = before.to_play or 0
    name, length = printable(before.names[seat]), after.players[seat].length
    if action == "end-piece":
        return translate_count(
            "{name} is blocked. Final trunk length: {count} segment.",
            "{name} is blocked. Final trunk length: {count} segments.",
            length,
            name=name,
        )
    placed = translate_count(
        "{name} places a tile. Trunk: {count} segment.",
        "{name} places a tile. Trunk: {count} segments.",
        length,
        name=name,
    )
    return " ".join([placed, *_describe_other_trunks(before, after, seat)])


def _describe_other_trunks(before: BazarView, after: BazarView, seat: int) -> list[str]:
    """The other trunks that the tile has made longer."""
    return [
        translate_count(
            "{name}'s trunk grows to {count} segment.",
            "{name}'s trunk grows to {count} segments.",
            new.length,
            name=printable(new.name),
        )
        for old, new in zip(before.players, after.players)
        if new.seat != seat and new.length > old.length
    ]


def report_briefly(before: BazarView, after: BazarView, action: str) -> str:
    """What an action did in a few words, after the name of the player."""
    seat = before.to_play or 0
    old, new = before.players[seat], after.players[seat]
    if action == "end-piece":
        length = translate("final length {length}", length=new.length)
        return add_result(translate("placed the end piece"), [length])
    grown = translate(
        "trunk +{gain}, now {length}", gain=new.length - old.length, length=new.length
    )
    return add_result(
        translate("placed a tile"), [grown, *_other_trunks_briefly(before, after, seat)]
    )


def _other_trunks_briefly(before: BazarView, after: BazarView, seat: int) -> Iterator[str]:
    for old, new in zip(before.players, after.players):
        if new.seat != seat and new.length > old.length:
            yield translate(
                "{name} +{gain}, now {length}",
                name=printable(new.name),
                gain=new.length - old.length,
                length=new.length,
            )


def format_signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "\u2212")


def has_won(view: BazarView, seat: int) -> bool:
    """Whether a seat won against others; a solo game has a score instead."""
    return len(view.players) > 1 and is_winner(view, seat)


PLAYER_COLOURS: Final = (mark("blue"), mark("red"), mark("yellow"), mark("green"))
"""The colours of the seats. Bombay's grey would be lost among stretches of stone, and its ivory
on pale tiles; these differ in lightness as well as in hue."""


def describe_head(name: HeadName, player: PlayerView | None) -> str:
    """Whose head it is."""
    if player is None:
        return translate("Unused head, {corner}", corner=translate_word(name))
    return translate(
        "{name}: {colour} head ({sign}), {corner}",
        name=player.name,
        colour=translate(PLAYER_COLOURS[player.seat]),
        sign=translate(MARK_NAMES[player.seat]),
        corner=translate_word(name),
    )


def describe_trunk(player: PlayerView) -> str:
    """Whose trunk it is, and how long."""
    return translate("{name}'s trunk, length {length}", name=player.name, length=player.length)


def describe_tip(player: PlayerView) -> str:
    """Whose tip it is."""
    return translate("{name}'s tip", name=player.name)


def describe_end_piece(owner: int | None, view: BazarView) -> str:
    """Whose end piece it is."""
    if owner is None:
        return translate("End piece of an unused head")
    return translate("{name}'s end piece", name=view.players[owner].name)
