"""The face of everyone who may sit at a table, to stand beside a name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from howdah.ai.agents import AGENTS
from howdah.render.opponents import sheet_version

SEARCHING: Final = "level:5"
STRONGEST: Final = "level:6"
"""Whose faces those agents have that no table offers: they search as these levels do."""


@lru_cache(maxsize=16)
def draw_face(name: str) -> Markup:
    """The face with a name: `me`, `link`, `level-2`. It stands beside a text, and has none."""
    address = Markup("/faces.svg?{}#face-{}").format(sheet_version(), name)
    return Markup("<svg class=face aria-hidden=true><use href='{}' /></svg>").format(address)


def agent_face(agent: str) -> Markup:
    """The face of an agent, by the text that names it."""
    if agent not in AGENTS:
        agent = STRONGEST if agent.startswith("champion") else SEARCHING
    return draw_face(agent.replace(":", "-"))
