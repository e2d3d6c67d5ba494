"""A view as plain text, for terminals and golden files.

>>> import howdah
>>> print(text(howdah.new("bombay", players=2, seed=1).view(0)).splitlines()[-1])
  1 Player 2         A      -         5            ?       ?       ?
"""

from __future__ import annotations

from typing import cast

from howdah.core.view import View
from howdah.games.registry import plugin_for


def text(view: View) -> str:
    """The whole view as text."""
    return cast(str, plugin_for(view.game).load("terminal").text(view))
