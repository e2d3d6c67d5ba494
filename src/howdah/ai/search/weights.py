"""The weights of the networks, as they were trained; see `docs/opponents.md`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from howdah.ai.search.network import Net
from howdah.games.registry import plugin_for


@cache
def net_for(game: str, players: int) -> Net:
    """The network of a game for so many players, as lists of numbers."""
    text = (files(plugin_for(game).package) / "ai" / "weights" / f"{players}.json").read_text(
        "ascii"
    )
    found = json.loads(text)
    return Net(*(found[name] for name in Net._fields))
