"""The one switch between compiled and interpreted code.

Everything that numba compiles is an entry point: a function that `make(kernel)` returns for a
game. `entry_point` returns it compiled where numba is installed, and as plain Python elsewhere;
both compute the same numbers. Numba is imported when it is first asked for, never before.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Lock, Thread
from types import ModuleType
from typing import Any

from howdah.core.extras import install_command
from howdah.fast.kernel import EntryPoint, GameKernel, kernel_for
from howdah.games.registry import GAMES

log = logging.getLogger(__name__)

EntryPointFactory = Callable[[GameKernel], EntryPoint]
Progress = Callable[[int, int, str], None]
"""Called with how many entry points are ready, how many there are, and the next one."""


class Interpreted(UserWarning):
    """The rules run interpreted because they cannot be compiled here."""


# Which of the two runs


class _Forced:
    """The reason given to `stay_interpreted`, while its block runs."""

    reason: str | None = None


def why_interpreted() -> str | None:
    """Return why the rules run interpreted here; None if they run compiled.

    The first call imports numba, which takes a while.
    """
    return _Forced.reason or _why_unavailable()


def is_compiled() -> bool:
    """Whether the rules run compiled here."""
    return why_interpreted() is None


@cache
def _why_unavailable() -> str | None:
    try:
        from howdah.fast import compiler
    except ImportError as error:
        return f"{error}; {install_command('ai')} brings numba"
    return "numba is switched off" if compiler.is_switched_off() else None


@contextmanager
def stay_interpreted(reason: str) -> Iterator[None]:
    """Run everything interpreted inside the block, in all threads, as if numba were missing."""
    before = _Forced.reason
    _force(reason)
    try:
        yield
    finally:
        _force(before)


def _force(reason: str | None) -> None:
    _Forced.reason = reason
    entry_point.cache_clear()


def is_compiled_or_warn() -> bool:
    """Whether the rules run compiled; if numba is missing, warn once in a process.

    The warning names the line that called the caller of this function.
    """
    if is_compiled():
        return True
    if _Forced.reason is None:
        _warn_once()
    return False


@cache
def _warn_once() -> None:
    message = f"Howdah runs the rules interpreted: {why_interpreted()}."
    warnings.warn(message, Interpreted, stacklevel=4)


# Entry points


@dataclass(frozen=True, eq=False)
class EntryPointSource:
    """An entry point that another package brings; make one once, since code is cached by it."""

    make: EntryPointFactory
    modules: Callable[[str], tuple[ModuleType, ...]]
    """The modules it calls in a game, beside the rules: each before those that call it."""
    make_interpreted: EntryPointFactory | None = None
    """If the interpreted one takes other arguments than arrays."""


@cache
def entry_point(
    game: str, source: str | EntryPointSource, *, compiled: bool | None = None
) -> EntryPoint:
    """Return an entry point for a game: one of `entry_points.ENTRY_POINTS` by name, or another.

    `compiled` decides how it runs; by default it is compiled where that is possible. One of
    another package is compiled, or loaded from the cache, by its first call.
    """
    if compiled is None:
        compiled = is_compiled()
    return (_compile_entry_point if compiled else _make_interpreted)(game, source)


@cache
def _compile_entry_point(game: str, source: str | EntryPointSource) -> EntryPoint:
    from howdah.fast.compiler import compile_entry_point, compile_with_modules

    if isinstance(source, str):
        return compile_entry_point(game, source)
    return compile_with_modules(game, source.make, source.modules(game))


@cache
def _make_interpreted(game: str, source: str | EntryPointSource) -> EntryPoint:
    kernel = kernel_for(game)
    if isinstance(source, str):
        from howdah.fast.entry_points import ENTRY_POINTS

        return ENTRY_POINTS[source](kernel)
    return (source.make_interpreted or source.make)(kernel)


# Compiling ahead of the first use


def warm_up(games: Sequence[str] | None = None, progress: Progress | None = None) -> None:
    """Compile the entry points of some games, or of all, or load them from the cache.

    Without it the first use of each takes that time. Nothing happens where they run interpreted.
    """
    if not is_compiled_or_warn():
        return
    from howdah.fast.entry_points import ENTRY_POINTS

    wanted = [(game, name) for game in games or GAMES for name in ENTRY_POINTS]
    for done, (game, name) in enumerate(wanted):
        if progress:
            progress(done, len(wanted), f"{game} {name}")
        entry_point(game, name)
    if progress:
        progress(len(wanted), len(wanted), "")


class BackgroundWarmUp:
    """Compiles things in background threads, so that callers run interpreted until one is ready.

    `compile_one` is called once with the names of a thing, like its game and its kind.
    """

    def __init__(self, compile_one: Callable[..., Any]) -> None:
        self._compile_one = compile_one
        self._lock = Lock()
        self._threads: dict[tuple[str, ...], Thread | None] = {}
        self._ready: set[tuple[str, ...]] = set()

    def is_ready(self, *names: str) -> bool:
        """Whether the compiled code can be used at once; if not, begin to compile it.

        Always False where nothing can be compiled, or no thread can be started to do it.
        """
        if names in self._ready:
            return True
        self._start(names)
        return False

    def wait(self, *names: str) -> None:
        """Return when it is compiled, or when it is known that it cannot be."""
        thread = self._start(names)
        if thread is not None:
            thread.join()
        elif names not in self._ready:
            self._run(names)

    def _start(self, names: tuple[str, ...]) -> Thread | None:
        """The thread that compiles, started if need be; None where no thread can be started."""
        with self._lock:
            if names not in self._threads:
                name = " ".join(("compile", *names))
                thread = Thread(target=self._run, args=(names,), name=name, daemon=True)
                self._threads[names] = thread if _can_start(thread) else None
            return self._threads[names]

    def _run(self, names: tuple[str, ...]) -> None:
        if not is_compiled():  # asked here, since the answer takes the time to import numba
            return
        try:
            self._compile_one(*names)
        except Exception:  # interpreted code is slower, but right
            log.exception("compiling %s failed, running interpreted", " ".join(names))
        else:
            self._ready.add(names)


def _can_start(thread: Thread) -> bool:
    """Start a thread, if this platform has threads: Python in a browser has none."""
    try:
        thread.start()
    except RuntimeError:
        return False
    return True
