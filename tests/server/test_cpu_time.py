"""The CPU time of a request, without that of others while it waits."""

from __future__ import annotations

import asyncio
import time

import pytest

from howdah.server.middleware.cpu_time import CpuTimer


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_only_the_own_steps_are_counted() -> None:
    async def own() -> int:
        for _ in range(3):
            burn(0.01)
            await asyncio.sleep(0.001)
        return 7

    async def others() -> None:
        for _ in range(10):
            burn(0.01)
            await asyncio.sleep(0)

    async def run() -> CpuTimer:
        timer = CpuTimer()
        result, _ = await asyncio.gather(timer.run(own()), others())
        assert result == 7
        return timer

    assert asyncio.run(run()).seconds == pytest.approx(0.03, abs=0.008)


def test_errors_and_cancellations_pass_through() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("no")

    async def wait() -> str:
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(60)
        except TimeoutError:
            return "late"
        return "in time"

    async def run() -> None:
        with pytest.raises(ValueError, match="no"):
            await CpuTimer().run(fail())
        assert await CpuTimer().run(wait()) == "late"

        async def forever() -> None:
            await CpuTimer().run(asyncio.sleep(60))

        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
