"""The board of Bombay Bazar on a page: small, and all of it there."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg import scene
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bazar.view import BazarView, Segment, Tile
from howdah.render.types import SHAPES, Shape
from tests.render.bazar_scenes import (
    FEW,
    board_transform,
    parse,
    parse_page,
    parse_pieces,
    picks,
    translation_of,
)
from tests.render.bazar_views import BUSY, VIEWS, play_random_game
from tests.render.picture_queries import NASTY, by_id, data, with_data

EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS.names)
ALLOWED = {"#000", "#fff", "#1a120d", "#f3b9c0"}
"""Shadows, the eyes of the elephants and the lotus are the same in both themes."""


def crowded_view(board: str) -> BazarView:
    """More than can ever lie on a board: three segments on every cell."""
    view = play_random_game(4, 1, 0, board=board).view(0)
    cells = view.board.cells
    chords = ((EDGES[0], EDGES[3]), (EDGES[1], EDGES[4]), (EDGES[2], EDGES[5]))
    segments = tuple(Segment(cell, *chord) for cell in cells for chord in chords)
    share = len(segments) // 4
    return replace(
        view,
        tiles={cell: Tile("03-14-25", 0) for cell in cells},
        stretches=(),
        players=tuple(
            replace(p, trunk=segments[p.seat * share : (p.seat + 1) * share]) for p in view.players
        ),
    )


@EVERY_BOARD
def test_a_laptop_gets_a_wide_drawing_and_a_phone_a_tall_one(board: str) -> None:
    wide, tall = (scene.size(BOARDS.get(board), shape) for shape in SHAPES)
    assert wide == (1042, 742)
    assert tall == (550, 650)


@EVERY_BOARD
@EVERY_SHAPE
def test_a_backdrop_is_small(board: str, shape: Shape) -> None:
    assert len(scene.backdrop(BOARDS.get(board), shape).encode()) < 36_000


@EVERY_SHAPE
def test_pieces_are_small_however_many_there_are(shape: Shape) -> None:
    for view, pick in picks(BUSY):
        assert len(scene.pieces(view, shape, pick=pick).encode()) < 25_000
    for board in BOARDS.names:
        assert len(scene.pieces(crowded_view(board), shape).encode()) < 36_000


@EVERY_SHAPE
def test_every_scene_is_well_formed_and_gives_no_id_twice(shape: Shape) -> None:
    for view, pick in picks(FEW):
        ids = Counter(e.get("id") for e in parse_page(view, shape, pick).iter() if e.get("id"))
        assert max(ids.values()) == 1


@EVERY_SHAPE
def test_whatever_is_shown_is_defined_in_the_backdrop(shape: Shape) -> None:
    for view, pick in picks(FEW):
        defined = {e.get("id") for e in parse(scene.backdrop(view.board, shape)).iter()}
        panel = [scene.draw_pile(design, count) for design, count in view.piles.items()]
        panel += [scene.portrait(player) for player in view.players]
        drawn = scene.backdrop(view.board, shape) + scene.pieces(view, shape, pick=pick)
        for name in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', drawn + "".join(panel)):
            assert "".join(name) in defined
        assert " id=" not in "".join(panel)


@EVERY_SHAPE
def test_every_colour_is_a_variable_of_the_stylesheet(shape: Shape) -> None:
    sheet = scene.stylesheet()
    for view, pick in picks(FEW):
        drawn = scene.backdrop(view.board, shape) + scene.pieces(view, shape, pick=pick)
        assert set(re.findall(r'(?:fill|stroke|color)="(#[^"]*)"', drawn)) <= ALLOWED
        for name in set(re.findall(r"var\((--[\w-]+)\)", drawn)):
            assert f"{name}:" in sheet
        for name in set(re.findall(r'class="(dye-\w+)"', drawn)):
            assert f".{name}{{" in sheet


def test_pieces_keep_their_ids_while_a_game_goes_on() -> None:
    game, seen = play_random_game(3, 7, 0), set[str]()
    while not game.is_over:
        ids = {e.attrib["id"] for e in parse_pieces(game.view()).iter() if "id" in e.attrib}
        gone = {name for name in seen - ids if not name.startswith("tip-")}
        assert not gone - {"glow"}
        assert len(ids & {f"tip-{seat}" for seat in range(3)}) == 3 - len(
            ids & {f"end-{seat}" for seat in range(3)}
        )
        seen = ids
        game.play(game.legal_actions()[0])


@EVERY_SHAPE
def test_named_pieces_are_moved_by_nothing_but_a_translate(shape: Shape) -> None:
    for view, pick in picks(FEW):
        for element in parse_pieces(view, shape, pick).iter():
            if "id" in element.attrib and "transform" in element.attrib:
                assert re.fullmatch(r"translate\(-?[\d.]+ -?[\d.]+\)", element.attrib["transform"])


@EVERY_SHAPE
def test_no_piece_leaves_the_drawing(shape: Shape) -> None:
    for view, pick in picks(FEW):
        size, scale, corner = board_transform(view, shape)
        for element in parse_pieces(view, shape, pick).iter():
            if "id" in element.attrib and "transform" in element.attrib:
                x, y = translation_of(element)
                assert 20 < corner.x + x * scale < size.width - 20
                assert 20 < corner.y + y * scale < size.height - 20


def test_every_segment_is_there_once_in_the_order_of_its_trunk() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        owned = 0
        for player in view.players:
            trunk = with_data(by_id(root, f"trunk-{player.seat}"), "segment")
            assert [e.attrib["data-segment"] for e in trunk] == list(
                map(_segment_name, player.trunk)
            )
            assert [e.attrib["data-from"] for e in trunk] == [str(s.one) for s in player.trunk]
            owned += len(trunk)
        stretches = data(by_id(root, "stretches"), "segment")
        assert stretches == list(map(_segment_name, view.stretches))
        assert len(data(root, "segment")) == owned + len(stretches)


def _segment_name(segment: Segment) -> str:
    low, high = sorted((segment.one, segment.other))
    return f"{segment.cell[0]},{segment.cell[1]}:{low}{high}"


def test_of_two_segments_that_cross_the_later_one_passes_over() -> None:
    crossings = 0
    for view in BUSY:
        seen: dict[str, list[str]] = {}
        for element in with_data(parse_pieces(view), "segment"):
            cell, chord = element.attrib["data-segment"].split(":")
            below = seen.setdefault(cell, [])
            is_over = any(_cross(chord, other) for other in below)
            assert element.attrib["href"] == f"#{'over' if is_over else 'chord'}-{chord}"
            below.append(chord)
            crossings += is_over
    assert crossings > 100


def _cross(one: str, other: str) -> bool:
    return (one[0] < other[0] < one[1]) != (one[0] < other[1] < one[1])


def test_every_chord_has_a_middle_line_to_grow_along() -> None:
    root = parse(scene.backdrop(BOARDS.get("hexagon-61"), "wide"))
    for one in range(6):
        for other in range(one + 1, 6):
            assert by_id(root, f"way-{one}{other}").attrib["d"].startswith("M")


def test_tiles_and_end_pieces_are_where_the_view_has_them() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        assert [e.attrib["id"] for e in with_data(root, "tile")] == [
            f"tile-{q}_{r}" for q, r in view.tiles
        ]
        found: dict[str, list[str | None]] = {}
        for element in with_data(root, "end-piece"):
            found.setdefault(element.attrib["data-end-piece"], []).append(element.get("data-owner"))
        assert found == {
            f"{q},{r}": [None if owner is None else str(owner) for owner in owners]
            for (q, r), owners in view.end_pieces.items()
        }


def test_players_are_distinguished_by_their_marks_too() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        signs = Counter(e.get("href") for e in root.iter("use"))
        for player in view.players:
            # On the head, and on the tip or the end piece.
            assert signs[f"#badge-{player.seat}"] == 2
            assert f"#badge-{player.seat}" in scene.portrait(player)
        backdrop = parse(scene.backdrop(view.board, "wide"))
        shapes = {ElementTree.tostring(by_id(backdrop, f"badge-{seat}")[1]) for seat in range(4)}
        assert len(shapes) == 4


def test_the_head_to_play_and_the_winners_stand_in_the_light() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        lit = {
            player.seat
            for player in view.players
            if "#halo" in {e.get("href") for e in by_id(root, f"head-{player.head}").iter()}
        }
        won = set((view.result or {}).get("winners", ())) if len(view.players) > 1 else set()
        assert lit == ({view.to_play} if view.to_play is not None else won)


def test_any_name_can_be_shown() -> None:
    view = play_random_game(2, 1, 5).view(0)
    players = tuple(replace(player, name=NASTY) for player in view.players)
    root = parse_pieces(replace(view, players=players, names=(NASTY, NASTY)))
    assert not list(root.iter("b"))


def test_a_pile_shows_how_many_are_left() -> None:
    for design in DESIGN_NAMES:
        for count in range(5):
            uses = [e.get("href") for e in parse(scene.draw_pile(design, count)).iter("use")]
            assert uses.count("#pile-tile") == count
            assert ("#pile-gone" in uses) == (count == 0)
            assert f"#design-{design}" in uses
