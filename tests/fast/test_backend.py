"""The switch between compiled and interpreted code, and what happens without numba or threads."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Iterator

import pytest

import howdah
from howdah import fast
from howdah.ai.search.search import UctSearch
from howdah.fast import backend, compiler
from howdah.fast.backend import BackgroundWarmUp, entry_point, stay_interpreted
from howdah.fast.interpreted import InterpretedSimulator
from tests.fast.processes import output

PLAY_WITHOUT_NUMBA = """
import sys, warnings
sys.modules[{missing!r}] = None
import howdah
from howdah import fast
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    game = howdah.new("bombay", players=3, seed=1)
    for _ in range(3):
        played = fast.simulator(game).playouts(5, seed=2)
    batch = fast.batch([game] * 3)
    batch.step(batch.random_actions())
    fast.warm_up()
print(fast.is_compiled(), len(caught), caught[0].message)
print([list(map(int, row)) for row in played.scores])
"""


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_all_runs_interpreted_and_says_so_once(missing: str) -> None:
    first, scores = output(PLAY_WITHOUT_NUMBA.format(missing=missing)).splitlines()
    assert first.startswith("False 1 Howdah runs the rules interpreted: ")
    assert "pip install 'howdah[ai]' brings numba" in first
    played = fast.simulator(howdah.new("bombay", players=3, seed=1)).playouts(5, seed=2)
    assert scores == str(played.scores.tolist())


def test_numba_can_be_switched_off() -> None:
    program = "from howdah import fast; print(fast.is_compiled())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    assert output(program, environment) == "False"


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(compiler, "is_switched_off", lambda: True)
    for cached in (backend._why_unavailable, backend._warn_once):
        cached.cache_clear()
    yield
    for cached in (backend._why_unavailable, backend._warn_once):
        cached.cache_clear()


@pytest.mark.usefixtures("without_numba")
def test_the_warning_points_at_the_line_that_called() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fast.simulator(howdah.new("bazar", seed=1))
    assert [warning.filename for warning in caught] == [__file__]


def test_a_block_can_stay_interpreted_without_a_warning() -> None:
    with stay_interpreted("for a test"):
        assert fast.why_interpreted() == "for a test"
        assert isinstance(fast.simulator(howdah.new("bazar", seed=1)), InterpretedSimulator)
    assert fast.why_interpreted() is None


# Entry points


@pytest.mark.parametrize("source", ["choose", UctSearch.source])
def test_an_entry_point_is_compiled_unless_told_otherwise(source: str) -> None:
    quick, plain = entry_point("bazar", source), entry_point("bazar", source, compiled=False)
    assert hasattr(quick, "signatures")
    assert not hasattr(plain, "signatures")
    assert entry_point("bazar", source) is quick
    with stay_interpreted("for a test"):
        assert entry_point("bazar", source) is plain


# Warm-up in the background


def test_what_is_compiled_in_the_background_becomes_ready() -> None:
    begun: list[tuple[str, ...]] = []
    warm_up = BackgroundWarmUp(lambda *names: begun.append(names))
    warm_up.is_ready("bazar", "uct")
    warm_up.wait("bazar", "uct")
    assert warm_up.is_ready("bazar", "uct")
    assert begun == [("bazar", "uct")]


def test_a_failure_to_compile_is_logged_and_leaves_the_interpreter(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*names: str) -> None:
        raise ValueError(*names)

    warm_up = BackgroundWarmUp(fail)
    with caplog.at_level(logging.ERROR):
        warm_up.wait("bazar", "uct")
    assert not warm_up.is_ready("bazar", "uct")
    assert caplog.messages == ["compiling bazar uct failed, running interpreted"]


def test_where_nothing_can_be_compiled_nothing_becomes_ready() -> None:
    warm_up = BackgroundWarmUp(pytest.fail)
    with stay_interpreted("for a test"):
        warm_up.wait("uct")
        assert not warm_up.is_ready("uct")


def test_where_no_thread_can_start_only_waiting_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    begun: list[str] = []
    warm_up = BackgroundWarmUp(begun.append)
    assert not warm_up.is_ready("uct")
    assert not begun
    warm_up.wait("uct")
    warm_up.wait("uct")
    assert warm_up.is_ready("uct")
    assert begun == ["uct"]


SEARCH_WITHOUT_THREADS = """
import sys, threading
sys.modules["numba"] = sys.modules["numpy"] = None
def start(thread): raise RuntimeError("can't start new thread")
threading.Thread.start = start
import howdah
from howdah.ai.agents import get_ready, make_agent
game = howdah.new("bazar", players=2, seed=1)
agent = get_ready(make_agent("uct:5", seed="1"), "bazar")
print(agent.choose(game.view(game.to_play)) in game.view(game.to_play).legal_actions)
"""


def test_agents_search_where_there_are_neither_threads_nor_numba() -> None:
    """As in a browser."""
    assert output(SEARCH_WITHOUT_THREADS) == "True"
