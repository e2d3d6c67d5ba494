"""Prometheus metrics of one server process, and the event-loop lag that two of them report."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from starlette.requests import HTTPConnection

REQUEST_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
THINKING_BUCKETS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""In seconds."""
WAIT_BUCKETS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60)
"""In seconds."""
LAG_INTERVAL: Final = 0.05
"""The seconds that each measurement of the event-loop lag sleeps."""


class Metrics:
    """The metrics of one application; each has a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.event_loop_lag = EventLoopLag()
        self.requests = Counter(
            "howdah_requests",
            "Requests answered",
            ["route", "method", "status"],
            registry=registry,
        )
        self.seconds = Histogram(
            "howdah_request_seconds",
            "Response time",
            ["route"],
            buckets=REQUEST_BUCKETS,
            registry=registry,
        )
        self.refusals = Counter("howdah_refusals", "Error responses", ["code"], registry=registry)
        self.sockets = Gauge("howdah_open_sockets", "Open WebSockets", registry=registry)
        self.turns = Counter("howdah_turns", "Turns committed", registry=registry)
        self.tables = Counter("howdah_tables_laid", "Tables created", registry=registry)
        self.thinking = Histogram(
            "howdah_thinking_seconds",
            "Thinking time of agents per turn",
            buckets=THINKING_BUCKETS,
            registry=registry,
        )
        self.jobs = Gauge("howdah_jobs_waiting", "Jobs waiting for a worker", registry=registry)
        self.job_wait = Histogram(
            "howdah_job_wait_seconds",
            "Waiting time of jobs for a worker",
            ["class"],
            buckets=WAIT_BUCKETS,
            registry=registry,
        )
        self._lag = Gauge(
            "howdah_loop_gap_seconds",
            "Longest event-loop lag since the last scrape",
            registry=registry,
        )
        self._longest_lag = Gauge(
            "howdah_longest_loop_gap_seconds",
            "Longest event-loop lag since the start",
            registry=registry,
        )
        ProcessCollector(registry=registry)

    def count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a response and, unless it is a WebSocket's (status 101), the time it took."""
        self.requests.labels(route, method, f"{status // 100}xx").inc()
        if status >= 200:
            self.seconds.labels(route).observe(seconds)

    def render(self) -> bytes:
        """Return all metrics in Prometheus' text format, and reset the event-loop lag."""
        self._lag.set(self.event_loop_lag.take_longest())
        self._longest_lag.set(self.event_loop_lag.longest_ever)
        return generate_latest(self.registry)


class EventLoopLag:
    """Measures how long the event loop was blocked: the longest delay of a short sleep."""

    def __init__(self) -> None:
        self.longest_ever = 0.0
        self._longest = 0.0

    def take_longest(self) -> float:
        """Return the longest lag since the last call, in seconds."""
        longest, self._longest = self._longest, 0.0
        return longest

    @asynccontextmanager
    async def measuring(self) -> AsyncIterator[None]:
        """Measure while the context is open."""
        task = asyncio.create_task(self._measure())
        try:
            yield
        finally:
            task.cancel()

    async def _measure(self) -> None:
        while True:
            begin = perf_counter()
            await asyncio.sleep(LAG_INTERVAL)
            self._note(perf_counter() - begin - LAG_INTERVAL)

    def _note(self, lag: float) -> None:
        self._longest = max(self._longest, lag)
        self.longest_ever = max(self.longest_ever, lag)


def metrics_of(connection: HTTPConnection) -> Metrics:
    """Return the metrics of the application that serves a request."""
    metrics: Metrics = connection.app.state.metrics
    return metrics
