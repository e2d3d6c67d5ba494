"""Who starts: the medals are kept and called in secret and shown all at once."""

from __future__ import annotations

from typing import Any

import pytest

import howdah
from howdah.core.errors import HowdahError, InvalidOption
from howdah.core.rng import Dealer
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.medals import Choice, Medals, MedalsError, draw_medals


def chosen(medals: Medals, *hands: Any) -> Medals:
    for hand in hands:
        medals.choose(*hand)
    return medals


def test_whoever_calls_the_total_wrong_drops_out() -> None:
    medals = chosen(Medals(3), (0, 1, "even"), (1, 2, "odd"), (2, 3, "even"))
    assert medals.still_in == (0, 2)
    assert medals.first_player is None


def test_the_rest_repeat_until_one_is_left_who_begins() -> None:
    medals = chosen(Medals(3), (0, 1, "even"), (1, 2, "odd"), (2, 3, "even"))
    chosen(medals, (0, 1, "odd"), (2, 2, "odd"))
    assert medals.still_in == (0, 2)
    chosen(medals, (0, 1, "odd"), (2, 1, "even"))
    assert medals.first_player == 2
    assert [len(hands) for hands in medals.rounds] == [3, 3, 3]
    assert medals.rounds[1][1] is None


def test_if_all_are_wrong_the_same_players_repeat() -> None:
    medals = chosen(Medals(2), (0, 1, "odd"), (1, 1, "odd"))
    assert medals.still_in == (0, 1)
    chosen(medals, (0, 1, "even"), (1, 1, "odd"))
    assert medals.first_player == 0


def test_if_all_are_right_the_same_players_repeat() -> None:
    assert chosen(Medals(2), (0, 2, "odd"), (1, 1, "odd")).still_in == (0, 1)


def test_one_player_begins_without_medals() -> None:
    assert Medals(1).first_player == 0
    assert Bazar.new(1, seed=1).start() == {"heads": ["NW"], "first_player": 0, "medals": []}


def test_nobody_sees_a_choice_before_everyone_has_chosen() -> None:
    """Views of others are the same whatever was chosen."""
    for seat in (None, 0, 2):
        seen = {
            repr(chosen(Medals(3), (1, kept, call)).view(seat))
            for kept in (1, 2, 3)
            for call in ("even", "odd")
        }
        assert len(seen) == 1
    view = chosen(Medals(3), (1, 2, "odd")).view(1)
    assert view.own_choice == Choice(2, "odd")
    assert view.waiting_for == (0, 2)
    assert view.rounds == ()


def test_when_all_have_chosen_everyone_sees_everything() -> None:
    medals = chosen(Medals(2), (1, 3, "even"), (0, 1, "even"))
    for seat in (None, 0, 1):
        view = medals.view(seat)
        assert view.rounds == ((Choice(1, "even"), Choice(3, "even")),)
        assert view.own_choice is None
        assert view.waiting_for == (0, 1)
        assert view.first_player is None


def test_when_it_is_over_nobody_is_waited_for() -> None:
    view = chosen(Medals(2), (0, 1, "odd"), (1, 2, "even")).view()
    assert view.waiting_for == ()
    assert view.still_in == (0,)
    assert view.first_player == 0


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ((0, 0, "even"), "should be a whole number from 1 to 3, not 0"),
        ((0, 4, "even"), "should be a whole number from 1 to 3, not 4"),
        ((0, True, "even"), "should be a whole number"),
        ((0, 1, "Even"), 'should be one of even, odd, not "Even"'),
        ((5, 1, "even"), "Seat 5 is not in; in are 0, 1."),
    ],
)
def test_a_choice_that_cannot_be_made_is_refused(hand: Any, message: str) -> None:
    medals = Medals(2)
    with pytest.raises(MedalsError, match=message):
        medals.choose(*hand)
    assert medals.view().waiting_for == (0, 1)


def test_a_choice_stands_once_it_is_made() -> None:
    medals = chosen(Medals(2), (0, 1, "even"))
    with pytest.raises(MedalsError, match="Seat 0 has chosen already"):
        medals.choose(0, 2, "odd")


def test_whoever_is_out_chooses_no_more_and_nobody_after_the_end() -> None:
    medals = chosen(Medals(3), (0, 1, "even"), (1, 2, "odd"), (2, 3, "even"))
    with pytest.raises(MedalsError, match="Seat 1 is not in; in are 0, 2"):
        medals.choose(1, 1, "even")
    chosen(medals, (0, 1, "odd"), (2, 1, "even"))
    with pytest.raises(MedalsError, match="The medals game is over: seat 2 begins"):
        medals.choose(2, 1, "even")


def test_a_copy_goes_its_own_way() -> None:
    medals = chosen(Medals(2), (0, 1, "odd"))
    copied = chosen(medals.copy(), (1, 2, "even"))
    assert (medals.view().waiting_for, copied.first_player) == ((1,), 0)
    assert chosen(medals, (1, 2, "odd")).still_in == (0, 1)


def test_only_seats_at_the_table_may_look() -> None:
    with pytest.raises(InvalidOption, match="seat should be from 0 to 1"):
        Medals(2).view(2)


# In a game


def test_medals_that_people_have_played_decide_who_begins() -> None:
    medals = chosen(Medals(2), (0, 2, "even"), (1, 3, "odd"))
    game = Bazar.new(2, medals=medals)
    assert game.start() == {
        "heads": ["NW", "SE"],
        "first_player": 1,
        "medals": [[[2, "even"], [3, "odd"]]],
    }
    assert game.to_play == 1
    assert game.view().medals == medals.rounds
    assert howdah.from_record(game.record()).record() == game.record()


def test_without_people_the_dealer_plays_the_medals_and_the_seed_repeats_them() -> None:
    for players in (2, 3, 4):
        for seed in range(50):
            game = Bazar.new(players, seed=seed)
            assert game.start() == Bazar.new(players, seed=seed).start()
            assert game.start()["medals"]
            assert howdah.from_record(game.record()).to_play == game.to_play


def test_every_seat_begins_equally_often() -> None:
    begins = [Bazar.new(4, seed=seed).to_play for seed in range(2000)]
    assert all(430 < begins.count(seat) < 570 for seat in range(4))


def test_the_dealer_draws_each_round_from_its_own_stream() -> None:
    medals = draw_medals(2, Dealer("a seed"))
    for number, hands in enumerate(medals.rounds, start=1):
        numbers = Dealer("a seed").stream(f"medals {number}")
        for hand in hands:
            assert hand == Choice(1 + numbers.randbelow(3), ("even", "odd")[numbers.randbelow(2)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"medals": Medals(2)}, "medals should be a finished medals game of 2"),
        ({"medals": Medals(1)}, "medals should be a finished medals game of 2"),
        ({"medals": Medals(2), "starter": "random"}, "medals should not be given when starter is"),
    ],
)
def test_medals_that_do_not_fit_the_game_are_refused(options: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        Bazar.new(2, **options)


def test_a_refused_choice_is_one_of_our_refusals() -> None:
    assert issubclass(MedalsError, HowdahError)


# The other starters


def test_starter_seat_0_lets_seat_0_begin() -> None:
    assert {Bazar.new(4, starter="seat 0", seed=seed).to_play for seed in range(20)} == {0}


def test_starter_random_draws_a_seat() -> None:
    games = [Bazar.new(4, starter="random", seed=seed) for seed in range(100)]
    assert {game.to_play for game in games} == {0, 1, 2, 3}
    assert all(game.start()["medals"] == [] for game in games)
