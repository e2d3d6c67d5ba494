"""The searches: the same interpreted and compiled, the same again, and right at the end."""

from __future__ import annotations

from typing import Any

import pytest

from howdah import fast
from howdah.ai.budget import Budget
from howdah.ai.search.search import (
    FlatMonteCarloSearch,
    GuidedSearch,
    PuctSearch,
    Search,
    UctSearch,
)
from howdah.ai.search.warmup import is_ready, make_ready
from howdah.games.registry import GAMES, game_class, new
from tests.ai.matches import mixed_match

SEARCHES = (UctSearch, FlatMonteCarloSearch, GuidedSearch, PuctSearch)
EVERY_SEARCH = pytest.mark.parametrize("search", SEARCHES)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game_class(game).player_counts]
)


def table(game: str, players: int = 2) -> Any:
    """A game that has just begun."""
    options = {"starter": "seat 0"} if game == "bazar" else {}
    return new(game, players=players, seed="search", **options)


def thought(search: type[Search], game: Any, simulations: int, *, is_compiled: bool) -> Search:
    """A search that has thought."""
    found = search(game, "1", is_compiled=is_compiled)
    found.think(Budget(simulations=simulations))
    return found


@pytest.mark.skipif(not fast.is_compiled(), reason="there is no compiler here")
@EVERY_TABLE
@EVERY_SEARCH
def test_compiled_and_interpreted_searches_agree_to_the_last_bit(
    search: type[Search], game: str, players: int
) -> None:
    make_ready([(game, search.kind)])
    start = table(game, players)
    compiled = thought(search, start, 12, is_compiled=True)
    interpreted = thought(search, start, 12, is_compiled=False)
    assert compiled.weighed() == interpreted.weighed()
    assert compiled.best() == interpreted.best()


@EVERY_GAME
@EVERY_SEARCH
def test_the_same_seed_finds_the_same(search: type[Search], game: str) -> None:
    one, other = (thought(search, table(game), 9, is_compiled=False) for _ in range(2))
    assert one.weighed() == other.weighed()


@EVERY_GAME
@EVERY_SEARCH
def test_the_best_move_is_legal_at_every_decision(search: type[Search], game: str) -> None:
    played = mixed_match(game, 2)
    for length in range(0, len(played.actions), 5):
        stood = played.at(length)
        if stood.to_play is not None:
            for code in thought(search, stood, 3, is_compiled=False).best():
                stood.play(stood.action_of(code))


@EVERY_GAME
@EVERY_SEARCH
def test_what_was_thought_is_kept_when_the_game_goes_on(search: type[Search], game: str) -> None:
    start = table(game)
    found = thought(search, start, 60, is_compiled=False)
    codes = found.best()
    for code in codes:
        start.play(start.action_of(code))
    found.follow(start, codes)
    assert found.visits > 1
    found.think(Budget(simulations=5))
    assert start.number_of(start.action_of(found.best()[0])) == found.best()[0]


@EVERY_GAME
def test_a_way_that_was_never_looked_at_begins_a_new_tree(game: str) -> None:
    start = table(game)
    found = thought(UctSearch, start, 1, is_compiled=False)
    codes = []
    for _ in range(8):
        action = start.legal_actions()[-1]
        codes.append(start.number_of(action))
        start.play(action)
    found.follow(start, codes)
    assert found.visits == 0


def test_draws_are_followed_too() -> None:
    played = mixed_match("bombay", 2)
    draws = [n for n, text in enumerate(map(str, played.actions)) if text.startswith("restock")]
    before, after = played.at(draws[1] - 1), played.at(draws[1] + 1)
    found = thought(UctSearch, before, 4000, is_compiled=False)
    codes = [played.number_of(action) for action in played.actions[draws[1] - 1 : draws[1] + 1]]
    found.follow(after, codes)
    found.think(Budget(simulations=1))
    assert found.best()


def test_the_last_turn_is_played_exactly() -> None:
    """With nothing left but one's own turn, the champion finds what wins."""
    played = mixed_match("bombay", 2)
    stood = played.at(max(n for n in range(len(played.actions)) if _begins_last_turn(played, n)))
    search = thought(PuctSearch, stood, 50, is_compiled=False)
    best = max(worth for _, worth in search.weighed())
    for move, worth in search.weighed():
        after = stood.copy()
        for code in move:
            after.play(after.action_of(code))
        assert after.is_over
        result: Any = after.result()
        wins = stood.to_play in result["winners"]
        assert (worth > 0.5) == wins or best < 0.5


def _begins_last_turn(game: Any, length: int) -> bool:
    stood = game.at(length)
    return stood.to_play is not None and stood.turns_played == game.turns_played - 1


def test_a_search_that_cannot_be_used_yet_says_so_and_gets_ready() -> None:
    is_ready("bombay", "uct")
    make_ready([("bombay", "uct")])
    assert is_ready("bombay", "uct") == fast.is_compiled()
