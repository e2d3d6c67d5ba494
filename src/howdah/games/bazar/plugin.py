"""Bombay Bazar's entry in the registry."""

from __future__ import annotations

from typing import Final

from howdah.games.plugin import GamePlugin, LevelConfig

PLUGIN: Final = GamePlugin(
    name="bazar",
    package="howdah.games.bazar",
    game="howdah.games.bazar.game:Bazar",
    kernel="howdah.games.bazar.kernel",
    renderer="howdah.games.bazar.svg",
    panels="howdah.games.bazar.panels",
    terminal="howdah.games.bazar.terminal",
    board_grid="howdah.games.bazar.board_grid",
    info_cards="howdah.games.bazar.info_cards",
    observation="howdah.games.bazar.observation",
    record_types="howdah.games.bazar.record_types",
    setup_chance="howdah.games.bazar.setup_chance",
    features="howdah.games.bazar.ai.features",
    playout_policy="howdah.games.bazar.ai.playout_policy",
    greedy="howdah.games.bazar.ai.greedy",
    solver="howdah.games.bazar.solver.solver",
    small_boards="howdah.games.bazar.small_boards",
    lesson="howdah.games.bazar.lesson",
    score_trail="howdah.games.bazar.score_trail",
    presets="howdah.games.bazar.presets",
    score_name="trunk length",
    ranking_keys=("lengths",),
    confirms_by_itself=True,
    benchmark_options={"players": 2, "starter": "seat 0"},
    levels=(
        LevelConfig(overlooks=85, simulations=1),
        LevelConfig(overlooks=60, simulations=1),
        LevelConfig(overlooks=15, simulations=1),
        LevelConfig(overlooks=0, simulations=12, margin=0.004),
        LevelConfig(overlooks=0, simulations=120, margin=0.01),
        LevelConfig(overlooks=0),
    ),
    command_examples={
        "play": ("bazar --lan", "--terminal bazar --players 1 --board hexagon-37"),
        "simulate": (
            "bazar --players 1 --games 200 --board hexagon-37",
            "bazar --tip-rule touch --games 50 --out - | head -n 1",
        ),
        "dataset": (
            "bazar --agent champion:50 --temperature 0.5 --out b.parquet --records b.jsonl",
        ),
        "arena": ("--game bazar --players 2 --agents greedy,random --json a.json --plot a.svg",),
        "solve": (
            "bazar --out perfect.json && howdah check perfect.json",
            "bazar --board rectangle-68 --head SE --seconds 600 --out best.json",
            "bazar --goal length --seed 7 --out long.json",
        ),
    },
    demo_options={"players": 4, "board": "hexagon-37"},
)
