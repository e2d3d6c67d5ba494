"""What `howdah bench` measures and reports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from howdah.bench import costs, frames, measure, own_games, peers, suite
from howdah.bench.measure import (
    QUICK,
    Effort,
    Measure,
    Missing,
    Workload,
    measure_workloads,
    run_chunks,
)
from howdah.bench.report import as_json, as_table
from howdah.bench.suite import Report, fastest_peer, ratios
from howdah.cli.main import main
from howdah.fast.backend import stay_interpreted

PUBLIC = {
    f"{game}.{line}"
    for game in ("bombay", "bazar")
    for line in (
        "face",
        "step.interpreted",
        "step.compiled",
        "playout.interpreted",
        "playout.compiled",
        "games.compiled",
        "uct.compiled",
        "batch1024",
        "openspiel",
        "vector1024.masks",
        "vector1024.observations",
        "pettingzoo",
        "state",
        "copy",
    )
} | {
    "compile.cold",
    "compile.warm",
    "import.howdah",
    "playout.threads2",
    "playout.loop_gap",
    "server.turn",
    "table.frame.bombay",
    "table.frame.bazar",
    "table.scene.bombay",
    "table.scene.bazar",
}


BRIEF = Effort(turns=3, seconds=0.01)
ONE_ENTRY_POINT = "from howdah.fast.backend import entry_point; entry_point('bazar', 'step')"


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The lines of a real run of short turns; one entry point is compiled from scratch."""
    file = tmp_path_factory.mktemp("bench") / "speeds.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measure, "QUICK", BRIEF)
        patch.setattr(costs, "WARM_UP", ONE_ENTRY_POINT)
        patch.setattr(peers, "COUNTED_ACTIONS", 2_000)
        patch.setattr(frames, "GAMES_PLAYED", 4)
        assert main(["bench", "--quick", "--json", str(file)]) == 0
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def test_a_quick_run_has_every_public_line(lines: list[dict[str, Any]]) -> None:
    names = [line["name"] for line in lines]
    assert set(names) >= PUBLIC
    assert len(set(names)) == len(names)
    for line in lines:
        assert list(line) == ["name", "value", "unit", "note"]
        assert line["value"] > 0
        assert line["note"]


def test_compiling_pays(lines: list[dict[str, Any]]) -> None:
    """Far below what is to be expected, so that it holds on any machine under any load."""
    values = {line["name"]: line["value"] for line in lines}
    assert values["ratio.bombay.playout.interpreted"] > 20
    assert values["ratio.bazar.playout.interpreted"] > 10
    assert values["bombay.state"] <= 256
    assert values["bombay.batch1024"] > values["bombay.step.compiled"]


def test_what_was_compiled_is_not_compiled_again(lines: list[dict[str, Any]]) -> None:
    values = {line["name"]: line["value"] for line in lines}
    assert values["compile.cold"] > 2 * values["compile.warm"]


def test_ratios_are_those_of_the_lines(lines: list[dict[str, Any]]) -> None:
    values = {line["name"]: line["value"] for line in lines}
    for line in lines:
        if line["unit"] == "x" and line["name"].startswith("ratio."):
            ours, _, other = line["note"].partition(" to ")
            assert line["value"] == pytest.approx(values[ours] / values[other], rel=1e-4)


SPEEDS = [
    Measure("bombay.playout.compiled", 20e6, "actions/s", "random games"),
    Measure("bombay.playout.interpreted", 0.4e6, "actions/s", "random games"),
    Measure("bombay.playout.c", 25e6, "actions/s", "by hand"),
    Measure("peer.open_spiel.hearts", 4e6, "actions/s", "hearts"),
    Measure("peer.catanatron", 20e3, "actions/s", "Catan"),
]


def test_speeds_are_compared_with_each_other() -> None:
    assert {line.name: line.value for line in ratios(SPEEDS)} == {
        "ratio.bombay.playout.interpreted": 50,
        "ratio.bombay.playout.c": 0.8,
        "ratio.bombay.fastest_peer": 5,
        "ratio.bombay.catanatron": 1000,
    }
    assert fastest_peer(SPEEDS) == "peer.open_spiel.hearts"
    assert list(ratios(SPEEDS[1:2])) == []


ENVIRONMENTS = [
    Measure("bombay.vector1024.masks", 6e6, "steps/s", "many at once"),
    Measure("bombay.pettingzoo", 30e3, "steps/s", "agents"),
    Measure("bombay.openspiel", 40e3, "actions/s", "driven"),
    Measure("peer.pgx.connect_four", 12e6, "steps/s", "many at once"),
    Measure("peer.pettingzoo.connect_four", 10e3, "steps/s", "agents"),
    Measure("peer.open_spiel.python_tic_tac_toe", 20e3, "actions/s", "driven"),
]


def test_environments_are_compared_with_those_of_peers() -> None:
    assert {line.name: line.value for line in ratios(ENVIRONMENTS)} == {
        "ratio.bombay.pettingzoo": 3,
        "ratio.bombay.openspiel": 2,
        "ratio.bombay.vector": 0.5,
    }
    without_peers = ENVIRONMENTS[:3]
    assert list(ratios(without_peers)) == []


def test_the_fastest_peer_is_a_game_and_no_environment() -> None:
    assert fastest_peer([*SPEEDS, *ENVIRONMENTS]) == "peer.open_spiel.hearts"


def test_the_table_has_machine_versions_ratios_and_what_is_missing() -> None:
    missing = [Missing(f"peer.{name}", "not here") for name in ("one", "two", "three")]
    table = as_table(Report([*SPEEDS, *ratios(SPEEDS)], missing), QUICK)
    for text in ("Python 3.", "numba ", "cores", "best of 6 turns of 0.05 s", "20,000,000"):
        assert text in table
    assert "ratio.bombay.playout.c" in table
    assert re.search(r"peer.catanatron +20,000 actions/s +1,000x  Catan", table)
    assert re.search(r"bombay.playout.c +25,000,000 actions/s +0.8x  by hand", table)
    assert "peer.one and 2 more" in table
    assert table.count("not here") == 1


def test_json_keeps_six_digits() -> None:
    line = Measure("a", 1234567.89, "x", "b")
    assert json.loads(as_json(Report([line], []))) == [
        {"name": "a", "value": 1234570.0, "unit": "x", "note": "b"}
    ]


def test_workloads_take_turns_and_the_best_counts() -> None:
    order: list[str] = []
    speeds = {"a": iter((1, 3, 2)), "b": iter((30, 10, 20))}

    def workload(name: str) -> Workload:
        def run(seconds: float) -> tuple[int, float]:
            order.append(name)
            return next(speeds[name]), seconds

        return Workload(name, "x", "", run)

    found = measure_workloads(
        [workload("a"), workload("b")], Effort(3, 0.5), lambda turns, _: turns
    )
    assert order == ["a", "b"] * 3
    assert [line.value for line in found] == [6, 60]


def test_chunks_run_until_the_time_is_up_and_at_least_once() -> None:
    assert run_chunks(lambda: lambda: 7, 0.0)[0] == 7
    done, seconds = run_chunks(lambda: lambda: 1, 0.01)
    assert done > 10
    assert seconds >= 0.01


def test_without_numba_compiled_lines_are_missing() -> None:
    with stay_interpreted("no numba"):
        found = list(own_games.own_workloads())
    assert {line.name for line in found if isinstance(line, Missing)} == {
        f"{game}.{line}" for game in ("bombay", "bazar") for line in own_games.COMPILED_LINES
    }
    for line in found:
        if isinstance(line, Workload):
            done, seconds = line.run(0.0)
            assert done / seconds > 0


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--quick", "--json", str(tmp_path / "no" / "where.json")]) == 2
    assert "howdah bench: " in capsys.readouterr().err


def test_the_lines_can_go_to_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "run_suite", lambda *_: Report(SPEEDS, []))
    assert main(["bench", "--json", "-"]) == 0
    shown = capsys.readouterr()
    assert [line["name"] for line in json.loads(shown.out)] == [speed.name for speed in SPEEDS]
    assert "best of 12 turns of 0.4 s" in shown.err
