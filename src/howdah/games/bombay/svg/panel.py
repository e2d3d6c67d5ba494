"""The panel of the stand-alone picture: the tally, one card a player, and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import COLOUR_NAMES, TOKEN_NAMES, ColourName, TokenName
from howdah.games.bombay.rules import BASKETS, STARS
from howdah.games.bombay.svg.elephant import elephant_figure
from howdah.games.bombay.svg.palette import PLAYER_COLOURS, Palette
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.svg.tokens import medallion, pavilion
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.common.cards import draw_card, first_player_mark, pill, plain_card
from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.player_marks import MARK_NAMES
from howdah.render.common.text_metrics import fit_text
from howdah.render.markup import (
    SERIF,
    Attributes,
    bold_line,
    group,
    group_at,
    rect,
    text_line,
    tooltip,
    use,
)
from howdah.render.phrases import is_winner


def final_rupees(view: BombayView, seat: int) -> int | None:
    """The rupees of a seat with all prizes; None while the game is on."""
    rupees = (view.result or {}).get("rupees")
    if not isinstance(rupees, list):
        return None
    found = rupees[seat]
    return found if isinstance(found, int) else None


LEGEND_HEIGHT: Final = 108.0
GIFTS: Final[Mapping[TokenName, str]] = {
    "client": "+1 client",
    "rupees": "+2 rupees",
    "city": "+1 city",
    "bale": "+1 bale",
}


def draw_legend(view: BombayView, palette: Palette) -> str:
    """The card that explains what a palace or a sale brings, its corner at 0 0."""
    return group(
        plain_card(LEGEND_HEIGHT, palette, opacity="0.96"),
        *(_gift(view, token, place, palette) for place, token in enumerate(TOKEN_NAMES)),
        _bonus("yellow", "coin", 18, palette),
        _bonus("purple", "client", 160, palette),
        id="legend",
    )


def _gift(view: BombayView, token: TokenName, place: int, palette: Palette) -> str:
    x = 42 + 71 * place
    return group_at(x, 26, medallion(token, view.face, palette), scale=0.9) + text_line(
        x, 60, GIFTS[token], 12, text_anchor="middle", fill=palette.ink
    )


def _bonus(silk: str, gain: str, x: float, palette: Palette) -> str:
    """What a sale of a silk brings above its price."""
    return group(
        use(f"bolt-{silk}", x, 79),
        text_line(x + 33, 89, "sold: +1", 12),
        use(gain, x + 93, 85, scale=0.9),
        fill=palette.ink,
    )


TALLY_HEIGHT: Final = 146.0


def draw_tally(view: BombayView, palette: Palette) -> str:
    """The card of the whole table, its corner at 0 0."""
    return group(
        plain_card(TALLY_HEIGHT, palette),
        bold_line(
            16, 33, "Bombay", 25, text_anchor="start", font_family=SERIF, fill=palette.heading
        ),
        _clock(view, palette),
        _stars(view, palette),
        _bag(view, palette),
        id="tally",
    )


def _clock(view: BombayView, palette: Palette) -> str:
    right = PANEL_WIDTH - 16
    look: Attributes = {"text_anchor": "end", "fill": palette.ink}
    return group(
        bold_line(right, 23, f"Set {view.set_number} of {view.sets}", 14, **look),
        text_line(right, 41, f"Turn {view.game_turn} of {view.game_turns}", 14, **look),
        data_set=view.set_number,
        data_game_turn=view.game_turn,
    )


def _stars(view: BombayView, palette: Palette) -> str:
    """The stars the player to move has left."""
    if view.to_play is None:
        state = "The game is over" if view.is_over else "A restock is due"
        return text_line(16, 70, state, 15, font_style="italic", fill=palette.ink)
    row = "".join(
        use("star" if number < view.stars else "star-spent", 26 + 23 * number, 64, scale=1.25)
        for number in range(STARS)
    )
    word = "star left" if view.stars == 1 else "stars left"
    return group(
        row,
        text_line(96, 69.5, f"{view.stars} {word}", 14, fill=palette.ink),
        data_stars=view.stars,
    )


def _bag(view: BombayView, palette: Palette) -> str:
    held = ", ".join(f"{view.bag[colour]} {colour}" for colour in COLOUR_NAMES)
    return group(
        tooltip(f"In the bag: {held}"),
        use("bag", 30, 112, scale=1.1),
        *(
            _in_bag(colour, view.bag[colour], 62 + 57 * place, palette)
            for place, colour in enumerate(COLOUR_NAMES)
        ),
        _clients(view, palette),
        id="bag-contents",
    )


def _in_bag(colour: ColourName, count: int, x: float, palette: Palette) -> str:
    return group(
        use(f"bolt-{colour}", x, 98),
        bold_line(x + 13, 125, f"{count} {letter(colour)}", 13.5, fill=palette.ink),
        id=f"bag-{colour}",
        data_in_bag=count,
    )


def _clients(view: BombayView, palette: Palette) -> str:
    """The clients left in the bank, where they are limited."""
    if view.clients_left is None:
        return ""
    right = PANEL_WIDTH - 16
    return group(
        use("client", right - 34, 63, fill=palette.ink),
        bold_line(
            right, 69.5, f"\u00d7{view.clients_left}", 14, text_anchor="end", fill=palette.ink
        ),
        tooltip(f"{view.clients_left} client tokens are left in the bank"),
        data_clients_left=view.clients_left,
    )


CARD_HEIGHT: Final = 108.0
GAP: Final = 9.0
NAME_SIZE: Final = 17.0


def draw_player_card(player: PlayerView, view: BombayView, palette: Palette) -> str:
    """A player's card, its corner at 0 0."""
    to_play, won = player.seat == view.to_play, is_winner(view, player.seat)
    return group(
        tooltip(f"{player.name}, {PLAYER_COLOURS[player.seat]}, {MARK_NAMES[player.seat]}"),
        draw_card(CARD_HEIGHT, palette, lit=to_play or won),
        _portrait(player, palette),
        _heading(player, view, palette, won=won),
        group_at(88, 52, _purse(player, view, palette)),
        _bales(player, palette),
        _palaces(player, palette),
        id=f"player-{player.seat}",
        data_player=player.seat,
        data_winner="true" if won else None,
    )


def _portrait(player: PlayerView, palette: Palette) -> str:
    """The player's elephant, as it stands on the map."""
    return group_at(
        40, 70, elephant_figure(player.seat, player.bales, palette, piece=False), scale=0.98
    )


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
        marks.append(first_player_mark(right, palette))
        right -= 46
    name = fit_text(player.name, NAME_SIZE, right - 88)
    look: Attributes = {"font_family": SERIF, "fill": palette.ink, "text_anchor": "start"}
    return bold_line(86, 26, name, NAME_SIZE, **look) + "".join(marks)


def _purse(player: PlayerView, view: BombayView, palette: Palette) -> str:
    """Rupees, clients and city tokens; or the screen they are behind."""
    rupees = final_rupees(view, player.seat)
    if rupees is None:
        rupees = player.rupees
    if rupees is None or player.clients is None or player.city_tokens is None:
        return group(
            tooltip("Behind the screen"),
            use("screen", 45, 2, scale=0.9),
            text_line(94, 0, "rupees, clients,", 10.5, fill=palette.faint),
            text_line(94, 13, "city tokens: hidden", 10.5, fill=palette.faint),
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
        bold_line(x + 15, 9, count, 20, text_anchor="start", fill=palette.ink),
        **{f"data_{name}": count},
    )


def _bales(player: PlayerView, palette: Palette) -> str:
    """What is in the two baskets."""
    return "".join(_bale(player, place, 88 + place * 42, palette) for place in range(BASKETS))


def _bale(player: PlayerView, place: int, x: float, palette: Palette) -> str:
    if place >= len(player.bales):
        return rect(
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
    return use(f"bolt-{colour}", x, 82.5) + bold_line(
        x + 33, 92, letter(colour), 12, fill=palette.ink
    )


def _palaces(player: PlayerView, palette: Palette) -> str:
    """The palaces not yet built, in the owner's paint, and their number."""
    left = player.palaces_left
    stand = "".join(
        group_at(186 + 18 * place, 94, pavilion(player.seat, palette), scale=0.38)
        for place in range(left)
    )
    return group(
        stand,
        bold_line(PANEL_WIDTH - 12, 95, left, 15, text_anchor="end", fill=palette.ink),
        data_palaces_left=left,
    )
