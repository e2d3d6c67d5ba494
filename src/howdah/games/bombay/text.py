"""A view of Bombay as plain text: the map, then the markets and the players."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.phrases import describe_winners, pluralize, printable

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
    columns = _spread([site.x for site in sites], COLUMNS)
    rows = _spread([site.y for site in sites], ROWS)
    return {site.id: (column, row) for site, column, row in zip(sites, columns, rows)}


def _spread(values: list[float], room: int) -> list[int]:
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
    """Where the game stands."""
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
        f"{_shown(_rupees(view, player)):<7} {_shown(player.clients):<7} "
        f"{_shown(player.city_tokens)}"
    ).rstrip()


def _rupees(view: BombayView, player: PlayerView) -> int | None:
    """The rupees one may see: those of the result, prizes included, when the game is over."""
    return player.rupees if view.result is None else view.result["rupees"][player.seat]


def _shown(number: int | None) -> str:
    return "?" if number is None else str(number)
