"""Cards of the panels: players, lengths, the solo score, the clock, piles and medals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.descriptions import describe_pile, describe_trunk, format_signed
from howdah.games.bazar.info_cards import icons
from howdah.games.bazar.info_cards.fits import count_rotations
from howdah.games.bazar.info_cards.trunks import describe_goal, describe_standing, find_player
from howdah.games.bazar.tiles import COPIES
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate, translate_count
from howdah.render.phrases import printable
from howdah.table.info_cards import InfoCard


def player_card(view: BazarView, seat: str) -> InfoCard | None:
    """A player."""
    player = find_player(view, seat)
    if player is None:
        return None
    return InfoCard(
        kind=translate("Player"),
        title=printable(player.name),
        about=describe_goal(view),
        now=(f"{describe_trunk(player)}.", *describe_standing(view, player)),
        rule="bazar#goal",
        icon=icons.draw_head(player.head, player.seat),
    )


def length_card(view: BazarView, seat: str) -> InfoCard | None:
    """The length of the trunk of a seat."""
    player = find_player(view, seat)
    if player is None:
        return None
    return InfoCard(
        kind=translate("Trunk length"),
        title=describe_trunk(player),
        about=describe_goal(view),
        now=describe_standing(view, player),
        rule="bazar#end",
        icon=icons.draw_trunk(player.seat),
    )


def solo_card(view: BazarView, name: str) -> InfoCard | None:
    """The score of a solo game and its parts."""
    if name or view.solo_score is None:
        return None
    parts = translate(
        "Tiles {tiles} \N{MINUS SIGN} empty spaces {empty} \N{MINUS SIGN} openings {openings}",
        tiles=view.tiles_laid,
        empty=view.empty_cells,
        openings=view.unused_openings,
    )
    return InfoCard(
        kind=translate("Solo score"),
        title=translate("Your score: {score}", score=format_signed(view.solo_score)),
        about=translate(
            "Every tile counts 1; an empty space or an opening that your trunk doesn't use costs 1."
        ),
        now=(f"{parts}.",),
        rule="bazar#solo",
        icon=icons.draw_trunk(0),
    )


def clock_card(view: BazarView, name: str) -> InfoCard | None:
    """How many tiles are placed."""
    if name:
        return None
    return InfoCard(
        kind=translate("Tiles placed"),
        title=translate_count("{count} tile placed", "{count} tiles placed", view.tiles_laid),
        about=translate("The game ends when every player is blocked."),
        now=(
            translate_count(
                "{count} space is empty.", "{count} spaces are empty.", view.empty_cells
            ),
        ),
        rule="bazar#end",
        icon=icons.draw_empty_cell(),
    )


def pile_card(view: BazarView, design: str) -> InfoCard | None:
    """A pile by the design of its tiles."""
    if design not in view.piles:
        return None
    left = view.piles[design]
    title, _, segments = describe_pile(design, left).partition(". ")
    return InfoCard(
        kind=translate("Pile"),
        title=title,
        about=translate(
            "There are {count} of each of the 17 tiles. All players share them.", count=COPIES
        ),
        now=(segments, *_describe_fit(view, design)),
        rule="bazar#piles",
        icon=icons.draw_pile(design, left),
    )


def _describe_fit(view: BazarView, design: str) -> tuple[str, ...]:
    """Whether a tile of the pile fits now."""
    if not view.piles[design]:
        return (translate("No tiles of this kind left."),)
    rotations = count_rotations(view)
    if rotations[design]:
        return (
            translate_count(
                "It fits in {count} position.", "It fits in {count} positions.", rotations[design]
            ),
        )
    if not view.legal_actions:
        return ()
    if view.players[view.to_play or 0].tip_cell in view.end_pieces:
        return (translate("Your trunk has reached an end piece: you're blocked."),)
    return (translate("This tile doesn't fit here, whichever way you turn it."),)


def medals_card(_view: BazarView, name: str) -> InfoCard | None:
    """The medals that decide who starts."""
    if name:
        return None
    return InfoCard(
        kind=translate("Medals"),
        title=translate("Medals"),
        about=translate(
            "Everyone hides 1 to 3 medals and guesses whether the total is even or odd. Wrong "
            "guesses are out; the last player left starts."
        ),
        rule="bazar#medals",
        icon=icons.draw_medal(),
    )


CARDS: Final[Mapping[str, Callable[[BazarView, str], InfoCard | None]]] = {
    "player": player_card,
    "length": length_card,
    "solo": solo_card,
    "tiles-placed": clock_card,
    "pile": pile_card,
    "medals": medals_card,
}
