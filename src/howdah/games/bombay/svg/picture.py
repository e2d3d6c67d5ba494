"""The stand-alone picture of Bombay: beside the board a card for every player."""

from __future__ import annotations

from howdah.games.bombay.descriptions import describe_picture, describe_standing, final_rupees
from howdah.games.bombay.svg.pieces import draw_figure
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.cards import Column, PlayerCard
from howdah.render.markup import group_at
from howdah.render.phrases import is_winner


def picture_column(view: BombayView) -> Column:
    """What stands beside the board in a stand-alone picture."""
    return Column(*describe_picture(view), [_card(player, view) for player in view.players])


def _card(player: PlayerView, view: BombayView) -> PlayerCard:
    rupees = final_rupees(view, player.seat) if view.result else player.rupees
    counts = (("coin", rupees), ("client", player.clients), ("gate", player.city_tokens))
    return PlayerCard(
        player.seat,
        player.name,
        group_at(-2, 24, draw_figure(player.seat, player.bales, WIDE)),
        [("", "behind the screen")] if rupees is None else [(s, str(n)) for s, n in counts],
        note=describe_standing(player, view),
        is_lit=player.seat == view.to_play or is_winner(view, player.seat),
    )
