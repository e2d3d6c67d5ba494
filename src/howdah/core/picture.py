"""How views come to be drawn, without the games knowing how to draw.

Notebooks ask an object for `_repr_svg_`. Whoever can draw views hangs a painter here; as long
as nobody does, views and games show as text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from howdah.core.view import View

Painter = Callable[["View"], str]

_painters: list[Painter] = []


def hang(painter: Painter) -> None:
    """From now on, draw views with this painter."""
    _painters[:] = [painter]


def paint(view: View) -> str | None:
    """A view as SVG; None when nobody can draw."""
    return _painters[0](view) if _painters else None
