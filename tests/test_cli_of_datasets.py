"""`howdah dataset` as a user types it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from howdah.cli.main import main
from tests.core.test_process_pool import is_soon
from tests.terminal import Output, read_output

QUICK = ["dataset", "bazar", "--players", "2", "--board", "hexagon-19", "--agent", "uct:5"]
HERE = [*QUICK, "--games", "3", "--jobs", "1"]


def test_dataset_writes_rows_and_records_that_check_verifies(
    tmp_path: Path, capsys: Output
) -> None:
    out, records = tmp_path / "f.parquet", tmp_path / "f.jsonl"
    assert main([*HERE, "--out", str(out), "--records", str(records)]) == 0
    counts, means, size = capsys.readouterr().out.splitlines()
    found = pq.read_table(out)
    assert counts.startswith(f"3 games, {found.num_rows} rows, ")
    assert counts.endswith(" rows/s")
    games = [json.loads(line) for line in records.read_text().splitlines()]
    assert sum(len(game["actions"]) for game in games) == found.num_rows
    assert games[0]["seats"][0] == {"name": "uct:5", "agent": "uct:5"}
    lengths = [sum(game["result"]["lengths"][seat] for game in games) / 3 for seat in (0, 1)]
    assert means == f"mean scores by seat: {lengths[0]:.2f}, {lengths[1]:.2f}"
    assert size == f"{out.stat().st_size / 1e3:.1f} kB in {out}"
    assert main(["check", str(records)]) == 0
    assert sorted(tmp_path.iterdir()) == [records, out]


def test_dataset_repeats_itself_in_any_number_of_processes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two", "other")]
    for file, options in zip(files, (["--jobs", "1"], ["--jobs", "2"], ["--seed", "2"])):
        assert main([*QUICK, "--games", "4", *options, "--out", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    one, other = (pq.read_table(file, columns=["action"]) for file in files[1:])
    assert not one.equals(other)


def test_dataset_passes_every_option_on(tmp_path: Path) -> None:
    out = tmp_path / "f.parquet"
    options = ["--players", "3", "--agent", "champion:2", "--temperature", "0", "--seed", "x"]
    more = ["--returns", "rank", "--screens", "hidden", "--edition", "pl", "--jobs", "1"]
    call = ["dataset", "bombay", "--games", "1", *options, *more, "--out", str(out)]
    assert main(call) == 0
    about: Any = json.loads(pq.read_schema(out).metadata[b"howdah"])
    del about["layout"], about["actions"], about["version"]
    assert about == {
        "game": "bombay",
        "rules": {
            "players": 3,
            "edition": "pl",
            "board": "deccan",
            "set_up": "random",
            "client_limit": None,
        },
        "agent": "champion:2",
        "seed": "x",
        "temperature": 0.0,
        "returns": "rank",
        "screens": "hidden",
    }


def test_records_can_be_printed(tmp_path: Path, capsys: Output) -> None:
    assert main([*HERE, "--out", str(tmp_path / "f"), "--records", "-"]) == 0
    shown = capsys.readouterr()
    assert [json.loads(line)["game"] for line in shown.out.splitlines()] == ["bazar"] * 3
    assert shown.err.startswith("3 games, ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "greedy"], "'greedy' does not search: self-play is for mc:N, uct:N, guided:N"),
        (["--agent", "uct:1s"], "thinks by the clock"),
        (["--agent", "champion:many"], "A budget is a number of simulations"),
        (["--temperature", "-1"], "temperature should be a number from 0 up, not -1.0"),
        (["--temperature", "nan"], "temperature should be a number from 0 up, not nan"),
        (["--players", "5"], "players should be a whole number from 1 to 4, not 5"),
        (["--returns", "rupees"], "returns should be one of auto, win, rank, score"),
        (["--edition", "pl"], "--edition is not an option of Bombay Bazar"),
        (["--board", "nowhere"], "neither a board of this game"),
        (["--records", "no/such/folder.jsonl"], "no/such/folder.jsonl: No such file or directory"),
    ],
)
def test_dataset_names_a_wrong_option_and_writes_nothing(
    options: list[str], message: str, tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "f.parquet"
    assert main([*HERE, *options, "--out", str(out)]) == 2
    assert message in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["dataset", "bombay"], "the following arguments are required: --out"),
        ([*HERE, "--out", "f", "--games", "0"], "should be a whole number of 1 or more, not '0'"),
        ([*HERE, "--out", "f", "--jobs", "0"], "should be a whole number of 1 or more, not '0'"),
        ([*HERE, "--out", "f", "--temperature", "hot"], "invalid float value: 'hot'"),
        ([*HERE, "--out", "f", "--returns", "fame"], "invalid choice: 'fame'"),
        ([*HERE, "--out", "f", "--screens", "paper"], "invalid choice: 'paper'"),
    ],
)
def test_a_wrong_call_is_unusable(options: list[str], message: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_places_that_cannot_be_written_are_refused(tmp_path: Path, capsys: Output) -> None:
    missing = tmp_path / "no" / "f.parquet"
    assert main([*HERE, "--out", str(missing)]) == 2
    assert f"{missing}: No such file or directory" in read_output(capsys)
    assert main([*HERE, "--out", "-"]) == 2
    assert "--out should be a file" in read_output(capsys)
    same = str(tmp_path / "same")
    assert main([*HERE, "--out", same, "--records", same]) == 2
    assert "--out and --records should be different files" in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device without space")
def test_a_full_disk_is_reported(capsys: Output) -> None:
    assert main([*HERE, "--out", "/dev/full"]) == 2
    assert read_output(capsys) == "howdah dataset: No space left on device\n"


@pytest.mark.parametrize("name", ["pyarrow", "numpy"])
def test_what_is_not_installed_is_named(name: str, tmp_path: Path) -> None:
    call = [*HERE, "--out", str(tmp_path / "f")]
    program = f"import sys; sys.modules[{name!r}] = None; from howdah.cli.main import main; "
    done = subprocess.run(
        [sys.executable, "-c", f"{program} sys.exit(main({call!r}))"],
        capture_output=True,
        text=True,
        check=False,
    )
    message = f"this needs {name}, which is not installed: pip install 'howdah[research]'"
    assert (done.returncode, done.stderr) == (2, f"howdah dataset: {message}\n")
    assert list(tmp_path.iterdir()) == []


def test_without_the_compiler_it_warns_and_writes_the_same_rows(
    tmp_path: Path,
) -> None:
    slow, usual = tmp_path / "slow", tmp_path / "usual"
    done = subprocess.run(
        [sys.executable, "-m", "howdah.cli.main", *HERE, "--out", str(slow)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Running without compilation, much slower: numba is switched off." in done.stderr
    assert main([*HERE, "--out", str(usual)]) == 0
    assert slow.read_bytes() == usual.read_bytes()


def _restore_interrupts() -> None:
    """Restore SIGINT, which shells ignore for tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_leaves_nothing_behind(jobs: str, tmp_path: Path) -> None:
    out, records = tmp_path / "f.parquet", tmp_path / "f.jsonl"
    call = [*QUICK, "--games", "1000000", "--jobs", jobs]
    program = [sys.executable, "-m", "howdah.cli.main", *call]
    with subprocess.Popen(
        [*program, "--out", str(out), "--records", str(records)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=_restore_interrupts,  # noqa: PLW1509 (no other thread runs here)
    ) as begun:
        assert is_soon(lambda: any(file.stat().st_size for file in tmp_path.iterdir()))
        begun.send_signal(signal.SIGINT)
        printed, aside = begun.communicate(timeout=60)
    assert begun.returncode == 130
    assert (printed, aside.strip()) == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_the_command_does_not_load_anything_before_it_is_used() -> None:
    program = (
        "import sys, howdah.cli.main; "
        "print({'numba', 'numpy', 'pyarrow', 'gymnasium', 'multiprocessing'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"
