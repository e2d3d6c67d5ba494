"""The board of Bombay Bazar on a page: small, and all of it there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.games.bazar import svg as drawings
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.hexgrid import EDGES, Axial, Edge
from howdah.games.bazar.svg.hex_geometry import centre, edge_middle
from howdah.games.bazar.svg.symbols import composed, symbols
from howdah.games.bazar.tiles import COPIES, DESIGN_NAMES
from howdah.games.bazar.view import BazarView, Segment, Tile
from howdah.render.geometry import Point
from howdah.render.types import SHAPES, Shape
from tests.render.bazar_scenes import (
    FEW,
    board_transform,
    cross,
    defined_ids,
    draw_pieces,
    parse,
    parse_page,
    parse_pieces,
    picks,
    places_of,
    references,
    segment_name,
    steps_of,
    translation_of,
)
from tests.render.bazar_views import BUSY, VIEWS, play_random_game
from tests.render.picture_queries import NASTY, by_id

EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS.names)


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
    wide, tall = (drawings.size(BOARDS.get(board), shape) for shape in SHAPES)
    assert wide == (1042, 742)
    assert tall == (550, 650)


@EVERY_BOARD
@EVERY_SHAPE
def test_a_backdrop_has_no_drawings_of_the_art_files(board: str, shape: Shape) -> None:
    markup = drawings.backdrop(BOARDS.get(board), shape)
    assert len(markup.encode()) < 64_000
    own = {e.attrib["id"] for e in parse(markup).iter() if "id" in e.attrib}
    assert not own & (symbols().keys() - composed().keys())


@EVERY_SHAPE
def test_pieces_are_small_however_many_there_are(shape: Shape) -> None:
    for view, pick in picks(BUSY):
        assert len(draw_pieces(view, shape, pick=pick).encode()) < 6_500
    for board in BOARDS.names:
        assert len(draw_pieces(crowded_view(board), shape).encode()) < 16_000


def test_whole_games_of_four_take_less_than_a_third_of_what_a_frame_may() -> None:
    sizes = [len(draw_pieces(view, "wide").encode()) for view in whole_game()]
    assert max(sizes) < 5_500
    assert sum(sizes) / len(sizes) < 3_400


def whole_game() -> Iterator[BazarView]:
    game = howdah.new("bazar", players=4, seed=3)
    while not game.is_over:
        yield game.view(game.to_play)
        game.play(game.legal_actions()[0])
    yield game.view()


@EVERY_SHAPE
def test_every_scene_is_well_formed_and_gives_no_id_twice(shape: Shape) -> None:
    for view, pick in picks(FEW):
        ids = Counter(e.get("id") for e in parse_page(view, shape, pick).iter() if e.get("id"))
        assert max(ids.values()) == 1


def test_no_id_of_a_drawing_is_given_twice() -> None:
    for name, markup in symbols().items():
        assert re.findall(r"""\bid=["']([^"']+)""", markup) == [name]


@EVERY_SHAPE
def test_whatever_is_shown_is_defined(shape: Shape) -> None:
    for view, pick in picks(FEW):
        known = defined_ids(view.board, shape)
        own = {e.get("id") for e in parse_pieces(view, shape, pick).iter()}
        assert references(draw_pieces(view, shape, pick=pick)) <= known | own
        ways = {f"way-{seat}" for seat in range(4)}
        assert references(drawings.backdrop(view.board, shape)) <= known | ways
    assert references("".join(composed().values())) <= symbols().keys() | ways


@EVERY_SHAPE
def test_every_colour_is_a_variable_of_the_stylesheet(shape: Shape) -> None:
    sheet = drawings.stylesheet()
    for view, pick in picks(FEW):
        drawn = drawings.backdrop(view.board, shape) + draw_pieces(view, shape, pick=pick)
        colours = set(re.findall(r"(?:fill|stroke|color)='([^']*)'", drawn))
        literal = {it for it in colours if not it.startswith(("var(--", "url(#"))}
        assert literal <= {"none", "#000"}
        for name in set(re.findall(r"var\((--[\w-]+)\)", drawn)):
            assert f"{name}:" in sheet
        for name in set(re.findall(r"class='(seat-\w+)'", drawn)):
            assert f".{name}{{" in sheet


def test_pieces_keep_their_ids_while_a_game_goes_on() -> None:
    game, seen = play_random_game(3, 7, 0), set[str]()
    while not game.is_over:
        ids = {e.attrib["id"] for e in parse_pieces(game.view()).iter() if "id" in e.attrib}
        stopped = {f"tip-{p.seat}" for p in game.view().players if p.has_stopped}
        assert seen - ids <= stopped | {"glow"}
        assert {f"trunk-{seat}" for seat in range(3)} | {"tiles"} <= ids
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


def test_a_trunk_runs_over_the_middles_of_its_edges_in_its_owners_colour() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        for player in view.players:
            trunk = by_id(root, f"trunk-{player.seat}")
            assert trunk.attrib["class"] == f"seat-{player.seat}"
            assert f"#tube-{player.seat}" in {e.get("href") for e in trunk}
            start, *steps = steps_of(by_id(trunk, f"way-{player.seat}").attrib["d"])
            head = view.board.head(player.head)
            entry = edge_middle(head.first_cell, head.entry_edge)
            assert start[1] == pytest.approx(entry, abs=1)
            assert len(steps) == player.length
            for (way, end), segment in zip(steps, player.trunk):
                assert end == pytest.approx(edge_middle(segment.cell, segment.other), abs=0.06)
                assert way == expected_way(segment)


def expected_way(segment: Segment) -> str:
    """A straight line, or an arc around what lies inside of the bend."""
    turn = (segment.other - segment.one) % 6
    if turn == 3:
        return "L"
    radius = 20 if turn in (1, 5) else 60
    return f"A{radius} {radius} 0 0{int(turn > 3)}"


def test_a_trunk_begins_with_what_it_was_before() -> None:
    views = [*whole_game()]
    for seat in range(4):
        lines = [by_id(parse_pieces(view), f"way-{seat}").attrib["d"] for view in views]
        assert all(after.startswith(before) for before, after in pairwise(lines))


def bare_tiles(root: Element) -> list[Point]:
    """Where the markers of one path show tiles without a stretch."""
    lines = [e.attrib["d"] for e in by_id(root, "tiles").iter("path")]
    row, found = 0.0, []
    for command, x, y in re.findall(r"([MH])(-?[\d.]+)(?: ?(-?[\d.]+))?", "".join(lines)):
        row = float(y) if command == "M" else row
        found.append(Point(float(x), row))
    assert found[:1] == found[-1:] == ([Point(0, 0)] if lines else [])
    return found[1:-1]


def test_every_tile_and_every_stretch_is_there_once() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        stone: dict[Axial, list[str]] = {}
        for segment in view.stretches:
            stone.setdefault(segment.cell, []).append(segment_name(segment))
        bare = [cell for cell in view.tiles if cell not in stone]
        assert bare_tiles(root) == [pytest.approx(centre(cell), abs=0.06) for cell in bare]
        used = places_of(by_id(root, "tiles"), "tile-")
        assert [name.partition("_")[0] for name, _ in used] == [
            f"tile-{'-'.join(chords)}" for chords in stone.values()
        ]
        assert [at for _, at in used] == [pytest.approx(centre(cell), abs=0.06) for cell in stone]


def test_where_a_trunk_passes_over_a_stretch_the_tile_leaves_a_gap() -> None:
    crossings = 0
    for view in BUSY:
        owned: dict[Axial, list[str]] = {}
        for segment in (s for player in view.players for s in player.trunk):
            owned.setdefault(segment.cell, []).append(segment_name(segment))
        stone: dict[Axial, list[str]] = {}
        for segment in view.stretches:
            stone.setdefault(segment.cell, []).append(segment_name(segment))
        tiles = places_of(by_id(parse_pieces(view), "tiles"), "tile-")
        for (name, _), (cell, chords) in zip(tiles, stone.items()):
            over = [it for it in owned.get(cell, []) if any(cross(it, other) for other in chords)]
            assert name.partition("_")[2].split("-") == (sorted(over) or [""])
            gaps = references(symbols()[name])
            assert {f"gap-{it}" for it in over} == {it for it in gaps if it.startswith("gap")}
            crossings += len(over)
    assert crossings > 60


def test_of_two_trunks_that_cross_the_later_one_passes_over() -> None:
    crossings = 0
    for view in BUSY:
        root, below = parse_pieces(view), dict[Axial, list[str]]()
        for player in view.players:
            over = [s for s in player.trunk if passes_over(s, below.setdefault(s.cell, []))]
            found = places_of(by_id(root, f"trunk-{player.seat}"), "over-")
            assert [name for name, _ in found] == [f"over-{segment_name(s)}" for s in over]
            places = [pytest.approx(centre(s.cell), abs=0.06) for s in over]
            assert [at for _, at in found] == places
            crossings += len(over)
    assert crossings > 60


def passes_over(segment: Segment, others: list[str]) -> bool:
    """Whether a segment crosses one of those below it; it is below the next ones."""
    chord = segment_name(segment)
    is_over = any(cross(chord, other) for other in others)
    others.append(chord)
    return is_over


def test_on_a_tile_later_stretches_pass_over_earlier_ones() -> None:
    for name in (it for it in composed() if re.fullmatch(r"tile-[\d-]+", it)):
        uses = re.findall(r"#(chord|over)-(\d\d)", symbols()[name])
        for place, (kind, chord) in enumerate(uses):
            is_over = any(cross(chord, other) for _, other in uses[:place])
            assert kind == ("over" if is_over else "chord")


def test_all_fifteen_segments_are_turned_from_three() -> None:
    for one, other in combinations(range(6), 2):
        turn = 60 * (other if other - one > 3 else one)
        apart = min(other - one, 6 - other + one)
        markup = symbols()[f"chord-{one}{other}"]
        if turn:
            assert references(markup) == {f"chord-0{apart}"}
            assert f"rotate({turn})" in markup


def test_every_living_tip_peeks_into_its_cell() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        living = {p.seat for p in view.players if not p.has_stopped}
        found = {e.attrib["id"] for e in root.iter() if e.get("id", "").startswith("tip-")}
        assert found == {f"tip-{seat}" for seat in living}
        for player in (view.players[seat] for seat in living):
            tip = by_id(root, f"tip-{player.seat}")
            place = edge_middle(player.tip_cell, player.tip_edge)
            assert translation_of(tip) == pytest.approx(place, abs=0.06)
            assert places_of(tip, "tip-") == [(f"tip-{player.seat}-{player.tip_edge}", (0, 0))]


def test_every_end_piece_lies_on_its_cell() -> None:
    for view in VIEWS:
        found = places_of(parse_pieces(replace(view, legal_actions=())), "end-")
        cells = [cell for cell, owners in view.end_pieces.items() for _ in owners]
        assert [at for _, at in found] == [pytest.approx(centre(cell), abs=0.06) for cell in cells]
        alone = [owners[0] for owners in view.end_pieces.values() if len(owners) == 1]
        names = [name.split("-")[1] for name, _ in found if "-by-" in name]
        assert names == ["none" if owner is None else str(owner) for owner in alone]


def test_stacked_end_pieces_are_seen_one_under_the_other_with_all_signs() -> None:
    view = VIEWS[-1]
    cell = next(iter(view.end_pieces))
    root = parse_pieces(replace(view, end_pieces={cell: (0, 1, 2, 3)}))
    edges = [player.tip_edge for player in view.players]
    stack = [name for name, _ in places_of(root, "end-")]
    assert stack == [
        f"end-{edges[0]}-3",
        f"end-{edges[1]}-2",
        f"end-{edges[2]}-1",
        f"end-{edges[3]}",
    ]
    classes = [e.get("class") for e in root.iter("use") if e.attrib["href"].startswith("#end-")]
    assert classes == [f"seat-{seat}" for seat in range(4)]
    assert [name for name, _ in places_of(root, "tag-")] == [f"tag-{seat}" for seat in range(4)]
    assert len({at for _, at in places_of(root, "tag-")}) == 4


def test_every_head_has_its_player_or_sleeps() -> None:
    for view in VIEWS:
        root, seats = parse_pieces(view), {player.head: player.seat for player in view.players}
        heads = [n for n, _ in places_of(root, "elephant-") + places_of(root, "sleeper-")]
        assert sorted(heads) == sorted(
            f"elephant-{head.name}-{seats[head.name]}"
            if head.name in seats
            else f"sleeper-{head.name}"
            for head in view.board.heads
        )


def test_the_four_heads_differ_in_more_than_their_ornament() -> None:
    for kind in ("head", "awake", "ornament"):
        looks = {symbols()[f"{kind}-{name}"].replace(name, "") for name in ("NW", "NE", "SE", "SW")}
        assert len(looks) == 4


def test_players_are_distinguished_by_their_marks_too() -> None:
    for seat in range(4):
        badge = f"badge-{seat}"
        assert f"mark-{seat}" in references(symbols()[badge])
        for edge in EDGES:
            assert badge in references(symbols()[f"tip-{seat}-{edge}"])
            assert f"tag-{seat}" in references(symbols()[f"end-{seat}-by-{edge}"])
        for name in ("NW", "NE", "SE", "SW"):
            assert badge in references(symbols()[f"portrait-{name}-{seat}"])
            backdrop = parse(drawings.backdrop(BOARDS.get("hexagon-61"), "wide"))
            head = by_id(backdrop, f"elephant-{name}-{seat}")
            assert f"#{badge}" in {e.get("href") for e in head.iter()}
    assert len({symbols()[f"mark-{seat}"].replace(str(seat), "") for seat in range(4)}) == 4


def test_the_head_to_play_and_the_winners_stand_in_the_light() -> None:
    for view in VIEWS:
        lit = {name.removeprefix("halo-") for name, _ in places_of(parse_pieces(view), "halo-")}
        won = set((view.result or {}).get("winners", ())) if len(view.players) > 1 else set()
        seats = {view.to_play} if view.to_play is not None else won
        assert lit == {view.players[seat].head for seat in seats}


def test_any_name_can_be_shown() -> None:
    view = play_random_game(2, 1, 5).view(0)
    players = tuple(replace(player, name=NASTY) for player in view.players)
    root = parse_pieces(replace(view, players=players, names=(NASTY, NASTY)))
    assert not list(root.iter("b"))


def test_trunks_heads_tips_and_end_pieces_are_named_in_words() -> None:
    game = howdah.new("bazar", players=2, seed=1, names=["Ann", "Bob"], starter="seat 0")
    titles = [e.text for e in parse_pieces(game.view()).iter("title")]
    assert "Ann's trunk, length 0" in titles
    assert "Ann: blue head (circle), NW" in titles
    assert "Bob's tip" in titles
    assert titles.count("End piece of an unused head") == 2
    assert len([title for title in titles if title and title.startswith("Unused head")]) == 2


def test_a_pile_shows_how_many_are_left() -> None:
    for design in DESIGN_NAMES:
        for count in range(COPIES + 1):
            used = references(symbols()[f"pile-{design}-{count}"])
            assert used == {f"stack-{count}", f"design-{design}"}
    for count in range(1, COPIES + 1):
        assert symbols()[f"stack-{count}"].count("#pile-tile") == count
    assert "#pile-gone" in symbols()["stack-0"]


def test_a_segment_is_the_same_seen_from_both_sides() -> None:
    cell = (2, -1)
    assert edge_middle(cell, Edge(0)) == edge_middle((3, -1), Edge(3))
    assert edge_middle(cell, Edge(1)) == edge_middle((2, 0), Edge(4))
    assert edge_middle(cell, Edge(2)) == edge_middle((1, 0), Edge(5))
