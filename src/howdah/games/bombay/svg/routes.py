"""The way of an elephant: from its place at a site along the trail to its place at the next."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.svg.page_layout import Stage
from howdah.games.bombay.svg.trail import Trail
from howdah.render.common.curve import pair

ON: Final = 0.25
"""How far along a trail an elephant has come when it has both left its site and found the way."""


def way(stage: Stage, origin: str, target: str, seat: int) -> str:
    """The drawing commands of a way; straight if no trail joins the sites."""
    start, end = stage.feet[origin][seat], stage.feet[target][seat]
    trail = trail_from(stage, origin, target)
    if trail is None:
        return f"M{pair(start)}L{pair(end)}"
    first, last = trail.at(ON), trail.at(1 - ON)
    corners = (
        (trail.ahead(ON, -ON), first),
        (trail.ahead(ON, 0.5 - ON), last),
        (trail.ahead(1 - ON, ON), end),
    )
    return f"M{pair(start)}" + "".join(f"Q{pair(bend)} {pair(to)}" for bend, to in corners)


def trail_from(stage: Stage, origin: str, target: str) -> Trail | None:
    """The trail that leads from a site to another, the way it is walked."""
    for trail in stage.layout.trails:
        if trail.ends == (origin, target):
            return trail
        if trail.ends == (target, origin):
            return Trail((origin, target), trail.end, trail.bend, trail.start)
    return None
