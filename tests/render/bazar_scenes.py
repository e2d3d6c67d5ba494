"""Drawings of Bombay Bazar on a page, parsed, and queries on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.games.bazar.svg import scene
from howdah.games.bazar.view import BazarView
from howdah.render.common.geometry import Point
from howdah.render.types import Shape, Size
from tests.render.bazar_views import VIEWS

PHONE: Final = 390.0
"""How many pixels a phone is wide."""
FEW: Final = VIEWS[::3]
"""Of every board and number of players, at all stages."""


def parse(*drawn: str) -> Element:
    return ElementTree.fromstring(f"<svg>{''.join(drawn)}</svg>")


def parse_pieces(view: BazarView, shape: Shape = "wide", pick: str | None = None) -> Element:
    return parse(scene.pieces(view, shape, pick=pick))


def parse_page(view: BazarView, shape: Shape, pick: str | None = None) -> Element:
    return parse(scene.backdrop(view.board, shape), scene.pieces(view, shape, pick=pick))


def picks(views: list[BazarView]) -> Iterator[tuple[BazarView, str | None]]:
    """Every view without a pick, and with its first, middle and last legal action."""
    for view in views:
        yield view, None
        for place in {0, len(view.legal_actions) // 2, len(view.legal_actions) - 1}:
            if view.legal_actions:
                yield view, view.legal_actions[place]


def board_transform(view: BazarView, shape: Shape) -> tuple[Size, float, Point]:
    """The size of a drawing, and the scale and offset of the board in it."""
    (board,) = parse_pieces(view, shape)
    x, y, scale = map(float, re.findall(r"-?[\d.]+", board.attrib["transform"]))
    return scene.size(view.board, shape), scale, Point(x, y)


def translation_of(element: Element) -> tuple[float, float]:
    x, y = map(float, re.findall(r"-?[\d.]+", element.attrib["transform"]))
    return x, y
