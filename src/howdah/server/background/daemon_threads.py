"""Daemon threads for work that a shutdown does not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_daemon_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function in a daemon thread and return its result.

    Unlike `asyncio.to_thread`, the process can exit before the function has returned: agents may
    think for seconds, and their turns can be thought about again.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(set_outcome: Callable[[Any], None], outcome: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(lambda: None if result.cancelled() else set_outcome(outcome))

    def run() -> None:
        try:
            returned = function(*args, **kwargs)
        except Exception as error:  # it is raised where it is awaited
            settle(result.set_exception, error)
        else:
            settle(result.set_result, returned)

    Thread(target=run, daemon=True).start()
    return await result
