"""What an elephant covers on the map, and what of it has to be seen."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.sizes import Sizes

# As the art files draw them, with the feet of the elephant at 0 0.
BODY: Final = Box(-31, -46.5, 69.6, 46.5)
"""An elephant with empty baskets."""
CLOTH: Final = Box(-24, -46.5, 29, 32.5)
"""The baskets, and the cloth with the mark of the player."""
LIGHT: Final = Box(-35, -11.5, 70, 20)
"""The light on the ground under the elephant to move."""
BALES_FOOT: Final = -42.5
BALE_HEIGHT: Final = 20.5
LIFT: Final = 8.0
"""How far the elephant to move is lifted."""


class ElephantBoxes(NamedTuple):
    """The parts of an elephant whose feet are at 0 0, in the units of a map."""

    body: Box
    """The elephant with its baskets."""
    bales: Box
    """The room over the baskets that two bales need."""
    raised_body: Box
    """The same of the elephant to move, with the light under it."""
    raised_bales: Box
    marks: Box
    """What shows whose elephant it is and what it carries: its cloth and its bales."""

    def hidden_share(self, x: float, y: float) -> float:
        """The share of the marks that another elephant hides whose feet are at x y."""
        hidden = self.body.shift(x, y).overlap(self.marks)
        hidden += self.bales.shift(x, y).overlap(self.marks)
        return hidden / (self.marks.width * self.marks.height)

    def mutual_share(self, x: float, y: float) -> float:
        """How much two elephants hide of each other: of the body, or of the marks of either."""
        body = self.body
        common = body.overlap(body.shift(x, y)) / (body.width * body.height)
        return max(self.hidden_share(x, y), self.hidden_share(-x, -y), common)


@cache
def elephant_boxes(sizes: Sizes) -> ElephantBoxes:
    """What an elephant covers on a map with these sizes."""
    bales_top = BALES_FOOT - BALE_HEIGHT * sizes.bale
    bales = Box(CLOTH.left, bales_top, CLOTH.width, BODY.top - bales_top)
    marks = Box(CLOTH.left, bales_top, CLOTH.width, CLOTH.top + CLOTH.height - bales_top)
    raised = Box(LIGHT.left, BODY.top - LIFT, BODY.left + BODY.width - LIGHT.left, 0)
    raised = raised._replace(height=LIGHT.top + LIGHT.height - raised.top)
    boxes = (BODY, bales, raised, bales.shift(0, -LIFT), marks)
    return ElephantBoxes(*(Box(*(length * sizes.elephant for length in box)) for box in boxes))
