"""The board of Bombay Bazar as a grid of texts: what joins which sides of a space, and the tips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, cast

from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.board import Board
from howdah.games.bazar.descriptions import describe_end_piece
from howdah.games.bazar.growth import TrunkGrowth, grow_trunks
from howdah.games.bazar.hexgrid import OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.panels import CORNERS
from howdah.games.bazar.svg.hex_geometry import APOTHEM, centre
from howdah.games.bazar.view import BazarView
from howdah.i18n import Language, current_language, mark, translate, translate_count
from howdah.render.phrases import Gain, join_with_commas, printable
from howdah.render.types import Shape
from howdah.table.board_grid import GridCell, TextList, encode_lines

EMPTY_CELL: Final = mark("Empty.")
NO_CHOICE: Final = mark("You place tiles at the tip of your trunk.")
MARKER_RADIUS: Final[Mapping[Shape, float]] = {"wide": APOTHEM, "tall": APOTHEM}
SIDES: Final = (
    mark("east"),
    mark("south-east"),
    mark("south-west"),
    mark("west"),
    mark("north-west"),
    mark("north-east"),
)
"""The sides of a space, by edge."""


class CellName(NamedTuple):
    """A space by its row, from the north, and its place in the row, from the west; both from 1."""

    row: int
    space: int

    def __str__(self) -> str:
        return translate("row {row}, space {space}", row=self.row, space=self.space)


class CellKey(NamedTuple):
    """The key of a cell, and the part of the texts that it is in: its row."""

    key: str
    part: str


def cell_names(board: Board) -> Mapping[Axial, CellName]:
    """The names of all cells of a board, row by row."""
    return _cell_names(board.cells)


@lru_cache(maxsize=16)
def _cell_names(cells: tuple[Axial, ...]) -> Mapping[Axial, CellName]:
    stripes = defaultdict[int, list[Axial]](list)
    for cell in sorted(cells):
        stripes[cell[1]].append(cell)
    return {
        cell: CellName(row, space)
        for row, stripe in enumerate(sorted(stripes), start=1)
        for space, cell in enumerate(stripes[stripe], start=1)
    }


def cell_keys(board: Board) -> Mapping[Axial, CellKey]:
    """The keys of all cells of a board."""
    return _cell_keys(board.cells)


@lru_cache(maxsize=16)
def _cell_keys(cells: tuple[Axial, ...]) -> Mapping[Axial, CellKey]:
    names = _cell_names(cells)
    return {cell: CellKey(f"{row}-{space}", f"{row}") for cell, (row, space) in names.items()}


def rows(board: Board, _shape: Shape) -> list[list[GridCell]]:
    """The cells as they lie."""
    found, keys = defaultdict[int, list[GridCell]](list), cell_keys(board)
    for cell, (row, space) in cell_names(board).items():
        name = translate("Row {row}, space {space}.", row=row, space=space)
        key = keys[cell].key
        found[row].append(GridCell(key, *centre(cell), name, card=f"cell:{key}"))
    return [*found.values()]


Joined = tuple[str | None, Edge, Edge]
"""Whose a segment is, None for a stretch that is nobody's, and the edges that it joins."""


def texts(view: BazarView) -> dict[str, str]:
    """What is on the cells that are not empty, row by row: a tile changes one row, or two."""
    language, keys, extra = current_language(), cell_keys(view.board), _describe_ends(view)
    parts: dict[str, dict[str, str]] = {part: {} for _, part in keys.values()}
    for cell, segments in _segments(view).items():
        key, part = keys[cell]
        parts[part][key] = _describe_segments(tuple(segments), language)
    for cell, said in extra.items():
        key, part = keys[cell]
        parts[part][key] = " ".join(
            said if cell in view.end_pieces else [translate(EMPTY_CELL), *said]
        )
    return {part: encode_lines(said) for part, said in parts.items()}


def describe_cell(view: BazarView, cell: Axial) -> tuple[str, ...]:
    """What is at a cell, in sentences; nothing is said of an empty one that nothing leads to."""
    segments = _segments(view).get(cell)
    if segments:
        return (_describe_segments(tuple(segments), current_language()),)
    return tuple(_describe_ends(view).get(cell, ()))


def _segments(view: BazarView) -> Mapping[Axial, Sequence[Joined]]:
    found = defaultdict[Axial, list[Joined]](list)
    for player in view.players:
        name = printable(player.name)
        for cell, one, other in player.trunk:
            found[cell].append((name, one, other))
    for cell, one, other in view.stretches:
        found[cell].append((None, one, other))
    return found


@lru_cache(maxsize=1 << 12)
def _describe_segments(segments: tuple[Joined, ...], _language: Language) -> str:
    """What joins which sides of a tile: the trunks, then what is nobody's."""
    joined = defaultdict[str | None, list[str]](list)
    for owner, one, other in segments:
        sides = translate("{one} and {other}", one=_side(one), other=_side(other))
        joined[owner].append(sides)
    return " ".join(_describe_joined(owner, sides) for owner, sides in joined.items())


def _describe_joined(owner: str | None, joined: Sequence[str]) -> str:
    sides = join_with_commas(joined)
    if owner is None:
        return translate("Free stretch: {sides}.", sides=sides)
    return translate("{name}'s trunk: {sides}.", name=owner, sides=sides)


def _describe_ends(view: BazarView) -> Mapping[Axial, Sequence[str]]:
    """The end pieces, and what leads into cells without a tile: tips, and stretches of nobody."""
    found, language = defaultdict[Axial, list[str]](list), current_language()
    for cell, owners in view.end_pieces.items():
        found[cell] += (f"{printable(describe_end_piece(owner, view))}." for owner in owners)
    for player in view.players:
        if not player.has_stopped:
            tip = _describe_tip(printable(player.name), player.tip_edge, language)
            found[player.tip_cell].append(tip)
    for cell, edges in _openings(view).items():
        found[cell].append(_describe_openings(tuple(sorted(edges)), language))
    return found


@lru_cache(maxsize=1 << 10)
def _describe_tip(name: str, edge: Edge, _language: Language) -> str:
    return translate("{name}'s tip, entry: {side}.", name=name, side=_side(edge))


@lru_cache(maxsize=1 << 9)
def _describe_openings(edges: tuple[Edge, ...], _language: Language) -> str:
    return translate("Openings: {sides}.", sides=join_with_commas(map(_side, edges)))


def _openings(view: BazarView) -> Mapping[Axial, Sequence[Edge]]:
    """The edges by which stretches that are nobody's lead into cells without a tile."""
    found = defaultdict[Axial, list[Edge]](list)
    for cell, *edges in view.stretches:
        for edge in edges:
            if (outside := beyond(cell, edge)) not in view.tiles:
                found[outside].append(OPPOSITE[edge])
    return found


def _side(edge: Edge) -> str:
    return translate(SIDES[edge])


def start(view: BazarView) -> str:
    """The cell of the tip of the player to play."""
    seat = view.first_player if view.to_play is None else view.to_play
    return cell_keys(view.board)[view.players[seat].tip_cell].key


def choices(view: BazarView, pick: str | None) -> dict[str, str]:
    """The picked tile, or the end piece, at the tip."""
    action = "end-piece" if view.legal_actions == ("end-piece",) else pick
    if action is None or action not in view.legal_actions:
        return {}
    return {start(view): action}


def lists(view: BazarView) -> tuple[TextList]:
    """The trunks."""
    tips = (cell_names(view.board)[player.tip_cell] for player in view.players)
    language = current_language()
    trunks = (
        _describe_trunk(it.name, it.head, it.length, tip, language, has_stopped=it.has_stopped)
        for it, tip in zip(view.players, tips)
    )
    return (TextList(translate("Trunks"), tuple(trunks)),)


@lru_cache(maxsize=1 << 10)
def _describe_trunk(
    name: str, head: HeadName, length: int, tip: CellName, _language: Language, *, has_stopped: bool
) -> str:
    facts = {
        "name": printable(name),
        "corner": translate(CORNERS[head]),
        "length": Gain("length", length),
        "space": tip,
    }
    if has_stopped:
        return translate("{name}: head {corner}, trunk of {length}, end piece: {space}.", **facts)
    return translate("{name}: head {corner}, trunk of {length}, tip: {space}.", **facts)


def status(_view: BazarView) -> str:
    """Nothing: a turn is one tile."""
    return ""


def describe_pick(view: BazarView, pick: str) -> str:
    """How trunks would grow by the picked tile, and which of its rotations it is."""
    design = pick.rpartition(" ")[0]
    turns = [action for action in view.legal_actions if action.rpartition(" ")[0] == design]
    if pick not in turns or design == "":
        return ""
    placed = cast(Place, parse_action(pick))
    *others, own = grow_trunks(view, placed)
    rotation = translate(
        "Tile {design}, rotation {number} of {count}.",
        design=placed.design,
        number=turns.index(pick) + 1,
        count=len(turns),
    )
    return " ".join(
        [rotation, _describe_own(view, own), *(_describe_other(view, it) for it in others)]
    )


def _describe_own(view: BazarView, growth: TrunkGrowth) -> str:
    return translate_count(
        "Your trunk grows by {count} segment; new tip: {space}.",
        "Your trunk grows by {count} segments; new tip: {space}.",
        len(growth.segments),
        space=cell_names(view.board)[growth.tip_cell],
    )


def _describe_other(view: BazarView, growth: TrunkGrowth) -> str:
    return translate_count(
        "{name}'s trunk grows by {count} segment.",
        "{name}'s trunk grows by {count} segments.",
        len(growth.segments),
        name=printable(view.names[growth.seat]),
    )
