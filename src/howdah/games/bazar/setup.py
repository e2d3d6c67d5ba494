"""The set-up: who has which head, who begins, and the first position of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, cast

from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json, as_choice, as_list, as_number, check_fields, quote
from howdah.core.options import SeatSetting
from howdah.core.rng import Dealer, Draw
from howdah.games.bazar.medals import Medals, draw_medals, parse_medals
from howdah.games.bazar.names import HEAD_NAMES, TIP_RULES, HeadName
from howdah.games.bazar.options import PLAYER_COUNTS, Options
from howdah.games.bazar.rules import BITS, lay_end_piece
from howdah.games.bazar.state import (
    CELLS,
    EMPTY,
    ENDS,
    HEADS,
    NO_END,
    OFF_THE_BOARD,
    SEATS,
    Seat,
    State,
)
from howdah.games.bazar.tiles import COPIES, DESIGNS, FULL, SLIM


@dataclass(frozen=True)
class Start:
    """Each seat's head, clockwise, and who begins."""

    heads: tuple[HeadName, ...]
    first_player: Seat
    medals: Medals
    """The medals game that decided who begins; without any round if something else did."""

    def to_json(self) -> dict[str, Json]:
        """The set-up as the record writes it."""
        return {
            "heads": list(self.heads),
            "first_player": self.first_player,
            "medals": self.medals.to_json(),
        }


def usual_heads(players: int) -> tuple[HeadName, ...]:
    """The heads that are taken unless someone says otherwise; two players sit diagonally.

    >>> usual_heads(2), usual_heads(3)
    (('NW', 'SE'), ('NW', 'NE', 'SE'))
    """
    return HEAD_NAMES[::2] if players == 2 else HEAD_NAMES[:players]


def possible_heads(players: int) -> tuple[tuple[HeadName, ...], ...]:
    """All the ways to take heads, the usual one first.

    >>> possible_heads(2)
    (('NW', 'SE'), ('NE', 'SW'), ('SE', 'NW'), ('SW', 'NE'))
    """
    others = ((2,),) if players == 2 else tuple(combinations((1, 2, 3), players - 1))
    return tuple(
        tuple(HEAD_NAMES[(first + step) % 4] for step in (0, *steps))
        for first in range(4)
        for steps in others
    )


HEADS_SETTING: Final = SeatSetting(
    "heads",
    f"the head of each seat, clockwise: of {', '.join(HEAD_NAMES)}; two players sit opposite",
    {players: possible_heads(players) for players in PLAYER_COUNTS},
)


def draw_start(
    options: Options, dealer: Dealer, heads: Sequence[str] | None, medals: Medals | None
) -> Start:
    """The set-up; the dealer draws who begins, unless the medals or the options say so."""
    chosen = usual_heads(options.players) if heads is None else heads
    names = _parse_heads(list(chosen), "heads", options.players)
    if medals is not None:
        _check_medals(medals, options)
    if options.starter == "medals":
        medals = medals or draw_medals(options.players, dealer)
        return Start(names, SEATS[medals.still_in[0]], medals)
    is_drawn = options.starter == "random"
    first_player = dealer.stream("first player").randbelow(options.players) if is_drawn else 0
    return Start(names, SEATS[first_player], Medals(options.players))


def start_draws(options: Options, start: Start) -> list[Draw]:
    """The draws of a set-up: who begins, if that was left to chance."""
    if options.starter != "random":
        return []
    return [Draw("first player", tuple(range(options.players)), (start.first_player,))]


def _check_medals(medals: Medals, options: Options) -> None:
    if options.starter != "medals":
        raise InvalidData("medals", f"should not be given when starter is {options.starter!r}")
    if medals.players != options.players or medals.first_player is None:
        raise InvalidData("medals", f"should be a finished medals game of {options.players}")


def parse_start(options: Options, found: dict[str, Json]) -> Start:
    """The set-up in the `start` of a record; `InvalidData` names what does not fit."""
    check_fields(found, "start", required=("heads", "first_player", "medals"))
    heads = _parse_heads(as_list(found["heads"], "start.heads"), "start.heads", options.players)
    first_player = as_number(
        found["first_player"], "start.first_player", low=0, high=options.players - 1
    )
    if options.starter == "medals":
        medals = parse_medals(found["medals"], "start.medals", options.players)
        begins = medals.first_player
    else:
        medals = _parse_no_medals(found["medals"], options)
        begins = 0 if options.starter == "seat 0" else first_player
    if first_player != begins:
        raise InvalidData("start.first_player", f"should be {begins}, not {first_player}")
    return Start(heads, SEATS[first_player], medals)


def _parse_no_medals(value: Json, options: Options) -> Medals:
    if as_list(value, "start.medals"):
        raise InvalidData("start.medals", f"should be [] when starter is {options.starter!r}")
    return Medals(options.players)


def _parse_heads(items: Sequence[Json], where: str, players: int) -> tuple[HeadName, ...]:
    """One head for each seat, clockwise all round from anywhere; two are opposite each other."""
    heads = tuple(
        cast(HeadName, as_choice(item, f"{where}[{number}]", HEAD_NAMES))
        for number, item in enumerate(items)
    )
    if len(heads) != players:
        raise InvalidData(where, f"should be {players}, one for each seat, not {len(heads)}")
    if len(set(heads)) != players:
        raise InvalidData(where, f"should be different, not {quote(heads)}")
    corners = [(HEAD_NAMES.index(head) - HEAD_NAMES.index(heads[0])) % 4 for head in heads]
    if corners != sorted(corners):
        raise InvalidData(
            where, f"should go clockwise ({', '.join(HEAD_NAMES)}), not {quote(heads)}"
        )
    if players == 2 and corners[1] != 2:
        raise InvalidData(where, f"should be opposite each other, not {quote(heads)}")
    return heads


def first_state(options: Options, start: Start) -> State:
    """The first position: all piles full, an end piece before every head without a player."""
    board = options.board
    state = _empty_board(options, start.first_player)
    for name in HEAD_NAMES:
        head = board.head(name)
        cell = board.number_of[head.first_cell]
        if name not in start.heads:
            lay_end_piece(board.tables, state, cell)
            continue
        seat = start.heads.index(name)
        way_in = board.tables.ends[cell][head.entry_edge]
        state.other_end[HEADS[seat]] = way_in
        state.other_end[way_in] = HEADS[seat]
        state.must_open[cell] |= BITS[head.entry_edge]
        state.must_blank[cell] &= ~BITS[head.entry_edge]
    return state


def _empty_board(options: Options, first_player: Seat) -> State:
    cells = len(options.board.cells)
    off_the_board = len(CELLS) - cells
    return State(
        players=options.players,
        tip_rule=TIP_RULES.index(options.tip_rule),
        seat=first_player,
        playing=options.players,
        tiles_laid=0,
        piles=[COPIES] * len(DESIGNS),
        slim_supply=(1 << SLIM) - 1,
        full_supply=(1 << FULL) - 1,
        stopped=[0] * len(SEATS),
        tiles=[EMPTY] * cells + [OFF_THE_BOARD] * off_the_board,
        must_open=[0] * len(CELLS),
        must_blank=[*options.board.outer_edges, *[0] * off_the_board],
        other_end=[NO_END] * (ENDS - len(HEADS)) + list(HEADS),
        length=[0] * ENDS,
    )
