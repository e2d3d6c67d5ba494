"""Symbols composed from the drawings of the art files: whatever a frame shows is one `<use>`.

`chord-03` is a segment from edge 0 to edge 3 of the cell around 0 0, `over-03` the same where it
passes over another, with the tile's ground beside it. `tile-02-35` is a tile with these segments
in nobody's trunk, `tile-02_14` one whose segment 14 is in a trunk and passes over the stone one.
A symbol whose name ends with a seat has the colours of that seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final

from howdah.games.bazar.hexgrid import EDGES, Edge
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.svg.hex_geometry import OUTWARDS, edges_apart
from howdah.games.bazar.tiles import CHORDS, COPIES, DESIGN_NAMES, name_of
from howdah.render.art import load_symbols
from howdah.render.css import seat_class
from howdah.render.markup import Value, group, tag, use

ART: Final = "howdah.games.bazar.svg"
"""The package whose folder `art` has the drawings."""
SEATS: Final = (0, 1, 2, 3)
OWNERS: Final = (*SEATS, None)  # None for the heads without a player
TURNS: Final = tuple(f"rotate({(edge * 60 + 180) % 360})" for edge in EDGES)
"""How a thing that comes in from the west is turned to come in by an edge."""
SNOUT: Final = 11.0
"""How far a living tip peeks into its cell."""
PLATE_STEP: Final = 6.0
"""How far a plate shows under the one on top of it."""
SIGN_BELOW: Final = 21.0
"""How far under the middle of an end piece its owner's sign is."""
PILE_STEP: Final = 7.0
PORTRAIT: Final = "-63 -63 126 126"
HANGING: Final = "-8.8 22 37.6 40"
PILE: Final = "-35 -39.5 70 100"
HAND: Final = "-31 -38 62 80"
"""What a portrait, the end of a trunk, a pile of all copies and a hand take up, as a `viewBox`."""
ON_THE_PALM: Final = (
    ((0, 8),),
    ((-8.6, 8), (8.6, 8)),
    ((0, -3), (-8.8, 12), (8.8, 12)),
)
"""Where the medals lie on an open hand, by how many there are."""

CHORD_NAMES: Final[Mapping[tuple[Edge, Edge], str]] = {
    (one, other): f"{min(one, other)}{max(one, other)}" for one, other in product(EDGES, EDGES)
}
"""The name of a segment by its two edges: the lower number first."""


@cache
def do_cross(one: str, other: str) -> bool:
    """Whether two segments of one tile cross.

    >>> do_cross("02", "14"), do_cross("02", "35")
    (True, False)
    """
    return (one[0] < other[0] < one[1]) != (one[0] < other[1] < one[1])


def chord_symbol(chord: str, below: Sequence[str]) -> str:
    """The symbol of a segment that is drawn after others of the same tile."""
    is_over = any(do_cross(chord, other) for other in below)
    return f"{'over' if is_over else 'chord'}-{chord}"


def tile_symbol(stone: Sequence[str], owned: Sequence[str] = ()) -> str:
    """The symbol of a tile by its segments in nobody's trunk, and those in a trunk."""
    over = [chord for chord in owned if any(do_cross(chord, other) for other in stone)]
    return f"tile-{'-'.join(stone)}" + (f"_{'-'.join(sorted(over))}" if over else "")


def owner_name(owner: int | None) -> str:
    """The end of the names of an owner's symbols."""
    return "none" if owner is None else str(owner)


def seat_group(owner: int | None, *children: str, **attributes: Value) -> str:
    """A group in the colours of an owner."""
    return group(*children, **attributes, **{"class": seat_class(owner)})


@cache
def symbols() -> Mapping[str, str]:
    """The drawings of the art files and those composed from them, by id."""
    return {**load_symbols(ART), **composed()}


@cache
def composed() -> Mapping[str, str]:
    """The composed symbols that are the same on every board, by id."""
    pieces = [*_segments(), *_tiles(), *_trunks(), *_signs(), *_end_pieces(), *_piles()]
    found = [*pieces, *_heads(), *_hands()]
    return {name: markup.replace(">", f" id='{name}'>", 1) for name, markup in found}


Drawn = Iterator[tuple[str, str]]  # ids and the elements that get them


def _segments() -> Drawn:
    """The other twelve segments are rotations of the three in the art file."""
    for one, other in combinations(EDGES, 2):
        chord, apart = f"{one}{other}", edges_apart(one, other)
        turn = 60 * (other if other - one > 3 else one)
        for kind in ("chord", "gap") if turn else ():
            yield f"{kind}-{chord}", group(use(f"{kind}-0{apart}"), transform=f"rotate({turn})")
        yield f"over-{chord}", group(use(f"gap-{chord}"), use(f"chord-{chord}"))


def overlap_chords(chords: Sequence[str]) -> str:
    """Segments of one tile around 0 0, each over those before it that it crosses."""
    return "".join(use(chord_symbol(it, chords[:place])) for place, it in enumerate(chords))


def _tiles() -> Drawn:
    """Every tile, its segments in nobody's trunk or in one, and the marker that shows it bare."""
    for names in (name_of(chords).split("-") for chords in CHORDS):
        for stone in (it for n in range(len(names)) for it in combinations(names, n + 1)):
            symbol = tile_symbol(stone, [name for name in names if name not in stone])
            gaps = (use(f"gap-{it}") for it in symbol.partition("_")[2].split("-") if it)
            yield symbol, seat_group(None, use("tile"), overlap_chords(stone), *gaps)
    yield "bare-tile", tag("marker", use("tile"), markerUnits="userSpaceOnUse", overflow="visible")


def tube(line: str) -> str:
    """A line as a tube, with the strokes of the straight segment in the art file."""
    strokes = load_symbols(ART)["chord-03"].replace('"', "'").replace(" id='chord-03'", "")
    return re.sub(r" d='[^']*'", f" d='{line}'", strokes)


def _trunks() -> Drawn:
    """The tube along the path that a frame gives the trunk of a seat, and the seat's snouts."""
    for seat in SEATS:
        strokes = re.sub(r" d='[^']*'", f" href='#way-{seat}'", tube(""))
        yield f"tube-{seat}", strokes.replace("<path", "<use")
        for edge in EDGES:
            x, y = (part * (2 - SNOUT) for part in OUTWARDS[edge])
            sign = use(f"badge-{seat}", x, y, scale=0.86)
            snout = use("snout", transform=TURNS[edge])
            yield f"tip-{seat}-{edge}", seat_group(seat, snout, sign)


def _signs() -> Drawn:
    """The sign of a seat on a disc, and the same under an end piece; a closed eye for nobody."""
    for owner in OWNERS:
        name = owner_name(owner)
        mark = "closed-eye" if owner is None else f"mark-{owner}"
        yield f"badge-{name}", group(use("badge"), use(mark, fill="var(--player-line)"))
        yield f"tag-{name}", seat_group(owner, use(f"badge-{name}", scale=0.8))


def _end_pieces() -> Drawn:
    """An end piece by the edge its trunk comes in by: of an owner, on top of a stack, under it."""
    for edge in EDGES:
        stub, curl = (use(name, transform=TURNS[edge]) for name in ("stub", "curl"))
        yield f"end-{edge}", group(stub, use("plate"), curl)
        for below in (1, 2, 3):
            yield f"end-{edge}-{below}", group(stub, use("plate", 0, below * PLATE_STEP))
        for name, owner in zip(map(owner_name, OWNERS), OWNERS):
            piece = use(f"end-{edge}") + use(f"tag-{name}", 0, SIGN_BELOW)
            yield f"end-{name}-by-{edge}", seat_group(owner, piece)


def _piles() -> Drawn:
    """A pile by its design and how many tiles are left; nothing but its place when it is gone."""
    for count in range(COPIES + 1):
        tiles = (use("pile-tile", 0, PILE_STEP * place) for place in reversed(range(count)))
        yield f"stack-{count}", group("".join(tiles) or use("pile-gone"))
    for design in DESIGN_NAMES:
        yield f"design-{design}", seat_group(None, overlap_chords(design.split("-")))
        for count in range(COPIES + 1):
            top = use(f"design-{design}", opacity=None if count else "0.16")
            pile = tag("symbol", use(f"stack-{count}"), top, viewBox=PILE)
            yield f"pile-{design}-{count}", pile


def back_of_head(name: HeadName, seat: int | None, *, looks_left: bool = False) -> str:
    """What lies behind the trunk, around 0 0: ears, tusks and eyes, closed without a player."""
    if seat is None:
        return use(f"head-{name}") + use("asleep")
    turn = "scale(-1 1)" if looks_left else None
    return use(f"head-{name}") + use(f"awake-{name}", transform=turn)


def front_of_head(name: HeadName, seat: int | None) -> str:
    """What lies before the trunk: where it leaves the face, the ornament, and the seat's sign."""
    if seat is None:
        return use("face")
    sign = use(f"badge-{seat}", 0, -24, scale=1.15)
    return use("face") + use(f"ornament-{name}") + sign


def _heads() -> Drawn:
    """Players' heads around 0 0, their trunks hanging down; and both apart from each other."""
    for seat in SEATS:
        end = seat_group(seat, use("hanging"))
        yield f"hanging-{seat}", tag("symbol", end, viewBox=HANGING, overflow="visible")
    for name, seat in product(HEAD_NAMES, SEATS):
        bare = seat_group(seat, back_of_head(name, seat), front_of_head(name, seat))
        yield f"bare-{name}-{seat}", tag("symbol", bare, viewBox=PORTRAIT, overflow="visible")
        parts = (back_of_head(name, seat), use("hanging"), front_of_head(name, seat))
        yield f"portrait-{name}-{seat}", seat_group(seat, *parts)
        head = use(f"portrait-{name}-{seat}")
        yield f"card-{name}-{seat}", tag("symbol", head, viewBox=PORTRAIT, overflow="visible")


def _hands() -> Drawn:
    """A closed hand, open ones by how many medals they show, and the sign of a seat on its sleeve.

    The colours are those of the group in which they are used.
    """
    yield "closed-hand", _hand(use("fist"))
    for count, places in enumerate(ON_THE_PALM, start=1):
        medals = (use("medal", x, y) for x, y in places)
        yield f"open-hand-{count}", _hand(use("palm"), *medals)
    for seat in SEATS:
        yield f"sleeve-{seat}", _hand(use(f"mark-{seat}", 0.5, 35, fill="var(--player-detail)"))


def _hand(*parts: str) -> str:
    return tag("symbol", *parts, viewBox=HAND, overflow="visible")
