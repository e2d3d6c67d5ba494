"""Cards of heads, trunks and their tips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.descriptions import describe_head, describe_tip, describe_trunk
from howdah.games.bazar.info_cards import icons
from howdah.games.bazar.info_cards.fits import describe_fitting
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.i18n import translate
from howdah.table.info_cards import InfoCard


def find_player(view: BazarView, seat: str) -> PlayerView | None:
    """The player with the number of a seat; None if there is none."""
    return next((player for player in view.players if str(player.seat) == seat), None)


def head_card(view: BazarView, name: str) -> InfoCard | None:
    """A head by its corner."""
    head = next((it for it in HEAD_NAMES if it == name), None)
    if head is None:
        return None
    player = next((it for it in view.players if it.head == head), None)
    icon = icons.draw_head(head, None if player is None else player.seat)
    if player is None:
        return InfoCard(
            kind=translate("Unused head"),
            title=describe_head(head, None),
            about=translate("Nobody plays with this head: an end piece lies in front of it."),
            rule="bazar#set-up",
            icon=icon,
        )
    return InfoCard(
        kind=translate("Head"),
        title=describe_head(head, player),
        about=translate("Every player's trunk grows from a head."),
        now=(f"{describe_trunk(player)}.",),
        rule="bazar#goal",
        icon=icon,
    )


def trunk_card(view: BazarView, seat: str) -> InfoCard | None:
    """The trunk of a seat."""
    player = find_player(view, seat)
    if player is None:
        return None
    return InfoCard(
        kind=translate("Trunk"),
        title=describe_trunk(player),
        about=describe_goal(view),
        now=describe_standing(view, player),
        rule="bazar#trunks",
        icon=icons.draw_trunk(player.seat),
    )


def describe_goal(view: BazarView) -> str:
    """What the length of a trunk is for."""
    if view.solo_score is not None:
        return translate("In a solo game the score counts, not the length of the trunk.")
    return translate("The longest trunk wins. Every segment counts 1, end pieces nothing.")


def describe_standing(view: BazarView, player: PlayerView) -> tuple[str, ...]:
    """Whether a trunk is the longest, and whether it has stopped growing."""
    lengths = [other.length for other in view.players]
    is_longest = len(lengths) > 1 and 0 < player.length == max(lengths)
    is_alone = lengths.count(player.length) == 1
    found = [
        translate("It is the longest trunk.") if is_longest and is_alone else "",
        translate("No trunk is longer.") if is_longest and not is_alone else "",
        translate("It is blocked and grows no more.") if player.has_stopped else "",
    ]
    return tuple(sentence for sentence in found if sentence)


def tip_card(view: BazarView, seat: str) -> InfoCard | None:
    """The tip of the trunk of a seat that has not stopped."""
    player = find_player(view, seat)
    if player is None or player.has_stopped:
        return None
    is_own = player.seat == view.seat == view.to_play
    fitting = describe_fitting(view) if is_own else ""
    return InfoCard(
        kind=translate("Tip"),
        title=describe_tip(player),
        about=translate("Its owner always places the next tile on the space it leads to."),
        now=(fitting,) if fitting else (),
        rule="bazar#place",
        icon=icons.draw_tip(player.seat),
    )


CARDS: Final[Mapping[str, Callable[[BazarView, str], InfoCard | None]]] = {
    "head": head_card,
    "trunk": trunk_card,
    "tip": tip_card,
}
