"""Waiting and moving, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.games.bombay.scene import Scene


def test_waiting_takes_all_three_stars_and_earns_one_rupee() -> None:
    scene = Scene().play("wait")
    assert (scene.of(0).rupees, scene.game.to_play) == (3, 1)


@pytest.mark.parametrize("site", ["A", "B", "D1", "E1", "F1", "G1", "H1"])
def test_one_may_wait_anywhere(site: str) -> None:
    assert "wait" in Scene().put(site).legal()


def test_waiting_is_only_a_whole_turn() -> None:
    assert Scene().play("move E4").reasons_against("wait") == ["whole-turn"]


def test_a_move_follows_one_trail() -> None:
    scene = Scene()
    assert scene.legal("move") == ["move E4", "move F4", "move G5", "move H1"]
    assert scene.reasons_against("move D1") == ["no-trail"]
    assert scene.play("move E4").of(0).site == "E4"


def test_staying_is_not_a_move() -> None:
    assert Scene().reasons_against("move A") == ["no-trail"]


def test_a_move_costs_one_star() -> None:
    assert Scene().play("move E4").table.stars == 2


@pytest.mark.parametrize("hilltop", ["A", "B"])
def test_entering_a_hilltop_costs_two_stars(hilltop: str) -> None:
    assert Scene().put("E4").play(f"move {hilltop}").table.stars == 1


def test_leaving_a_hilltop_costs_one_star() -> None:
    assert Scene().put("B").play("move G6").table.stars == 2


def test_one_star_does_not_reach_a_hilltop() -> None:
    scene = Scene().put("D4").play("move G8", "move E4")
    assert scene.legal("move") == ["move D4", "move G8"]
    assert scene.reasons_against("move B") == ["too-few-stars"]


def test_several_elephants_may_stand_on_one_site() -> None:
    scene = Scene().put("E4", seat=1).play("move E4")
    assert scene.of(0).site == scene.of(1).site == "E4"


def test_entering_a_rival_s_palace_pays_its_owner_from_the_bank() -> None:
    scene = Scene().palace("G5", 2).play("move G5")
    assert [scene.of(seat).rupees for seat in range(4)] == [2, 2, 3, 2]


def test_each_entry_pays_again() -> None:
    scene = Scene().palace("G5", 2).play("move G5", "move H2", "move G5")
    assert scene.of(2).rupees == 4


def test_entering_your_own_palace_earns_nothing() -> None:
    assert Scene().palace("G5", 0).play("move G5").of(0).rupees == 2


def test_leaving_a_palace_pays_nothing() -> None:
    assert Scene().put("G5").palace("G5", 2).play("move H2").of(2).rupees == 2


def test_a_palace_on_a_hilltop_is_paid_too() -> None:
    assert Scene().put("E4").palace("B", 3).play("move B").of(3).rupees == 3
