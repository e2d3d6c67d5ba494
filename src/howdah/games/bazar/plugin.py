"""Bombay Bazar's entry in the registry."""

from __future__ import annotations

from typing import Final

from howdah.games.registry import GamePlugin

PLUGIN: Final = GamePlugin(
    name="bazar",
    package="howdah.games.bazar",
    game="howdah.games.bazar.game:Bazar",
    kernel="howdah.games.bazar.kernel",
    renderer="howdah.games.bazar.svg",
    panels="howdah.games.bazar.panels",
    terminal="howdah.games.bazar.terminal",
    observation="howdah.games.bazar.observation",
    setup_chance="howdah.games.bazar.setup_chance",
    features="howdah.games.bazar.ai.features",
    playout_policy="howdah.games.bazar.ai.playout_policy",
    greedy="howdah.games.bazar.ai.greedy",
    levels="howdah.games.bazar.ai.levels",
    solver="howdah.games.bazar.solver.solver",
    small_boards="howdah.games.bazar.small_boards",
    benchmark="howdah.games.bazar.benchmark",
    score_name="trunk length",
    ranking_keys=("lengths",),
    confirms_by_itself=True,
    demo_options={"players": 4, "board": "hexagon-37"},
)
