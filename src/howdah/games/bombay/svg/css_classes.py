"""How a page dresses the drawing: classes, and the rules for them that go with the colours."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.svg.palette import PLAYER_COLOURS
from howdah.render.markup import Look

CHOICE: Final[Look] = {"class": "choice"}
HIT: Final[Look] = {"class": "hit", "fill": "none", "pointer_events": "all"}
FOCUS: Final[Look] = {"class": "focus", "fill": "none"}
LIT: Final[Look] = {"class": "lit"}
LABEL: Final[Look] = {"class": "label"}
STRONG: Final[Look] = {"class": "strong"}


def painted(seat: int) -> Look:
    """In the paint of a seat."""
    return {"class": f"seat-{seat}"}


_PAINTS: Final = "".join(
    f".seat-{seat}{{fill:var(--players-{seat}-body);stroke:var(--players-{seat}-line);"
    f"color:var(--players-{seat}-detail)}}"
    for seat in range(len(PLAYER_COLOURS))
)
RULES: Final = (
    f"{_PAINTS}"
    ".strong,.label{font-weight:700;text-anchor:middle;fill:var(--ink)}"
    ".label{stroke:var(--halo);stroke-width:3;paint-order:stroke;stroke-linejoin:round}"
    ".choice{cursor:pointer;outline:0}"
    ".focus{opacity:0}"
    ".choice:hover .focus,.choice:focus-visible .focus{opacity:1}"
    "@media(prefers-reduced-motion:no-preference){"
    ".lit{animation:lit 1.6s ease-in-out infinite alternate}"
    "@keyframes lit{from{opacity:.7}}}"
)
"""Paints and letters; how choices answer to a pointer and to keys; how lit ground breathes."""
