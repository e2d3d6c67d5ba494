"""The small drawings on the info cards: symbols that the page has, in a box of their own."""

from __future__ import annotations

from howdah.games.bazar.actions import CODES, Place
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.symbols import PORTRAIT, owner_name, seat_group, tile_symbol
from howdah.games.bazar.tiles import CHORDS, name_of
from howdah.render.markup import tag, use

CELL_BOX = "-38 -43 76 86"
TUBE_BOX = "-40 -22 80 44"
TIP_BOX = "-6 -15 30 30"


def _draw(box: str, *parts: str) -> str:
    return tag("svg", *parts, viewBox=box, aria_hidden="true")


def _draw_symbol(name: str) -> str:
    """A symbol that has its own box."""
    return tag("svg", use(name), aria_hidden="true")


def draw_head(name: HeadName, seat: int | None) -> str:
    """A head, asleep without a player."""
    if seat is not None:
        return _draw_symbol(f"card-{name}-{seat}")
    return _draw(PORTRAIT, seat_group(None, use(f"head-{name}"), use("asleep"), use("hanging")))


def draw_trunk(seat: int) -> str:
    """A piece of the trunk of a seat."""
    return _draw(TUBE_BOX, seat_group(seat, use("chord-03")))


def draw_tip(seat: int) -> str:
    """The tip of the trunk of a seat."""
    return _draw(TIP_BOX, use(f"tip-{seat}-3"))


def draw_empty_cell() -> str:
    """A space without a tile."""
    return _draw(CELL_BOX, use("cell"))


def draw_tile(design: str, rotation: int) -> str:
    """A tile as it lies."""
    chords = name_of(CHORDS[CODES[Place(design, rotation)]]).split("-")
    return _draw(CELL_BOX, use(tile_symbol(chords)))


def draw_end_piece(owner: int | None) -> str:
    """The end piece of an owner."""
    return _draw(CELL_BOX, use(f"end-{owner_name(owner)}-by-3"))


def draw_pile(design: str, left: int) -> str:
    """A pile of tiles."""
    return _draw_symbol(f"pile-{design}-{left}")


def draw_medal() -> str:
    """A medal."""
    return _draw_symbol("icon-medal")
