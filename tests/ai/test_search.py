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
    is_ready,
    make_ready,
)
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


def run_search(search: type[Search], game: Any, simulations: int, *, is_compiled: bool) -> Search:
    """A search that has run for so many simulations."""
    found = search(game, "1", is_compiled=is_compiled)
    found.run(Budget(simulations=simulations))
    return found


@pytest.mark.skipif(not fast.is_compiled(), reason="there is no compiler here")
@EVERY_TABLE
@EVERY_SEARCH
def test_compiled_and_interpreted_searches_agree_to_the_last_bit(
    search: type[Search], game: str, players: int
) -> None:
    make_ready([(game, search.kind)])
    start = table(game, players)
    compiled = run_search(search, start, 12, is_compiled=True)
    interpreted = run_search(search, start, 12, is_compiled=False)
    assert compiled.move_values() == interpreted.move_values()
    assert compiled.best_move() == interpreted.best_move()


@EVERY_GAME
@EVERY_SEARCH
def test_the_same_seed_finds_the_same(search: type[Search], game: str) -> None:
    one, other = (run_search(search, table(game), 9, is_compiled=False) for _ in range(2))
    assert one.move_values() == other.move_values()


@EVERY_GAME
@EVERY_SEARCH
def test_the_best_move_is_legal_at_every_decision(search: type[Search], game: str) -> None:
    played = mixed_match(game, 2)
    for length in range(0, len(played.actions), 5):
        earlier = played.at(length)
        if earlier.to_play is not None:
            for code in run_search(search, earlier, 3, is_compiled=False).best_move():
                earlier.play(earlier.action_of(code))


@EVERY_GAME
@EVERY_SEARCH
def test_the_tree_is_kept_when_the_game_goes_on(search: type[Search], game: str) -> None:
    start = table(game)
    found = run_search(search, start, 60, is_compiled=False)
    codes = found.best_move()
    for code in codes:
        start.play(start.action_of(code))
    found.advance(start, codes)
    assert found.root_visits > 1
    found.run(Budget(simulations=5))
    assert start.number_of(start.action_of(found.best_move()[0])) == found.best_move()[0]


@EVERY_GAME
def test_an_unvisited_move_begins_a_new_tree(game: str) -> None:
    start = table(game)
    found = run_search(UctSearch, start, 1, is_compiled=False)
    codes = []
    for _ in range(8):
        action = start.legal_actions()[-1]
        codes.append(start.number_of(action))
        start.play(action)
    found.advance(start, codes)
    assert found.root_visits == 0


def test_the_tree_is_kept_after_a_draw() -> None:
    played = mixed_match("bombay", 2)
    draws = [n for n, text in enumerate(map(str, played.actions)) if text.startswith("restock")]
    before, after = played.at(draws[1] - 1), played.at(draws[1] + 1)
    found = run_search(UctSearch, before, 4000, is_compiled=False)
    codes = [played.number_of(action) for action in played.actions[draws[1] - 1 : draws[1] + 1]]
    found.advance(after, codes)
    found.run(Budget(simulations=1))
    assert found.best_move()


def test_the_last_turn_is_played_exactly() -> None:
    """With nothing left but one's own turn, the champion finds what wins."""
    played = mixed_match("bombay", 2)
    earlier = played.at(max(n for n in range(len(played.actions)) if _begins_last_turn(played, n)))
    search = run_search(PuctSearch, earlier, 50, is_compiled=False)
    best = max(value for _, value in search.move_values())
    for move, value in search.move_values():
        after = earlier.copy()
        for code in move:
            after.play(after.action_of(code))
        assert after.is_over
        result: Any = after.result()
        wins = earlier.to_play in result["winners"]
        assert (value > 0.5) == wins or best < 0.5


def _begins_last_turn(game: Any, length: int) -> bool:
    earlier = game.at(length)
    return earlier.to_play is not None and earlier.turns_played == game.turns_played - 1


def test_a_search_that_cannot_be_used_yet_says_so_and_gets_ready() -> None:
    is_ready("bombay", "uct")
    make_ready([("bombay", "uct")])
    assert is_ready("bombay", "uct") == fast.is_compiled()
