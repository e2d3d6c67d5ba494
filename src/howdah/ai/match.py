"""A match: agents play a whole game among themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from howdah.ai.agents import Agent, get_ready, make_agent
from howdah.core.record import Seat
from howdah.games.registry import AnyGame, new


def play_match(
    game: str,
    agents: Sequence[str],
    seed: str,
    *,
    make: Callable[[str, str], Agent] = make_agent,
    **options: Any,
) -> AnyGame:
    """A finished game between agents; the same seed gives the same game.

    `make` is whoever makes an agent of its text and a seed.

    >>> play_match("bombay", ["random", "random"], seed="1").is_over
    True
    """
    seats = [Seat(name=text, agent=text) for text in agents]
    match = new(game, players=len(agents), names=seats, seed=seed, **options)
    players = [
        get_ready(make(text, f"{seed}/seat {seat}"), game) for seat, text in enumerate(agents)
    ]
    while (seat := match.to_play) is not None:
        match.play(players[seat].choose(match.view(seat)))
    return match
