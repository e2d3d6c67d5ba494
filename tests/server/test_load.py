"""The load test in its short form: its figures, its targets, and wrong arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.load import servers
from tools.load.__main__ import main
from tools.load.page import Delivery
from tools.load.report import Targets, all_figures, is_passed
from tools.load.runner import Plan, Results
from tools.load.servers import Server

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
        (["--share", "2"], "from 0.05 to 1"),
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
    ("folder", "limits"),
    [
        ("cpu", {"cpu.cfs_period_us": "20000", "cpu.cfs_quota_us": "5000"}),
        (".", {"cpu.max": "5000 20000"}),
    ],
    ids=["version 1", "version 2"],
)
def test_a_server_is_held_to_a_share_of_a_core(
    folder: str, limits: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "CGROUPS", tmp_path)
    (tmp_path / folder).mkdir(exist_ok=True)
    group = tmp_path / folder / "howdah-load-123"
    with servers.limited_cpu(Server("http://127.0.0.1:1", 123), 0.25):
        found = {file.name: file.read_text() for file in group.iterdir()}
        for file in group.iterdir():  # a real control group needs no cleaning
            file.unlink()
    assert found == {**limits, "cgroup.procs": "123"}
    assert not group.exists()
    assert (tmp_path / folder / "cgroup.procs").read_text() == "123"


def test_a_machine_without_control_groups_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "CGROUPS", tmp_path / "none")
    limited = servers.limited_cpu(Server("http://127.0.0.1:1", 123), 0.25)
    with pytest.raises(ValueError, match="needs control groups"), limited:
        pass


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
