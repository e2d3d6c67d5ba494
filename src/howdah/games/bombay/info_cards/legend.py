"""The legend: one thing of every kind that is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.view import BombayView
from howdah.i18n import translate
from howdah.table.info_cards import LegendGroup

_OF_A_TURN: Final = (
    *("clock", "stars"),
    *(f"action:{verb}" for verb in ("buy", "sell", "build", "wait", "end")),
)


def legend(view: BombayView) -> tuple[LegendGroup, ...]:
    """One thing of every kind that is on the table now."""
    seat = view.seat if view.seat is not None else view.to_play or 0
    return (
        LegendGroup(translate("On the map"), tuple(_on_the_map(view, seat))),
        LegendGroup(translate("Markets and silk"), tuple(_goods())),
        LegendGroup(translate("Players"), tuple(_of_players(view, seat))),
        LegendGroup(translate("Your turn"), _OF_A_TURN),
    )


def _on_the_map(view: BombayView, seat: int) -> Iterator[str]:
    city = view.board.cities[0].id
    yield from (f"elephant:{seat}", f"site:{city}", f"demand:{city}:0", f"tokens:{city}")
    kinds = {_kind_of(view, site): f"site:{site.id}" for site in reversed(view.board.sites)}
    for kind in ("open", "closed", "palace", "client", "rupees", "city", "bale", "hilltop", "free"):
        if kind in kinds:
            yield kinds[kind]


def _kind_of(view: BombayView, site: BoardSite) -> str:
    """What stands at a site, as the legend tells things apart."""
    if site.kind == "city":
        return "a city"
    if site.id in view.posts:
        return "closed" if view.posts[site.id] in view.closed else "open"
    if site.id in view.palaces:
        return "palace"
    free = "hilltop" if site.kind == "hilltop" else "free"
    return view.palace_tokens.get(site.id, free)


def _goods() -> Iterator[str]:
    yield from (f"market:{name}" for name in MARKET_NAMES)
    yield "bag"
    yield from (f"silk:{colour}" for colour in COLOUR_NAMES)


def _of_players(view: BombayView, seat: int) -> Iterator[str]:
    yield f"player:{seat}"
    signs = ("rupees", "clients", "city-tokens", "empire", "palaces")
    yield from (f"{sign}:{seat}" for sign in signs)
    if view.screens == "hidden":
        other = next(player.seat for player in view.players if player.seat != seat)
        yield f"screen:{other}"
    yield "first-player"
