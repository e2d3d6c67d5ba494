"""Bombay's entry in the registry."""

from __future__ import annotations

from typing import Final

from howdah.games.plugin import GamePlugin, LevelConfig

PLUGIN: Final = GamePlugin(
    name="bombay",
    package="howdah.games.bombay",
    game="howdah.games.bombay.game:Bombay",
    kernel="howdah.games.bombay.kernel",
    renderer="howdah.games.bombay.svg",
    panels="howdah.games.bombay.panels",
    terminal="howdah.games.bombay.terminal",
    board_grid="howdah.games.bombay.board_grid",
    info_cards="howdah.games.bombay.info_cards",
    observation="howdah.games.bombay.observation",
    record_types="howdah.games.bombay.record_types",
    setup_chance="howdah.games.bombay.setup_chance",
    features="howdah.games.bombay.ai.features",
    opportunities="howdah.games.bombay.ai.opportunities",
    playout_policy="howdah.games.bombay.ai.playout_policy",
    greedy="howdah.games.bombay.ai.greedy",
    short_game="howdah.games.bombay.short_game",
    lesson="howdah.games.bombay.lesson",
    score_trail="howdah.games.bombay.score_trail",
    presets="howdah.games.bombay.presets",
    score_name="rupees",
    score_return="rupees",
    ranking_keys=("rupees", "clients"),
    has_hidden_info=True,
    benchmark_options={"players": 4, "set_up": "first-game"},
    c_rules="benchmark.c",
    levels=(
        LevelConfig(overlooks=81, overlooks_walks=71, simulations=1),
        LevelConfig(overlooks=58, simulations=1),
        LevelConfig(overlooks=31, simulations=1),
        LevelConfig(overlooks=0, simulations=1),
        LevelConfig(overlooks=0, simulations=60),
        LevelConfig(overlooks=0),
    ),
    command_examples={
        "play": ("--terminal bombay --players 2 --name Ada --save evening.json",),
        "simulate": ("bombay --players 4 --games 1000 --seed 7 --out games.jsonl",),
        "dataset": (
            "bombay --players 4 --games 1000 --agent uct:400 --out games.parquet",
            "bombay --players 2 --returns rank --screens hidden --seed 7 --out c.parquet",
        ),
    },
    demo_options={"players": 4, "set_up": "first-game"},
)
