"""Where elephants stand: five slots around each site, one for every seat.

A slot depends on nothing but its site and its seat, so only the elephant that moves is seen to
move. Slots touch their site and are nearer to it than to any other, so that nobody misreads them,
and they cover neither tokens nor signs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from math import ceil, floor
from operator import itemgetter
from typing import Final

from howdah.games.bombay.board import BoardSite, Kind
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.elephant_boxes import ElephantBoxes, elephant_boxes
from howdah.games.bombay.svg.placement import Box, OccupancyMap
from howdah.games.bombay.svg.sizes import BODIES, TOKENS, Sizes
from howdah.games.bombay.svg.water import is_at_sea
from howdah.render.geometry import Point, distance

Slots = Mapping[str, tuple[Point, ...]]
"""Where the feet of each elephant are, by site and seat."""

GAPS: Final[Mapping[Kind, tuple[float, ...]]] = {
    "hilltop": (-20.0, -13.0, -6.0, 0.0),
    "city": (-24.0, -16.0, -8.0, 0.0),
    "post": (-8.0, 0.0, 3.0),
    "crossroads": (-10.0, -3.0, 3.0),
}
"""How far an elephant may be from its site; it may stand on the slope of a hill, or before the
walls of a city."""
STEPS: Final[Mapping[Kind, float]] = {"hilltop": 8.0, "city": 8.0, "post": 4.0, "crossroads": 4.0}
"""From a slot to the next along the edge of a site."""

# What a slot costs: the area that it hides, times a weight. Costs are whole numbers, so that their
# sums, and with them the slots, are the same with every version of Python.
SIGN: Final = 20_000.0
"""The weight of tokens and signs, and of what is outside the map."""
GOOD: Final = 18_000.0
"""What a slot costs at most that hides nothing important."""
TRAIL: Final = 20.0
"""For each point of a trail."""
FAR: Final[Mapping[Kind, float]] = {"hilltop": 200, "city": 60, "post": 60, "crossroads": 60}
"""For each unit between an elephant and its site; the box around a hill has empty corners."""
STRAY: Final = 20_000.0
"""For each unit that an elephant is nearer to another site, or almost."""
CLEAR: Final = 5.0
"""How much nearer it should be to its own site."""
WET: Final = 1_500.0
HIDDEN: Final = 3_000.0
"""For hiding another elephant; to hide a little of it costs little."""
TOO_MUCH: Final = 0.25
"""The share of another elephant that may be hidden."""
MUCH_HIDDEN: Final = 500_000.0
ELSEWHERE: Final = 0.4
"""The weight of elephants at other sites: both slots are seldom taken at once."""


NEAR: Final = 250.0
"""Sites that are farther away cannot be nearer to a slot."""
TOUCHING, REACH = 200.0, 130.0
"""Sites, and slots of theirs, that are farther away touch no slot of this site."""
FEWEST, MOST = 24, 60
"""How many slots of a site are compared, even if they hide something, and if they do not."""
STARTS: Final = 5
"""With how many different first slots the choice for a site begins."""
ROUNDS: Final = 3
"""How often slots are chosen again beside the others."""
FIRST_SITES: Final = (0, 5, 10, 15, 20)
"""The sites that choose first: where that begins matters, and the cheapest result counts."""


def choose_slots(
    sites: Sequence[BoardSite],
    places: Mapping[str, Point],
    room: OccupancyMap,
    shore: Sequence[Point],
    signs: Sequence[Box],
    sizes: Sizes,
) -> Slots:
    """The slots of all sites; signs are never covered if there is any other way.

    Slots of neighbours may be in each other's way only if they are for the same seat: it has one
    elephant, which cannot be at both sites.
    """
    filled = room.copy()
    tokens = (token.shift(*places[site.id]) for site in sites for token in TOKENS[site.kind])
    for box in (*signs, *tokens, *outside_boxes(room.whole)):
        filled.occupy(box, SIGN)
    crowding = _Crowding(elephant_boxes(sizes))
    options = [_SlotOptions(site, places, filled, shore, sizes, crowding) for site in sites]
    results = (_choose_in_turn([*options[first:], *options[:first]]) for first in FIRST_SITES)
    _, chosen = min(results, key=itemgetter(0))
    return {site: tuple(feet) for site, feet in chosen.items()}


def _choose_in_turn(sites: Sequence[_SlotOptions]) -> tuple[int, dict[str, list[Point]]]:
    """What the slots cost of sites that choose one after the other, some times, and the slots."""
    chosen: dict[str, list[Point]] = {}
    total = 0
    for _ in range(ROUNDS):
        total = 0
        for site in sites:
            cost, chosen[site.id] = site.choose(chosen)
            total += cost
    return total, chosen


def outside_boxes(whole: Box) -> Sequence[Box]:
    """What is around the map, as far as slots can reach."""
    left, top, wide, high = whole
    return (
        Box(left - NEAR, top - NEAR, NEAR, high + 2 * NEAR),
        Box(left + wide, top - NEAR, NEAR, high + 2 * NEAR),
        Box(left, top - NEAR, wide, NEAR),
        Box(left, top + high, wide, NEAR),
    )


class _Crowding:
    """What two elephants cost that hide each other, by how far they are apart."""

    def __init__(self, boxes: ElephantBoxes) -> None:
        self._boxes = boxes
        self._wide = boxes.body.width
        self._high = boxes.body.height + boxes.bales.height
        self._costs: dict[tuple[int, int], int] = {}

    def cost(self, one: Point, other: Point) -> int:
        """What two elephants cost whose feet are at two points."""
        x, y = other.x - one.x, other.y - one.y
        if abs(x) >= self._wide or abs(y) >= self._high:
            return 0
        away = (round(x), round(y))
        found = self._costs.get(away)
        if found is None:
            hidden = self._boxes.mutual_share(*away)
            found = round(HIDDEN * hidden * hidden + MUCH_HIDDEN * max(0.0, hidden - TOO_MUCH))
            self._costs[away] = self._costs[-away[0], -away[1]] = found
        return found


class _SlotOptions:
    """The places around a site where an elephant may stand."""

    def __init__(
        self,
        site: BoardSite,
        places: Mapping[str, Point],
        room: OccupancyMap,
        shore: Sequence[Point],
        sizes: Sizes,
        crowding: _Crowding,
    ) -> None:
        self.id = site.id
        place, boxes = places[site.id], elephant_boxes(sizes)
        away = {name: distance(other, place) for name, other in places.items() if name != site.id}
        near = [places[name] for name, far in away.items() if far < NEAR]
        all_feet = [Point(place.x + x, place.y + y) for x, y in _offsets(site.kind, sizes)]
        priced = sorted(
            (
                round(
                    room.cost(boxes.raised_body.shift(*feet), TRAIL)
                    + room.cost(boxes.raised_bales.shift(*feet), 0)
                    + FAR[site.kind] * distance(boxes.body.shift(*feet).centre, place)
                    + _cost_of_straying(feet, place, near, boxes)
                    + WET * is_at_sea(feet, shore)
                ),
                feet,
            )
            for feet in all_feet
        )
        good = sum(cost < GOOD for cost, _ in priced)
        kept = priced[: min(max(good, FEWEST), MOST)]
        self._costs = [cost for cost, _ in kept]
        self._feet = [feet for _, feet in kept]
        self._beside = [[crowding.cost(one, other) for other in self._feet] for one in self._feet]
        self._place = place
        self._crowding = crowding
        self._neighbours = [name for name, far in away.items() if far < TOUCHING]

    def choose(self, chosen: Mapping[str, Sequence[Point]]) -> tuple[int, list[Point]]:
        """What the slots of all seats cost beside those chosen before, and the slots."""
        costs = self._costs_by_seat(chosen)
        before = [self._feet.index(feet) for feet in chosen.get(self.id, ())]
        starts = [before] if before else [[slot] for slot in self._first_slots()]
        total, taken = min(self._improve(start, costs) for start in starts)

        def cost_of(slots: Sequence[int]) -> int:
            return sum([costs[seat][slot] for seat, slot in enumerate(slots)])

        best = min(permutations(taken), key=cost_of)
        return total - cost_of(taken) + cost_of(best), [self._feet[slot] for slot in best]

    def _first_slots(self) -> list[int]:
        """Slots to begin with: cheap ones that do not touch each other."""
        found: list[int] = []
        for slot, costs in enumerate(self._beside):
            if len(found) < STARTS and not any(costs[other] for other in found):
                found.append(slot)
        return found

    def _costs_by_seat(self, chosen: Mapping[str, Sequence[Point]]) -> list[list[int]]:
        """What each slot costs each seat beside the slots of other seats at other sites."""
        found: list[list[int]] = [[] for _ in SEATS]
        others = [
            (seat, feet)
            for name in self._neighbours
            for seat, feet in enumerate(chosen.get(name, ()))
            if distance(feet, self._place) < REACH
        ]
        for here, cost in zip(self._feet, self._costs):
            ways = [0] * len(SEATS)
            for seat, feet in others:
                ways[seat] += round(ELSEWHERE * self._crowding.cost(here, feet))
            total = cost + sum(ways)
            for seat in SEATS:
                found[seat].append(total - ways[seat])
        return found

    def _improve(
        self, start: Sequence[int], costs: Sequence[Sequence[int]]
    ) -> tuple[int, list[int]]:
        """The cost and the slots of all seats, each chosen again beside the others."""
        taken = [*start]
        for _ in range(ROUNDS):
            for seat in SEATS:
                rows = [self._beside[slot] for nth, slot in enumerate(taken) if nth != seat]
                totals = [sum(column) for column in zip(costs[seat], *rows)]
                taken[seat : seat + 1] = [totals.index(min(totals))]
        total = sum(costs[seat][slot] for seat, slot in enumerate(taken))
        pairs = (self._beside[one][other] for one in taken for other in taken if one != other)
        return total + sum(pairs) // 2, taken


def _cost_of_straying(
    feet: Point, site: Point, others: Sequence[Point], boxes: ElephantBoxes
) -> float:
    """The cost of a slot that is nearer to another site than to its own."""
    cost = 0.0
    for point in (feet, boxes.body.shift(*feet).centre):
        wanted = distance(point, site) + CLEAR
        nearest = min((distance(point, other) for other in others), default=wanted)
        cost += STRAY * max(0.0, wanted - nearest)
    return cost


@cache
def _offsets(kind: Kind, sizes: Sizes) -> list[tuple[int, int]]:
    """Where the feet of an elephant may be that touches a site at 0 0 and hides no token there."""
    boxes = elephant_boxes(sizes)
    around = [
        offset
        for gap in GAPS[kind]
        for offset in _offsets_around(BODIES[kind].expand(gap), boxes.body, STEPS[kind])
    ]
    return [offset for offset in dict.fromkeys(around) if not _hides_token(offset, kind, boxes)]


def _offsets_around(body: Box, elephant: Box, step: float) -> list[tuple[int, int]]:
    """Where the feet of an elephant are that touches a body, all around it."""
    left, top = floor(body.left - elephant.left - elephant.width), floor(body.top)
    right, foot = (
        ceil(body.left + body.width - elephant.left),
        ceil(body.top + body.height - elephant.top),
    )
    across, down = round((right - left) / step), round((foot - top) / step)
    xs = [round(left + (right - left) * nth / across) for nth in range(across + 1)]
    ys = [round(top + (foot - top) * nth / down) for nth in range(1, down)]
    return [
        *((x, y) for x in xs for y in (top, foot)),
        *((x, y) for y in ys for x in (left, right)),
    ]


def _hides_token(feet: tuple[int, int], kind: Kind, boxes: ElephantBoxes) -> bool:
    parts = [box.shift(*feet) for box in (boxes.raised_body, boxes.raised_bales)]
    return any(part.overlap(token) > 0 for part in parts for token in TOKENS[kind])
