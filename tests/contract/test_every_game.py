"""What every registered game promises; a new game is found here by itself."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.core.errors import HowdahError, IllegalAction, InvalidAction, NothingToUndo
from howdah.core.rng import Stream
from howdah.games.registry import GAMES, game_class

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


def positions(name: str, seed: int = 1) -> Iterator[Any]:
    """Every position of one random game."""
    game, choice = howdah.new(name, seed=seed), random.Random(seed)
    yield game
    while not game.is_over:
        game.play(choice.choice(game.legal_actions()))
        yield game


def finish_game(name: str, seed: int = 1) -> Any:
    *_, last = positions(name, seed)
    return last


@EVERY_GAME
def test_a_game_goes_by_its_name(name: str) -> None:
    assert howdah.new(name).name == name


@EVERY_GAME
def test_a_game_ends_with_a_result_and_winners(name: str) -> None:
    game = finish_game(name)
    assert game.to_play is None
    assert game.legal_actions() == []
    winners = game.result()["winners"]
    assert winners == sorted(set(winners))
    assert winners
    assert set(winners) <= set(range(game.players))


@EVERY_GAME
def test_a_game_can_be_seen_as_it_stood_after_any_number_of_actions(name: str) -> None:
    whole = finish_game(name)
    for length in range(len(whole.actions) + 1):
        earlier = whole.at(length)
        assert earlier.actions == whole.actions[:length]
        assert earlier.is_over == (length == len(whole.actions))
    assert whole.is_over
    for wrong in (-1, len(whole.actions) + 1):
        with pytest.raises(HowdahError):
            whole.at(wrong)


@EVERY_GAME
def test_the_positions_of_a_game_are_those_after_each_action(name: str) -> None:
    whole = finish_game(name)
    first = whole.length // 2
    for earlier in (None, whole.at(first)):
        found = list(whole.positions(first, earlier))
        assert [game.length for game in found] == [*range(first, whole.length + 1)]
        for game in found:
            assert game.view(0, screens="open") == whole.at(game.length).view(0, screens="open")


@EVERY_GAME
def test_turns_are_counted_and_each_is_played_by_one_seat(name: str) -> None:
    whole = finish_game(name)
    seats: dict[int, set[int]] = {}
    for length in range(len(whole.actions)):
        earlier = whole.at(length)
        if earlier.to_play is not None:
            seats.setdefault(earlier.turns_played, set()).add(earlier.to_play)
    assert list(seats) == list(range(whole.turns_played))
    assert all(len(played_by) == 1 for played_by in seats.values())


@EVERY_GAME
def test_every_action_has_a_number_and_every_number_at_most_one_action(name: str) -> None:
    for game in positions(name):
        for action in (*game.legal_actions(), *game.actions):
            number = game.number_of(action)
            assert game.number_of(str(action)) == number
            assert game.action_of(number) == action
        assert game.numbers() == [game.number_of(action) for action in game.actions]
        assert game.numbers(3) == game.numbers()[3:]
    found = {}
    for number in range(-10, 5000):
        with suppress(InvalidAction):
            found[game.action_of(number)] = number
    assert all(game.number_of(action) == number for action, number in found.items())
    for number in (-1, 5000, 2**70):
        with pytest.raises(InvalidAction, match="no action with the number"):
            game.action_of(number)


@EVERY_GAME
def test_legal_actions_are_distinct_and_always_in_the_same_order(name: str) -> None:
    for game in positions(name):
        legal = game.legal_actions()
        assert len(set(legal)) == len(legal)
        assert legal == game.legal_actions() == game.copy().legal_actions()


@EVERY_GAME
def test_every_legal_action_round_trips_and_has_no_reason_against_it(name: str) -> None:
    for game in positions(name):
        for action in game.legal_actions():
            assert game.parse(str(action)) == action
            assert game.why_not(action) == ()


@EVERY_GAME
def test_text_and_action_are_played_alike(name: str) -> None:
    one, other = howdah.new(name, seed=3), howdah.new(name, seed=3)
    choice = random.Random(3)
    while not one.is_over:
        action = choice.choice(one.legal_actions())
        one.play(action)
        other.play(str(action))
    assert one.record() == other.record()


@EVERY_GAME
def test_nonsense_is_invalid_and_changes_nothing(name: str) -> None:
    game = howdah.new(name, seed=1)
    before = game.record()
    for text in ("", "nonsense", "restock 9", "\x00", "é" * 500):
        with pytest.raises(InvalidAction):
            game.play(text)
    assert game.record() == before


@EVERY_GAME
def test_a_finished_game_refuses_every_action(name: str) -> None:
    game = finish_game(name)
    for action in howdah.new(name, seed=1).legal_actions():
        with pytest.raises(IllegalAction) as caught:
            game.play(action)
        assert caught.value.reasons
        assert caught.value.legal == ()


@EVERY_GAME
def test_undoing_everything_leads_back_to_the_start(name: str) -> None:
    game = finish_game(name)
    first = howdah.new(name, seed=1)
    while game.record() != first.record():
        game.undo()
    with pytest.raises(NothingToUndo):
        game.undo()


@EVERY_GAME
def test_what_a_record_carries_beside_the_game_is_kept(name: str) -> None:
    record = replace(howdah.new(name, seed=1).record(), meta={"date": "2026-11-16"})
    assert howdah.from_record(record).copy().record() == record


@EVERY_GAME
def test_a_record_gives_the_game_back(name: str) -> None:
    for game in positions(name):
        again = howdah.from_record(howdah.Record.parse(str(game.record())))
        assert again.record() == game.record()
        assert again.legal_actions() == game.legal_actions()


DUPLICATES: dict[str, Callable[[Any], Any]] = {
    "its own copy": lambda game: game.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


@EVERY_GAME
@pytest.mark.parametrize("way", DUPLICATES)
def test_a_copy_in_the_middle_of_a_game_goes_on_alike(name: str, way: str) -> None:
    game, choice = howdah.new(name, seed=4), random.Random(4)
    for _ in range(15):
        game.play(choice.choice(game.legal_actions()))
    before = game.record()
    copied = DUPLICATES[way](game)
    play_out(copied, random.Random(9))
    assert game.record() == before
    play_out(game, random.Random(9))
    assert game.record() == copied.record()


def play_out(game: Any, choice: random.Random) -> None:
    while not game.is_over:
        game.play(choice.choice(game.legal_actions()))


@EVERY_GAME
def test_the_same_seed_gives_the_same_game_and_another_seed_another(name: str) -> None:
    assert finish_game(name, 5).record() == finish_game(name, 5).record()
    assert finish_game(name, 5).record() != finish_game(name, 6).record()


@EVERY_GAME
def test_a_view_is_plain_data_about_its_seat(name: str) -> None:
    for game in positions(name):
        for seat in (None, *range(game.players)):
            view = game.view(seat)
            assert view.seat == seat
            assert view.game == name
            assert view.actions == game.record().actions
            assert bool(view.legal_actions) == (seat is not None and seat == game.to_play)


@EVERY_GAME
def test_an_open_view_shows_what_a_seat_sees_behind_the_screens(name: str) -> None:
    for game in positions(name):
        whole = game.view(screens="open")
        for seat in (None, *range(game.players)):
            own, derived = game.view(seat), whole.behind_screens(seat)
            assert derived.with_fields(legal_actions=own.legal_actions) == own
        assert whole == game.view(screens="open")


@EVERY_GAME
def test_changing_a_view_changes_nothing_else(name: str) -> None:
    for game in positions(name):
        view, record, before = game.view(0), game.record(), game.view(0)
        for field in fields(view):
            if isinstance(held := getattr(view, field.name), dict):
                held.clear()
        assert game.view(0) == before
        assert game.record() == record


@EVERY_GAME
def test_games_and_views_draw_themselves_in_notebooks(name: str) -> None:
    game = howdah.new(name, seed=1)
    assert str(game._repr_svg_()).startswith("<svg ")
    assert str(game.view(0)._repr_svg_()).startswith("<svg ")


@EVERY_GAME
def test_a_game_tells_what_can_be_chosen(name: str) -> None:
    kind = game_class(name)
    assert kind.title
    assert kind.usual_players in kind.player_counts
    for players in kind.player_counts:
        assert howdah.new(name, players=players, seed=1).players == players
    for setting in kind.settings:
        for choice in setting.choices:
            game = howdah.new(name, seed=1, **{setting.name: choice})
            assert game.rules()[setting.name] == choice


@EVERY_GAME
def test_chance_is_complete_when_nobody_deals(name: str) -> None:
    game = howdah.new(name, seed=1)
    game.dealer = None
    if game.actions:
        game.undo()
    outcomes = game.chance_outcomes()
    assert game.is_chance == bool(outcomes)
    if outcomes:
        assert sum(probability for _, probability in outcomes) == 1
        assert [action for action, _ in outcomes] == game.legal_actions()


@EVERY_GAME
def test_every_refusal_is_one_of_ours(name: str) -> None:
    with pytest.raises(HowdahError):
        howdah.new(name, players=99)


@EVERY_GAME
def test_the_core_does_not_know_any_game(name: str) -> None:
    core = Path(howdah.__file__).parent / "core"
    for module in core.glob("*.py"):
        assert name not in module.read_text(encoding="utf-8").lower(), module.name


@EVERY_GAME
def test_a_position_that_is_handed_out_is_a_copy(name: str) -> None:
    game = howdah.new(name, seed=1)
    tables, state = game.position()
    game.play(game.legal_actions()[0])
    assert game.position()[0] is tables
    assert state == howdah.new(name, seed=1).position()[1]
    assert state != game.position()[1]


@EVERY_GAME
def test_every_draw_can_be_repeated_from_the_seed_without_the_rules(name: str) -> None:
    for setting in (None, *game_class(name).settings):
        choices = [] if setting is None or setting.name == "board" else setting.choices
        for options in [{}] if setting is None else [{setting.name: one} for one in choices]:
            game, choice = howdah.new(name, seed=3, **options), random.Random(3)
            while not game.is_over:
                game.play(choice.choice(game.legal_actions()))
            check_draws_as_data(game, "3")


def check_draws_as_data(game: Any, seed: str) -> None:
    """Repeat the draws of a game from what JSON keeps of them."""
    draws = json.loads(json.dumps([draw.to_json() for draw in game.draws()]))
    chance = [number for number in game.numbers() if number in game.draw_codes]
    assert len(draws) >= len(chance)
    for draw in draws:
        drawn = Stream(seed, draw["label"]).sample(draw["items"], len(draw["result"]))
        if not draw["is_ordered"]:
            drawn.sort(key=draw["items"].index)
        assert drawn == draw["result"]
