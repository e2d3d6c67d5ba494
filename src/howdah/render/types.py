"""The parameters of every drawing: the theme, the shape of the page, and the size."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

Shape = Literal["wide", "tall"]
"""A laptop's board is wider than high, a phone's is higher than wide."""

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)


class Size(NamedTuple):
    """A size in the units of a drawing."""

    width: float
    height: float
