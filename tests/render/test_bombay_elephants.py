"""Elephants and the badges of moves: nobody misreads where one stands, and nothing is covered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, product
from typing import Final

import pytest

import howdah
from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.badges import moves_with_badges
from howdah.games.bombay.svg.elephant_boxes import ElephantBoxes, elephant_boxes
from howdah.games.bombay.svg.layout import Layout, frame_box, layout_for
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.sizes import BODIES, TOKENS
from howdah.games.bombay.view import BombayView
from howdah.render.geometry import Point, distance
from howdah.render.types import SHAPES, Shape
from tests.render.test_bombay_layout import holds_all

DECCAN: Final = BOARDS.get("deccan")
POSITIONS: Final = 2_000
TOUCHES: Final = 5.0
"""How far an elephant may be from the box around what stands on its site."""
HIDDEN: Final = 0.35
"""The share of an elephant that another one may hide."""
EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)


def play_many_games() -> Iterator[BombayView]:
    """Positions of random games with all numbers of players, as those see them who are to play."""
    for seed in range(POSITIONS):
        chance = random.Random(seed)
        game = howdah.new(
            "bombay",
            players=2 + seed % 4,
            seed=seed,
            set_up="first-game" if seed % 8 < 4 else "random",
        )
        while not game.is_over:
            legal = game.legal_actions()
            trades = [a for a in legal if not str(a).startswith(("move", "wait", "end"))]
            moves = [a for a in legal if str(a).startswith("move")]
            wanted = trades if chance.random() < 0.7 else moves if chance.random() < 0.7 else legal
            game.play(chance.choice(wanted or legal))
            if game.to_play is not None and chance.random() < 0.2:
                yield game.view(game.to_play)


@pytest.fixture(scope="module")
def views() -> list[BombayView]:
    found = [*islice(play_many_games(), POSITIONS)]
    assert {len(view.players) for view in found} == {2, 3, 4, 5}
    return found


@dataclass(frozen=True)
class Map:
    """What is on the map of a shape, by boxes."""

    layout: Layout
    elephant: ElephantBoxes
    important: tuple[Box, ...]
    """Labels, plaques, ribbons, stalls, the bag, and all that may stand on sites."""

    def covered(self, *boxes: Box) -> float:
        return sum(box.overlap(sign) for box in boxes for sign in self.important)

    def covered_by_badge(self, badge: Box, view: BombayView) -> float:
        """The same, but for hilltops without a palace."""
        hills = [
            box.shift(*self.layout.places[site.id])
            for site in DECCAN.sites
            if site.kind == "hilltop" and site.id not in view.palaces
            for box in TOKENS["hilltop"][1:]
        ]
        return self.covered(badge) - sum(badge.overlap(box) for box in hills)

    def nearest_site(self, point: Point) -> str:
        places = self.layout.places
        return min(places, key=lambda name: distance(point, places[name]))

    def parts(self, site: str, seat: int, *, is_raised: bool, has_bales: bool) -> list[Box]:
        """What an elephant covers: its body, and its bales."""
        feet, boxes = self.layout.feet[site][seat], self.elephant
        body, bales = (
            (boxes.raised_body, boxes.raised_bales) if is_raised else (boxes.body, boxes.bales)
        )
        return [part.shift(*feet) for part in ((body, bales) if has_bales else (body,))]

    def is_misplaced(self, site: BoardSite, seat: int) -> bool:
        """Whether an elephant could be read as standing at another site, or at none."""
        feet = self.layout.feet[site.id][seat]
        body = self.elephant.body.shift(*feet)
        own = BODIES[site.kind].shift(*self.layout.places[site.id])
        nearest = {self.nearest_site(feet), self.nearest_site(body.centre)}
        return nearest != {site.id} or gap(body, own) > TOUCHES

    def share_hidden(self, one: tuple[str, int], other: tuple[str, int]) -> float:
        """How much two elephants hide of each other."""
        feet, others = (self.layout.feet[site][seat] for site, seat in (one, other))
        return self.elephant.mutual_share(others.x - feet.x, others.y - feet.y)


@cache
def map_of(shape: Shape) -> Map:
    layout = layout_for(DECCAN, shape)
    tokens = [
        token.shift(*layout.places[site.id]) for site in DECCAN.sites for token in TOKENS[site.kind]
    ]
    return Map(layout, elephant_boxes(layout.sizes), (*layout.signs, *tokens))


def gap(one: Box, other: Box) -> float:
    """How far two boxes are apart."""
    across = max(one.left - other.left - other.width, other.left - one.left - one.width, 0.0)
    down = max(one.top - other.top - other.height, other.top - one.top - one.height, 0.0)
    return distance(Point(0, 0), Point(across, down))


@EVERY_SHAPE
def test_every_slot_touches_its_own_site_and_is_nearer_to_it_than_to_any_other(
    shape: Shape,
) -> None:
    found = map_of(shape)
    slots = [(site, seat) for site in DECCAN.sites for seat in SEATS]
    assert [(site.id, seat) for site, seat in slots if found.is_misplaced(site, seat)] == []


@EVERY_SHAPE
def test_no_slot_covers_a_sign_or_a_token_even_if_the_elephant_is_raised_and_loaded(
    shape: Shape,
) -> None:
    found, whole = map_of(shape), frame_box(layout_for(DECCAN, shape).frame)
    for site, seat in product(found.layout.feet, SEATS):
        parts = found.parts(site, seat, is_raised=True, has_bales=True)
        assert found.covered(*parts) < 1, (site, seat)
        assert all(holds_all(whole, part) for part in parts), (site, seat)


@EVERY_SHAPE
def test_five_elephants_at_one_site_show_their_marks_and_bales(shape: Shape) -> None:
    found = map_of(shape)
    for site in found.layout.feet:
        for one, other in combinations(SEATS, 2):
            assert found.share_hidden((site, one), (site, other)) <= HIDDEN, (site, one, other)


@EVERY_SHAPE
def test_nothing_important_is_covered_in_many_positions(
    shape: Shape, views: list[BombayView]
) -> None:
    found = map_of(shape)
    sites = {site.id: site for site in DECCAN.sites}
    for view in views:
        elephants = []
        for player in view.players:
            assert not found.is_misplaced(sites[player.site], player.seat)
            is_raised = player.seat == view.to_play
            parts = found.parts(
                player.site, player.seat, is_raised=is_raised, has_bales=bool(player.bales)
            )
            assert found.covered(*parts) < 1
            elephants += parts
        at = [(player.site, player.seat) for player in view.players]
        assert all(found.share_hidden(*pair) <= HIDDEN for pair in combinations(at, 2)), at
        assert_badges_cover_nothing(found, view, elephants)


def assert_badges_cover_nothing(found: Map, view: BombayView, elephants: list[Box]) -> None:
    """Badges cover no sign, token, elephant or other badge, and are nearest to their own site."""
    badges: list[Box] = []
    for move, place in moves_with_badges(view, found.layout):
        site, box = move.site, place.box
        assert holds_all(frame_box(found.layout.frame), box), site.id
        assert found.nearest_site(box.centre) == site.id
        assert found.covered_by_badge(box, view) < 1, site.id
        assert sum(box.overlap(other) for other in (*elephants, *badges)) < 1, site.id
        badges.append(box)
    moves = [action for action in view.legal_actions if action.startswith("move ")]
    assert len(badges) == len(moves)


@EVERY_SHAPE
def test_badges_give_way_to_any_crowd(shape: Shape) -> None:
    found, view = map_of(shape), howdah.new("bombay", players=5, seed=1).view(0)
    for crowded, here in DECCAN.trails:
        players = [
            replace(player, site=here if player.seat == 0 else crowded, bales=("blue", "blue"))
            for player in view.players
        ]
        moves = tuple(f"move {site}" for site in DECCAN.neighbours(here))
        crowd = replace(view, players=tuple(players), to_play=0, legal_actions=moves)
        elephants = [
            part
            for player in players
            for part in found.parts(
                player.site, player.seat, is_raised=player.seat == 0, has_bales=True
            )
        ]
        assert_badges_cover_nothing(found, crowd, elephants)
