"""One source serves both: what the compiler is given, and where its work is kept."""

from __future__ import annotations

import ast
import copy
import os
import pickle
import shutil
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import howdah
from howdah import fast
from howdah.ai.search.search import SEARCHES, PuctSearch
from howdah.envs.observations.stepping import OBSERVE, STEP
from howdah.fast import compiler
from howdah.fast.cache import _imports_of, cache_folder, fingerprint, source_files
from howdah.fast.compiled import CompiledSimulator
from howdah.fast.compiler import compiled_modules
from howdah.fast.entry_points import ENTRY_POINTS
from howdah.fast.interpreted import InterpretedSimulator
from howdah.fast.kernel import kernel_for
from howdah.games.registry import GAMES
from tests.fast.games import compiled_batch, interpreted_batch
from tests.fast.processes import output

PACKAGE = Path(howdah.__file__).parent


def imports_of(file: Path) -> set[str]:
    """The names at the root of all that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_two_modules_alone_know_the_compiler() -> None:
    modules = {file for file in PACKAGE.rglob("*.py") if "numba" in imports_of(file)}
    assert modules == {PACKAGE / "fast" / f"{name}.py" for name in ("compiler", "intrinsics")}


def test_the_rules_have_no_trace_of_the_compiler() -> None:
    for game in GAMES:
        for file in (PACKAGE / "games" / game).glob("*.py"):
            assert not {"numba", "numpy"} & imports_of(file)
            assert "numba" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_function_of_the_rules_is_handed_over_as_it_is(game: str) -> None:
    kernel = kernel_for(game)
    for module in kernel.SOURCES:
        defined = {
            node.name
            for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef)
        }
        assert {function.__name__ for function in compiler.functions_in(module)} == defined


def test_warming_up_tells_how_far_it_is() -> None:
    steps: list[tuple[int, int, str]] = []
    fast.warm_up(progress=lambda *step: steps.append(step))
    total = len(GAMES) * len(ENTRY_POINTS)
    assert [done for done, _, _ in steps] == list(range(total + 1))
    assert {of for _, of, _ in steps} == {total}
    assert steps[0][2] == "bombay step"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [CompiledSimulator, InterpretedSimulator])
def test_a_simulator_can_be_copied_and_pickled(game: str, kind: Any) -> None:
    simulator = kind(howdah.new(game, seed=1))
    others = (simulator.copy(), pickle.loads(pickle.dumps(simulator)), copy.deepcopy(simulator))
    before = simulator.unpack()
    action = simulator.legal.bit_length() - 1
    simulator.play(action)
    for other in others:
        assert other.unpack() == before
        assert other.play(action) == simulator.legal
        assert other.unpack() == simulator.unpack()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", [compiled_batch, interpreted_batch])
def test_a_batch_can_be_pickled(game: str, kind: Any) -> None:
    batch = kind([howdah.new(game, seed=1)] * 4, seed=1)
    others = (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch))
    for _ in range(5):
        actions = list(batch.random_actions())
        batch.step(actions)
        for other in others:
            assert list(other.random_actions()) == actions
            other.step(actions)
            assert other.unpack(3) == batch.unpack(3)


# The cache


@pytest.fixture
def game_of_coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The rules of a made-up game, in a package that has more than its rules."""
    sources = {
        "__init__": "",
        "rules": "from coins.tables import (\n    COINS,  # (two)\n)\nfrom . import scoring as s\n",
        "tables": "COINS = 2\n",
        "scoring": "import sys\nif sys.maxsize < 0:\n    from coins import drawing\n",
        "drawing": "from coins import rules\n",
    }
    for name, source in sources.items():
        (tmp_path / "coins").mkdir(exist_ok=True)
        (tmp_path / "coins" / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("coins.drawing")
    yield import_module("coins.rules")
    for name in sources:
        sys.modules.pop(f"coins.{name}", None)
    del sys.modules["coins"]


@pytest.mark.parametrize(
    ("name", "is_compiled"),
    [("rules", True), ("tables", True), ("scoring", True), ("drawing", False)],
)
def test_the_fingerprint_changes_with_an_edit_of_what_is_compiled(
    name: str, is_compiled: bool, game_of_coins: ModuleType
) -> None:
    modules = (game_of_coins,)
    first = fingerprint.__wrapped__(modules)
    assert fingerprint.__wrapped__(modules) == first
    file = Path(str(game_of_coins.__file__)).with_name(f"{name}.py")
    file.write_text(f"{file.read_text(encoding='utf-8')}# edited\n", encoding="utf-8")
    assert (fingerprint.__wrapped__(modules) != first) == is_compiled


@pytest.mark.parametrize("game", GAMES)
def test_imports_are_found_as_the_parser_finds_them(game: str) -> None:
    files = source_files(compiled_modules(game, PuctSearch.source.modules(game)))
    for name, file in files.items():
        expected = set()
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                expected |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                members = {f"{node.module}.{alias.name}" for alias in node.names}
                expected |= {one if one in sys.modules else str(node.module) for one in members}
        assert set(_imports_of(name, file)) == expected, name


EVERY_SOURCE = {
    **{search.kind: search.source for search in SEARCHES},
    "observe": OBSERVE,
    "step": STEP,
}


def hashed_files(game: str, modules: tuple[ModuleType, ...] = ()) -> set[str]:
    """What a cache folder is named after, as paths in the package."""
    files = source_files(compiled_modules(game, modules)).values()
    return {file.relative_to(PACKAGE).as_posix() for file in files}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", EVERY_SOURCE)
def test_only_sources_of_compiled_code_are_hashed(game: str, kind: str) -> None:
    for file in hashed_files(game, EVERY_SOURCE[kind].modules(game)):
        folder, _, name = file.rpartition("/")
        assert folder in {
            "core",
            "fast",
            "ai/search",
            "envs/observations",
            f"games/{game}",
            f"games/{game}/ai",
        }, file
        assert name not in {"game.py", "view.py", "text.py", "panels.py", "terminal.py"}


@pytest.mark.parametrize("game", GAMES)
def test_rules_tables_features_and_searches_are_hashed(game: str) -> None:
    rules = {f"games/{game}/{name}.py" for name in ("rules", "scoring", "state", "kernel")}
    tables = {"games/bazar/tiles.py", "games/bazar/hexgrid.py"} if game == "bazar" else set()
    own = {f"fast/{name}.py" for name in ("compiler", "entry_points", "primitives", "rng")}
    assert rules | tables | own | {"core/state.py"} <= hashed_files(game)
    assert {"ai/search/puct.py", "ai/search/evaluation.py", f"games/{game}/ai/features.py"} <= (
        hashed_files(game, PuctSearch.source.modules(game))
    )
    assert {f"games/{game}/observation.py", "envs/observations/stepping.py"} <= (
        hashed_files(game, OBSERVE.modules(game))
    )


WAITING = """
from howdah.games.bombay import rules

def wait_of(kernel):
    def wait(states):
        rules.wait(states[0])
    return wait
"""
WAIT_AND_LOOK = """
import howdah
from howdah import fast
from howdah.games.bombay.state import State
from howdah.fast.backend import entry_point
from howdah.fast.entry_points import ENTRY_POINTS
from howdah.fast.struct_layout import layout_of
from waiting import wait_of
ENTRY_POINTS["wait"] = wait_of
game = howdah.new("bombay", players=2, set_up="first-game", seed=1)
states = layout_of(State).pack([game.position()[1]])
entry_point("bombay", "wait")(states)
print(layout_of(State).unpack(states).rupees[0], fast.is_compiled())
"""


def test_an_edited_rule_is_compiled_anew_and_an_edited_drawing_is_not(tmp_path: Path) -> None:
    """In a copy of the package, waiting comes to earn more; the cache is shared.

    The entry point stays as it is, and calls this rule alone: the others take long to compile.
    """
    shutil.copytree(PACKAGE, tmp_path / "howdah", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "waiting.py").write_text(WAITING, encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")},
        "PYTHONPATH": str(tmp_path),
        "HOWDAH_CACHE": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def rupees() -> str:
        return output(WAIT_AND_LOOK, environment)

    def compiled_files() -> int:
        return len(list((tmp_path / "cache").rglob("*.nbc")))

    assert rupees() == "3 True"
    rules = tmp_path / "howdah" / "games" / "bombay" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    earned = "state.rupees[state.seat] += 1"
    assert text.count(earned) == 1
    rules.write_text(text.replace(earned, "state.rupees[state.seat] += 5"), encoding="utf-8")
    assert rupees() == "7 True"
    assert compiled_files() == 2
    rules.write_text(text, encoding="utf-8")
    for drawing in (tmp_path / "howdah" / "games" / "bombay" / "svg").glob("*.py"):
        drawing.write_text(f"{drawing.read_text(encoding='utf-8')}# edited\n", encoding="utf-8")
    assert rupees() == "3 True"
    assert compiled_files() == 2
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_compiled_code_that_nobody_used_for_a_month_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOWDAH_CACHE", str(tmp_path))
    old, recent, other = (tmp_path / name for name in ("bombay-0", "bombay-1", "something else"))
    for folder in (old, recent, other):
        folder.mkdir()
    long_ago = time.time() - 40 * 24 * 3600
    for folder in (old, other):
        os.utime(folder, (long_ago, long_ago))
    assert cache_folder("bombay", compiled_modules("bombay")) is not None
    assert not old.exists()
    assert recent.exists()
    assert other.exists()


def test_where_nothing_can_be_written_all_still_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "not a folder"
    file.touch()
    monkeypatch.setenv("HOWDAH_CACHE", str(file))
    assert cache_folder("bombay", compiled_modules("bombay")) is None
    copies = compiler.compile_entry_point.__wrapped__("bombay", "copies")
    simulator: Any = fast.simulator(howdah.new("bombay", seed=1))
    states = simulator._structs["state"][[0, 0]]
    states[1]["seat"] = 3 - states[0]["seat"]
    copies(states, 1)
    assert states[0] == states[1]


PLAY_OUT = """
import howdah
from howdah import fast
print(fast.simulator(howdah.new("bazar", players=3, seed=1)).playouts(50, seed=2).scores.tolist())
"""


def test_a_plain_processor_plays_the_same(tmp_path: Path) -> None:
    """One without an instruction that picks the n-th bit: there is a loop for it."""
    plain = {**os.environ, "NUMBA_CPU_NAME": "generic", "HOWDAH_CACHE": str(tmp_path)}
    played = fast.simulator(howdah.new("bazar", players=3, seed=1)).playouts(50, seed=2)
    assert output(PLAY_OUT, plain) == str(played.scores.tolist())
