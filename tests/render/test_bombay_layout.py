"""Where things lie on the map: apart from each other, on any board."""

from __future__ import annotations

from itertools import combinations

import pytest

import howdah
from howdah.core.jsonio import Json
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.svg.layout import BAG, frame_box, layout_for, stall_box
from howdah.games.bombay.svg.placement import Box, box_around
from howdah.games.bombay.svg.sizes import BODIES
from howdah.games.bombay.svg.water import is_at_sea
from howdah.games.bombay.view import BombayView
from howdah.render.geometry import Point
from howdah.render.svg import svg
from howdah.render.types import SHAPES, Shape
from tests.render.picture_queries import parse_picture, texts

DECCAN = BOARDS.get("deccan")
EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)


def holds_all(whole: Box, box: Box) -> bool:
    far = Point(box.left + box.width, box.top + box.height)
    return whole.holds(Point(box.left, box.top)) and whole.holds(far)


@EVERY_SHAPE
def test_elephants_keep_their_feet_dry_if_they_can(shape: Shape) -> None:
    layout = layout_for(DECCAN, shape)
    wet = {
        site: sum(is_at_sea(foot, layout.shore) for foot in feet)
        for site, feet in layout.feet.items()
    }
    assert sum(wet.values()) <= 13
    assert max(wet.values()) <= 3


@EVERY_SHAPE
def test_plaques_and_labels_lie_on_the_map_apart_from_each_other(shape: Shape) -> None:
    layout = layout_for(DECCAN, shape)
    boxes = [*layout.labels.values(), *layout.plaques.values()]
    for one in boxes:
        assert one.overlap(frame_box(layout.frame)) == pytest.approx(one.width * one.height)
    assert all(one.overlap(other) == 0 for one, other in combinations(boxes, 2))


def test_the_markets_stand_in_one_row_from_left_to_right_with_the_bag_at_its_end() -> None:
    layout = layout_for(DECCAN, "wide")
    assert len({place.y for place in layout.markets}) == 1
    assert layout.bag is not None
    places = [*layout.markets, layout.bag]
    assert [place.x for place in places] == sorted(place.x for place in places)
    boxes = [stall_box(layout.sizes).shift(*place) for place in layout.markets]
    boxes.append(box_around(layout.bag, BAG, BAG))
    bodies = [BODIES[site.kind].shift(*layout.places[site.id]) for site in DECCAN.sites]
    assert all(holds_all(frame_box(layout.frame), box) for box in boxes)
    assert not any(box.overlap(other) for box in boxes for other in bodies)
    assert layout_for(DECCAN, "tall").markets == ()


def reshape_board(
    name: str, canvas: tuple[float, float], scale: float, *, turned: bool
) -> BombayView:
    """A view of a game on the Deccan board, scaled and perhaps turned on its side."""
    found: dict[str, Json] = {
        **DECCAN.to_json(),
        "name": name,
        "canvas": [*canvas],
    }
    for key in ("sites", "markets"):
        places = found[key]
        assert isinstance(places, list)
        found[key] = [_scale_place(place, scale, turned=turned) for place in places]
    return howdah.new("bombay", players=4, seed=1, board=BOARDS.load(found)).view()


def _scale_place(place: Json, scale: float, *, turned: bool) -> Json:
    assert isinstance(place, dict)
    x, y = place["x"], place["y"]
    assert isinstance(x, int | float)
    assert isinstance(y, int | float)
    across, down = (y, x) if turned else (x, y)
    return {**place, "x": across * scale, "y": down * scale}


@pytest.mark.parametrize(
    ("canvas", "scale", "turned"),
    [
        ((10.0, 7.0), 0.01, False),
        ((10_000.0, 7_000.0), 10.0, False),
        ((700.0, 1000.0), 1.0, True),
        ((0.0, 0.0), 0.0, False),
        ((10.0, 10_000.0), 1.0, False),
    ],
)
def test_any_board_fits_the_sheet(canvas: tuple[float, float], scale: float, turned: bool) -> None:
    view = reshape_board("mine", canvas, scale, turned=turned)
    words = {word for text in texts(parse_picture(view)) for word in text.split()}
    assert {site.id for site in view.board.sites} <= words
    for shape in SHAPES:
        layout = layout_for(view.board, shape)
        for place in (*layout.places.values(), *layout.markets):
            assert 0 <= place.x <= layout.frame.width
            assert 0 <= place.y <= layout.frame.height


def test_the_scale_of_a_board_does_not_change_its_picture() -> None:
    small = svg(reshape_board("mine", (10.0, 7.0), 0.01, turned=False))
    assert small == svg(reshape_board("mine", (1000.0, 700.0), 1.0, turned=False))
