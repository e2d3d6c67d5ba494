"""Bombay Bazar in a terminal: a view as text, choices, events in English, and the medals game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from howdah.core.rng import Dealer
from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.growth import grow_trunk
from howdah.games.bazar.hexgrid import EDGE_NAMES, Axial, Edge, beyond
from howdah.games.bazar.medals import Choice, Medals, MedalsError
from howdah.games.bazar.names import CALLS, Call
from howdah.games.bazar.tiles import CHORDS, DESIGN_NAMES, DESIGN_OF, ROTATION_OF, name_of
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.render.phrases import describe_winners, pluralize, printable
from howdah.render.text import Ask

CELL_WIDTH: Final = 10
CELL_HEIGHT: Final = 2
EDGE_OFFSETS: Final = ((5, 0), (2, 1), (-3, 1), (-5, 0), (-3, -1), (2, -1))
"""Where each edge of a cell is marked, counted in letters from its middle."""
OWNERLESS: Final = "+"
LEGEND: Final = """\
On the map: . an empty cell, 0124 a tile with a segment from edge 0 to 1 and one from 2 to 4, (0)
the tip of player 0, X0 the end piece of player 0, X that of a head nobody has. Edges: 0 east,
1 south-east, 2 south-west, 3 west, 4 north-west, 5 north-east. Between two cells stands whose
trunk leads across: the player's number, or + for a stretch that is nobody's."""

_SEGMENTS: Final = {
    (DESIGN_NAMES[design], rotation): name_of(chords).replace("-", "")
    for design, rotation, chords in zip(DESIGN_OF, ROTATION_OF, CHORDS)
}
"""The segments of a tile as it lies, by its design and rotation."""


def text(view: BazarView) -> str:
    """The whole view as text."""
    return "\n".join([*draw_map(view), "", *headline(view), *_players(view), *_piles(view)])


def draw_map(view: BazarView) -> list[str]:
    """The map: every cell with its tile, and whose trunk leads over every edge."""
    marks = dict(_marks(view))
    labels = {_middle(place): label for place, label in _labels(view)}
    left = min(x - len(label) // 2 for (x, _), label in labels.items())
    top = min(y for _, y in labels)
    rows = max(y for _, y in labels) - top + 1
    canvas = [[" "] * (max(x for x, _ in labels) - left + CELL_WIDTH) for _ in range(rows)]
    for (x, y), mark in marks.items():
        canvas[y - top][x - left] = mark
    for (x, y), label in labels.items():
        begin = x - left - len(label) // 2
        canvas[y - top][begin : begin + len(label)] = label
    return ["".join(row).rstrip() for row in canvas]


def _middle(place: Axial) -> tuple[int, int]:
    """The column and row of a cell; every row is shifted by half a cell."""
    q, r = place
    return CELL_WIDTH * q + CELL_WIDTH // 2 * r, CELL_HEIGHT * r


def _labels(view: BazarView) -> Iterator[tuple[Axial, str]]:
    """What stands in every cell, and the heads around the board."""
    seats: dict[str, int] = {player.head: player.seat for player in view.players}
    for place in view.board.cells:
        yield place, _cell_label(view, place)
    for head in view.board.heads:
        owner = f"={seats[head.name]}" if head.name in seats else ""
        yield beyond(head.first_cell, head.entry_edge), f"{head.name}{owner}"


def _cell_label(view: BazarView, place: Axial) -> str:
    if place in view.tiles:
        tile = view.tiles[place]
        return _SEGMENTS[tile.design, tile.rotation]
    if place in view.end_pieces:
        return "X" + "".join(str(seat) for seat in view.end_pieces[place] if seat is not None)
    tips = "".join(str(player.seat) for player in view.players if player.tip_cell == place)
    return f"({tips})" if tips else "."


def _marks(view: BazarView) -> Iterator[tuple[tuple[int, int], str]]:
    """Whose trunk leads over every edge that is open."""
    for segment in view.stretches:
        yield from _both_ends(segment, OWNERLESS)
    for player in view.players:
        yield _edge(*_way_in(view, player)), str(player.seat)
        for segment in player.trunk:
            yield from _both_ends(segment, str(player.seat))


def _way_in(view: BazarView, player: PlayerView) -> tuple[Axial, Edge]:
    head = view.board.head(player.head)
    return head.first_cell, head.entry_edge


def _both_ends(segment: Segment, mark: str) -> Iterator[tuple[tuple[int, int], str]]:
    yield _edge(segment.cell, segment.one), mark
    yield _edge(segment.cell, segment.other), mark


def _edge(place: Axial, edge: Edge) -> tuple[int, int]:
    x, y = _middle(place)
    across, down = EDGE_OFFSETS[edge]
    return x + across, y + down


def headline(view: BazarView) -> list[str]:
    """How many tiles are placed and who is to play, or who has won."""
    score = [] if view.solo_score is None else [_solo_score(view)]
    if view.result is not None:
        return [describe_winners(view.names, view.result["winners"]), *score]
    laid = f"{pluralize(view.tiles_laid, 'tile')} laid, {pluralize(view.empty_cells, 'empty cell')}"
    seat = view.to_play or 0
    return [f"{laid}; {printable(view.names[seat])} to play ({view.tip_rule}).", *score]


def _solo_score(view: BazarView) -> str:
    """The solo score so far, with how it is made up."""
    return (
        f"Solo score {view.solo_score}: {pluralize(view.tiles_laid, 'tile')} laid, less "
        f"{pluralize(view.empty_cells, 'empty cell')}, less "
        f"{pluralize(view.unused_openings, 'unused opening')}."
    )


def _players(view: BazarView) -> list[str]:
    heading = "    player           head  length  tip"
    return [heading, *(_player(player) for player in view.players)]


def _player(player: PlayerView) -> str:
    name = printable(player.name)[:16]
    q, r = player.tip_cell
    way = f"into {q},{r} by {EDGE_NAMES[player.tip_edge]}"
    tip = "end piece laid" if player.has_stopped else way
    return f"  {player.seat} {name:<16} {player.head:<5} {player.length:<7} {tip}"


def _piles(view: BazarView) -> list[str]:
    """The piles in three lines, by the number of segments."""
    return [
        f"  {pluralize(segments, 'segment'):<11} "
        + "  ".join(
            f"{design}:{count}"
            for design, count in view.piles.items()
            if design.count("-") == segments - 1
        )
        for segments in (1, 2, 3)
    ]


PERSON = 0
"""The seat of the person at the terminal."""
_KEY = "  (12 SE+3: choice 12 leads south-east and grows by 3; ! runs onto an end piece)"


def status(view: BazarView, seat: int) -> str:
    """The length of the seat's trunk, and where it goes on."""
    player = view.players[seat]
    q, r = player.tip_cell
    length = f"Your trunk is {player.length} long"
    return f"{length} and comes into cell {q},{r} from the {EDGE_NAMES[player.tip_edge]}."


# The choices


def choices(view: BazarView) -> list[str]:
    """The legal placements, a line for each design; where the trunk goes and what it gains."""
    if view.legal_actions == ("end-piece",):
        return ["   1  Lay your end piece: you are blocked."]
    lines: dict[str, str] = {}
    for number, action in enumerate(view.legal_actions, start=1):
        placed = cast(Place, parse_action(action))
        start = lines.get(placed.design, f"  {placed.design:<8}")
        lines[placed.design] = f"{start} {number:>3} {_gain(view, placed):<5}"
    return [_KEY, *(line.rstrip() for line in lines.values())]


def _gain(view: BazarView, placed: Place) -> str:
    """The edge by which the trunk leaves the tile, and what it absorbs beyond."""
    grown = grow_trunk(view, placed)
    gained, is_blocked = len(grown.segments), grown.tip_cell in view.end_pieces
    more = f"+{gained}" if gained > 1 else ""
    return f"{EDGE_NAMES[grown.segments[0].other]}{more}{'!' if is_blocked else ''}"


def describe_event(view: BazarView, seat: int, action: str) -> str:
    """An action just played by a seat, in words for everyone; the view is the one after it."""
    who, length = printable(view.names[seat]), view.players[seat].length
    if action == "end-piece":
        return f"{who}: blocked with a trunk of {length}"
    return f"{who}: {action}, now {length} long"


# The medals


def play_pregame(
    players: int, settings: Mapping[str, Any], dealer: Dealer, ask: Ask
) -> dict[str, Any]:
    """Play the medals if they decide who begins: agents choose before the person is asked."""
    if players == 1 or settings.get("starter", "medals") != "medals":
        return {}
    medals = Medals(players)
    print("The medals decide who begins: keep 1, 2 or 3 in your hand and call even or odd.")
    while medals.first_player is None:
        _play_round(medals, dealer, ask)
    print(f"{_who(medals.first_player)} begin{'' if medals.first_player == PERSON else 's'}.")
    return {"medals": medals}


def _play_round(medals: Medals, dealer: Dealer, ask: Ask) -> None:
    numbers = dealer.stream(f"medals of agents {len(medals.rounds) + 1}")
    person_is_in = PERSON in medals.still_in
    for seat in medals.still_in:
        choice = medals.random_choice(numbers)
        if seat != PERSON:
            medals.choose(seat, *choice)
    if person_is_in:
        _ask_until_chosen(medals, ask)
    _print_round(medals)


def _ask_until_chosen(medals: Medals, ask: Ask) -> None:
    rounds = len(medals.rounds)
    while len(medals.rounds) == rounds:
        kept, _, call = ask("medals, for example `2 even`> ").partition(" ")
        try:
            medals.choose(PERSON, int(kept) if kept.isdecimal() else 0, cast(Call, call))
        except MedalsError as error:
            print(error)


def _print_round(medals: Medals) -> None:
    shown_choices = medals.rounds[-1]
    shown = ", ".join(
        _describe_choice(seat, choice)
        for seat, choice in enumerate(shown_choices)
        if choice is not None
    )
    total = sum(choice.kept for choice in shown_choices if choice is not None)
    left = " and ".join(map(_who, medals.still_in))
    print(f"  {shown}.\n  {total} in all, {CALLS[total % 2]}: {left} still in.")


def _describe_choice(seat: int, choice: Choice) -> str:
    if seat == PERSON:
        return f"You keep {choice.kept} and call {choice.call}"
    return f"{_who(seat)} keeps {choice.kept} and calls {choice.call}"


def _who(seat: int) -> str:
    return "You" if seat == PERSON else f"Player {seat}"
