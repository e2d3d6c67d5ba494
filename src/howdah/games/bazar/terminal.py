"""Bombay Bazar in a terminal: a view as text, the choices, and the medals game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from howdah.core.rng import Dealer
from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.descriptions import action_label, format_signed, report
from howdah.games.bazar.growth import grow_trunk
from howdah.games.bazar.hexgrid import EDGE_NAMES, Axial, Edge, beyond
from howdah.games.bazar.medals import Medals, MedalsError
from howdah.games.bazar.medals_report import CALL_NAMES, describe_choice
from howdah.games.bazar.names import CALLS, Call, TipRule
from howdah.games.bazar.tiles import CHORDS, DESIGN_NAMES, DESIGN_OF, ROTATION_OF, name_of
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import Gain, join_with_commas, printable, translate_word
from howdah.render.text import Ask, align, describe_end

CELL_WIDTH: Final = 10
CELL_HEIGHT: Final = 2
EDGE_OFFSETS: Final = ((5, 0), (2, 1), (-3, 1), (-5, 0), (-3, -1), (2, -1))
"""Where each edge of a cell is marked, counted in letters from its middle."""
OWNERLESS: Final = "+"
_SEGMENTS: Final = {
    (DESIGN_NAMES[design], rotation): name_of(chords).replace("-", "")
    for design, rotation, chords in zip(DESIGN_OF, ROTATION_OF, CHORDS)
}
"""The segments of a tile as it lies, by its design and rotation."""


describe_event = report


def legend() -> str:
    """How to read the map."""
    edges = join_with_commas(
        f"{edge} {translate_word(name)}" for edge, name in enumerate(EDGE_NAMES)
    )
    head = translate_word("NW")
    rows = [
        (".", translate("empty space")),
        ("0124", translate("tile with a segment from edge 0 to 1 and one from edge 2 to 4")),
        ("(0)", translate("tip of the trunk of player 0")),
        (f"{head}=0", translate("head of player 0; without a number: nobody plays it")),
        ("X0", translate("end piece of player 0; X alone: of a head without a player")),
        ("0 1 2 3", translate("between two spaces: the player whose trunk crosses here")),
        (OWNERLESS, translate("between two spaces: a stretch that belongs to nobody")),
    ]
    heading, names = translate("On the map"), translate("Edges: {edges}", edges=edges)
    return "\n".join([heading, *align(rows), f"  {names}"])


def action_help() -> str:
    """What the words of the actions mean."""
    placed = translate("place tile 01-24 at your tip, turned clockwise by 3 sixths")
    rows = [
        ("place 01-24 3", placed),
        ("end-piece", translate("place your end piece, when you are blocked")),
    ]
    return "\n".join(align(rows))


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
    for (x, y), sign in marks.items():
        canvas[y - top][x - left] = sign
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
        yield beyond(head.first_cell, head.entry_edge), f"{translate_word(head.name)}{owner}"


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


def _both_ends(segment: Segment, sign: str) -> Iterator[tuple[tuple[int, int], str]]:
    yield _edge(segment.cell, segment.one), sign
    yield _edge(segment.cell, segment.other), sign


def _edge(place: Axial, edge: Edge) -> tuple[int, int]:
    x, y = _middle(place)
    across, down = EDGE_OFFSETS[edge]
    return x + across, y + down


TIP_RULE_NAMES: Final[Mapping[TipRule, str]] = {
    "join": mark("standard rule"),
    "touch": mark("strict rule"),
}
"""What the table calls the rules about tips."""


def headline(view: BazarView) -> list[str]:
    """How many tiles are placed and who is to play, or who has won."""
    if view.solo_score is None:
        return [describe_end(view) if view.is_over else _describe_turn(view)]
    over = translate("The game is over.")
    return [over if view.is_over else _describe_turn(view), _solo_score(view)]


def _describe_turn(view: BazarView) -> str:
    return " | ".join(
        [
            _tiles_placed(view),
            _empty_cells(view),
            translate("to play: {name}", name=printable(view.names[view.to_play or 0])),
            translate(TIP_RULE_NAMES[view.tip_rule]),
        ]
    )


def _tiles_placed(view: BazarView) -> str:
    return translate_count("{count} tile placed", "{count} tiles placed", view.tiles_laid)


def _empty_cells(view: BazarView) -> str:
    return translate_count("{count} empty space", "{count} empty spaces", view.empty_cells)


def _solo_score(view: BazarView) -> str:
    """The solo score so far, with how it is made up."""
    openings = translate_count(
        "{count} unused opening", "{count} unused openings", view.unused_openings
    )
    return translate(
        "Solo score {score}: {sum}",
        score=format_signed(view.solo_score or 0),
        sum=" \u2212 ".join([_tiles_placed(view), _empty_cells(view), openings]),
    )


def _players(view: BazarView) -> list[str]:
    titles = (translate("Player"), translate("Head"), translate("Length"), translate("Tip"))
    return align([("", *titles), *map(_player, view.players)])


def _player(player: PlayerView) -> tuple[str, ...]:
    tip = translate("end piece placed") if player.has_stopped else _describe_tip(player)
    head, name = translate_word(player.head), printable(player.name)[:16]
    return str(player.seat), name, head, str(player.length), tip


def _describe_tip(player: PlayerView) -> str:
    """The cell that a trunk goes on to, and the edge by which it comes in."""
    q, r = player.tip_cell
    edge = translate_word(EDGE_NAMES[player.tip_edge])
    return translate("space {space}, edge {edge}", space=f"{q},{r}", edge=edge)


def _piles(view: BazarView) -> list[str]:
    """The piles in three lines, by the number of segments."""
    return align(
        (
            str(Gain("length", segments)),
            "  ".join(
                f"{design}:{count}"
                for design, count in view.piles.items()
                if design.count("-") == segments - 1
            ),
        )
        for segments in (1, 2, 3)
    )


def status(view: BazarView, seat: int) -> str:
    """The length of the seat's trunk, and where it goes on."""
    player = view.players[seat]
    length = translate_count(
        "your trunk has {count} segment", "your trunk has {count} segments", player.length
    )
    tip = translate("its tip: {tip}", tip=_describe_tip(player))
    return translate(
        "Your turn, {name}: {facts}.",
        name=printable(player.name),
        facts=join_with_commas([length, tip]),
    )


# The choices


def choices(view: BazarView) -> list[str]:
    """The legal placements, a line for each design; where the trunk goes and what it gains."""
    if view.legal_actions == ("end-piece",):
        return align([(" 1", "end-piece", action_label(view, "end-piece"))])
    lines: dict[str, str] = {}
    for number, action in enumerate(view.legal_actions, start=1):
        placed = cast(Place, parse_action(action))
        start = lines.get(placed.design, f"  {placed.design:<8}")
        lines[placed.design] = f"{start} {number:>3} {_gain(view, placed):<5}"
    return [f"  {_describe_key()}", *(line.rstrip() for line in lines.values())]


def _describe_key() -> str:
    return translate(
        "({example}: choice 12 leads {edge} and adds 3 segments; ! leads to an end piece)",
        example=f"12 {translate_word('SE')}+3",
        edge=translate_word("SE"),
    )


def _gain(view: BazarView, placed: Place) -> str:
    """The edge by which the trunk leaves the tile, and what it absorbs beyond."""
    grown = grow_trunk(view, placed)
    gained, is_blocked = len(grown.segments), grown.tip_cell in view.end_pieces
    more = f"+{gained}" if gained > 1 else ""
    return f"{translate_word(EDGE_NAMES[grown.segments[0].other])}{more}{'!' if is_blocked else ''}"


# The medals

PERSON: Final = 0
"""The seat of the person at the terminal."""


def play_pregame(
    players: int, settings: Mapping[str, Any], dealer: Dealer, ask: Ask
) -> dict[str, Any]:
    """Play the medals if they decide who begins: agents choose before the person is asked."""
    if players == 1 or settings.get("starter", "medals") != "medals":
        return {}
    medals = Medals(players)
    print(translate("Who starts? Hide 1 to 3 medals and guess if the total is even or odd."))
    print(translate("Wrong guesses are out; the last player left starts."))
    while medals.first_player is None:
        _play_round(medals, dealer, ask)
    if medals.first_player == PERSON:
        print(translate("You start."))
    else:
        print(translate("{name} starts.", name=_name(medals.first_player)))
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
    example = f"2 {translate(CALL_NAMES['even'])}"
    prompt = translate("Your medals and your guess, for example {example}", example=example)
    while len(medals.rounds) == rounds:
        kept, _, call = ask(f"{prompt} > ").partition(" ")
        try:
            medals.choose(PERSON, int(kept) if kept.isdecimal() else 0, _parse_call(call))
        except MedalsError:
            words = {"even": translate(CALL_NAMES["even"]), "odd": translate(CALL_NAMES["odd"])}
            print(translate("Type a number from 1 to 3, and then {even} or {odd}.", **words))


def _parse_call(typed: str) -> Call:
    """The call that a person types, in the current language or as the record has it."""
    word = typed.strip().lower()
    found = (call for call in CALLS if word in (call, translate(CALL_NAMES[call]).lower()))
    return next(found, cast(Call, word))


def _print_round(medals: Medals) -> None:
    hands = [(seat, hand) for seat, hand in enumerate(medals.rounds[-1]) if hand is not None]
    total = sum(hand.kept for _, hand in hands)
    print("  " + " | ".join(describe_choice(_name(seat), hand) for seat, hand in hands))
    result = translate(
        "Total: {total}, {call}. Still in: {names}.",
        total=total,
        call=translate(CALL_NAMES[CALLS[total % 2]]),
        names=join_with_commas(map(_name, medals.still_in)),
    )
    print(f"  {result}")


def _name(seat: int) -> str:
    return translate("You") if seat == PERSON else translate("Computer {number}", number=seat)
