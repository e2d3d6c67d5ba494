"""The greedy agent plays Bombay like a careful beginner."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from howdah.ai.agents import make_agent
from howdah.ai.match import play_match
from howdah.games.bombay.ai.greedy import best_actions
from howdah.games.bombay.ai.sale_values import all_distances
from howdah.games.bombay.board_files import BOARDS
from tests.ai.matches import mixed_match
from tests.games.bombay.scene import Scene

NO_YELLOW = "pppbbbooo"


def turn(scene: Scene) -> list[str]:
    """The turn that the agent plays for seat 0, from the position: no record leads to a scene."""
    began = len(scene.game.actions)
    while scene.game.to_play == 0:
        scene.play(best_actions(scene.game)[0])
    return [str(action) for action in scene.game.actions[began:]]


def last_turn(scene: Scene) -> Scene:
    """The same, as if the game were over after this game turn."""
    scene.state.set_number, scene.state.game_turn = 4, 4
    return scene


# The first-game layout: D1 Indore wants purple, orange, blue; E4 sells purple, E1 blue.


def test_it_sells_where_its_silk_is_wanted_most() -> None:
    assert "sell purple" in turn(Scene().put("D1").give("purple"))


def test_it_carries_silk_to_a_city_that_wants_it_and_sells_there() -> None:
    assert turn(Scene().put("H2").give("purple"))[:2] == ["move D1", "sell purple"]


def test_it_goes_to_a_post_and_buys() -> None:
    assert "buy" in turn(Scene())


def test_it_waits_when_there_is_nothing_left_to_do() -> None:
    assert turn(last_turn(Scene())) == ["wait"]


def test_it_builds_in_its_last_turn_with_silk_that_it_can_no_longer_sell() -> None:
    scene = Scene(restock=NO_YELLOW).put("G1").give("yellow")
    assert "build yellow" in turn(last_turn(scene))


def test_it_builds_for_a_city_token_that_completes_its_reputation() -> None:
    scene = last_turn(Scene().put("G5").token("G5", "city").give("blue"))
    scene.state.city_tokens[0] = [1, 0, 1, 0]
    assert turn(scene)[0] == "build blue"


def test_it_takes_the_free_bale_of_a_palace_it_has_built() -> None:
    scene = Scene().put("G3").token("G3", "bale").give("blue").play("build blue")
    assert turn(scene)[0].startswith("take ")


def test_it_does_not_wander_about_in_its_last_turn() -> None:
    assert turn(last_turn(Scene().put("D1").give("purple"))) == ["sell purple", "end"]


def test_of_two_ways_it_takes_the_one_without_a_toll() -> None:
    scene = last_turn(Scene().put("D3").give("purple"))
    scene.state.palaces_built[0] = 5
    assert best_actions(scene.game) == ["move G2", "move H2"]
    scene.palace("H2", seat=1)
    assert best_actions(scene.game) == ["move G2"]


def test_open_screens_change_nothing() -> None:
    played = mixed_match("bombay", 4)
    for length in range(1, len(played.actions), 6):
        game = played.at(length)
        if (seat := game.to_play) is not None:
            hidden, shown = game.view(seat), game.view(seat, screens="open")
            agent, other = make_agent("greedy", "1"), make_agent("greedy", "1")
            assert agent.choose(hidden) == other.choose(shown)


def test_what_rivals_hold_behind_their_screens_changes_nothing() -> None:
    played = mixed_match("bombay", 4)
    for length in range(1, len(played.actions), 6):
        game = played.at(length)
        if (seat := game.to_play) is not None:
            best = best_actions(game)
            for rival in {0, 1, 2, 3} - {seat}:
                change_holdings_of(game, rival)
            assert best_actions(game) == best


def change_holdings_of(game: Any, rival: int) -> None:
    """Give a rival other rupees and tokens than the game did."""
    state = game._state
    state.rupees[rival] = 20 - min(state.rupees[rival], 20)
    state.clients[rival] = 7 - min(state.clients[rival], 7)
    state.extra_city_tokens[rival] += 2
    state.city_tokens[rival] = [1 - token for token in state.city_tokens[rival]]


def test_hills_are_further_than_they_look() -> None:
    deccan = BOARDS.get("deccan")
    stars, number = all_distances(deccan.tables), deccan.number_of
    assert stars[number["A"]][number["A"]] == 0
    assert stars[number["A"]][number["E4"]] == 1
    assert stars[number["E4"]][number["A"]] == 2
    assert stars[number["E4"]][number["H1"]] == 3


def test_it_buys_sells_and_builds_when_it_plays_itself() -> None:
    games = [play_match("bombay", ["greedy"] * 4, seed=f"self {n}") for n in range(2)]
    verbs = Counter(str(action).split()[0] for game in games for action in game.actions)
    results: list[Any] = [game.result() for game in games]
    rupees = [rupees for result in results for rupees in result["rupees"]]
    assert verbs["sell"] > 2 * 12
    assert verbs["build"] > 2 * 2
    assert verbs["wait"] < 2 * 64 / 4
    assert sum(rupees) / len(rupees) > 22


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_the_random_agent(seat: int) -> None:
    agents = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
    matches = (play_match("bombay", agents, seed=f"beats {n}") for n in range(3))
    results: list[Any] = [match.result() for match in matches]
    assert [result["winners"] for result in results] == [[seat]] * 3
