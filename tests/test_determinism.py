"""The same seed gives the same records, in any process, whatever the hash seed is."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
from howdah.ai.match import play_match
for players in (2, 3, 4, 5):
    print(play_match("bombay", ["random"] * players, seed="determinism").record())
for players in (1, 2, 3, 4):
    print(play_match("bazar", ["random"] * players, seed="determinism").record())
for game in ("bombay", "bazar"):
    print(play_match(game, ["greedy"] * 2, seed="determinism").record())
"""


def output(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_fresh_processes_with_different_hash_seeds_give_the_same_records() -> None:
    first = output("0")
    assert first.count("\n") == 10
    assert output("1") == output("12345") == first


def test_importing_howdah_loads_no_third_party_module() -> None:
    program = (
        "import sys; before = set(sys.modules); import howdah; "
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - set(sys.stdlib_module_names) - {'howdah'}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
