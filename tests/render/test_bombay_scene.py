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
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg import scene
from howdah.games.bombay.svg.descriptions import action_label
from howdah.games.bombay.svg.elephant import HEIGHT, SCALE
from howdah.games.bombay.svg.layout import BODIES
from howdah.games.bombay.svg.page_layout import page_layout_for
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.water import is_at_sea
from howdah.games.bombay.view import BombayView
from howdah.render.common.geometry import distance, format_point
from howdah.render.types import SHAPES, Shape
from tests.render.bombay_views import GAMES, VIEWS, play_random_game
from tests.render.picture_queries import ODD_NAMES, by_id, data, texts, with_data
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
    return parse(scene.backdrop(DECCAN, shape))


_known: dict[tuple[int, Shape], tuple[BombayView, Element]] = {}


def pieces(view: BombayView, shape: Shape) -> Element:
    """All that changes: on a phone the row of markets, too."""
    key = (id(view), shape)
    if key not in _known:
        row = scene.markets(view) if shape == "tall" else ""
        _known[key] = (view, parse(scene.pieces(view, shape) + row))
    return _known[key][1]


def own_views() -> list[BombayView]:
    """Views of the players whose turn it is."""
    return [game.view(game.to_play) for game in GAMES if game.to_play is not None]


def ids(root: Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def with_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if element.get("class") == name]


def places_by_id(root: Element) -> dict[str, str]:
    """Where the pieces are that can be moved."""
    return {
        element.attrib["id"]: element.attrib["transform"]
        for element in root.iter()
        if "id" in element.attrib and "transform" in element.attrib
    }


def test_a_wide_board_fills_a_laptop_and_a_tall_one_a_phone() -> None:
    assert scene.size(DECCAN, "wide") == (1042, 742)
    wide, high = scene.size(DECCAN, "tall")
    assert 0.80 <= wide / high <= 0.85
    assert PHONE * high / wide <= 500


def test_a_page_is_light() -> None:
    assert len(scene.backdrop(DECCAN, "tall").encode()) < 39_000
    assert len(scene.backdrop(DECCAN, "wide").encode()) < 46_000
    assert len(scene.stylesheet().encode()) < 8_000
    for view in VIEWS:
        assert len(scene.pieces(view, "wide").encode()) < 20_000
        assert len((scene.pieces(view, "tall") + scene.markets(view)).encode()) < 24_000


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
            assert choice.get("aria-label") == action_label(view, choice.attrib["data-act"])
        assert sorted(data(root, "reachable")) == sorted(move[5:] for move in moves)
    assert not with_class(pieces(GAMES[0].view(), shape), "choice")


def test_a_choice_shows_the_stars_it_costs() -> None:
    root = pieces(replace(VIEWS[0], legal_actions=("move A", "move H1"), to_play=0), "wide")
    costs = {
        choice.attrib["data-act"]: [e.attrib["href"] for e in choice if "href" in e.attrib]
        for choice in with_class(root, "choice")
    }
    assert costs == {"move A": ["#cost-2"], "move H1": ["#cost-1"]}
    assert texts(parsed_with_namespace("cost-2")) == ["2"]


def parsed_with_namespace(name: str) -> Element:
    """A definition of the backdrop, as the pictures are read."""
    text = ElementTree.tostring(by_id(backdrop("wide"), name), encoding="unicode")
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>')


@EVERY_SHAPE
def test_every_site_has_an_id_and_a_tooltip(shape: Shape) -> None:
    for view in VIEWS:
        root = pieces(view, shape)
        for site in view.board.sites:
            place = by_id(root, f"site-{site.id}")
            assert place.get("data-site") == site.id
            title = place[0].text or ""
            assert (site.name or site.id) in title


@EVERY_SHAPE
def test_no_id_is_given_twice_and_none_is_missing(shape: Shape) -> None:
    printed = ids(backdrop(shape))
    assert max(Counter(printed).values()) == 1
    for view in VIEWS:
        found = Counter([*printed, *ids(pieces(view, shape))])
        assert max(found.values()) == 1
        row = scene.markets(view) if shape == "tall" else ""
        text = scene.backdrop(DECCAN, shape) + scene.pieces(view, shape) + row
        for href, url in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text):
            assert (href or url) in found


@EVERY_SHAPE
def test_what_can_be_moved_is_placed_and_nothing_more(shape: Shape) -> None:
    for view in VIEWS:
        for place in places_by_id(pieces(view, shape)).values():
            assert re.fullmatch(r"translate\(-?[\d.]+ -?[\d.]+\)", place)


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
def test_every_piece_of_the_view_is_there_with_its_id(shape: Shape) -> None:
    for view in VIEWS:
        root = pieces(view, shape)
        found = set(ids(root))
        for player in view.players:
            piece = by_id(root, f"elephant-{player.seat}")
            assert piece.get("data-site") == player.site
            assert tuple(data(piece, "bale")) == player.bales
        assert {name for name in found if name.startswith("bale-market")} == {
            f"bale-market-{colour}-{number + 1}"
            for bales in view.markets
            for colour, count in bales.items()
            for number in range(count)
        }
        for city, column in view.demands.items():
            ranks = [by_id(root, f"cube-{city}-{c}").get("data-rank") for c in column]
            assert ranks == ["1", "2", "3"]
            left = view.city_tokens_left[city]
            assert len({n for n in found if n.startswith(f"city-token-{city}")}) == left
        assert {name for name in found if name.startswith("palace-")} == {
            f"palace-{site}" for site in view.palaces
        }
        assert {name for name in found if name.startswith("token-")} == {
            f"token-{site}" for site in view.palace_tokens
        }


@EVERY_SHAPE
def test_only_the_elephant_to_play_is_lit(shape: Shape) -> None:
    for view in VIEWS:
        lit = [e.attrib["data-seat"] for e in with_data(pieces(view, shape), "to-play")]
        assert lit == ([] if view.to_play is None else [str(view.to_play)])


def test_the_markets_stand_on_a_wide_map_and_in_a_row_under_a_tall_one() -> None:
    view = VIEWS[0]
    names = [f"market-{name}" for name in MARKET_NAMES]
    assert [name for name in ids(parse(scene.pieces(view, "wide"))) if name in names] == names
    assert not set(names) & set(ids(parse(scene.pieces(view, "tall"))))
    assert [name for name in ids(parse(scene.markets(view))) if name in names] == names


@EVERY_SHAPE
def test_every_colour_is_a_variable_of_the_stylesheet(shape: Shape) -> None:
    known = set(re.findall(r"(--[\w-]+):", scene.stylesheet()))
    for view in VIEWS:
        text = scene.backdrop(DECCAN, shape) + scene.pieces(view, shape) + scene.markets(view)
        colours = set(re.findall(r'"(#[0-9a-fA-F]{3,8})"', text))
        assert colours <= {"#000"}, "shadows alone are black in both themes"
        assert set(re.findall(r"var\((--[\w-]+)\)", text + scene.stylesheet())) <= known


@EVERY_SHAPE
def test_nothing_behind_the_screens_is_drawn(shape: Shape) -> None:
    for game in GAMES:
        hidden, known = game.view(), game.view(screens="open")
        assert scene.pieces(hidden, shape) == scene.pieces(known, shape)
        assert scene.markets(hidden) == scene.markets(known)


@EVERY_SHAPE
def test_players_and_silks_are_distinguished_by_shape_too(shape: Shape) -> None:
    root = backdrop(shape)
    signs = {by_id(root, f"sign-{seat}").get("d") for seat in SEATS}
    assert len(signs) == len(SEATS)
    weaves = {
        tuple((e.tag, e.get("d"), e.get("cx")) for e in by_id(root, f"silk-{colour}").iter())
        for colour in COLOUR_NAMES
    }
    assert len(weaves) == len(COLOUR_NAMES)


@EVERY_SHAPE
def test_a_finger_finds_every_site_and_only_the_one_it_means(shape: Shape) -> None:
    wide, high = scene.size(DECCAN, shape)
    pixel = PHONE / wide if shape == "tall" else LAPTOP / high
    view = replace(
        VIEWS[0], to_play=0, legal_actions=tuple(f"move {site.id}" for site in DECCAN.sites)
    )
    centres = page_layout_for(DECCAN, shape).layout.places
    for choice in with_class(pieces(view, shape), "choice"):
        (hit,) = with_class(choice, "hit")
        x, y, rx, ry = (float(hit[0].attrib[name]) for name in ("cx", "cy", "rx", "ry"))
        assert 2 * min(rx, ry) * pixel >= TOUCH
        inside = [
            site
            for site, place in centres.items()
            if ((place.x - x) / rx) ** 2 + ((place.y - y) / ry) ** 2 <= 1
        ]
        assert inside == [choice.attrib["data-site"]]


@EVERY_SHAPE
def test_elephants_stand_on_the_map_nearest_to_their_own_site(shape: Shape) -> None:
    page = page_layout_for(DECCAN, shape)
    places, whole = page.layout.places, page.layout.whole
    half = 30 * page.sizes.elephant
    for site, feet in page.feet.items():
        assert len(set(feet)) == len(SEATS)
        for foot in feet:
            assert whole.holds_all(Box(foot.x - half, foot.y - 1.5 * half, 2 * half, 1.5 * half))
            middle = foot._replace(y=foot.y + 2 - HEIGHT / 2 * page.sizes.elephant / SCALE)
            nearest = min(places, key=lambda other: distance(places[other], middle))
            assert nearest == site


@EVERY_SHAPE
def test_elephants_hide_no_token_and_no_plaque(shape: Shape) -> None:
    page = page_layout_for(DECCAN, shape)
    scale = page.sizes.elephant
    cores = [
        BODIES[site.kind].shift(*page.layout.places[site.id]).expand(-8)
        for site in DECCAN.sites
        if site.kind in ("post", "crossroads")
    ]
    hidden = [*cores, *page.layout.plaques.values()]
    for site, feet in page.feet.items():
        for x, y in feet:
            elephant = Box(x - 24 * scale, y - 38 * scale, 48 * scale, 38 * scale)
            assert all(elephant.overlap(core) < 60 for core in hidden), site


@EVERY_SHAPE
def test_elephants_keep_their_feet_dry_if_they_can(shape: Shape) -> None:
    page = page_layout_for(DECCAN, shape)
    wet = [
        (site, seat)
        for site, feet in page.feet.items()
        for seat, foot in enumerate(feet)
        if is_at_sea(foot, page.layout.shore)
    ]
    assert len(wet) <= 6
    assert not any(seat == 0 for _, seat in wet)


@EVERY_SHAPE
def test_a_route_follows_the_trail_from_stand_to_stand(shape: Shape) -> None:
    page = page_layout_for(DECCAN, shape)
    for origin, target in DECCAN.trails:
        for one, other in ((origin, target), (target, origin)):
            way = scene.route(DECCAN, shape, one, other, 1)
            assert way.startswith(f"M{format_point(page.feet[one][1])}Q")
            assert way.endswith(f" {format_point(page.feet[other][1])}")


def test_a_route_without_a_trail_is_straight() -> None:
    feet = page_layout_for(DECCAN, "wide").feet
    way = scene.route(DECCAN, "wide", "A", "D2", 0)
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
    assert not [e for e in parse(scene.pieces(odd, shape)).iter() if e.tag == "b"]


@pytest.mark.parametrize("turned", [False, True])
def test_any_board_fits_a_phone(turned: bool) -> None:
    canvas = (700.0, 1000.0) if turned else (1000.0, 700.0)
    view = reshape_board("mine", canvas, 1.0, turned=turned)
    layout = page_layout_for(view.board, "tall").layout
    assert all(layout.whole.holds(place) for place in layout.places.values())
    assert scene.size(view.board, "tall") == scene.size(DECCAN, "tall")
    assert parse(scene.backdrop(view.board, "tall")) is not None


def test_a_scene_is_the_same_every_time() -> None:
    view = play_random_game(4, 3, 90).view(0)
    assert scene.pieces(view, "tall") == scene.pieces(replace(view), "tall")
    assert scene.pieces(view, "wide", pick="move A") == scene.pieces(view, "wide")
