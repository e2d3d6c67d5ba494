"""Health, metrics and unexpected errors: what operators see, and nobody else."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from starlette.websockets import WebSocketDisconnect

from howdah.server.app import create_app
from howdah.server.middleware.errors import INTERNAL_ERROR
from howdah.server.observability.metrics import EventLoopLag
from howdah.server.routes import health
from howdah.server.settings import Settings
from howdah.store.store import StoreUnavailable
from tests.server import clients
from tests.server.clients import (
    HERE,
    AppClient,
    LiveClient,
    bearer,
    create_table,
    error_of,
    open_client,
)

REMOTE = ("192.0.2.7", 50_000)
HTML = {"accept": "text/html", "accept-language": "pl"}


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[AppClient]:
    """A server without any request so far."""
    with open_client(tmp_path) as found:
        yield found


def parse_metrics(text: str) -> dict[str, float]:
    """Metrics by name and labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# Health


def test_a_server_is_healthy_when_its_store_answers(fresh: AppClient) -> None:
    answer = fresh.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"


async def slow() -> None:
    await asyncio.sleep(60)


async def broken() -> None:
    raise StoreUnavailable("the disk is full")


@pytest.mark.parametrize(("ping", "status"), [(slow, "slow"), (broken, "unavailable")])
def test_a_server_is_not_healthy_when_its_store_does_not_answer(
    fresh: AppClient, ping: Any, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(fresh.app.state.tables.store, "ping", ping)
    answer = fresh.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": status})


# Metrics


def test_requests_are_counted_by_route_and_never_by_path(fresh: AppClient) -> None:
    table = create_table(fresh, "bazar", "Ada")
    for token in ("one", "two"):
        fresh.get(f"/t/{table.id}/seat/{token}")
        fresh.get(table.path, headers=bearer(token))
    fresh.get("/nowhere/at/all")
    fresh.get("/static/howdah.css")
    fresh.request("BREW", "/api/tables")
    text = fresh.get("/metrics").text
    found = parse_metrics(text)

    def requests(route: str, method: str, status: str) -> float:
        labels = f'route="{route}",method="{method}",status="{status}"'
        by_label = dict(re.findall(r"howdah_requests_total\{(.*)\} (\S+)", text))
        wanted = sorted(labels.split(","))
        return sum(float(n) for key, n in by_label.items() if sorted(key.split(",")) == wanted)

    assert requests("/t/{table_id}/seat/{token}", "GET", "4xx") == 2
    assert requests("/api/tables", "POST", "2xx") == 1
    assert requests("/api/tables", "OTHER", "4xx") == 1
    assert requests("/static/{file}", "GET", "2xx") == 1
    assert requests("(nowhere)", "GET", "4xx") == 1
    assert found['howdah_refusals_total{code="not-your-seat"}'] == 4
    assert found['howdah_request_seconds_count{route="/api/tables"}'] == 2
    assert found["process_resident_memory_bytes"] > 1e6
    assert table.id not in text


def test_open_sockets_are_counted(live_client: LiveClient) -> None:
    table = create_table(live_client, "bazar", "Ada")

    def open_sockets() -> float:
        return parse_metrics(live_client.get("/metrics").text)["howdah_open_sockets"]

    before = open_sockets()
    with live_client.websocket_connect(f"/t/{table.id}/live") as socket:
        socket.receive_json()
        assert open_sockets() == before + 1
    assert open_sockets() == before


def test_every_application_has_metrics_of_its_own(tmp_path: Path) -> None:
    one, other = create_app(Settings(data=tmp_path)), create_app(Settings(data=tmp_path))
    one.state.metrics.turns.inc()
    assert "howdah_turns_total 1.0" in one.state.metrics.render().decode()
    assert "howdah_turns_total 0.0" in other.state.metrics.render().decode()


@pytest.mark.parametrize("for_all", [False, True])
def test_remote_clients_find_no_metrics_unless_a_setting_allows_it(
    tmp_path: Path, for_all: bool
) -> None:
    app = create_app(Settings(data=tmp_path, metrics="everyone" if for_all else "host"))
    with LiveClient(app, client=REMOTE) as remote:
        assert remote.get("/metrics").status_code == (200 if for_all else 404)
        assert remote.get("/healthz").status_code == 200
    with LiveClient(app, client=HERE) as local:
        assert local.get("/metrics").status_code == 200
        forwarded = local.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert forwarded.status_code == (200 if for_all else 404)


def test_neither_is_part_of_the_public_interface(fresh: AppClient) -> None:
    assert not {"/healthz", "/metrics"} & fresh.get("/openapi.json").json()["paths"].keys()


def test_the_event_loop_lag_is_the_longest_time_that_the_loop_was_blocked() -> None:
    async def run() -> list[float]:
        lag = EventLoopLag()
        async with lag.measuring():
            await asyncio.sleep(0.03)
            lag.take_longest()
            time.sleep(0.2)
            await asyncio.sleep(0.03)
            first = lag.take_longest()
            await asyncio.sleep(0.03)
            return [first, lag.take_longest(), lag.longest_ever]

    first, later, ever = asyncio.run(run())
    assert first > 0.15
    assert later < first
    assert ever == first


# Unexpected errors


def fail(*_: object) -> NoReturn:
    raise ZeroDivisionError("a secret")


@pytest.mark.parametrize("kind", [ValueError, RuntimeError, RecursionError])
@pytest.mark.parametrize("path", ["/t/{id}/live", "/api/tables/{id}/live"])
def test_an_error_on_a_socket_closes_it_and_is_logged(
    live_client: LiveClient,
    path: str,
    kind: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = create_table(live_client, "bazar", "Ada")
    with live_client.websocket_connect(path.format(id=table.id)) as socket:
        if path.startswith("/t/"):
            socket.receive_json()
        app: Any = live_client.app
        monkeypatch.setattr(app.state.tables, "get_cached", failing(kind))
        socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == INTERNAL_ERROR
    assert f"{kind.__name__}: a secret" in caplog.text


def failing(kind: type[Exception]) -> Any:
    def raise_error(*_: object) -> NoReturn:
        raise kind("a secret")

    return raise_error


def test_an_error_is_answered_with_an_incident_number_and_without_details(
    fresh: AppClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clients, "FAULT", None)
    monkeypatch.setattr(fresh.app.state.tables, "get", fail)
    error = error_of(answer := fresh.get("/api/tables/x"), 500, "fault")
    assert error["incident"] in error["message"]
    assert "content-security-policy" in answer.headers
    page = fresh.get("/t/x", headers=HTML)
    assert page.status_code == 500
    assert page.headers["content-type"].startswith("text/html")
    assert "nic nie przepadło" in page.text
    assert "secret" not in answer.text + page.text
    assert "Traceback" not in answer.text + page.text
    assert caplog.text.count("ZeroDivisionError: a secret") == 2
    assert error["incident"] in [record.fields["incident"] for record in caplog.records]  # type: ignore[attr-defined]
