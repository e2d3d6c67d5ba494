"""Where things lie around a board of hexagons, whatever its shape."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from math import cos, dist, pi, sin
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.hexgrid import EDGES, Axial, beyond
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.svg.hex_geometry import APOTHEM, SIDE, centre
from howdah.games.bazar.svg.layout import (
    HEAD_HEIGHT,
    HEAD_WIDTH,
    Layout,
    bezier_point,
    layout_for,
)
from howdah.render.geometry import Point, distance
from howdah.render.svg import svg

BIG = [(q, r) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6]
SHAPES: dict[str, list[Axial]] = {
    "big": BIG,
    "ring": [c for c in BIG if 2 <= max(map(abs, (*c, sum(c)))) <= 4],
    "hook": [(q, 0) for q in range(20)] + [(0, r) for r in range(1, 9)],
    "tower": [(-r // 2, r) for r in range(40)],
    "tiny": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "far": [(990 + q, -990 + r) for q, r in ((0, 0), (1, 0), (2, 0), (0, 1))],
}


def board_of(cells: list[Axial], seed: int) -> Board:
    """A board with four heads at random places of its border, holes included."""
    border = [(c, e) for c in cells for e in EDGES if beyond(c, e) not in cells]
    random.Random(seed).shuffle(border)
    entries = list(dict(border).items())[:4]
    heads: list[Any] = [
        {"name": name, "first_cell": [*cell], "entry_edge": edge}
        for name, (cell, edge) in zip(HEAD_NAMES, entries)
    ]
    places: list[Any] = [[*cell] for cell in cells]
    return BOARDS.load({"name": "mine", "provenance": "derived", "cells": places, "heads": heads})


def boards() -> list[Board]:
    shipped = [BOARDS.get(name) for name in BOARDS.names]
    return shipped + [board_of(cells, seed) for cells in SHAPES.values() for seed in range(4)]


MANY_BOARDS = boards()


def on_sheet(layout: Layout, x: float, y: float) -> bool:
    """Whether a place of the board lies in the window of the cloth."""
    frame = layout.frame
    across, down = frame.at(x, y)
    return 0 <= across <= frame.width and 0 <= down <= frame.height


def test_every_board_lies_on_the_cloth_with_its_heads_and_their_trunks() -> None:
    for board in MANY_BOARDS:
        layout = layout_for(board, "wide")
        for sign in (-1, 1):
            for cell in map(centre, board.cells):
                assert on_sheet(layout, cell.x + sign * APOTHEM, cell.y + sign * SIDE)
            for position in layout.heads.values():
                wide, high = sign * HEAD_WIDTH * position.scale, sign * HEAD_HEIGHT * position.scale
                assert on_sheet(layout, position.at.x + wide, position.at.y + high)
                for step in range(33):
                    point = bezier_point(position.neck, step / 32)
                    assert on_sheet(layout, point.x + sign * 9, point.y + sign * 9)


def test_heads_of_shipped_boards_are_large_and_cover_nothing() -> None:
    for name in BOARDS.names:
        board = BOARDS.get(name)
        positions = layout_for(board, "wide").heads.values()
        assert {position.scale for position in positions} == {1.0}
        for position in positions:
            assert all(distance(position.at, centre(c)) > HEAD_WIDTH + SIDE for c in board.cells)
        for one, other in combinations(positions, 2):
            assert distance(one.at, other.at) > 2 * HEAD_WIDTH


def test_a_trunk_comes_into_the_board_squarely_by_its_entry_edge() -> None:
    for board in MANY_BOARDS:
        for head in board.heads:
            *_, before, end = layout_for(board, "wide").heads[head.name].neck
            inside = centre(head.first_cell)
            assert dist(inside, end) == pytest.approx(APOTHEM)
            assert dist(before, inside) == pytest.approx(dist(before, end) + APOTHEM)


def test_any_board_can_be_drawn_on_the_same_sheet() -> None:
    for board in MANY_BOARDS:
        root = ElementTree.fromstring(
            svg(howdah.new("bazar", players=3, seed=1, board=board).view())
        )
        assert root.attrib["viewBox"] == "0 0 1342 766"
        outlines = next(e for e in root.iter() if e.get("id") == "outlines")
        assert outlines.attrib["d"].count("M") == len(board.cells)
        heads = [e.attrib["href"] for e in root.iter() if re.match(HEAD, e.get("href", ""))]
        assert len(heads) == 4


HEAD = "#(elephant|sleeper)-"


def test_nothing_lies_outside_the_sheet() -> None:
    for players, board in [(n, "hexagon-61") for n in range(1, 5)] + [(3, b) for b in MANY_BOARDS]:
        view = howdah.new("bazar", players=players, seed=1, board=board).view()
        for place in places_in(ElementTree.fromstring(svg(view)), lambda place: place):
            assert 0 <= place.x <= 1342, place
            assert 0 <= place.y <= 766, place


Where = Callable[[Point], Point]


def places_in(element: Element, where: Where) -> Iterator[Point]:
    """Every place that is drawn at, as the sheet measures it; definitions are not drawn."""
    if element.tag.endswith("}defs"):
        return
    for move, values in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        where = _transform(where, move, [float(value) for value in values.split()])
    yield from map(where, _own_places(element))
    for child in element:
        yield from places_in(child, where)


def _transform(where: Where, move: str, by: list[float]) -> Where:
    if move == "translate":
        return lambda place: where(Point(place.x + by[0], place.y + by[1]))
    if move == "scale":
        return lambda place: where(Point(place.x * by[0], place.y * by[-1]))
    turn = by[0] * pi / 180
    return lambda place: where(
        Point(place.x * cos(turn) - place.y * sin(turn), place.x * sin(turn) + place.y * cos(turn))
    )


def _own_places(element: Element) -> Iterator[Point]:
    size = {key: float(element.get(key, 0)) for key in ("x", "y", "cx", "cy", "r")}
    if element.tag.endswith(("}rect", "}text")):
        yield Point(size["x"], size["y"])
    if element.tag.endswith("}rect"):
        wide, high = float(element.attrib["width"]), float(element.attrib["height"])
        yield Point(size["x"] + wide, size["y"] + high)
    if element.tag.endswith("}circle"):
        yield Point(size["cx"] - size["r"], size["cy"] - size["r"])
        yield Point(size["cx"] + size["r"], size["cy"] + size["r"])
    for command, values in re.findall(r"([MLA])([^A-Za-z]+)", element.get("d", "")):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", values)]
        yield Point(*numbers[-2:] if command == "A" else numbers[:2])
