"""The entry of noughts and crosses in the registry."""

from __future__ import annotations

from typing import Final

from howdah.games.plugin import GamePlugin

PLUGIN: Final = GamePlugin(
    name="noughts",
    package="tests.noughts",
    game="tests.noughts.game:Noughts",
    kernel="tests.noughts.kernel",
    renderer="tests.noughts.renderer",
    panels="tests.noughts.panels",
    terminal="tests.noughts.terminal",
    observation="tests.noughts.observation",
    score_name="points",
    score_return="points",
    ranking_keys=("points",),
    confirms_by_itself=True,
)
