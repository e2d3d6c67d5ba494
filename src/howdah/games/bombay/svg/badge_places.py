"""Where the badge of a move is shown: beside its site, where no elephant stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.svg.elephant_boxes import elephant_boxes
from howdah.games.bombay.svg.placement import Box, OccupancyMap, ring_around
from howdah.games.bombay.svg.sizes import BADGES, BODIES, TOKENS, BadgeForm, Sizes
from howdah.games.bombay.svg.slots import Slots, outside_boxes
from howdah.render.geometry import Point, distance

SIGN: Final = 20_000.0
"""The weight of what a badge must not hide; of all else it may hide a little."""
BODY: Final = 1.0
FAR: Final = 20.0
"""For each unit between a badge and its site."""
BELOW: Final = 150.0
"""For a badge that is not over its site."""
FORMS: Final[Mapping[BadgeForm, float]] = {"long": 0.0, "stacked": 200.0, "short": 5_000.0}
"""What the forms of a badge cost that has more to say than the stars."""
STRAY: Final = 10_000.0
"""For each unit that a badge is nearer to another site, or almost."""
CLEAR: Final = 1.0
GAPS: Final = (-40.0, -32.0, -24.0, -18.0, -12.0, -6.0, 0.0, 6.0, 14.0, 24.0, 34.0)
"""How far a badge may be from what stands on its site."""
NEAR: Final = 250.0
"""Sites and pieces that are farther away are nowhere near a badge."""
GOOD: Final = 10_000.0
"""What a place costs at most that hides nothing important and is nearest to its own site."""
STEPS: Final[Mapping[BadgeForm, int]] = {"long": 9, "stacked": 9, "short": 18}
"""The places on half of a ring; those of short badges are the last resort in a crowd."""


Piece = tuple[str, int, bool]
"""An elephant by its site, its seat and whether it is raised, or a palace on a hilltop."""
PALACE: Final = -1
"""Instead of a seat."""


class BadgePlace(NamedTuple):
    """A place for a badge."""

    box: Box
    form: BadgeForm
    middle: Point
    covered: int
    """The pieces that it would cover, as bits."""


class BadgePlaces:
    """The places for badges on a map; those of a site are found when they are first needed."""

    def __init__(
        self,
        sites: Sequence[BoardSite],
        places: Mapping[str, Point],
        signs: Sequence[Box],
        feet: Slots,
        sizes: Sizes,
        whole: Box,
    ) -> None:
        self._sites = {site.id: site for site in sites}
        self._places = places
        self._sizes = sizes
        self._room = OccupancyMap(whole)
        for site in sites:
            tokens = TOKENS[site.kind]
            self._room.occupy(BODIES[site.kind].shift(*places[site.id]), BODY)
            for token in tokens[:1] if site.kind == "hilltop" else tokens:
                self._room.occupy(token.shift(*places[site.id]), SIGN)
        for sign in (*signs, *outside_boxes(whole)):
            self._room.occupy(sign, SIGN)
        pieces = {**_elephants(feet, sizes), **_palaces(sites, places)}
        self._bits = {piece: 1 << number for number, piece in enumerate(pieces)}
        self._pieces = [(self._bits[piece], parts) for piece, parts in pieces.items()]
        self._others = {
            site.id: [at for at in places.values() if 0 < distance(at, places[site.id]) < NEAR]
            or [*places.values()]
            for site in sites
        }
        self._found: dict[tuple[str, bool], list[BadgePlace]] = {}

    def choose(
        self, badges: Iterable[tuple[str, bool]], pieces: Iterable[Piece]
    ) -> list[BadgePlace]:
        """The places of badges that cover neither pieces nor each other.

        A badge is given by its site and whether it has more to say than the stars.
        """
        standing = sum([self._bits.get(piece, 0) for piece in pieces])
        taken: list[BadgePlace] = []
        for site, is_long in badges:
            places = self._found.get((site, is_long)) or self._find(site, is_long=is_long)
            free = _first_free(places, standing, taken)
            taken.append(free or self._least_covering(places, standing, taken))
        return taken

    def _least_covering(
        self, places: Sequence[BadgePlace], pieces: int, taken: Sequence[BadgePlace]
    ) -> BadgePlace:
        """The place that covers least, for a badge in such a crowd that no place is free."""
        parts = [part for bit, parts in self._pieces if bit & pieces for part in parts]
        parts += [place.box for place in taken]
        return min(places, key=lambda place: sum(place.box.overlap(part) for part in parts))

    def _find(self, site: str, *, is_long: bool) -> list[BadgePlace]:
        forms: Mapping[BadgeForm, float] = FORMS if is_long else {"short": 0.0}
        places = [
            (cost + self._cost(site, box), box, form)
            for form, cost in forms.items()
            for box in self._boxes_around(self._sites[site], form)
        ]
        places.sort()
        good = [place for place in places if place[0] < GOOD] or places[:1]
        near = [
            (bit, part)
            for bit, parts in self._pieces
            for part in parts
            if distance(part.centre, self._places[site]) < NEAR
        ]
        found = [
            BadgePlace(box, form, _round(box.centre), _cover(box, near)) for _, box, form in good
        ]
        self._found[site, is_long] = found
        return found

    def _boxes_around(self, site: BoardSite, form: BadgeForm) -> list[Box]:
        """Places all around a site."""
        wide, high = (length * self._sizes.badge for length in BADGES[form])
        body = BODIES[site.kind].shift(*self._places[site.id])
        return ring_around(body, wide, high, GAPS, STEPS[form])

    def _cost(self, site: str, box: Box) -> float:
        """What a place costs that hides something, or is away from its site."""
        place, middle = self._places[site], box.centre
        away = distance(middle, place)
        nearest = min(distance(middle, at) for at in self._others[site])
        stray = STRAY * max(0.0, away + CLEAR - nearest)
        if stray > GOOD:
            return stray
        below = BELOW * (middle.y > place.y - box.height)
        return self._room.cost(box) + FAR * away + below + stray


def _cover(badge: Box, pieces: Sequence[tuple[int, Box]]) -> int:
    """The bits of the pieces that a badge would cover."""
    bits = 0
    for bit, part in pieces:
        if part.overlap(badge):
            bits |= bit
    return bits


def _elephants(feet: Slots, sizes: Sizes) -> dict[Piece, list[Box]]:
    """What each elephant covers, at each site, raised and not."""
    boxes = elephant_boxes(sizes)
    parts = {False: (boxes.body, boxes.bales), True: (boxes.raised_body, boxes.raised_bales)}
    return {
        (site, seat, is_raised): [part.shift(*at) for part in parts[is_raised]]
        for site, slots in feet.items()
        for seat, at in enumerate(slots)
        for is_raised in parts
    }


def _palaces(sites: Sequence[BoardSite], places: Mapping[str, Point]) -> dict[Piece, list[Box]]:
    """What the palaces on hilltops cover; without one, a badge may be on top of the hill."""
    return {
        (site.id, PALACE, False): [box.shift(*places[site.id]) for box in TOKENS[site.kind][1:]]
        for site in sites
        if site.kind == "hilltop"
    }


def _round(point: Point) -> Point:
    return Point(round(point.x, 1), round(point.y, 1))


def _first_free(
    places: Sequence[BadgePlace], pieces: int, taken: Sequence[BadgePlace]
) -> BadgePlace | None:
    """The best place without pieces and other badges."""
    for place in places:
        is_free = not place.covered & pieces
        if is_free and not any(place.box.overlap(other.box) for other in taken):
            return place
    return None
