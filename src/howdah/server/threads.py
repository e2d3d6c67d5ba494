"""Threads that the house does not wait for when it closes: what they think of is thought again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def in_a_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns that takes long, while everything else goes on."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.cancelled():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, failed = None, None
        try:
            result = function(*args, **kwargs)
        except Exception as error:  # it is raised where it is waited for
            failed = error
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, failed)

    Thread(target=run, daemon=True).start()
    return await answer
