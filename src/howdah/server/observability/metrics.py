"""Metrics: what the house has done so far, as Prometheus reads it."""

from __future__ import annotations

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

from howdah.server.observability.pulse import EventLoopLag

ANSWERS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
THOUGHTS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""In seconds."""


class Metrics:
    """What one house counts; each has a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.pulse = EventLoopLag()
        self.requests = Counter(
            "howdah_requests",
            "Requests answered",
            ["route", "method", "status"],
            registry=registry,
        )
        self.seconds = Histogram(
            "howdah_request_seconds",
            "How long answers took",
            ["route"],
            buckets=ANSWERS,
            registry=registry,
        )
        self.refusals = Counter("howdah_refusals", "Refusals told", ["code"], registry=registry)
        self.sockets = Gauge("howdah_open_sockets", "Sockets that are open", registry=registry)
        self.turns = Counter("howdah_turns", "Turns committed", registry=registry)
        self.tables = Counter("howdah_tables_laid", "Tables laid", registry=registry)
        self.thinking = Histogram(
            "howdah_thinking_seconds",
            "How long agents thought about a turn",
            buckets=THOUGHTS,
            registry=registry,
        )
        self.jobs = Gauge("howdah_jobs_waiting", "Jobs that wait for a worker", registry=registry)
        self._gap = Gauge(
            "howdah_loop_gap_seconds",
            "Longest time that nothing else could happen, since this was last asked",
            registry=registry,
        )
        self._longest_gap = Gauge(
            "howdah_longest_loop_gap_seconds", "The same since the start", registry=registry
        )
        ProcessCollector(registry=registry)

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count an answer; a socket has no time of its own, it is open as long as people like."""
        self.requests.labels(route, method, f"{status // 100}xx").inc()
        if status >= 200:
            self.seconds.labels(route).observe(seconds)

    def told(self) -> bytes:
        """All of it as text; gaps count from here on anew."""
        self._gap.set(self.pulse.longest())
        self._longest_gap.set(self.pulse.longest_ever)
        return generate_latest(self.registry)


def metrics_of(connection: HTTPConnection) -> Metrics:
    """The metrics of the house that serves a request."""
    metrics: Metrics = connection.app.state.metrics
    return metrics
