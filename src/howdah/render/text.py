"""A view as plain text, for terminals and golden files.

>>> import howdah
>>> print(text(howdah.new("bombay", players=2, seed=1).view(0)).splitlines()[-1])
  1 Player 2         A      -         5            ?       ?       ?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from howdah.core.view import View
from howdah.games.bazar.text import text as bazar_text
from howdah.games.bombay.text import text as bombay_text

TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {"bombay": bombay_text, "bazar": bazar_text}
"""How to write each game, by the name its views carry."""


def text(view: View) -> str:
    """The whole view as text."""
    return TEXTS[view.game](view)
