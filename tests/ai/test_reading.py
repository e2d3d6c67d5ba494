"""From a view back to a position: all that a seat sees, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from howdah.games.bazar.ai.reading import state_of as bazar_state_of
from howdah.games.bombay.ai.greedy.reading import state_of as bombay_state_of
from howdah.games.bombay.setup import UNLIMITED_CLIENTS
from howdah.games.bombay.state import COLOURS, LEFT, State
from tests.ai.matches import mixed_match

HIDDEN = ("rupees", "clients", "extra_city_tokens", "city_tokens")


def positions(game: str, players: int, **options: Any) -> list[Any]:
    """A game as it stood at each of its decisions."""
    played = mixed_match(game, players, **options)
    stood = [played.at(length) for length in range(len(played.actions))]
    return [game for game in stood if game.to_play is not None]


def total(tokens: int | list[int]) -> int:
    """Some of them, or some from each city."""
    return tokens if isinstance(tokens, int) else sum(tokens)


def known(game: Any) -> State:
    """The position, less what nobody can tell and nothing depends on.

    A colour that is in no market was in some market before, and a bank without a limit has paid
    some clients.
    """
    state: State = game.position()[1]
    markets = [state.market_of[c] if state.stock[c] else LEFT for c in COLOURS]
    is_limited = game.options.client_limit is not None
    clients_left = state.clients_left if is_limited else UNLIMITED_CLIENTS
    return replace(state, market_of=markets, clients_left=clients_left)


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (3, {}), (4, {}), (5, {}), (2, {"client_limit": 2})]
)
def test_a_view_with_open_screens_tells_the_whole_position(
    players: int, options: dict[str, int]
) -> None:
    for game in positions("bombay", players, **options):
        view = game.view(game.to_play, screens="open")
        assert bombay_state_of(view) == known(game)


def test_what_is_behind_the_screens_of_others_is_read_as_nothing() -> None:
    seen: set[str] = set()
    for game in positions("bombay", 4):
        seat, whole = game.to_play, known(game)
        read = bombay_state_of(game.view(seat))
        seen |= {name for name in HIDDEN if sum(map(total, getattr(whole, name)))}
        for name in HIDDEN:
            assert getattr(read, name)[seat] == getattr(whole, name)[seat]
            others = [row for other, row in enumerate(getattr(read, name)) if other != seat]
            assert sum(map(total, others)) == 0
            setattr(read, name, getattr(whole, name))
        assert read == whole
    assert seen == set(HIDDEN), "the game should have had everything that screens hide"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("tip_rule", ["join", "touch"])
def test_a_view_of_bazar_tells_the_whole_position(players: int, tip_rule: str) -> None:
    for game in positions("bazar", players, tip_rule=tip_rule):
        assert bazar_state_of(game.view(game.to_play)) == game.position()[1]
