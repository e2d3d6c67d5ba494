"""The stand-alone picture of a position: the board, and a column of cards with the players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from howdah.render.css import seat_class
from howdah.render.document import draw_document
from howdah.render.markup import (
    SERIF,
    Attributes,
    bold_line,
    group,
    group_at,
    rect,
    tag,
    text_line,
    tooltip,
    use,
)
from howdah.render.text_metrics import fit_text, wrap_facts
from howdah.render.types import Size, Theme

MARGIN: Final = 12.0
WIDTH: Final = 264.0
HEADER: Final = 62.0
HEIGHT: Final = 92.0
GAP: Final = 9.0
_LEFT: Final[Attributes] = {"text_anchor": "start"}
LINE_SIZE: Final = 13.0
NOTE_SIZE: Final = 12.5
LEFT: Final = 92.0
"""Where the texts of a card begin, right of the portrait."""


@dataclass(frozen=True)
class PlayerCard:
    """What the card of a player shows."""

    seat: int
    name: str
    portrait: str
    """A drawing around 0 0, about 70 wide and 56 high."""
    facts: Sequence[tuple[str, str]]
    """Signs and what is beside each: the id of a symbol, or nothing, and a text."""
    note: str = ""
    is_lit: bool = False
    """Whether the player is to play or has won."""


@dataclass(frozen=True)
class Column:
    """What stands beside the board: texts, the players' cards, and perhaps a drawing."""

    title: str
    line: str
    """A line under the title."""
    description: str
    """The position in a few sentences, for those who cannot see it."""
    cards: Sequence[PlayerCard]
    more: str = ""
    """A drawing under the cards, its upper left corner at 0 0."""


def cards_height(count: int) -> float:
    """The height of the caption and of so many cards."""
    return HEADER + GAP + (GAP + HEIGHT) * count


def draw_picture(package: str, theme: Theme, size: Size, board: str, beside: Column) -> str:
    """The document with a board of a size, and a column beside it."""
    cards = beside.cards
    column = 2 * MARGIN + size.width
    height = max(size.height, cards_height(len(cards)) - GAP) + 2 * MARGIN
    whole = Size(column + WIDTH + MARGIN, height)
    return draw_document(
        package,
        theme,
        whole,
        rect(0, 0, *whole, fill="var(--table)"),
        group_at(MARGIN, MARGIN, board, id="board"),
        group_at(column, MARGIN, _draw_header(beside)),
        *(
            group_at(column, MARGIN + cards_height(place), _draw_card(card))
            for place, card in enumerate(cards)
        ),
        group_at(column, MARGIN + cards_height(len(cards)), beside.more) if beside.more else "",
        title=f"{beside.title}. {beside.line}",
        description=beside.description,
    )


def _draw_header(beside: Column) -> str:
    title = fit_text(beside.title, 24, WIDTH - 28)
    lines = wrap_facts(beside.line, LINE_SIZE, WIDTH - 28)
    return (
        _background(HEADER, is_lit=False)
        + bold_line(14, 29, title, 24, font_family=SERIF, fill="var(--heading)", **_LEFT)
        + _draw_lines(lines, 14, 49, LINE_SIZE, "var(--ink)", shift=4)
    )


def _draw_card(card: PlayerCard) -> str:
    name = fit_text(card.name, 17, WIDTH - LEFT - 30)
    mark = use(f"mark-{card.seat}", LEFT + 6, 22, fill="var(--player)", stroke="var(--ink)")
    return tag(
        "g",
        tooltip(card.name),
        _background(HEIGHT, is_lit=card.is_lit),
        group_at(46, HEIGHT / 2, card.portrait),
        group(mark, **{"class": seat_class(card.seat)}),
        bold_line(LEFT + 18, 28, name, 17, font_family=SERIF, fill="var(--ink)", **_LEFT),
        _draw_facts(card.facts),
        _draw_lines(
            wrap_facts(card.note, NOTE_SIZE, WIDTH - LEFT - 6),
            LEFT,
            81,
            NOTE_SIZE,
            "var(--faint)",
            shift=7,
        ),
        id=f"player-{card.seat}",
    )


def _draw_lines(
    lines: Sequence[str], x: float, y: float, size: float, fill: str, *, shift: float
) -> str:
    """One line, or two smaller ones, the first a little higher."""
    if len(lines) == 1:
        return text_line(x, y, lines[0], size, fill=fill)
    return "".join(
        text_line(x, y - shift + place, line, size - 1, fill=fill)
        for place, line in zip((0, 12.5), lines)
    )


def _draw_facts(facts: Sequence[tuple[str, str]]) -> str:
    step = (WIDTH - LEFT) / max(1, len(facts))
    return "".join(_draw_fact(*fact, LEFT + step * place) for place, fact in enumerate(facts))


def _draw_fact(sign: str, text: str, x: float) -> str:
    if not sign:
        return text_line(x, 57, text, 14, font_style="italic", fill="var(--ink)")
    return use(sign, x + 9, 52, fill="var(--ink)") + bold_line(
        x + 23, 58, text, 18, fill="var(--ink)", **_LEFT
    )


def _background(height: float, *, is_lit: bool) -> str:
    return rect(
        0,
        0,
        WIDTH,
        height,
        rx=7,
        fill="var(--plaque-lit)" if is_lit else "var(--plaque)",
        stroke="var(--gold)" if is_lit else "var(--edge)",
        stroke_width=3 if is_lit else 1.2,
    )
