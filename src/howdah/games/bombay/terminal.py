"""Bombay in a terminal: a view as text, the choices with their cost, and events in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from howdah.core.rng import Dealer
from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.descriptions import action_label, site_of
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.phrases import describe_winners, pluralize, printable
from howdah.render.text import Ask

COLUMNS: Final = 96
ROWS: Final = 25
LEGEND: Final = """\
On the map: A^ a hilltop, E1[blue] a trading post, E1[blue shut] a closed one, G1{client} a palace
token, G1#0 a palace of player 0, @0 the elephant of player 0, D3<Bombay ypo 2> a city that wants
yellow most, then purple, then orange, and has 2 tokens left."""


def text(view: BombayView) -> str:
    """The whole view as text."""
    return "\n".join([*draw_map(view), "", *headline(view), *_markets(view), *_players(view)])


def draw_map(view: BombayView) -> list[str]:
    """The map: dotted trails, and on each site what stands there."""
    canvas = [[" "] * COLUMNS for _ in range(ROWS)]
    places = _places(view.board.sites)
    for one, other in view.board.trails:
        _draw_trail(canvas, places[one], places[other])
    for site in view.board.sites:
        _write(canvas, places[site.id], site_label(view, site))
    return ["".join(row).rstrip() for row in canvas]


def site_label(view: BombayView, site: BoardSite) -> str:
    """A site and all that stands there, in a few letters."""
    label = site.id
    if site.kind == "hilltop":
        label += "^"
    if site.id in view.demands:
        letters = "".join(colour[0] for colour in view.demands[site.id])
        label += f"<{site.name} {letters} {view.city_tokens_left[site.id]}>"
    if site.id in view.posts:
        colour = view.posts[site.id]
        label += f"[{colour}]" if colour not in view.closed else f"[{colour} shut]"
    if site.id in view.palace_tokens:
        label += f"{{{view.palace_tokens[site.id]}}}"
    if site.id in view.palaces:
        label += f"#{view.palaces[site.id]}"
    elephants = "".join(str(player.seat) for player in view.players if player.site == site.id)
    return f"{label}@{elephants}" if elephants else label


def _places(sites: tuple[BoardSite, ...]) -> dict[str, tuple[int, int]]:
    """The column and row of every site: the map fills the text from edge to edge."""
    columns = _fit_range([site.x for site in sites], COLUMNS)
    rows = _fit_range([site.y for site in sites], ROWS)
    return {site.id: (column, row) for site, column, row in zip(sites, columns, rows)}


def _fit_range(values: list[float], room: int) -> list[int]:
    low, high = min(values), max(values)
    return [round((value - low) / ((high - low) or 1) * (room - 1)) for value in values]


def _draw_trail(canvas: list[list[str]], one: tuple[int, int], other: tuple[int, int]) -> None:
    steps = max(abs(other[0] - one[0]) // 2, abs(other[1] - one[1]), 1)
    for step in range(steps + 1):
        x = one[0] + (other[0] - one[0]) * step // steps
        y = one[1] + (other[1] - one[1]) * step // steps
        canvas[y][x] = "."


def _write(canvas: list[list[str]], place: tuple[int, int], label: str) -> None:
    begin = max(0, min(place[0] - len(label) // 2, COLUMNS - len(label)))
    for offset, letter in enumerate(label[:COLUMNS]):
        canvas[place[1]][begin + offset] = letter


def headline(view: BombayView) -> list[str]:
    """Set, turn and who is to play, or who has won."""
    if view.result is not None:
        return [describe_winners(view.names, view.result["winners"])]
    turn = f"Set {view.set_number} of {view.sets}, turn {view.game_turn} of {view.game_turns}"
    first = f"first player {_name(view, view.first_player)}"
    if view.to_play is None:
        return [f"{turn}; {first}; a restock is due."]
    stars = "*" * view.stars or "no star"
    due = ", a free bale is due" if view.take_due else ""
    return [f"{turn}; {first}; {_name(view, view.to_play)} to play, {stars}{due}."]


def _name(view: BombayView, seat: int) -> str:
    return printable(view.names[seat])


def _markets(view: BombayView) -> list[str]:
    lines = []
    for number, (name, bales) in enumerate(zip(MARKET_NAMES, view.markets)):
        price = f"{pluralize(BUY_RUPEES[number], 'rupee')}, {'*' * BUY_STARS[number]}"
        silk = " ".join(f"{count} {colour}" for colour, count in bales.items()) or "-"
        lines.append(f"  {name + ' market':<14} {price:<13} {silk}")
    bag = " ".join(f"{view.bag[colour]} {colour}" for colour in COLOUR_NAMES)
    return [*lines, f"  {'bag':<28} {bag}"]


def _players(view: BombayView) -> list[str]:
    heading = "    player           site   bales     palaces left rupees clients cities"
    return [heading, *(_player(view, player) for player in view.players)]


def _player(view: BombayView, player: PlayerView) -> str:
    name = printable(player.name)[:16]
    bales = "".join(COLOUR_LETTERS[COLOUR_NAMES.index(bale)] for bale in player.bales) or "-"
    return (
        f"  {player.seat} {name:<16} {player.site:<6} {bales:<9} {player.palaces_left:<12} "
        f"{_or_question_mark(_rupees(view, player)):<7} {_or_question_mark(player.clients):<7} "
        f"{_or_question_mark(player.city_tokens)}"
    ).rstrip()


def _rupees(view: BombayView, player: PlayerView) -> int | None:
    """The rupees that are visible: those of the result, prizes included, when the game is over."""
    return player.rupees if view.result is None else view.result["rupees"][player.seat]


def _or_question_mark(number: int | None) -> str:
    return "?" if number is None else str(number)


def play_pregame(
    _players: int, _settings: Mapping[str, Any], _dealer: Dealer, _ask: Ask
) -> dict[str, Any]:
    """Nothing comes before the first turn: the set-up is drawn."""
    return {}


def status(view: BombayView, seat: int) -> str:
    """The stars that are left, and the rupees of the seat."""
    rupees = pluralize(view.players[seat].rupees or 0, "rupee")
    return f"{'*' * view.stars or 'no star left'}  You have {rupees}."


def choices(view: BombayView) -> list[str]:
    """Each legal action on a line of its own."""
    return [
        f"  {n:>2}  {action_label(view, action)}" for n, action in enumerate(view.legal_actions, 1)
    ]


def describe_event(view: BombayView, seat: int, action: str) -> str:
    """An action just played by a seat, in words for everyone; the view is the one after it."""
    verb, _, thing = action.partition(" ")
    who = printable(view.names[seat])
    match verb:
        case "restock":
            return f"The markets are restocked: {_describe_draw(thing)}."
        case "move":
            return f"{who}: move to {thing}{_toll(view, seat, thing)}"
        case "buy":
            return f"{who}: buy {view.posts[view.players[seat].site]}"
        case "sell":
            return f"{who}: sell {thing} in {site_of(view, view.players[seat].site).name}"
        case "build":
            return f"{who}: build a palace at {view.players[seat].site} with a {thing} bale"
        case "take":
            return f"{who}: take a {thing} bale, free"
        case "wait":
            return f"{who}: wait for fortune"
        case _:
            return f"{who}: end the turn"


def _describe_draw(letters: str) -> str:
    counts = [(letters.count(letter), name) for letter, name in zip(COLOUR_LETTERS, COLOUR_NAMES)]
    return ", ".join(f"{count} {name}" for count, name in counts if count)


def _toll(view: BombayView, seat: int, site_id: str) -> str:
    owner = view.palaces.get(site_id, seat)
    return "" if owner == seat else f"; {printable(view.names[owner])} earns 1 rupee"
