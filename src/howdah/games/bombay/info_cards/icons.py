"""The small drawings on the info cards: symbols that the page has, in a box of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import FaceName, TokenName
from howdah.games.bombay.svg.backdrop import SKYLINES
from howdah.render.markup import tag, use

BOXES: Final[Mapping[str, str]] = {
    "post": "-30 -38 60 66",
    "city": "-48 -44 96 68",
    "cube": "-2 -6 24 24",
    "city-token": "-9 -9 18 18",
    "token": "-21 -21 43 43",
    "pavilion": "-24 -50 48 58",
    "hill": "-50 -27 100 54",
    "milestone": "-16 -14 32 32",
    "plain-place": "-21 -15 42 30",
    "stall": "-36 -31 72 64",
    "bag": "-16 -16 32 33",
}
"""What the symbols take up, as a `viewBox`; an icon has its own."""


def draw_icon(*names: str) -> str:
    """Icons of the page, one over the other, such as `coin` and `stars-2`."""
    return tag("svg", *(use(f"icon-{name}") for name in names), aria_hidden="true")


def _draw(kind: str, symbol: str) -> str:
    return tag("svg", use(symbol), viewBox=BOXES[kind], aria_hidden="true")


def draw_post(colour: str, *, closed: bool) -> str:
    """A trading post."""
    return _draw("post", f"{'closed' if closed else 'open'}-{colour}")


def draw_city(number: int) -> str:
    """A city by its number on the board."""
    return _draw("city", f"city-{number % SKYLINES}")


def draw_cube(colour: str) -> str:
    """A demand cube."""
    return _draw("cube", f"cube-{colour}")


def draw_city_token() -> str:
    """A city token."""
    return _draw("city-token", "city-token")


def draw_token(face: FaceName, token: TokenName) -> str:
    """A palace token."""
    return _draw("token", f"{face}-{token}")


def draw_palace(seat: int) -> str:
    """The palace of a seat."""
    return _draw("pavilion", f"pavilion-{seat}")


def draw_ground(symbol: str) -> str:
    """A place without a building: `hill`, `milestone` or `plain-place`."""
    return _draw(symbol, symbol)


def draw_elephant(seat: int, bales: tuple[str, ...]) -> str:
    """The elephant of a seat with its bales."""
    return draw_icon(f"figure-{seat}", *(f"load-{it}-{number}" for number, it in enumerate(bales)))


def draw_stall() -> str:
    """A market."""
    bales = (use("bolt-purple", -23, 0), use("bolt-yellow", 0, 0))
    drawings = (use("stall-small"), *bales)
    return tag("svg", *drawings, viewBox=BOXES["stall"], aria_hidden="true")


def draw_bag() -> str:
    """The bag."""
    return _draw("bag", "bag")
