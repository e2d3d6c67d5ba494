"""The model of capacity: it agrees with load tests, and grows as it should."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from tools.capacity import (
    IDLE_SHARE,
    MEASURED,
    MEASURED_ON_TWO,
    PEOPLE,
    Costs,
    Habits,
    Machine,
    busy_share,
    main,
    predict,
    turns_per_second,
)

COSTS, HABITS, MACHINE = Costs(), Habits(), Machine()


@pytest.mark.parametrize(("turns", "share"), MEASURED)
def test_the_model_agrees_with_load_tests(turns: float, share: float) -> None:
    assert busy_share(turns, COSTS) == pytest.approx(share, rel=0.15)


def test_the_model_agrees_with_a_load_test_of_two_processes() -> None:
    turns, one, two = MEASURED_ON_TWO
    predicted = one + IDLE_SHARE + turns * COSTS.remote_page_ms / 1000
    assert predicted == pytest.approx(two, rel=0.15)


def test_more_people_need_more_of_everything() -> None:
    demands = [predict(people, COSTS, HABITS, MACHINE) for people in PEOPLE]
    for few, many in pairwise(demands):
        for name in ("turns", "cores", "processes", "machines", "memory_gb", "notifications"):
            assert getattr(few, name) < getattr(many, name), name


def test_a_few_people_need_one_process() -> None:
    found = predict(300, COSTS, HABITS, MACHINE)
    assert (found.processes, found.machines, found.notifications) == (1, 1, 0)


def test_cheaper_turns_need_fewer_processes() -> None:
    cheap = replace(COSTS, turn_ms=COSTS.turn_ms / 4)
    few, many = (predict(100_000, costs, HABITS, MACHINE) for costs in (cheap, COSTS))
    assert few.processes < many.processes
    assert turns_per_second(cheap) == pytest.approx(4 * turns_per_second(COSTS))


def test_pages_spread_over_processes_cost_more_than_pages_at_one() -> None:
    assert turns_per_second(COSTS, processes=2) < 2 * turns_per_second(COSTS)


def test_the_command_prints_a_column_for_each_number_of_people(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--people", "5000", "70000"]) == 0
    first, *rows = capsys.readouterr().out.splitlines()
    assert first.split()[-2:] == ["5,000", "70,000"]
    assert len(rows) == 10
    with pytest.raises(SystemExit):
        main(["--people", "0"])
