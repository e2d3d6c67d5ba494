"""The two shapes in which a board is drawn on a page, and its size."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

Shape = Literal["wide", "tall"]
"""A laptop's board is wider than high, a phone's is higher than wide."""

SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)


class Size(NamedTuple):
    """A size in the units of a drawing."""

    width: float
    height: float
