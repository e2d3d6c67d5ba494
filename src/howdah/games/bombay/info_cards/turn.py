"""Cards of the turn: the stars that are left, and the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bombay.descriptions import describe_progress, describe_stars_left
from howdah.games.bombay.info_cards import icons
from howdah.games.bombay.info_cards.pieces import describe_turn
from howdah.games.bombay.info_cards.reader import sentences
from howdah.games.bombay.view import BombayView
from howdah.i18n import translate, translate_count
from howdah.render.phrases import capitalize
from howdah.table.info_cards import InfoCard


def stars_card(view: BombayView, name: str) -> InfoCard | None:
    """The stars of the turn."""
    if name:
        return None
    return InfoCard(
        kind=translate("Stars"),
        title=capitalize(describe_stars_left(view)),
        about=translate("You have 3 stars in every turn. Stars that you don't use are lost."),
        now=sentences(describe_turn(view)),
        rule="bombay#stars",
        icon=icons.draw_icon("star"),
    )


def clock_card(view: BombayView, name: str) -> InfoCard | None:
    """How far the game is, and how long it takes yet."""
    if name:
        return None
    return InfoCard(
        kind=translate("Sets and turns"),
        title=translate("The game is over.") if view.is_over else describe_progress(view),
        about=translate_count(
            "A set is a restock and {count} turn for everyone.",
            "A set is a restock and {count} turns for everyone.",
            view.game_turns,
        ),
        now=sentences(_describe_time_left(view)),
        rule="bombay#restock",
        icon=icons.draw_icon("flag"),
    )


def _describe_time_left(view: BombayView) -> str:
    if view.is_over:
        return ""
    if view.seat is not None:
        return translate_count(
            "You have {count} turn to play, the current one included.",
            "You have {count} turns to play, the current one included.",
            turns_left(view, view.seat),
        )
    return translate_count(
        "{count} more set follows.",
        "{count} more sets follow.",
        view.sets - view.set_number,
    )


def turns_left(view: BombayView, seat: int) -> int:
    """How many turns a seat has yet to play or is playing.

    >>> import howdah
    >>> turns_left(howdah.new("bombay", players=4, seed=1).view(), 2)
    16
    """
    later = (view.sets - view.set_number) * view.game_turns + view.game_turns - view.game_turn
    count = len(view.players)
    playing = view.first_player if view.to_play is None else view.to_play
    has_played = (seat - view.first_player) % count < (playing - view.first_player) % count
    return later + (not has_played)


CARDS: Final[Mapping[str, Callable[[BombayView, str], InfoCard | None]]] = {
    "stars": stars_card,
    "clock": clock_card,
}
