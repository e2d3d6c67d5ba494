"""Cards of what players have: their cards, and every sign on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bombay.cards import Card, Holdings, cards
from howdah.games.bombay.info_cards import icons
from howdah.games.bombay.info_cards.reader import sentences
from howdah.games.bombay.rules import PALACES, PLANS
from howdah.games.bombay.view import BombayView
from howdah.i18n import translate, translate_count
from howdah.render.phrases import Gain, join_with_commas, printable
from howdah.table.info_cards import InfoCard

FINAL: Final = "final"
"""What follows the seat in the key of a sign that shows the final score."""


def _find_card(view: BombayView, seat: str) -> Card | None:
    return next((card for card in cards(view) if str(card.player.seat) == seat), None)


def _find_holdings(view: BombayView, name: str) -> Holdings | None:
    """What a player is known to have: `SEAT`, or `SEAT:final` once the game is over."""
    seat, _, when = name.partition(":")
    card = _find_card(view, seat)
    if card is None or when not in ("", FINAL):
        return None
    return card.final if when else card.in_play


def _whose(what: str, holdings: Holdings) -> str:
    return translate("{what} ({name})", what=what, name=printable(holdings.player.name))


def _known(holdings: Holdings, *found: str) -> tuple[str, ...]:
    """What is said of something that may be behind the screen."""
    if holdings.rupees is None:
        return (f"{translate('Hidden behind the screen')}.",)
    return sentences(*found)


def player_card(view: BombayView, seat: str) -> InfoCard | None:
    """A player."""
    card = _find_card(view, seat)
    if card is None:
        return None
    return InfoCard(
        kind=translate("Player"),
        title=printable(card.player.name),
        about=translate("What a player carries, has and has built, as far as you can know it."),
        now=card.facts,
        rule="bombay#goal",
        icon=icons.draw_elephant(card.player.seat, card.player.bales),
    )


def rupees_card(view: BombayView, name: str) -> InfoCard | None:
    """The rupees of a player."""
    found = _find_holdings(view, name)
    if found is None:
        return None
    return InfoCard(
        kind=translate("Rupees"),
        title=_whose(translate("Rupees"), found),
        about=translate("The player with the most rupees at the end wins."),
        now=_known(found, f"{Gain('rupees', found.rupees or 0)}."),
        rule="bombay#end",
        icon=icons.draw_icon("coin"),
    )


def clients_card(view: BombayView, name: str) -> InfoCard | None:
    """The clients of a player."""
    found = _find_holdings(view, name)
    if found is None:
        return None
    return InfoCard(
        kind=translate("Clients"),
        title=_whose(translate("Clients"), found),
        about=translate(
            "Clients and palaces together make your empire. Clients also decide ties at the end."
        ),
        now=_known(found, f"{Gain('clients', found.player.clients or 0)}."),
        rule="bombay#end",
        icon=icons.draw_icon("client"),
    )


def city_tokens_card(view: BombayView, name: str) -> InfoCard | None:
    """The city tokens of a player."""
    found = _find_holdings(view, name)
    if found is None:
        return None
    tokens = found.player.city_tokens or 0
    return InfoCard(
        kind=translate("City tokens"),
        title=_whose(translate("City tokens"), found),
        about=translate("Reputation: 3 city tokens pay 4 rupees, 4 or more pay 8."),
        now=_known(found, f"{Gain('city-tokens', tokens)}.", _describe_next_prize(found, tokens)),
        rule="bombay#end",
        icon=icons.draw_icon("gate"),
    )


def _describe_next_prize(holdings: Holdings, tokens: int) -> str:
    if holdings.next_prize is None:
        return ""
    return translate_count(
        "{count} more for the next prize.",
        "{count} more for the next prize.",
        holdings.next_prize - tokens,
    )


def empire_card(view: BombayView, name: str) -> InfoCard | None:
    """The empire of a player, and the prizes for this number of players."""
    found = _find_holdings(view, name)
    if found is None:
        return None
    prizes = PLANS[len(view.players)].empire_prizes
    return InfoCard(
        kind=translate("Empire"),
        title=_whose(translate("Empire"), found),
        about=translate(
            "Palaces plus clients. Prizes at the end, in rupees by rank: {prizes}. Tied players "
            "share.",
            prizes=join_with_commas(str(prize) for prize in prizes if prize),
        ),
        now=(f"{found.describe_empire()}.",),
        rule="bombay#end",
        icon=icons.draw_icon("empire"),
    )


def palaces_card(view: BombayView, name: str) -> InfoCard | None:
    """The palaces that a player can yet build."""
    card = _find_card(view, name)
    if card is None:
        return None
    left = card.player.palaces_left
    return InfoCard(
        kind=translate("Palaces left"),
        title=_whose(translate("Palaces left"), card.in_play),
        about=translate("Everyone can build {count} palaces in a game.", count=PALACES),
        now=(f"{translate_count('{count} palace left', '{count} palaces left', left)}.",),
        rule="bombay#build",
        icon=icons.draw_icon("palaces"),
    )


def screen_card(view: BombayView, name: str) -> InfoCard | None:
    """The screen of a player."""
    found = _find_holdings(view, name)
    if found is None:
        return None
    return InfoCard(
        kind=translate("Screen"),
        title=_whose(translate("Screen"), found),
        about=translate(
            "Rupees, clients and city tokens are hidden behind it until the end. You see only "
            "your own."
        ),
        rule="bombay#set-up",
        icon=icons.draw_icon("screen"),
    )


def first_player_card(view: BombayView, name: str) -> InfoCard | None:
    """The flag of the first player."""
    if name:
        return None
    return InfoCard(
        kind=translate("First player of this set"),
        title=translate("First player of this set"),
        about=translate(
            "Plays first in every turn of this set. In the next one, the player on the left does."
        ),
        now=(f"{printable(view.names[view.first_player])}.",),
        rule="bombay#restock",
        icon=icons.draw_icon("flag"),
    )


CARDS: Final[Mapping[str, Callable[[BombayView, str], InfoCard | None]]] = {
    "player": player_card,
    "rupees": rupees_card,
    "clients": clients_card,
    "city-tokens": city_tokens_card,
    "empire": empire_card,
    "palaces": palaces_card,
    "screen": screen_card,
    "first-player": first_player_card,
}
