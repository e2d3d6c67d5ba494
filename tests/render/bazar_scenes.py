"""Drawings of Bombay Bazar on a page, parsed, and queries on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.games.bazar import svg as drawings
from howdah.games.bazar.board import Board
from howdah.games.bazar.view import BazarView, Segment
from howdah.render.geometry import Point
from howdah.render.markup import group
from howdah.render.types import Shape, Size
from tests.render.bazar_views import VIEWS

PHONE: Final = 390.0
"""How many pixels a phone is wide."""
FEW: Final = VIEWS[::3]
"""Of every board and number of players, at all stages."""
_STEP = re.compile(r"([ML]|A\d+ \d+ 0 0[01])(-?[\d.]+) ?(-?[\d.]+)")


def parse(*drawn: str) -> Element:
    return ElementTree.fromstring(f"<svg>{''.join(drawn)}</svg>")


def draw_pieces(view: BazarView, shape: Shape = "wide", pick: str | None = None) -> str:
    layers = drawings.layers(view, shape, pick=pick).values()
    return group(*layers, transform=drawings.placement(view.board, shape))


def parse_pieces(view: BazarView, shape: Shape = "wide", pick: str | None = None) -> Element:
    return parse(draw_pieces(view, shape, pick))


def parse_page(view: BazarView, shape: Shape, pick: str | None = None) -> Element:
    return parse(drawings.backdrop(view.board, shape), draw_pieces(view, shape, pick))


def defined_ids(board: Board, shape: Shape = "wide") -> set[str]:
    """What a page can use: the symbols of the art files and those in the backdrop of a board."""
    own = parse(drawings.backdrop(board, shape)).iter()
    return {*drawings.symbols(), *(e.attrib["id"] for e in own if "id" in e.attrib)}


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
    return drawings.size(view.board, shape), scale, Point(x, y)


def translation_of(element: Element) -> tuple[float, float]:
    x, y = map(float, re.findall(r"-?[\d.]+", element.attrib["transform"]))
    return x, y


def references(markup: str) -> set[str]:
    """The ids that a drawing uses."""
    found = re.findall(r"""href=["']?#([^"'> ]+)|url\(#([^)]+)\)""", markup)
    return {one or other for one, other in found}


def places_of(root: Element, kind: str) -> list[tuple[str, Point]]:
    """Where symbols whose names begin with a word are used."""
    return [
        (name, Point(float(e.get("x", 0)), float(e.get("y", 0))))
        for e in root.iter("use")
        if (name := e.attrib["href"].removeprefix("#")).startswith(kind)
    ]


def steps_of(line: str) -> list[tuple[str, Point]]:
    """The commands of path data with where each leads; arcs with their radius and direction."""
    found = _STEP.findall(line)
    assert "".join(command for command, _, _ in found).count("M") == line.count("M")
    return [(command, Point(float(x), float(y))) for command, x, y in found]


@cache
def segment_name(segment: Segment) -> str:
    return f"{min(segment.one, segment.other)}{max(segment.one, segment.other)}"


def cross(one: str, other: str) -> bool:
    return (one[0] < other[0] < one[1]) != (one[0] < other[1] < one[1])
