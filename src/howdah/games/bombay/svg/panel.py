"""The panel: one card a player, with what the table knows of them."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.rules import BASKETS
from howdah.games.bombay.svg.elephant import figure
from howdah.games.bombay.svg.outcome import final_rupees
from howdah.games.bombay.svg.palace import pavilion
from howdah.games.bombay.svg.palette import PLAYER_COLOURS, Palette
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.common.cards import card_ground, first_mark, pill
from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.player_marks import SIGN_NAMES
from howdah.render.common.text_metrics import fitted
from howdah.render.common.winners import is_winner
from howdah.render.markup import SERIF, Look, bold, box, group, placed, titled, use, words

CARD_HEIGHT: Final = 108.0
GAP: Final = 9.0
NAME_SIZE: Final = 17.0


def card(player: PlayerView, view: BombayView, palette: Palette) -> str:
    """A player's card, its corner at 0 0."""
    to_play, won = player.seat == view.to_play, is_winner(view, player.seat)
    return group(
        titled(f"{player.name}, {PLAYER_COLOURS[player.seat]}, {SIGN_NAMES[player.seat]}"),
        card_ground(CARD_HEIGHT, palette, lit=to_play or won),
        _portrait(player, palette),
        _heading(player, view, palette, won=won),
        placed(88, 52, _purse(player, view, palette)),
        _bales(player, palette),
        _palaces(player, palette),
        id=f"player-{player.seat}",
        data_player=player.seat,
        data_winner="true" if won else None,
    )


def _portrait(player: PlayerView, palette: Palette) -> str:
    """The player's elephant, as it stands on the map."""
    return placed(40, 70, figure(player.seat, player.bales, palette, piece=False), scale=0.98)


def _heading(player: PlayerView, view: BombayView, palette: Palette, *, won: bool) -> str:
    """The name, and whether the player is first, to play, or has won."""
    marks = []
    right = PANEL_WIDTH - 12
    if won:
        marks.append(pill(right, "winner", palette))
        right -= 58
    elif player.seat == view.to_play:
        marks.append(pill(right, "to play", palette))
        right -= 58
    if player.seat == view.first_player and not view.is_over:
        marks.append(first_mark(right, palette))
        right -= 46
    name = fitted(player.name, NAME_SIZE, right - 88)
    look: Look = {"font_family": SERIF, "fill": palette.ink, "text_anchor": "start"}
    return bold(86, 26, name, NAME_SIZE, **look) + "".join(marks)


def _purse(player: PlayerView, view: BombayView, palette: Palette) -> str:
    """Rupees, clients and city tokens; or the screen they are behind."""
    rupees = final_rupees(view, player.seat)
    if rupees is None:
        rupees = player.rupees
    if rupees is None or player.clients is None or player.city_tokens is None:
        return group(
            titled("Behind the screen"),
            use("screen", 45, 2, scale=0.9),
            words(94, 0, "rupees, clients,", 10.5, fill=palette.faint),
            words(94, 13, "city tokens: hidden", 10.5, fill=palette.faint),
            data_screen="closed",
        )
    return group(
        _count("coin", rupees, 8, "rupees", palette),
        _count("client", player.clients, 78, "clients", palette),
        _count("gate", player.city_tokens, 142, "city-tokens", palette),
        data_screen="open",
    )


def _count(sign: str, count: int, x: float, name: str, palette: Palette) -> str:
    return group(
        use(sign, x, 2, scale=1.15, fill=palette.ink if sign == "client" else None),
        bold(x + 15, 9, count, 20, text_anchor="start", fill=palette.ink),
        **{f"data_{name}": count},
    )


def _bales(player: PlayerView, palette: Palette) -> str:
    """What is in the two baskets."""
    return "".join(_bale(player, place, 88 + place * 42, palette) for place in range(BASKETS))


def _bale(player: PlayerView, place: int, x: float, palette: Palette) -> str:
    if place >= len(player.bales):
        return box(
            x,
            82,
            26,
            11,
            rx=3,
            fill="none",
            stroke=palette.faint,
            stroke_width=1.1,
            stroke_dasharray="3 2.5",
        )
    colour = player.bales[place]
    return use(f"bolt-{colour}", x, 82.5) + bold(x + 33, 92, letter(colour), 12, fill=palette.ink)


def _palaces(player: PlayerView, palette: Palette) -> str:
    """The palaces not yet built, in the owner's paint, and their number."""
    left = player.palaces_left
    stand = "".join(
        placed(186 + 18 * place, 94, pavilion(player.seat, palette), scale=0.38)
        for place in range(left)
    )
    return group(
        stand,
        bold(PANEL_WIDTH - 12, 95, left, 15, text_anchor="end", fill=palette.ink),
        data_palaces_left=left,
    )
