"""Threads that the house does not wait for when it closes: what they think of is thought again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def run_in_daemon_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns that takes long, while everything else goes on."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def commit_pregame_round(how: Callable[[Any], None], what: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(lambda: None if answer.cancelled() else how(what))

    def run() -> None:
        try:
            result = function(*args, **kwargs)
        except Exception as error:  # it is raised where it is waited for
            commit_pregame_round(answer.set_exception, error)
        else:
            commit_pregame_round(answer.set_result, result)

    Thread(target=run, daemon=True).start()
    return await answer
