"""The colours of Bombay Bazar: readable, and distinguishable with any colour vision."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from howdah.games.bazar.svg.symbols import ART
from howdah.render.css import load_palettes
from howdah.render.types import THEMES, Theme
from tests.render.picture_queries import contrast

PAINTS = ("stone", *(f"players-{seat}" for seat in range(4)))


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_its_ground(theme: Theme) -> None:
    palette = load_palettes(ART)[theme]
    for ink, ground in (
        ("ink", "plaque"),
        ("ink", "plaque-lit"),
        ("faint", "plaque"),
        ("faint", "plaque-lit"),
        ("heading", "plaque"),
        ("line", "gold"),
        ("line", "stone-body"),
    ):
        assert contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_trunks_and_signs_stand_out_from_their_ground(theme: Theme) -> None:
    palette = load_palettes(ART)[theme]
    for paint in PAINTS:
        body, line = palette[f"{paint}-body"], palette[f"{paint}-line"]
        assert contrast(line, palette["ivory"]) >= 4.5
        for name in ("tile", "cell", "plain", "glow"):
            ground = palette[name]
            assert max(contrast(body, ground), contrast(line, ground)) >= 3, (paint, name)
    assert contrast(palette["glow-line"], palette["cell"]) >= 3


SIGHTS = {
    "common": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How eyes that lack a kind of cones see red, green and blue (Machado and others, 2009)."""


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", THEMES)
def test_trunks_can_be_distinguished_with_any_colour_vision(theme: Theme, sight: str) -> None:
    bodies = [load_palettes(ART)[theme][f"{paint}-body"] for paint in PAINTS]
    for one, other in combinations(bodies, 2):
        assert dist(seen_as(one, sight), seen_as(other, sight)) > 14, (one, other)


def seen_as(colour: str, sight: str) -> tuple[float, float, float]:
    """A colour as one sees it, in steps that look equally large (CIE L*a*b*)."""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    red, green, blue = (
        min(1.0, max(0.0, sum(part * light for part, light in zip(row, linear))))
        for row in SIGHTS[sight]
    )
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return float(share ** (1 / 3)) if share > 0.008856 else 7.787 * share + 16 / 116
