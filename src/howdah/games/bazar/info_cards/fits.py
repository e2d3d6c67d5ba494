"""Which tiles the reader can place now, in words."""

from __future__ import annotations

from collections import Counter

from howdah.games.bazar.view import BazarView
from howdah.i18n import translate, translate_count

END_PIECE = "end-piece"


def count_rotations(view: BazarView) -> Counter[str]:
    """How many rotations fit now, by the designs of tiles; nothing if it is not one's turn."""
    places = (action for action in view.legal_actions if action != END_PIECE)
    return Counter(action.split(" ")[1] for action in places)


def describe_fitting(view: BazarView) -> str:
    """How many kinds of tiles the reader can place; empty if it is not the reader's turn."""
    if not view.legal_actions:
        return ""
    if view.legal_actions == (END_PIECE,):
        return translate("No tile fits: you're blocked.")
    return translate_count(
        "{count} kind of tile fits here.",
        "{count} kinds of tiles fit here.",
        len(count_rotations(view)),
    )
