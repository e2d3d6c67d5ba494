"""No two heads on one trunk, in both readings: `join` and `touch`."""

from __future__ import annotations

from tests.games.bazar.scene import BOTH_TIP_RULES, Scene, action

# join: a tile after which two trunks run into each other is forbidden


def test_under_join_two_tips_may_not_be_joined_by_one_segment() -> None:
    scene = Scene().straight_to_the_middle()
    assert scene.reasons_against("14") == ["trunks-joined"]
    assert scene.reasons_against("14-03-25") == ["trunks-joined"]


def test_under_join_a_tile_that_keeps_both_trunks_apart_is_legal() -> None:
    legal = Scene().straight_to_the_middle().legal()
    assert legal
    assert all("4" in name and "1" in name and "14" not in name for name in legal)


def test_under_join_an_old_stretch_taken_from_both_ends_is_a_join() -> None:
    scene = Scene().straight_to_the_middle().set_tiles(((1, 0), "34"), ((1, -1), "12"))
    assert scene.reasons_against("04-15") == ["trunks-joined"]
    assert scene.reasons_against("04-15-23") == ["trunks-joined"]
    assert scene.reasons_against("45-01") == ["trunks-joined"]
    assert action("01-24-35") in map(str, scene.game.legal_actions())


def test_under_join_two_old_stretches_may_make_the_join() -> None:
    scene = Scene().straight_to_the_middle()
    scene.set_tiles(((1, 0), "34"), ((1, -1), "12"), ((-1, 0), "01"), ((-1, 1), "45"))
    assert scene.reasons_against("04-25-13") == ["trunks-joined"]
    assert scene.reasons_against("04-35-12") == ["trunks-joined"]
    assert scene.reasons_against("04-15-23") == ["trunks-joined"]
    assert scene.legal() == ["end-piece"]


def test_under_join_two_opponents_may_not_be_joined_by_a_third() -> None:
    scene = Scene(3, "hexagon-19").set_tiles(((0, -2), "14"), ((0, -1), "14"))
    scene.set_tiles(((2, -2), "25"), ((1, -1), "25"), ((0, 2), "14"), ((0, 1), "14"))
    assert [scene.tip(seat) for seat in range(3)] == [
        ((0, 0), "NW"),
        ((0, 0), "NE"),
        ((0, 0), "SE"),
    ]
    for seat in range(3):
        assert scene.to_play(seat).reasons_against("15-04") == ["trunks-joined"]
        assert scene.to_play(seat).reasons_against("14-05") == ["trunks-joined"]
        assert scene.to_play(seat).reasons_against("45-01") == ["trunks-joined"]
        assert scene.legal() == [
            "01-24-35",
            "01-25-34",
            "04-12-35",
            "04-13-25",
            "05-12-34",
            "05-13-24",
        ]


def test_under_join_two_opponents_may_not_be_joined_through_an_old_stretch() -> None:
    scene = Scene(3, "hexagon-19").set_tiles(((0, -2), "14"), ((0, -1), "14"))
    scene.set_tiles(((2, -2), "25"), ((1, -1), "25"), ((0, 2), "14"), ((0, 1), "14"))
    scene.set_tiles(((-1, 0), "01"), ((-1, 1), "45"))
    (reason,) = scene.game.why_not(action("04-35-12"))
    assert reason.arguments == {"one": 1, "other": 2}
    assert scene.legal() == ["end-piece"]


def test_the_reason_names_both_seats_whoever_is_to_play() -> None:
    scene = Scene(3, "hexagon-19").set_tiles(((0, -2), "14"), ((0, -1), "14"))
    scene.set_tiles(((2, -2), "25"), ((1, -1), "25"), ((0, 2), "14"), ((0, 1), "14"))
    (reason,) = scene.game.why_not(action("15-04"))
    assert reason.arguments == {"one": 1, "other": 2}
    assert reason.sentence == "The trunks of seat 1 and seat 2 would join."
    assert reason.rule == "bazar#two-heads"


def test_under_join_every_tip_at_the_cell_must_be_carried_on() -> None:
    scene = Scene().straight_to_the_middle()
    assert scene.reasons_against("04") == ["opening-plugged"]
    assert scene.reasons_against("04-23") == ["opening-plugged"]


def test_under_join_a_trunk_may_meet_its_own_stretch() -> None:
    """One trunk through one cell several times is no join: it has but one head."""
    scene = Scene(1, "hexagon-37").set_tiles(*(((0, r), "14") for r in (-3, -2, -1)))
    scene.set_tiles(((1, 0), "23"), ((0, 1), "45"))
    scene.place("04-13")
    assert scene.length(0) == 7


@BOTH_TIP_RULES
def test_a_stopped_trunk_joins_nobody(tip_rule: str) -> None:
    """Its tip is under its end piece, so a trunk that comes there is blocked as well."""
    scene = Scene(tip_rule=tip_rule).straight_to_the_middle().end_piece((0, 0))
    scene.play("end-piece")
    assert scene.game.to_play == 1
    assert scene.reasons_against("04-13") == ["end-piece-here"]
    assert scene.legal() == ["end-piece"]


# touch: a cell that an opponent's tip faces is closed


def test_under_touch_a_cell_that_an_opponents_tip_faces_is_closed() -> None:
    scene = Scene(tip_rule="touch").straight_to_the_middle()
    assert scene.legal() == ["end-piece"]
    assert scene.reasons_against("04-13") == ["rival-at-the-cell"]


def test_under_touch_both_are_blocked_there() -> None:
    scene = Scene(tip_rule="touch").straight_to_the_middle().play("end-piece")
    assert scene.legal() == ["end-piece"]
    scene.play("end-piece")
    assert scene.game.is_over
    assert scene.table.end_pieces[0, 0] == (0, 1)


def test_under_touch_the_reason_names_the_seat_that_faces_the_cell() -> None:
    scene = Scene(tip_rule="touch").straight_to_the_middle()
    (reason,) = scene.game.why_not(action("04-13"))
    assert reason.arguments == {"seat": 1}
    (reason,) = scene.to_play(1).game.why_not(action("04-13"))
    assert reason.arguments == {"seat": 0}


def test_under_touch_moving_ones_tip_to_face_such_a_cell_is_legal() -> None:
    scene = Scene(tip_rule="touch").set_tiles(((0, -2), "14"), ((0, 2), "14"), ((0, 1), "14"))
    scene.place("14")
    assert scene.tip(0)[0] == scene.tip(1)[0] == (0, 0)


def test_far_from_other_tips_both_readings_agree() -> None:
    touch = Scene(2, "hexagon-61", tip_rule="touch").place("14", "14", "14", "14")
    join = Scene(2, "hexagon-61", tip_rule="join").place("14", "14", "14", "14")
    assert touch.legal() == join.legal() != ["end-piece"]


def test_the_two_readings_differ_where_two_tips_meet() -> None:
    touch = Scene(tip_rule="touch").straight_to_the_middle()
    join = Scene(tip_rule="join").straight_to_the_middle()
    assert touch.legal() == ["end-piece"]
    assert "04-13" in join.legal()
