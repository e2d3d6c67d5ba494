"""The load test in its short form: its figures, its targets, and wrong arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.load.__main__ import main
from tools.load.page import Delivery
from tools.load.report import Targets, all_figures, is_passed
from tools.load.runner import Plan, Results

PLAN = Plan(pages=4, turns=1, seconds=2, ahead=0, glide=0)


def test_every_turn_reaches_every_page_without_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "load.json"
    status = main(["--quick", "--json", str(file)])
    shown, report = capsys.readouterr().out, json.loads(file.read_text())
    figures = {line["name"]: line["value"] for line in report["figures"]}
    assert (status, report["errors"]) == (0, []), shown
    assert shown.endswith("PASS\n")
    assert (figures["sockets"], figures["tables.compared"]) == (63, 30)
    assert figures["answer.p50"] <= figures["sent.last_frame.max"]
    assert figures["sent.news.p99"] <= figures["sent.first_frame.p99"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--url", "http://example.org"], "only loopback addresses"),
        (["--url", "https://127.0.0.1"], "only loopback addresses"),
        (["--pages", "7"], "should be even"),
        (["--pages", "1000000"], "from 1 to 10000"),
        (["--seconds", "0"], "from 1 to 600"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "turns", "errors", "memory", "passes"),
    [
        (0.2, 2, [], 1_049_000, True),
        (0.3, 2, [], 1_049_000, False),
        (0.2, 1, [], 1_049_000, False),
        (0.2, 2, ["lost"], 1_049_000, False),
        (0.2, 2, [], 1_060_000, False),
    ],
)
def test_a_target_that_is_missed_fails(
    seconds: float, turns: int, errors: list[str], memory: int, passes: bool
) -> None:
    arrived = Delivery(1, 1, 3, 5.0, 5.1, 5.1, 5.15, 5.0 + seconds)
    found = Results([arrived], errors=errors, sockets=1, turns=turns, seconds=2.0)
    found.memory = [(1_000_000, memory)]
    assert is_passed(all_figures(found, PLAN, Targets())) is passes
