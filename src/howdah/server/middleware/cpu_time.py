"""The CPU time that a coroutine takes, without that of others while it waits."""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from time import thread_time
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class CpuTimer:
    """Adds up the CPU time of what it awaits, step by step."""

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0

    @coroutine
    def run(self, awaitable: Awaitable[T]) -> Generator[Any, Any, T]:
        """Await something to its end; between two steps, other tasks have the event loop."""
        work: Any = awaitable.__await__()
        step, value = work.send, None
        while True:
            began = thread_time()
            try:
                waits_for = step(value)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self.seconds += thread_time() - began
            try:
                step, value = work.send, (yield waits_for)
            except BaseException as error:  # a cancellation, or what the awaited task raised
                step, value = work.throw, error
