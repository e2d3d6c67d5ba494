"""The two lights in which every picture is drawn."""

from __future__ import annotations

from typing import Final, Literal, get_args

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
