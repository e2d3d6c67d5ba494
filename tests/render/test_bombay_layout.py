"""Where things lie on the map: apart from each other, on any board."""

from __future__ import annotations

from dataclasses import replace

import pytest

import howdah
from howdah.core.jsonio import Json
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.svg.city import PLAQUE_HEIGHT, PLAQUE_WIDTH
from howdah.games.bombay.svg.elephant import HEIGHT
from howdah.games.bombay.svg.layout import layout_for
from howdah.games.bombay.svg.picture import place_elephants
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.view import BombayView
from howdah.render.common.geometry import Point, distance
from howdah.render.svg import svg


def test_five_elephants_on_any_site_hide_no_other_piece_or_label() -> None:
    view = howdah.new("bombay", players=5, seed=1).view()
    for site in view.board.sites:
        layout = layout_for(view.board)
        labels = [*layout.labels.values(), *layout.plaques.values()]
        players = [replace(player, site=site.id) for player in view.players]
        stands = [
            Box(feet.x - 24, feet.y - 38, 48, 38)
            for feet in place_elephants(layout, view.board, players).values()
        ]
        for stand in stands:
            assert sum(stand.overlap(label) for label in labels) < 90, site.id
            for other in view.board.sites:
                x, y = layout.places[other.id]
                assert stand.overlap(Box(x - 12, y - 12, 24, 24)) == 0, (site.id, other.id)


def test_an_elephant_stands_nearer_to_its_own_site_than_to_any_other() -> None:
    view = howdah.new("bombay", players=3, seed=1).view()
    layout = layout_for(view.board)
    for site in view.board.sites:
        players = [replace(player, site=site.id) for player in view.players[:2]]
        for feet in place_elephants(layout, view.board, players).values():
            middle = Point(feet.x, feet.y + 2 - HEIGHT / 2)
            nearest = min(layout.places, key=lambda name: distance(middle, layout.places[name]))
            assert nearest == site.id


def test_plaques_and_labels_lie_on_the_map_apart_from_each_other() -> None:
    layout = layout_for(BOARDS.get("deccan"))
    boxes = [*layout.labels.values(), *layout.plaques.values()]
    whole = Box(0, 0, layout.frame.width, layout.frame.height)
    for number, one in enumerate(boxes):
        assert one.overlap(whole) == pytest.approx(one.width * one.height)
        assert all(one.overlap(other) == 0 for other in boxes[number + 1 :])
    assert all(p.width == PLAQUE_WIDTH and p.height == PLAQUE_HEIGHT for p in boxes[-4:])


def reshape_board(
    name: str, canvas: tuple[float, float], scale: float, *, turned: bool
) -> BombayView:
    """A view of a game on the Deccan board, scaled and perhaps turned on its side."""
    found: dict[str, Json] = {
        **BOARDS.get("deccan").to_json(),
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
    layout = layout_for(view.board)
    assert svg(view).count("data-kind=") == 24
    for place in (*layout.places.values(), *layout.markets):
        assert 0 <= place.x <= layout.frame.width
        assert 0 <= place.y <= layout.frame.height


def test_the_scale_of_a_board_does_not_change_its_picture() -> None:
    small = svg(reshape_board("mine", (10.0, 7.0), 0.01, turned=False))
    assert small == svg(reshape_board("mine", (1000.0, 700.0), 1.0, turned=False))
