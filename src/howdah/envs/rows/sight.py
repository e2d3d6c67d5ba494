"""How much whoever looks on knows of what players keep to themselves."""

from __future__ import annotations

from typing import Final

NOTHING: Final = 0
"""As a spectator with a poor memory: what lies on the table."""
OWN: Final = 1
"""As a player with a poor memory: also what is behind the own screen."""
ALL: Final = 2
"""As whoever remembers the game: every change was seen by all, so nothing is hidden."""
