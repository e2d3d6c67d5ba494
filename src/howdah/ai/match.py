"""The play loop: ask the agent of the seat to play, play its action, until the game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from howdah.ai.agents import Agent, get_ready, make_agent
from howdah.core.record import Seat
from howdah.games.registry import AnyGame, new

Play = Callable[[str], object]


def play_turn(game: AnyGame, agent: Agent, *, play: Play | None = None) -> list[str]:
    """Let an agent play the turn of the seat to play, and return its actions.

    `play` is called with each action instead of `game.play`; it has to play it in the game.

    >>> game = new("bazar", players=2, starter="seat 0")
    >>> len(play_turn(game, make_agent("greedy", "1"))), game.to_play
    (1, 1)
    """
    seat, turn = game.to_play, game.turns_played
    actions = []
    while seat is not None and game.to_play == seat and game.turns_played == turn:
        action = agent.choose(game.view(seat))
        (play or game.play)(action)
        actions.append(action)
    return actions


def play_until(
    game: AnyGame,
    agent_at: Callable[[int], Agent],
    *,
    stop_at: int | None = None,
    play: Play | None = None,
) -> None:
    """Let agents play until the game is over, or until it is the turn of the seat `stop_at`.

    `agent_at` is called with the seat before each turn.
    """
    while (seat := game.to_play) is not None and seat != stop_at:
        play_turn(game, agent_at(seat), play=play)


def play_match(
    game: str,
    agents: Sequence[str],
    seed: str,
    *,
    make: Callable[[str, str], Agent] = make_agent,
    **options: Any,
) -> AnyGame:
    """Play a whole game between agents; the same seed gives the same game.

    `make` makes an agent of its text and a seed.

    >>> play_match("bombay", ["random", "random"], seed="1").is_over
    True
    """
    seats = [Seat(name=text, agent=text) for text in agents]
    match = new(game, players=len(agents), names=seats, seed=seed, **options)
    players = [
        get_ready(make(text, f"{seed}/seat {seat}"), game) for seat, text in enumerate(agents)
    ]
    play_until(match, players.__getitem__)
    return match
