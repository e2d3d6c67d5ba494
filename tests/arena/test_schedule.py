"""Deals and rotations: every agent sits in every seat of every deal."""

from __future__ import annotations

from collections import Counter

import pytest

from howdah.arena import Arena, Fixture
from howdah.arena.schedule import Contest, assign_seats, count_rotations
from howdah.core.errors import InvalidOption

FOUR = Contest("bombay", ("a", "b", "c", "d"), deals=3, seed="7")


def test_every_agent_sits_in_every_seat_of_a_deal() -> None:
    met = Counter(
        (seat, text)
        for rotation in range(FOUR.rotations)
        for seat, text in enumerate(FOUR.seats(rotation))
    )
    assert met == Counter({(seat, text): 1 for seat in range(4) for text in "abcd"})


@pytest.mark.parametrize(
    ("agents", "expected"), [("AB", 2), ("ABAB", 2), ("ABBB", 4), ("AABB", 4), ("AAA", 1), ("A", 1)]
)
def test_only_rotations_that_differ_are_played(agents: str, expected: int) -> None:
    assert count_rotations(agents) == expected


def test_fewer_agents_than_players_take_turns_round_the_table() -> None:
    assert assign_seats(["a", "b"], 4) == ("a", "b", "a", "b")
    assert assign_seats(["a"], 3) == ("a", "a", "a")
    with pytest.raises(InvalidOption, match=r"4 players take 1, 2, 4 agents, not 3\."):
        assign_seats(["a", "b", "c"], 4)
    with pytest.raises(InvalidOption, match="not 0"):
        assign_seats([], 2)


def test_games_are_rounded_up_to_whole_deals() -> None:
    contest = Arena("bombay", ["greedy", "random", "random"], players=3, games=10).contest
    assert (contest.deals, contest.rotations, contest.games) == (4, 3, 12)
    assert [contest.number_of(one) for one in contest.fixtures()] == list(range(1, 13))


def test_the_rotations_of_a_deal_share_its_start_and_its_first_restock() -> None:
    deals = [
        {str((game.start(), game.actions)) for game in map(FOUR.new_game, fixtures)}
        for fixtures in ([Fixture(deal, r) for r in range(4)] for deal in range(3))
    ]
    assert [len(deal) for deal in deals] == [1, 1, 1]
    assert len(set.union(*deals)) == 3


def test_no_two_agents_share_their_randomness_nor_see_that_of_the_deal() -> None:
    seeds = [FOUR.agent_seed(one, seat) for one in FOUR.fixtures() for seat in range(4)]
    assert len(set(seeds)) == len(seeds)
    assert not any("deal" in seed for seed in seeds)


def test_wrong_settings_are_refused_before_anything_is_played() -> None:
    with pytest.raises(InvalidOption, match="players should be"):
        Arena("bombay", ["random"], players=6)
    with pytest.raises(InvalidOption, match="edition"):
        Arena("bombay", ["random"], edition="xx")
