"""Health, metrics and faults: what whoever keeps the house needs to know, and nobody else."""

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
from howdah.server.observability.pulse import EventLoopLag
from howdah.server.routes import health
from howdah.server.settings import Settings
from howdah.store.store import StoreUnavailable
from tests.server import house as houses
from tests.server.house import HERE, House, LiveHouse, bearer, lay, opened_house, refusal

ELSEWHERE = ("192.0.2.7", 50_000)
HTML = {"accept": "text/html", "accept-language": "pl"}


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[House]:
    """A house of which nothing has been asked."""
    with opened_house(tmp_path) as found:
        yield found


def figures(text: str) -> dict[str, float]:
    """Metrics by name and labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


# Health


def test_a_house_is_well_when_its_store_answers(fresh: House) -> None:
    answer = fresh.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["cache-control"] == "no-store"


async def slow() -> None:
    await asyncio.sleep(60)


async def broken() -> None:
    raise StoreUnavailable("the disk is full")


@pytest.mark.parametrize(("ping", "status"), [(slow, "slow"), (broken, "unavailable")])
def test_a_house_is_not_well_when_its_store_does_not_answer(
    fresh: House, ping: Any, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(fresh.app.state.tables.store, "ping", ping)
    answer = fresh.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": status})


# Metrics


def test_requests_are_counted_by_route_and_never_by_path(fresh: House) -> None:
    place = lay(fresh, "bazar", "Ada")
    for token in ("one", "two"):
        fresh.get(f"/t/{place.id}/seat/{token}")
        fresh.get(place.path, headers=bearer(token))
    fresh.get("/nowhere/at/all")
    fresh.get("/static/howdah.css")
    fresh.request("BREW", "/api/tables")
    told = fresh.get("/metrics").text
    found = figures(told)

    def requests(route: str, method: str, status: str) -> float:
        labels = f'route="{route}",method="{method}",status="{status}"'
        by_label = dict(re.findall(r"howdah_requests_total\{(.*)\} (\S+)", told))
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
    assert place.id not in told


def test_open_sockets_are_counted(live_house: LiveHouse) -> None:
    place = lay(live_house, "bazar", "Ada")

    def restore_table() -> float:
        return figures(live_house.get("/metrics").text)["howdah_open_sockets"]

    before = restore_table()
    with live_house.websocket_connect(f"/t/{place.id}/live") as socket:
        socket.receive_json()
        assert restore_table() == before + 1
    assert restore_table() == before


def test_every_house_counts_for_itself(tmp_path: Path) -> None:
    one, other = create_app(Settings(tmp_path)), create_app(Settings(tmp_path))
    one.state.metrics.turns.inc()
    assert "howdah_turns_total 1.0" in one.state.metrics.told().decode()
    assert "howdah_turns_total 0.0" in other.state.metrics.told().decode()


@pytest.mark.parametrize("for_all", [False, True])
def test_strangers_find_no_metrics_unless_the_host_says_so(tmp_path: Path, for_all: bool) -> None:
    app = create_app(Settings(tmp_path, metrics_for_all=for_all))
    with LiveHouse(app, client=ELSEWHERE) as stranger:
        assert stranger.get("/metrics").status_code == (200 if for_all else 404)
        assert stranger.get("/healthz").status_code == 200
    with LiveHouse(app, client=HERE) as host:
        assert host.get("/metrics").status_code == 200
        forwarded = host.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert forwarded.status_code == (200 if for_all else 404)


def test_neither_is_part_of_the_public_interface(fresh: House) -> None:
    assert not {"/healthz", "/metrics"} & fresh.get("/openapi.json").json()["paths"].keys()


def test_the_pulse_feels_what_takes_too_long() -> None:
    async def evening() -> list[float]:
        pulse = EventLoopLag()
        async with pulse.beating():
            await asyncio.sleep(0.03)
            pulse.longest()
            time.sleep(0.2)
            await asyncio.sleep(0.03)
            first = pulse.longest()
            await asyncio.sleep(0.03)
            return [first, pulse.longest(), pulse.longest_ever]

    first, later, ever = asyncio.run(evening())
    assert first > 0.15
    assert later < first
    assert ever == first


# Faults


def fail(*_: object) -> NoReturn:
    raise ZeroDivisionError("the secret of the house")


@pytest.mark.parametrize("kind", [ValueError, RuntimeError, RecursionError])
@pytest.mark.parametrize("door", ["/t/{id}/live", "/api/tables/{id}/live"])
def test_a_fault_on_a_socket_closes_it_and_is_written_down(
    live_house: LiveHouse,
    door: str,
    kind: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = lay(live_house, "bazar", "Ada")
    with live_house.websocket_connect(door.format(id=place.id)) as socket:
        if door.startswith("/t/"):
            socket.receive_json()
        app: Any = live_house.app
        monkeypatch.setattr(app.state.tables, "get_cached", failing(kind))
        socket.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == INTERNAL_ERROR
    assert f"{kind.__name__}: the secret of the house" in caplog.text


def failing(kind: type[Exception]) -> Any:
    def fail_so(*_: object) -> NoReturn:
        raise kind("the secret of the house")

    return fail_so


def test_a_fault_is_told_with_a_number_and_without_details(
    fresh: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(houses, "FAULT", None)
    monkeypatch.setattr(fresh.app.state.tables, "get", fail)
    told = refusal(answer := fresh.get("/api/tables/x"), 500, "fault")
    assert told["incident"] in told["message"]
    assert "content-security-policy" in answer.headers
    page = fresh.get("/t/x", headers=HTML)
    assert page.status_code == 500
    assert page.headers["content-type"].startswith("text/html")
    assert "nic nie przepadło" in page.text
    assert "secret" not in answer.text + page.text
    assert "Traceback" not in answer.text + page.text
    assert caplog.text.count("ZeroDivisionError: the secret of the house") == 2
    assert told["incident"] in [record.fields["incident"] for record in caplog.records]  # type: ignore[attr-defined]
