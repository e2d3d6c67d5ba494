"""Health, metrics and unexpected errors: what operators see, and nobody else."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from starlette.websockets import WebSocketDisconnect

from howdah.server.app import create_app
from howdah.server.middleware.errors import INTERNAL_ERROR
from howdah.server.observability.logs import configure_logging
from howdah.server.observability.metrics import EventLoopLag
from howdah.server.routes import health
from howdah.server.settings import Settings
from howdah.store import readiness
from howdah.store.store import StoreUnavailable
from tests.server import clients
from tests.server.clients import (
    HERE,
    PATIENCE,
    AppClient,
    LiveClient,
    bearer,
    create_table,
    error_of,
    open_client,
    table_body,
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


PROBED = ("/healthz", "/readyz")


@pytest.fixture
def in_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppClient]:
    """A server on an SQLite file, which is probed for every request."""
    monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
    client = AppClient(tmp_path, create_app(Settings(data=tmp_path, workers=0, limits=0)))
    client.open()
    yield client
    client.close()


def assert_not_ready(client: AppClient) -> None:
    """It is alive, says that it cannot be used, and acknowledges nothing."""
    for path in PROBED:
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (503, {"status": "unavailable"})
    assert client.get("/livez").json() == {"status": "ok"}
    answer = client.post("/api/tables", json=table_body("bazar", "Ada", "Bo"))
    error_of(answer, 503, "unavailable")


def test_ready_and_alive_are_two_answers(fresh: AppClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (*PROBED, "/livez"):
        answer = fresh.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"
    monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
    monkeypatch.setattr(fresh.app.state.tables.store, "ping", broken)
    assert [fresh.get(path).status_code for path in (*PROBED, "/livez")] == [503, 503, 200]


def test_a_server_whose_database_is_removed_is_not_ready_and_acknowledges_nothing(
    in_file: AppClient,
) -> None:
    table = create_table(in_file, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
    legal = table.state(0)["legal"][:1]
    for file in in_file.folder.glob("tables.sqlite3*"):
        file.unlink()
    assert_not_ready(in_file)
    error_of(table.turn(0, 0, legal), 503, "unavailable")
    assert not [*in_file.folder.glob("tables.sqlite3*")]


def test_a_server_whose_database_is_replaced_is_not_ready(in_file: AppClient) -> None:
    create_table(in_file, "bazar", "Ada", "Bo")
    file = in_file.folder / "tables.sqlite3"
    (copy := in_file.folder / "copy").write_bytes(file.read_bytes())
    copy.replace(file)
    assert_not_ready(in_file)


def test_a_server_whose_database_is_damaged_is_not_ready_and_answers_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
    settings = Settings(data=tmp_path, workers=0, limits=0)
    first = AppClient(tmp_path, create_app(settings))
    first.open()
    tables = [create_table(first, "bombay", "Ada", "Bo") for _ in range(30)]
    first.close()
    client = AppClient(tmp_path, create_app(settings))
    client.open()
    with (tmp_path / "tables.sqlite3").open("rb+") as file:
        file.seek(4096)
        file.write(b"\xa5" * 1_000_000)
    assert_not_ready(client)
    error_of(client.get(tables[3].path), 503, "unavailable")
    client.close()
    assert "the database is damaged" in caplog.text
    assert "Traceback" not in caplog.text


def serve_while_no_file_can_grow(folder: Path) -> None:
    """In a process of its own: no file may grow, as on a full disk; then it may again."""
    configure_logging()
    settings = Settings(data=folder, workers=0, limits=0)
    client = AppClient(folder, create_app(settings))
    client.open()
    create_table(client, "bazar", "Ada", "Bo")
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(file.stat().st_size for file in folder.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    assert_not_ready(client)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    time.sleep(readiness.PROBE_SECONDS)
    assert client.get("/healthz").json() == {"status": "ok"}
    create_table(client, "bazar", "Ada", "Bo")
    client.close()


def test_a_server_on_a_full_disk_is_not_ready_until_there_is_space(tmp_path: Path) -> None:
    child = multiprocessing.get_context("forkserver").Process(
        target=serve_while_no_file_can_grow, args=(tmp_path,)
    )
    child.start()
    child.join(PATIENCE)
    assert child.exitcode == 0


def test_requests_for_readiness_share_one_probe(
    fresh: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    probes: list[None] = []
    store = fresh.app.state.tables.store
    works = store.ping

    async def count() -> None:
        probes.append(None)
        await works()

    monkeypatch.setattr(store, "ping", count)
    for _ in range(20):
        assert fresh.get("/readyz").status_code == 200
    assert len(probes) <= 2


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


def test_none_of_them_is_part_of_the_public_interface(fresh: AppClient) -> None:
    monitored = {"/healthz", "/livez", "/metrics", "/readyz"}
    assert not monitored & fresh.get("/openapi.json").json()["paths"].keys()


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
    assert "twoja gra jest bezpieczna" in page.text
    assert "secret" not in answer.text + page.text
    assert "Traceback" not in answer.text + page.text
    assert caplog.text.count("ZeroDivisionError: a secret") == 2
    assert error["incident"] in [record.fields["incident"] for record in caplog.records]  # type: ignore[attr-defined]
