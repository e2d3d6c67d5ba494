"""The stand-alone picture of Bombay: beside the board a card for every player, all in words too."""

from __future__ import annotations

from howdah.games.bombay.descriptions import describe_progress, describe_stars_left, final_rupees
from howdah.games.bombay.svg.pieces import draw_figure
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.tooltips import ElephantView, describe_elephant, describe_market
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.i18n import translate, translate_count
from howdah.render.cards import Column, PlayerCard
from howdah.render.markup import group_at
from howdah.render.phrases import Gain, is_winner, join_with_commas, winners


def picture_column(view: BombayView) -> Column:
    """What stands beside the board in a stand-alone picture."""
    cards = [_card(player, view) for player in view.players]
    return Column("Bombay", _caption(view), _describe_position(view), cards)


def _caption(view: BombayView) -> str:
    if view.is_over:
        return translate("The game is over.")
    stars = [] if view.to_play is None else [describe_stars_left(view)]
    return join_with_commas([describe_progress(view), *stars])


def _describe_position(view: BombayView) -> str:
    """The position in a few sentences, for those who cannot see it."""
    elephants = (
        describe_elephant(ElephantView(player.seat, player.name, player.site, player.bales))
        for player in view.players
    )
    markets = (describe_market(number, bales) for number, bales in enumerate(view.markets))
    return " ".join([_describe_turn(view), *(f"{fact}." for fact in (*elephants, *markets))])


def _describe_turn(view: BombayView) -> str:
    if view.is_over:
        return _describe_end(view)
    if view.to_play is None:
        return translate("Next: the markets are restocked.")
    return translate_count(
        "{name} is to play and has {count} star left.",
        "{name} is to play and has {count} stars left.",
        view.stars,
        name=view.names[view.to_play],
    )


def _describe_end(view: BombayView) -> str:
    won = winners(view)
    rupees = Gain("rupees", final_rupees(view, won[0]) or 0)
    names = join_with_commas(view.names[seat] for seat in won)
    if len(won) == 1:
        return translate("{name} wins with {rupees}.", name=names, rupees=rupees)
    return translate("Shared win: {names}, with {rupees} each.", names=names, rupees=rupees)


def _card(player: PlayerView, view: BombayView) -> PlayerCard:
    rupees = final_rupees(view, player.seat) if view.result else player.rupees
    counts = (("coin", rupees), ("client", player.clients), ("gate", player.city_tokens))
    hidden = [("", translate("behind the screen"))]
    return PlayerCard(
        player.seat,
        player.name,
        group_at(-2, 24, draw_figure(player.seat, player.bales, WIDE)),
        hidden if rupees is None else [(s, str(n)) for s, n in counts],
        note=_describe_standing(player, view),
        is_lit=player.seat == view.to_play or is_winner(view, player.seat),
    )


def _describe_standing(player: PlayerView, view: BombayView) -> str:
    """Whether a player is to play or has won, plays first in the set, and the palaces left."""
    is_first = player.seat == view.first_player and not view.is_over
    notes = [
        translate("to play") if player.seat == view.to_play else "",
        translate("winner") if is_winner(view, player.seat) else "",
        translate("first player") if is_first else "",
        translate_count("{count} palace left", "{count} palaces left", player.palaces_left),
    ]
    return join_with_commas(note for note in notes if note)
