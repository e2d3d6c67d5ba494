"""How long agents may search."""

from __future__ import annotations

import time

import pytest

from howdah.ai.agents import UnknownAgent, make_agent
from howdah.ai.budget import Budget
from howdah.core.errors import HowdahError, InvalidOption


@pytest.mark.parametrize("text", ["2000", "1", "0.25s", "3s", "600s"])
def test_a_budget_says_what_it_was_parsed_from(text: str) -> None:
    assert str(Budget.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1e9", "0s", "s", "601s", "99999999999", "½", "٣", "1 s", "nan", "infs"]
)
def test_what_is_no_budget_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"like 2000, .* like 0\.25s"):
        Budget.parse(text)


@pytest.mark.parametrize("text", ["uct", "uct:", "champion:never", "mc:0", "guided:1h"])
def test_a_searcher_needs_a_budget(text: str) -> None:
    with pytest.raises(HowdahError, match="budget"):
        make_agent(text, "1")


@pytest.mark.parametrize("text", ["level:0", "level:7", "level", "level:1:2", "", "UCT:5"])
def test_other_texts_name_no_agent(text: str) -> None:
    with pytest.raises(UnknownAgent, match="level:1 to level:6"):
        make_agent(text, "1")


@pytest.mark.parametrize("simulations", [1, 2, 7, 1000])
def test_the_chunks_of_a_budget_come_to_its_simulations(simulations: int) -> None:
    assert sum(Budget(simulations=simulations).chunks()) == simulations


def test_a_budget_of_seconds_ends_in_time() -> None:
    began = time.perf_counter()
    for _ in Budget(seconds=0.05).chunks():
        time.sleep(0.001)
    assert 0.05 <= time.perf_counter() - began < 0.5


def test_of_two_limits_the_first_one_counts() -> None:
    assert sum(Budget(simulations=3, seconds=60.0).chunks()) == 3
