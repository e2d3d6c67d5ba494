"""The drawings of noughts and crosses: a grid, rings and crosses."""

from __future__ import annotations

from typing import Any, Final

from howdah.core.boards import AnyBoard
from howdah.render.art import Symbols, load_symbols
from howdah.render.cards import Column, PlayerCard
from howdah.render.types import Shape, Size
from tests.noughts.game import NoughtsView

ART: Final = "howdah.render"
"""There are no drawings but the shared ones."""
STEP = 100


def size(_board: AnyBoard, _shape: Shape) -> Size:
    """A square."""
    return Size(3 * STEP, 3 * STEP)


def placement(_board: AnyBoard, _shape: Shape) -> str:
    """There is no border."""
    return "translate(0 0)"


def backdrop(_board: AnyBoard, _shape: Shape) -> str:
    """The lines between the cells."""
    lines = "".join(f"M{at} 0V{3 * STEP}M0 {at}H{3 * STEP}" for at in (STEP, 2 * STEP))
    return f'<path d="{lines}" stroke="currentColor" fill="none"/>'


def layers(view: NoughtsView, _shape: Shape, *, pick: str | None = None) -> dict[str, str]:
    """The marks; empty cells that may be taken are buttons."""
    return {"cells": "".join(_cell(view, cell, owner) for cell, owner in enumerate(view.cells))}


def choice_layers(view: NoughtsView, shape: Shape, *, pick: str | None = None) -> dict[str, str]:
    """Empty cells are in the same layer as marks."""
    return layers(view, shape, pick=pick)


def _cell(view: NoughtsView, cell: int, owner: int | None) -> str:
    x, y = cell % 3 * STEP + STEP // 2, cell // 3 * STEP + STEP // 2
    if owner is not None:
        shape = "M-30-30 30 30M-30 30 30-30" if owner else "M30 0A30 30 0 1 1 30-.1"
        line = f'<path d="{shape}" stroke="currentColor" fill="none"/>'
        return f'<g id="cell-{cell}" transform="translate({x} {y})">{line}</g>'
    if f"mark {cell}" not in view.legal_actions:
        return ""
    return (
        f'<rect id="cell-{cell}" data-act="mark {cell}" role="button" tabindex="0"'
        f' aria-label="Cell {cell}" x="{x - 45}" y="{y - 45}" width="90" height="90"'
        ' fill="transparent"/>'
    )


def stylesheet() -> str:
    """There are no colours but the text's."""
    return ""


def picture_column(view: NoughtsView) -> Column:
    """The names of the players."""
    cards = [PlayerCard(seat, name, "", ()) for seat, name in enumerate(view.names)]
    return Column("Noughts", f"{len(view.actions)} of 9", "", cards)


def symbols() -> Symbols:
    """The shared drawings."""
    return load_symbols(ART)


def rule_figure(name: str) -> Any:
    """There are no figures."""
    raise KeyError(name)
