"""The stand-alone picture of Bombay Bazar: the cloth with board and pieces, and the panel."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.svg.backdrop import draw_board, ground_definitions, print_on_cloth
from howdah.games.bazar.svg.descriptions import describe_outcome, format_signed, has_won
from howdah.games.bazar.svg.end_piece import draw_end_pieces, end_piece_definitions
from howdah.games.bazar.svg.heads import card_portrait, draw_heads, head_definitions
from howdah.games.bazar.svg.layout import Layout, layout_of
from howdah.games.bazar.svg.palette import PALETTES, PLAYER_COLOURS, Palette
from howdah.games.bazar.svg.piles import draw_piles, pile_definitions
from howdah.games.bazar.svg.trunk import draw_tips, draw_trunks
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.render.common.cards import (
    draw_card,
    first_player_mark,
    flag_definition,
    pill,
    plain_card,
)
from howdah.render.common.cloth import draw_sheet
from howdah.render.common.geometry import BORDER, MAP_HEIGHT, PANEL_WIDTH
from howdah.render.common.player_marks import MARK_NAMES, player_mark
from howdah.render.common.text_metrics import fit_text, text_width
from howdah.render.markup import SERIF, Attributes, bold_line, group, group_at, text_line, tooltip
from howdah.render.phrases import pluralize
from howdah.render.types import Theme

SOLO_HEIGHT: Final = 72.0


def draw_solo_card(view: BazarView, palette: Palette) -> str:
    """The solo score: tiles placed, less empty cells, less unused openings."""
    columns = (
        (view.tiles_laid, "tiles laid", "tiles-laid"),
        (view.empty_cells, "empty cells", "empty-cells"),
        (view.unused_openings, "openings", "unused-openings"),
        (view.solo_score or 0, "score", "solo-score"),
    )
    wide = PANEL_WIDTH / len(columns)
    numbers = "".join(
        group(
            bold_line(
                wide * (place + 0.5),
                38,
                format_signed(number),
                25,
                font_family=SERIF,
                fill=palette.ink,
            ),
            text_line(wide * (place + 0.5), 57, text, 11, text_anchor="middle", fill=palette.faint),
            **{f"data_{name}": number},
        )
        for place, (number, text, name) in enumerate(columns)
    )
    between = "".join(
        bold_line(wide * (place + 1), 36, mark, 20, fill=palette.heading)
        for place, mark in enumerate(("\u2212", "\u2212", "="))
    )
    return group(plain_card(SOLO_HEIGHT, palette), numbers, between, id="solo")


TALLY_HEIGHT: Final = 74.0
CARD_HEIGHT: Final = 84.0
GAP: Final = 9.0
NAME_SIZE: Final = 17.0
STOPPED: Final = "blocked, stopped"


def draw_panel(view: BazarView, palette: Palette) -> str:
    """The whole panel, its corner at 0 0."""
    cards = [(TALLY_HEIGHT, draw_tally(view, palette))]
    cards += [(CARD_HEIGHT, draw_player_card(player, view, palette)) for player in view.players]
    if view.solo_score is not None:
        cards.append((SOLO_HEIGHT, draw_solo_card(view, palette)))
    y, drawn = 0.0, []
    for height, card_drawn in cards:
        drawn.append(group_at(0, y, card_drawn))
        y += height + GAP
    rest = MAP_HEIGHT + 2 * BORDER - y
    return "".join(drawn) + group_at(0, y, draw_piles(view, rest, palette))


def draw_tally(view: BazarView, palette: Palette) -> str:
    """The card of the whole table: the game, its board, and where it stands."""
    right = PANEL_WIDTH - 16
    look: Attributes = {"text_anchor": "end", "fill": palette.ink}
    return group(
        plain_card(TALLY_HEIGHT, palette),
        bold_line(
            16, 32, "Bombay Bazar", 23, text_anchor="start", font_family=SERIF, fill=palette.heading
        ),
        bold_line(right, 24, pluralize(view.tiles_laid, "tile"), 14, **look),
        text_line(right, 40, "laid", 12, **look),
        _status(view, palette),
        id="tally",
        data_tiles_laid=view.tiles_laid,
    )


def _status(view: BazarView, palette: Palette) -> str:
    """Who is to play or has won; long names are cut, the rest is not."""
    who, what = describe_outcome(view)
    name = fit_text(who, 14, PANEL_WIDTH - 36 - text_width(what, 14))
    look: Attributes = {"font_style": "italic", "fill": palette.ink}
    return group(
        text_line(16, 58, f"{name} {what}", 14, **look),
        data_outcome="over" if view.is_over else None,
    )


def draw_player_card(player: PlayerView, view: BazarView, palette: Palette) -> str:
    """A player's card, its corner at 0 0."""
    to_play, won = player.seat == view.to_play, has_won(view, player.seat)
    return group(
        tooltip(f"{player.name}, {PLAYER_COLOURS[player.seat]}, {MARK_NAMES[player.seat]}"),
        draw_card(CARD_HEIGHT, palette, lit=to_play or won),
        group_at(42, 40, card_portrait(player.head, player.seat, palette), scale=0.6),
        _heading(player, view, palette),
        _facts(player, palette),
        id=f"player-{player.seat}",
        data_player=player.seat,
        data_length=player.length,
        data_winner="true" if won else None,
    )


def _heading(player: PlayerView, view: BazarView, palette: Palette) -> str:
    """The name, and whether the player is first, to play, stopped, or has won."""
    marks, right = [], PANEL_WIDTH - 12
    if has_won(view, player.seat):
        marks.append(pill(right, "winner", palette))
        right -= 58
    elif player.seat == view.to_play:
        marks.append(pill(right, "to play", palette))
        right -= 58
    elif player.has_stopped and not view.is_over:
        marks.append(pill(right, STOPPED, palette, width=104, fill=palette.stone.body))
        right -= 110
    if player.seat == view.first_player and not view.is_over:
        marks.append(first_player_mark(right, palette))
        right -= 46
    name = fit_text(player.name, NAME_SIZE, right - 88)
    look: Attributes = {"font_family": SERIF, "fill": palette.ink, "text_anchor": "start"}
    return bold_line(86, 26, name, NAME_SIZE, **look) + "".join(marks)


def _facts(player: PlayerView, palette: Palette) -> str:
    """The sign, the colour and the corner, and the length of the trunk."""
    colour = PLAYER_COLOURS[player.seat]
    return group(
        group_at(
            93,
            47,
            player_mark(
                player.seat,
                fill=palette.players[player.seat].body,
                stroke=palette.ink,
                stroke_width=1,
            ),
        ),
        text_line(106, 51.5, f"{colour}, {player.head} head", 13, fill=palette.faint),
        bold_line(
            PANEL_WIDTH - 14,
            68,
            player.length,
            32,
            text_anchor="end",
            font_family=SERIF,
            fill=palette.ink,
        ),
        text_line(86, 71, "length of the trunk", 12, fill=palette.faint),
    )


def picture_title(view: BazarView) -> str:
    """One line that names the picture."""
    players = pluralize(len(view.players), "player")
    when = "over" if view.is_over else f"{pluralize(view.tiles_laid, 'tile')} laid"
    return f"Bombay Bazar on {view.board.name}, {players}, {when}"


def describe_picture(view: BazarView) -> str:
    """The position in a few sentences."""
    who, what = describe_outcome(view)
    trunks = [_describe_trunk(player) for player in view.players]
    return " ".join([f"{who} {what}.", *trunks, _describe_piles(view)])


def _describe_trunk(player: PlayerView) -> str:
    q, r = player.tip_cell
    end = "has stopped" if player.has_stopped else "goes on"
    return f"The trunk of {player.name} is {player.length} long and {end} at {q},{r}."


def _describe_piles(view: BazarView) -> str:
    gone = [design for design, count in view.piles.items() if count == 0]
    return f"Piles that are gone: {', '.join(gone)}." if gone else "No pile is gone."


def picture(view: BazarView, theme: Theme) -> str:
    """The SVG document of a view of Bombay Bazar."""
    palette, layout = PALETTES[theme], layout_of(view.board)
    return draw_sheet(
        layout.frame,
        palette,
        caption=(picture_title(view), describe_picture(view)),
        definitions=_definitions(palette),
        parts=(_draw_cloth(view, layout, palette), draw_panel(view, palette)),
    )


def _definitions(palette: Palette) -> str:
    return "".join(
        [
            ground_definitions(palette),
            head_definitions(palette),
            end_piece_definitions(),
            pile_definitions(palette),
            flag_definition(palette),
        ]
    )


def _draw_cloth(view: BazarView, layout: Layout, palette: Palette) -> str:
    """All that lies on the cloth, the lowest first."""
    frame = layout.frame
    pieces = "".join(
        [
            draw_board(view, palette),
            draw_heads(view, layout, palette),
            draw_trunks(view, palette),
            draw_end_pieces(view, palette),
            draw_tips(view, palette),
        ]
    )
    return print_on_cloth(frame, palette) + group_at(
        frame.left, frame.top, pieces, scale=frame.scale
    )
