"""The figures of an arena, compared with numbers computed by hand."""

from __future__ import annotations

import sys
from math import sqrt
from statistics import fmean, stdev

import pytest

from howdah.ai.match import play_match
from howdah.arena import Arena, Fixture, GameResult, Result
from howdah.arena.confidence import confidence_interval, student_t
from howdah.arena.game_result import places_of, scores_of
from howdah.arena.ratings import ratings
from howdah.arena.schedule import Contest
from howdah.core.extras import MissingExtra
from howdah.games.registry import GAMES, game_class

AB = Contest("bombay", ("a", "b"), deals=2, seed="1")
ABB = Contest("bombay", ("a", "b", "b"), deals=1, seed="1")


def game_result(contest: Contest, deal: int, rotation: int, places: tuple[int, ...]) -> GameResult:
    """Return a game with these places, each worth ten rupees less."""
    return GameResult(
        Fixture(deal, rotation),
        contest.seats(rotation),
        scores=tuple(50 - 10 * place for place in places),
        places=places,
        forfeits=(),
        actions=tuple({"move": place, "end": 2} for place in places),
        seconds=(0.5,) * len(places),
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_first_place_is_the_win_of_the_rules(game: str) -> None:
    for players in game_class(game).player_counts:
        for number in range(8):
            result = play_match(game, ["random"] * players, seed=f"{number}").result()
            assert result is not None
            winners = [seat for seat, place in enumerate(places_of(game, result)) if place == 1]
            assert winners == result["winners"]


def test_the_score_of_a_solo_game_is_its_solo_score() -> None:
    assert scores_of("bazar", {"lengths": [34], "solo_score": -3, "winners": [0]}) == (-3,)


def test_win_shares_are_means_over_deals() -> None:
    games = (
        game_result(AB, 0, 0, (1, 2)),
        game_result(AB, 0, 1, (1, 2)),
        game_result(AB, 1, 0, (1, 1)),
        game_result(AB, 1, 1, (2, 1)),
    )
    a, b = Result(AB, games).summary.entrants
    assert (a.win_share, b.win_share) == (0.625, 0.375)
    assert (a.fair_share, a.games, a.mean_score) == (0.5, 4, 37.5)
    assert a.interval == confidence_interval([0.5, 0.75]) == (0.0, 1.0)
    assert a.actions == {"end": 2, "move": 1.25}
    assert a.seconds == pytest.approx(0.5 / 3.25)


def test_an_agent_in_several_seats_is_one_entrant() -> None:
    turns = ((2, 1, 3), (1, 2, 3), (1, 2, 3))
    games = tuple(game_result(ABB, 0, rotation, ended) for rotation, ended in enumerate(turns))
    summary = Result(ABB, games).summary
    a, b = summary.entrants
    assert [e.agent for e in summary.entrants] == ["a", "b"]
    assert (a.win_share, b.win_share) == (0, 1)
    assert [a.fair_share, b.fair_share] == pytest.approx([1 / 3, 2 / 3])
    assert summary.ahead == {"a": {"b": pytest.approx(2 / 6)}, "b": {"a": pytest.approx(4 / 6)}}
    assert a.interval is None


def test_level_seats_count_half_in_who_is_ahead() -> None:
    games = (game_result(AB, 0, 0, (1, 1)), game_result(AB, 0, 1, (1, 2)))
    assert Result(AB, games).summary.ahead == {"a": {"b": 0.25}, "b": {"a": 0.75}}


def test_a_deal_that_is_not_played_by_every_rotation_is_left_out() -> None:
    games = (
        game_result(AB, 0, 0, (1, 2)),
        game_result(AB, 0, 1, (1, 2)),
        game_result(AB, 1, 0, (1, 2)),
    )
    result = Result(AB, games)
    assert (result.summary.deals, result.is_finished) == (1, False)
    assert result.summary.entrants[0].games == 2
    assert "unfinished: figures for 1 whole deal" in str(result)


def test_without_a_complete_deal_there_are_no_figures() -> None:
    result = Result(AB, ())
    assert result.summary.entrants == ()
    assert str(result).endswith("figures for 0 whole deals")
    assert result.svg().startswith("<svg")


def test_intervals_are_those_of_student() -> None:
    shares = [0.25, 0.5, 0.0, 0.75, 0.5]
    reach = 2.776 * stdev(shares) / sqrt(5)
    assert confidence_interval(shares) == pytest.approx(
        (fmean(shares) - reach, fmean(shares) + reach)
    )
    assert confidence_interval([0.5]) is None


def test_one_sided_results_have_an_interval() -> None:
    low, high = confidence_interval([1.0] * 20) or (0, 0)
    assert (round(low, 3), high) == (0.832, 1)
    assert confidence_interval([0.0] * 20) == pytest.approx((0, 1 - low))


@pytest.mark.parametrize(("freedom", "expected"), [(31, 2.0395), (60, 2.0003), (120, 1.9799)])
def test_many_deals_have_the_t_of_the_tables(freedom: int, expected: float) -> None:
    assert student_t(freedom) == pytest.approx(expected, abs=2e-4)


def test_ratings_follow_the_places() -> None:
    games = [
        game_result(AB, 0, rotation, (1, 2) if rotation == 0 else (2, 1)) for rotation in (0, 1)
    ]
    found = ratings(["a", "b"], games * 10)
    assert found["a"].mu > 30
    assert found["b"].mu < 20
    assert found["a"].sigma < 8.3


def test_a_lone_player_keeps_a_newcomers_rating() -> None:
    solo = Arena("bazar", ["random"], players=1, games=1, board="hexagon-37").run()
    (entrant,) = solo.summary.entrants
    assert entrant.rating == (25, 25 / 3)
    assert entrant.win_share == 1


def test_without_openskill_all_other_figures_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"openskill.* pip install 'howdah\[ai\]'"):
        ratings(["a"], [])
    result = Result(AB, (game_result(AB, 0, 0, (1, 2)), game_result(AB, 0, 1, (1, 2))))
    assert result.summary.entrants[0].rating is None
    assert "no ratings without openskill" in str(result)
