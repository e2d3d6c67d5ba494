"""Matches between different agents, each played once for all tests."""

from __future__ import annotations

from functools import cache
from typing import Any

from howdah.ai.match import play_match
from howdah.games.registry import AnyGame


@cache
def mixed_match(game: str, players: int, **options: Any) -> AnyGame:
    """A finished game in which greedy and random agents sit in turn."""
    agents = (["greedy", "random"] * players)[:players]
    return play_match(game, agents, seed="mixed", **options)
