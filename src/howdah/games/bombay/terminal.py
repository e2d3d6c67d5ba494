"""Bombay in a terminal: a view as text, the choices with their cost, and what each word means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from howdah.core.rng import Dealer
from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.descriptions import (
    action_label,
    describe_progress,
    describe_stars_left,
    final_rupees,
    report,
)
from howdah.games.bombay.names import COLOUR_NAMES, TokenName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.tooltips import letter
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    Gain,
    join_with_commas,
    printable,
    stars_text,
    translate_name,
    translate_word,
)
from howdah.render.text import Ask, align, describe_end

COLUMNS: Final = 96
ROWS: Final = 25
TOKENS: Final[Mapping[TokenName, str]] = {
    "client": mark("client"),
    "rupees": mark("rupees"),
    "city": mark("city"),
    "bale": mark("bale"),
}
"""What each palace token gives, in a word for the map."""
MARKETS: Final = (mark("Left market"), mark("Middle market"), mark("Right market"))
CLOSED: Final = "X"
"""Marks a closed trading post on the map."""
describe_event = report


def legend() -> str:
    """How to read the map."""
    blue = translate_word("blue")
    colours = join_with_commas(f"{letter(name)} {translate_word(name)}" for name in COLOUR_NAMES)
    demands = "".join(letter(colour) for colour in ("yellow", "purple", "orange"))
    rows = [
        ("A^", translate("hilltop A")),
        (f"E1[{blue}]", translate("trading post E1 for blue silk")),
        (f"E1[{blue} {CLOSED}]", translate("the same post, closed")),
        (f"G1{{{translate(TOKENS['client'])}}}", translate("palace token at G1")),
        ("G1#0", translate("palace of player 0 at G1")),
        ("G1@02", translate("elephants of players 0 and 2 at G1")),
        (
            f"D3<... {demands} 2>",
            translate("city D3: what it buys, best price first, and 2 city tokens left"),
        ),
    ]
    heading, letters = translate("On the map"), translate("Silk: {colours}", colours=colours)
    return "\n".join([heading, *align(rows), f"  {letters}"])


def action_help() -> str:
    """What the words of the actions mean."""
    colours = join_with_commas(
        name if name == translate_word(name) else f"{name} ({translate_word(name)})"
        for name in COLOUR_NAMES
    )
    rows = [
        ("move E4", translate("move your elephant to site E4")),
        ("buy", translate("buy a bale at this trading post")),
        ("sell blue", translate("sell blue silk in this city")),
        ("build blue", translate("build a palace here with blue silk")),
        ("take blue", translate("take blue silk for free, when a palace token gives it")),
        ("wait", translate("use the whole turn to gain 1 rupee")),
        ("end", translate("end your turn; unused stars are lost")),
    ]
    return "\n".join([*align(rows), "  " + translate("Colours: {colours}", colours=colours)])


def text(view: BombayView) -> str:
    """The whole view as text."""
    return "\n".join([*draw_map(view), "", headline(view), *_markets(view), *_players(view)])


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
        letters = "".join(map(letter, view.demands[site.id]))
        label += f"<{translate_name(site.name or '')} {letters} {view.city_tokens_left[site.id]}>"
    if site.id in view.posts:
        colour = view.posts[site.id]
        closed = f" {CLOSED}" if colour in view.closed else ""
        label += f"[{translate_word(colour)}{closed}]"
    if site.id in view.palace_tokens:
        label += f"{{{translate(TOKENS[view.palace_tokens[site.id]])}}}"
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
    for offset, character in enumerate(label[:COLUMNS]):
        canvas[place[1]][begin + offset] = character


def headline(view: BombayView) -> str:
    """Set, turn and who is to play, or who has won."""
    if view.is_over:
        return describe_end(view)
    return " | ".join(
        [
            describe_progress(view),
            translate("first player: {name}", name=printable(view.names[view.first_player])),
            *_describe_turn(view),
        ]
    )


def _describe_turn(view: BombayView) -> list[str]:
    if view.to_play is None:
        return [translate("next: restock")]
    who = translate("to play: {name}", name=printable(view.names[view.to_play]))
    due = [translate("a free bale to take")] if view.take_due else []
    return [who, describe_stars_left(view), *due]


def _markets(view: BombayView) -> list[str]:
    rows = [
        (
            translate(name),
            join_with_commas([str(Gain("rupees", rupees)), stars_text(stars)]),
            _describe_silk(bales),
        )
        for name, rupees, stars, bales in zip(MARKETS, BUY_RUPEES, BUY_STARS, view.markets)
    ]
    return align([*rows, (translate("Bag"), "", _describe_silk(view.bag))])


def _describe_silk(bales: Mapping[Any, int]) -> str:
    held = [
        translate("{count} {colour}", count=count, colour=translate_word(colour))
        for colour, count in bales.items()
        if count
    ]
    return join_with_commas(held) or "-"


def _players(view: BombayView) -> list[str]:
    heading = (
        "",
        translate("Player"),
        translate("Site"),
        translate("Bales"),
        translate("Palaces left"),
        translate("Rupees"),
        translate("Clients"),
        translate("City tokens"),
    )
    return align([heading, *(_player(view, player) for player in view.players)])


def _player(view: BombayView, player: PlayerView) -> tuple[str, ...]:
    return (
        str(player.seat),
        printable(player.name)[:16],
        player.site,
        "".join(map(letter, player.bales)) or "-",
        str(player.palaces_left),
        _or_question_mark(final_rupees(view, player.seat) if view.result else player.rupees),
        _or_question_mark(player.clients),
        _or_question_mark(player.city_tokens),
    )


def _or_question_mark(number: int | None) -> str:
    return "?" if number is None else str(number)


def play_pregame(
    _players: int, _settings: Mapping[str, Any], _dealer: Dealer, _ask: Ask
) -> dict[str, Any]:
    """Nothing comes before the first turn: the set-up is drawn."""
    return {}


def status(view: BombayView, seat: int) -> str:
    """The stars that are left, and the rupees of the seat."""
    rupees = translate_count(
        "you have {count} rupee", "you have {count} rupees", view.players[seat].rupees or 0
    )
    return translate(
        "Your turn, {name}: {facts}.",
        name=printable(view.names[seat]),
        facts=join_with_commas([describe_stars_left(view), rupees]),
    )


def choices(view: BombayView) -> list[str]:
    """Each legal action on a line of its own: its number, its words, and what they mean."""
    return align(
        (f"{number:>2}", action, action_label(view, action))
        for number, action in enumerate(view.legal_actions, start=1)
    )
