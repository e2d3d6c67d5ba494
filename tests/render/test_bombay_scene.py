"""The board of Bombay on a page: light enough, true to the view, and easy to touch."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.games.bombay import svg as renderer
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.descriptions import action_label
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.layout import frame_box, layout_for
from howdah.games.bombay.svg.pieces import draw_market_row, draw_route
from howdah.games.bombay.svg.sizes import SIZES, touch_size
from howdah.games.bombay.tooltips import describe_bag
from howdah.games.bombay.view import BombayView
from howdah.render.art import load_symbols
from howdah.render.geometry import format_point
from howdah.render.types import SHAPES, Shape
from tests.render.bombay_views import GAMES, VIEWS, play_random_game
from tests.render.picture_queries import ODD_NAMES, by_id, data, texts, uses, with_class, with_data
from tests.render.test_bombay_layout import reshape_board

DECCAN: Final = BOARDS.get("deccan")
PHONE: Final = 390
"""The width of a phone in the pixels of a browser."""
TOUCH: Final = 44
"""What a finger needs, in the same pixels."""
LAPTOP: Final = 768

EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)


def parse(markup: str) -> Element:
    return ElementTree.fromstring(f"<svg>{markup}</svg>")


@cache
def backdrop(shape: Shape) -> Element:
    return parse(renderer.backdrop(DECCAN, shape))


def draw_pieces(view: BombayView, shape: Shape) -> str:
    """All that changes: on a phone the row of markets, too."""
    row = draw_market_row(view) if shape == "tall" else ""
    return "".join(renderer.layers(view, shape).values()) + row


_known: dict[tuple[int, Shape], tuple[BombayView, Element]] = {}


def pieces(view: BombayView, shape: Shape) -> Element:
    key = (id(view), shape)
    if key not in _known:
        _known[key] = (view, parse(draw_pieces(view, shape)))
    return _known[key][1]


def own_views() -> list[BombayView]:
    """Views of the players whose turn it is."""
    return [game.view(game.to_play) for game in GAMES if game.to_play is not None]


def ids(root: Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def titles(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter("title")]


def places_by_id(root: Element) -> dict[str, str]:
    """Where the pieces are that can be moved."""
    return {
        element.attrib["id"]: element.get("transform") or f"{element.get('x')} {element.get('y')}"
        for element in root.iter()
        if "id" in element.attrib and ("transform" in element.attrib or "x" in element.attrib)
    }


def test_a_wide_board_fills_a_laptop_and_a_tall_one_a_phone() -> None:
    assert renderer.size(DECCAN, "wide") == (1042, 742)
    wide, high = renderer.size(DECCAN, "tall")
    assert 0.80 <= wide / high <= 0.85
    assert PHONE * high / wide <= 500


def test_a_page_is_light() -> None:
    assert len(renderer.backdrop(DECCAN, "tall").encode()) < 38_000
    assert len(renderer.backdrop(DECCAN, "wide").encode()) < 40_000
    assert len(renderer.stylesheet().encode()) < 8_000
    for view in VIEWS:
        assert len(draw_pieces(view, "wide").encode()) < 8_500
        assert len(draw_pieces(view, "tall").encode()) < 8_500


@EVERY_SHAPE
def test_the_layers_of_a_board_are_always_the_same(shape: Shape) -> None:
    names = {tuple(renderer.layers(view, shape)) for view in VIEWS}
    assert names == {("lights", "bales", "sites", "elephants", "targets")}


@EVERY_SHAPE
def test_what_may_be_entered_can_be_touched_and_nothing_else(shape: Shape) -> None:
    for view in own_views():
        root = pieces(view, shape)
        moves = [action for action in view.legal_actions if action.startswith("move ")]
        choices = with_class(root, "choice")
        assert sorted(data(root, "act")) == sorted(moves)
        assert choices == with_data(root, "act")
        for choice in choices:
            assert (choice.get("role"), choice.get("tabindex")) == ("button", "0")
            assert choice[0].text == action_label(view, choice.attrib["data-act"])
        lit = [name for name in uses(root) if name.startswith("glow-")]
        assert len(lit) == len(moves)
    assert not with_class(pieces(GAMES[0].view(), shape), "choice")


def test_a_choice_shows_the_stars_it_costs() -> None:
    root = pieces(replace(VIEWS[0], legal_actions=("move A", "move H1"), to_play=0), "wide")
    costs = {choice.attrib["data-act"]: uses(choice)[-1] for choice in with_class(root, "choice")}
    assert costs == {"move A": "cost-2", "move H1": "cost-1"}
    assert [e.text for e in by_id(backdrop("wide"), "cost-2").iter("text")] == ["2"]


def test_a_hilltop_shows_the_stars_it_costs() -> None:
    assert uses(by_id(backdrop("wide"), "hilltop")) == ["hill", "star", "star"]


@EVERY_SHAPE
def test_every_site_has_a_tooltip(shape: Shape) -> None:
    for view in VIEWS:
        found = titles(pieces(view, shape))
        for site in view.board.sites:
            assert any((site.name or f" {site.id}") in title for title in found), site.id


@EVERY_SHAPE
def test_no_id_is_given_twice_and_none_is_missing(shape: Shape) -> None:
    printed = ids(backdrop(shape))
    for view in VIEWS:
        found = Counter([*printed, *ids(pieces(view, shape)), *load_symbols(renderer.ART)])
        assert max(found.values()) == 1
        text = renderer.backdrop(DECCAN, shape) + draw_pieces(view, shape)
        for href, url in re.findall(r"href='#([^']*)'|url\(#([^)]*)\)", text):
            assert (href or url) in found


@EVERY_SHAPE
def test_what_can_be_moved_is_placed_and_nothing_more(shape: Shape) -> None:
    for view in VIEWS:
        for place in places_by_id(pieces(view, shape)).values():
            assert re.fullmatch(r"translate\(-?[\d.]+ -?[\d.]+\)|-?[\d.]+ -?[\d.]+", place)


@EVERY_SHAPE
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_the_elephant_that_moves_is_seen_to_move(shape: Shape, players: int) -> None:
    game = howdah.new("bombay", players=players, seed=players)
    for _ in range(40):
        action = next((a for a in game.legal_actions() if str(a).startswith("move")), None)
        if action is None:
            game.play(game.legal_actions()[-1])
            continue
        before, mover = places_by_id(pieces(game.view(), shape)), game.to_play
        game.play(action)
        after = places_by_id(pieces(game.view(), shape))
        moved = {name for name in before.keys() & after.keys() if before[name] != after[name]}
        assert {name for name in moved if name.startswith("elephant-")} == {f"elephant-{mover}"}


@EVERY_SHAPE
def test_every_piece_of_the_view_is_there(shape: Shape) -> None:
    for view in VIEWS:
        root = pieces(view, shape)
        found, used = set(ids(root)), Counter(uses(root))
        for player in view.players:
            piece = by_id(root, f"elephant-{player.seat}")
            loads = [name for name in uses(piece) if name.startswith("load-")]
            assert loads == [f"load-{colour}" for colour in player.bales]
            assert f"figure-{player.seat}" in uses(piece)
        assert {name for name in found if name.startswith("bale-")} == {
            f"bale-{colour}-{number + 1}"
            for bales in view.markets
            for colour, count in bales.items()
            for number in range(count)
        }
        for city, column in view.demands.items():
            x, y = ([by_id(root, f"cube-{city}-{c}").get(axis) for c in column] for axis in "xy")
            ranks = [(float(left or 0), float(top or 0)) for left, top in zip(x, y)]
            assert ranks == sorted(ranks)
        left = Counter(f"tokens-{count}" for count in view.city_tokens_left.values())
        assert {name: used[name] for name in left} == left
        palaces = Counter(view.palaces.values())
        for seat, count in palaces.items():
            assert used[f"palace-{seat}"] + used[f"hill-palace-{seat}"] == count
        for token in ("client", "rupees", "city", "bale"):
            lying = sum(other == token for other in view.palace_tokens.values())
            assert used[f"{view.face}-{token}"] == lying
        for colour in COLOUR_NAMES:
            posts = sum(other == colour for other in view.posts.values())
            state = "closed" if colour in view.closed else "open"
            assert used[f"{state}-{colour}"] == posts


@EVERY_SHAPE
def test_every_bale_of_the_game_is_somewhere(shape: Shape) -> None:
    for view in VIEWS:
        root = pieces(view, shape)
        used = Counter(name.rsplit("-", 1)[0] for name in uses(root))
        (in_bag,) = [int(e.text or 0) for e in by_id(root, "in-bag").iter("text")]
        assert used["load"] + used["bale"] + in_bag == 17
        assert by_id(root, "in-bag")[0].text == describe_bag(view.bag)


@EVERY_SHAPE
def test_only_the_elephant_to_play_is_lit(shape: Shape) -> None:
    for view in VIEWS:
        root = pieces(view, shape)
        lit = [element.get("id") for element in with_data(root, "to-play")]
        assert lit == ([] if view.to_play is None else [f"elephant-{view.to_play}"])
        assert uses(root).count("lit-ground") == len(lit)


def test_the_markets_stand_on_a_wide_map_and_in_a_row_under_a_tall_one() -> None:
    view = VIEWS[0]
    names = [f"market-{name}" for name in MARKET_NAMES]
    assert [name for name in ids(pieces(view, "wide")) if name in names] == names
    assert renderer.layers(view, "tall")["bales"] == ""
    assert [name for name in ids(parse(draw_market_row(view))) if name in names] == names


@EVERY_SHAPE
def test_prices_are_those_of_the_rules(shape: Shape) -> None:
    printed = renderer.backdrop(DECCAN, shape)
    prices = re.findall(
        r">(\d)</text><use href='#coin'[^>]*/><path[^>]*/><text[^>]*>(\d)<", printed
    )
    assert prices == [("1", "1"), ("1", "2"), ("2", "2")]


def test_an_empty_market_says_so() -> None:
    view = replace(VIEWS[0], to_play=None, markets=({}, {}, {}))
    assert [text for text in texts(pieces(view, "wide")) if text == "no bales"] == ["no bales"] * 3


@EVERY_SHAPE
def test_every_colour_is_a_variable_of_the_stylesheet(shape: Shape) -> None:
    known = set(re.findall(r"(--[\w-]+):", renderer.stylesheet()))
    for view in VIEWS:
        text = renderer.backdrop(DECCAN, shape) + draw_pieces(view, shape)
        colours = set(re.findall(r"""["'](#[0-9a-fA-F]{3,8})["']""", text))
        assert colours <= {"#000"}, "shadows alone are black in both themes"
        assert set(re.findall(r"var\((--[\w-]+)\)", text + renderer.stylesheet())) <= known


@EVERY_SHAPE
def test_nothing_behind_the_screens_is_drawn(shape: Shape) -> None:
    for game in GAMES:
        hidden, known = game.view(), game.view(screens="open")
        assert draw_pieces(hidden, shape) == draw_pieces(known, shape)


def test_players_and_silks_are_distinguished_by_shape_too() -> None:
    symbols = renderer.symbols()
    marks = {symbols[f"mark-{seat}"].replace(f"mark-{seat}", "") for seat in SEATS}
    assert len(marks) == len(SEATS)
    for seat in SEATS:
        assert f"#mark-{seat}'" in symbols[f"figure-{seat}"]
        assert f"#mark-{seat}'" in symbols[f"pavilion-{seat}"]
    weaves = {
        re.sub(r"var\(--[\w-]+\)|yellow|purple|blue|orange", "", symbols[f"silk-{colour}"])
        for colour in COLOUR_NAMES
    }
    assert len(weaves) == len(COLOUR_NAMES)


@EVERY_SHAPE
def test_a_finger_finds_every_site_and_only_the_one_it_means(shape: Shape) -> None:
    wide, high = renderer.size(DECCAN, shape)
    pixel = PHONE / wide if shape == "tall" else LAPTOP / high
    places = layout_for(DECCAN, shape).places
    for site in DECCAN.sites:
        x, y = places[site.id]
        rx, ry = touch_size(site.kind, SIZES[shape])
        assert 2 * min(rx, ry) * pixel >= TOUCH
        inside = [
            other
            for other, place in places.items()
            if ((place.x - x) / rx) ** 2 + ((place.y - y) / ry) ** 2 <= 1
        ]
        assert inside == [site.id]


@EVERY_SHAPE
def test_a_route_follows_the_trail_from_slot_to_slot(shape: Shape) -> None:
    feet = layout_for(DECCAN, shape).feet
    for origin, target in DECCAN.trails:
        for one, other in ((origin, target), (target, origin)):
            way = draw_route(DECCAN, shape, one, other, 1)
            assert way.startswith(f"M{format_point(feet[one][1])}Q")
            assert way.endswith(f" {format_point(feet[other][1])}")


def test_a_route_without_a_trail_is_straight() -> None:
    feet = layout_for(DECCAN, "wide").feet
    way = draw_route(DECCAN, "wide", "A", "D2", 0)
    assert way == f"M{format_point(feet['A'][0])}L{format_point(feet['D2'][0])}"


@EVERY_SHAPE
@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_can_be_shown(shape: Shape, name: str) -> None:
    view = howdah.new("bombay", players=2, seed=1).view(0)
    odd = replace(
        view,
        players=tuple(replace(player, name=name) for player in view.players),
        names=(name, name),
    )
    assert not [e for e in parse(draw_pieces(odd, shape)).iter() if e.tag == "b"]


@pytest.mark.parametrize("turned", [False, True])
def test_any_board_fits_a_phone(turned: bool) -> None:
    canvas = (700.0, 1000.0) if turned else (1000.0, 700.0)
    view = reshape_board("mine", canvas, 1.0, turned=turned)
    layout = layout_for(view.board, "tall")
    assert all(frame_box(layout.frame).holds(place) for place in layout.places.values())
    assert renderer.size(view.board, "tall") == renderer.size(DECCAN, "tall")
    assert parse(renderer.backdrop(view.board, "tall")) is not None


def test_a_scene_is_the_same_every_time() -> None:
    view = play_random_game(4, 3, 90).view(0)
    assert renderer.layers(view, "tall") == renderer.layers(replace(view), "tall")
    assert renderer.layers(view, "wide", pick="move A") == renderer.layers(view, "wide")
