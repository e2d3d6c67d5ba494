"""Rate limits: one client address cannot keep the server from everyone else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from howdah.server.app import create_app
from howdah.server.errors import ApiError
from howdah.server.middleware.clients import UNKNOWN, Client, client_of
from howdah.server.middleware.rate_limit import (
    BAD_TOKENS,
    LOCAL,
    NEW_TABLE_PATHS,
    REFUSAL_DELAY,
    REMOTE,
    TRY_AGAIN_LATER,
    Payer,
    RateLimiter,
)
from howdah.server.middleware.token_buckets import Limit, TokenBuckets
from howdah.server.observability.metrics import LAG_INTERVAL
from howdah.server.settings import Settings
from tests.server.clients import LiveClient, TableClient, bearer, create_table, error_of, table_body

REMOTE_ADDRESS = ("192.0.2.7", 50_000)
ONE = Client("192.0.2.7", is_local=False)
OTHER = Client("192.0.2.8", is_local=False)
PAYER, OTHER_PAYER = Payer(ONE), Payer(OTHER)
HOST = Payer(Client("127.0.0.1", is_local=True))
BODY = table_body("bazar", "Ada", rules={"starter": "seat 0"})


class Clock:
    """A clock that stands still until a test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def remote_client(tmp_path: Path) -> Iterator[LiveClient]:
    """A client at a remote address."""
    app = create_app(Settings(data=tmp_path))
    with LiveClient(app, client=REMOTE_ADDRESS, follow_redirects=False) as found:
        yield found


# Buckets


def test_a_bucket_allows_a_burst_and_then_its_rate(clock: Clock) -> None:
    buckets = TokenBuckets[Client](Limit(3, 0.5), clock)
    assert [buckets.take(ONE) for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 1.5
    assert buckets.take(ONE) == pytest.approx(0.5)
    clock.now += 0.5
    assert buckets.take(ONE) == 0


def test_every_client_has_a_bucket_of_its_own(clock: Clock) -> None:
    buckets = TokenBuckets[Client](Limit(1, 1), clock)
    assert [buckets.take(ONE), buckets.take(ONE), buckets.take(OTHER)] == [0, 1, 0]


def test_a_refused_request_costs_nothing(clock: Clock) -> None:
    buckets = TokenBuckets[Client](Limit(1, 1), clock)
    assert [buckets.take(ONE) for _ in range(100)] == [0] + [1] * 99


def test_buckets_that_are_full_again_are_dropped(clock: Clock) -> None:
    buckets = TokenBuckets[int](Limit(10, 1), clock)
    for number in range(500):
        buckets.take(number)
    assert len(buckets) == 500
    clock.now += 1
    buckets.take(7)
    assert len(buckets) == 1


def test_only_so_many_clients_are_remembered(clock: Clock) -> None:
    buckets = TokenBuckets[int](Limit(10, 0.001), clock, max_keys=50)
    for number in range(500):
        buckets.take(number)
    assert len(buckets) == 50


def test_a_client_in_debt_waits_until_it_is_paid(clock: Clock) -> None:
    buckets = TokenBuckets[Client](Limit(2, 10), clock)
    assert [buckets.charge(ONE) for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])
    clock.now += 10
    assert buckets.charge(ONE) == 0


def test_a_debt_is_never_larger_than_a_bucket(clock: Clock) -> None:
    buckets = TokenBuckets[Client](Limit(2, 0.5), clock)
    for _ in range(280):
        buckets.charge(ONE)
    assert buckets.wait(ONE) == 4


# Client addresses


@pytest.mark.parametrize(
    ("host", "address", "is_local"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.9.9.9", "127.9.9.9", True),
        ("::1", "::1", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("192.0.2.7", "192.0.2.7", False),
        ("::ffff:192.0.2.7", "192.0.2.7", False),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", False),
        ("fe80::1%eth0", "fe80::/64", False),
        ("", UNKNOWN, False),
        ("localhost", UNKNOWN, False),
        ("127.0.0.1, 10.0.0.1", UNKNOWN, False),
        ("x" * 1000 + "\n", UNKNOWN, False),
    ],
)
def test_a_client_is_known_by_its_address_or_network(
    host: str, address: str, is_local: bool
) -> None:
    assert client_of({"client": (host, 1), "headers": []}) == (address, is_local)


def test_a_client_on_a_unix_socket_has_no_address() -> None:
    assert client_of({"client": None, "headers": []}) == (UNKNOWN, False)


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
def test_a_forwarded_request_is_not_local(header: str) -> None:
    scope = {"client": ("127.0.0.1", 1), "headers": [(header.encode(), b"127.0.0.1")]}
    assert client_of(scope) == ("127.0.0.1", False)


# Limits


def waits(limiter: RateLimiter, payer: Payer, count: int, path: str = "/") -> list[float]:
    """The seconds to wait after each of so many requests."""
    return [limiter.check_request(payer, "POST", path) for _ in range(count)]


def test_local_limits_allow_a_load_test() -> None:
    limiter = RateLimiter(clock=Clock())
    assert not any(waits(limiter, HOST, 1000, "/api/tables"))
    assert not any(waits(limiter, HOST, 10_000))
    assert all(limiter.acquire_socket(HOST.client) for _ in range(2000))


@pytest.mark.parametrize("path", [*NEW_TABLE_PATHS, "/t/x/rematch"])
def test_new_tables_have_a_limit_of_their_own(path: str) -> None:
    limiter = RateLimiter(clock=Clock())
    found = waits(limiter, PAYER, int(REMOTE.tables.burst) + 1, path)
    assert not any(found[:-1])
    assert found[-1] == pytest.approx(1 / REMOTE.tables.per_second)
    assert not limiter.check_request(PAYER, "GET", path)
    assert not limiter.check_request(OTHER_PAYER, "POST", path)


def test_take_backs_have_a_limit_of_their_own_whichever_table_they_are_at() -> None:
    limiter = RateLimiter(clock=Clock())
    count = int(REMOTE.take_backs.burst)
    paths = [f"/t/{number}/take-back" for number in range(count + 1)]
    players = [PAYER._replace(player=(path, 0)) for path in paths]
    found = [limiter.check_request(one, "POST", path) for one, path in zip(players, paths)]
    assert not any(found[:-1])
    assert found[-1] == pytest.approx(1 / REMOTE.take_backs.per_second)
    assert not limiter.check_request(PAYER, "POST", "/api/tables")
    assert not limiter.check_request(OTHER_PAYER, "POST", paths[0])


def test_a_club_behind_one_address_may_open_a_page_at_the_same_moment() -> None:
    limiter, files = RateLimiter(clock=Clock()), ["/static/x"] * 11 + ["/colours/site.css"] * 2
    for _ in range(60):
        assert not any(
            limiter.check_request(PAYER, "GET", path) for path in ["/t/x", "/t/x/live", *files]
        )


def test_a_client_pays_for_the_cpu_time_of_its_requests(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    assert not limiter.check_request(PAYER, "GET", "/")
    limiter.charge_cpu(PAYER, 1.5 * REMOTE.cpu.burst)
    assert limiter.check_request(PAYER, "GET", "/") > 0
    assert not limiter.check_request(OTHER_PAYER, "GET", "/")
    clock.now += 2 * REMOTE.cpu.burst / REMOTE.cpu.per_second
    assert not limiter.check_request(PAYER, "GET", "/")


def test_when_the_server_is_busy_clients_that_used_little_are_served(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    for number in range(20):
        other = Payer(Client(f"198.51.100.{number}", is_local=False))
        limiter.charge_cpu(other, 0.3 * REMOTE.cpu.burst)
        assert number < 2 or limiter.check_request(other, "GET", "/") > 0
    assert not limiter.check_request(PAYER, "GET", "/")
    assert not limiter.check_request(HOST, "GET", "/")


def test_a_player_has_limits_apart_from_those_of_the_address(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    limiter.charge_cpu(PAYER, 100.0)
    assert limiter.check_request(PAYER, "GET", "/") > 0
    for seat in range(100):
        player = Payer(ONE, ("a table", seat))
        assert not any(limiter.check_request(player, "GET", "/t/x") for _ in range(50))


def test_all_players_of_an_address_together_have_a_limit(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    for seat in range(1000):
        limiter.charge_cpu(Payer(ONE, ("a table", seat)), 0.1)
    assert limiter.check_request(Payer(ONE, ("a table", 2000)), "GET", "/") > 0
    assert not limiter.check_request(Payer(OTHER, ("a table", 2000)), "GET", "/")


def test_wrong_tokens_at_one_table_are_soon_too_many(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    found = [limiter.charge_bad_token(ONE, "t1") for _ in range(280)]
    assert not any(found[: int(BAD_TOKENS.burst)])
    assert found[-1] == BAD_TOKENS.burst / BAD_TOKENS.per_second, "a debt has a floor"
    assert not limiter.charge_bad_token(ONE, "t2")
    assert not limiter.charge_bad_token(OTHER, "t1")
    assert not limiter.check_request(PAYER, "GET", "/")


def test_health_and_metrics_have_the_local_limits() -> None:
    limiter = RateLimiter(clock=Clock())
    for path in ("/healthz", "/metrics"):
        assert not any(limiter.check_request(PAYER, "GET", path) for _ in range(5000))


def test_a_factor_scales_the_limits_and_0_switches_them_off() -> None:
    burst = int(REMOTE.requests.burst)
    for factor, many in ((0.5, burst // 2), (1, burst), (3, 3 * burst)):
        found = waits(RateLimiter(factor, Clock()), PAYER, many + 1)
        assert (any(found[:-1]), bool(found[-1])) == (False, True)
    off = RateLimiter(0)
    assert not any(waits(off, PAYER, 10 * burst, "/api/tables"))
    assert all(off.acquire_socket(ONE) for _ in range(LOCAL.sockets + 1))


def test_refusals_of_a_client_that_goes_on_are_late(clock: Clock) -> None:
    limiter = RateLimiter(clock=clock)
    delays = [limiter.refusal_delay(ONE) for _ in range(30)]
    assert delays[0] == 0
    assert delays[-1] == REFUSAL_DELAY
    assert limiter.refusal_delay(OTHER) == 0


def test_few_requests_of_a_client_are_handled_at_once_and_the_others_wait() -> None:
    asyncio.run(_handle_many())


async def _handle_many() -> None:
    limiter, running, most, order = RateLimiter(), 0, 0, list[int]()

    async def handle(number: int) -> None:
        nonlocal running, most
        slots = await limiter.acquire_slot(PAYER)
        running += 1
        most = max(most, running)
        order.append(number)
        await asyncio.sleep(0.001)
        running -= 1
        limiter.release_slot(PAYER, slots)

    async with asyncio.TaskGroup() as group:
        cancelled = [group.create_task(handle(number)) for number in range(60)][30]
        await asyncio.sleep(0)
        cancelled.cancel()
        other = await asyncio.wait_for(limiter.acquire_slot(OTHER_PAYER), 0.5)
    assert most == REMOTE.concurrency
    assert order == [number for number in range(60) if number != 30]
    limiter.release_slot(OTHER_PAYER, other)
    assert not limiter._slots


def test_a_request_beyond_those_that_wait_is_refused() -> None:
    async def run() -> None:
        limiter = RateLimiter()
        many = REMOTE.concurrency + REMOTE.waiting
        tasks = [asyncio.create_task(limiter.acquire_slot(PAYER)) for _ in range(many)]
        await asyncio.sleep(0)
        with pytest.raises(ApiError):
            await limiter.acquire_slot(PAYER)
        for task in tasks:
            task.cancel()

    asyncio.run(run())


# The middleware


def test_too_many_new_tables_get_429_with_the_seconds_to_wait(remote_client: LiveClient) -> None:
    burst = int(REMOTE.tables.burst)
    answers = [remote_client.post("/api/tables", json=BODY) for _ in range(burst + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {201}
    error = error_of(answers[-1], 429, "too-many")
    assert 1 <= error["retry_after"] <= 1 / REMOTE.tables.per_second
    assert answers[-1].headers["retry-after"] == str(error["retry_after"])
    assert remote_client.get(f"/api/tables/{answers[0].json()['id']}").status_code == 200


def test_a_browser_gets_429_as_a_page(remote_client: LiveClient) -> None:
    page: dict[str, Any] = {"headers": {"accept": "text/html", "accept-language": "fr"}}
    game = {"game": "bazar", "players": "1"}
    for _ in range(int(REMOTE.tables.burst)):
        remote_client.post("/api/tables", content=b"")
    answer = remote_client.post("/play", data=game, **page)
    assert answer.status_code == 429
    assert "Trop de demandes à la fois" in answer.text
    assert "content-security-policy" in answer.headers


def test_guessing_tokens_is_soon_refused_and_stops_nobody_else(
    remote_client: LiveClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("howdah.server.middleware.rate_limit.REFUSAL_DELAY", 0.0)
    table = create_table(remote_client, "bazar", "Ada", rules={"starter": "seat 0"})
    answers = [remote_client.get(table.path, headers=bearer(f"x{n}")) for n in range(280)]
    codes = [answer.status_code for answer in answers]
    assert codes[:5] == [403] * 5
    assert set(codes[20:]) == {429}
    assert answers[-1].json()["retry_after"] <= BAD_TOKENS.burst / BAD_TOKENS.per_second
    assert table.turn(0, 0, [table.state(0)["legal"][0]]).status_code == 200
    assert remote_client.get("/").status_code == 200


def test_people_who_hold_seats_play_on_when_their_address_has_used_up_its_limits(
    remote_client: LiveClient,
) -> None:
    table = create_table(remote_client, "bazar", "Ada", rules={"starter": "seat 0"})
    table.state(0)
    limiter: RateLimiter = remote_client.app.state.limits  # type: ignore[attr-defined]
    limiter.charge_cpu(PAYER, 100.0)
    error_of(remote_client.get("/"), 429, "too-many")
    error_of(remote_client.get(table.path, headers=bearer("x")), 429, "too-many")
    assert table.turn(0, 0, [table.state(0)["legal"][0]]).status_code == 200


def test_a_credential_with_something_added_has_no_limits_of_its_own(
    remote_client: LiveClient,
) -> None:
    table = create_table(remote_client, "bazar", "Ada", rules={"starter": "seat 0"})
    limiter: RateLimiter = remote_client.app.state.limits  # type: ignore[attr-defined]
    for number in range(5):
        cookie = {"cookie": f"seats={table.tokens[0]}.x{number}"}
        body = {"version": 7, "actions": []}
        remote_client.post(f"/t/{table.id}/turns", json=body, headers=cookie)
    assert {*limiter._players.values()} == {(table.id, 0)}


def test_open_sockets_are_limited_until_one_is_closed(
    remote_client: LiveClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, limiter = create_table(remote_client, "bazar", "Ada"), remote_client.app.state.limits  # type: ignore[attr-defined]
    few = limiter._remote.config._replace(sockets=3)
    monkeypatch.setattr(limiter._remote, "config", few)
    for _ in range(2):
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(remote_client.websocket_connect(f"{table.path}/live"))
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                remote_client.websocket_connect(f"/t/{table.id}/live"),
            ):
                pass
            assert closed.value.code == TRY_AGAIN_LATER
    assert not limiter._sockets


def test_a_socket_beyond_the_request_limit_is_closed_before_it_opens(
    remote_client: LiveClient,
) -> None:
    table, limiter = create_table(remote_client, "bazar", "Ada"), remote_client.app.state.limits  # type: ignore[attr-defined]
    limiter._remote.requests.charge(PAYER, 2 * REMOTE.requests.burst)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        remote_client.websocket_connect(f"{table.path}/live"),
    ):
        pass
    assert closed.value.code == TRY_AGAIN_LATER


def test_too_many_messages_on_a_socket_are_delayed(
    remote_client: LiveClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def note_sleep(seconds: float) -> None:
        waited.append(seconds)
        await real_sleep(0)

    real_sleep = asyncio.sleep

    table, limiter = create_table(remote_client, "bazar", "Ada"), remote_client.app.state.limits  # type: ignore[attr-defined]
    with remote_client.websocket_connect(f"/t/{table.id}/live") as socket:
        socket.receive_json()
        limiter._remote.messages.charge(PAYER, REMOTE.messages.burst)
        monkeypatch.setattr("howdah.server.middleware.rate_limit.asyncio.sleep", note_sleep)
        for _ in range(50):
            socket.send_text("{}")
            assert socket.receive_json()["kind"] == "refusal"
        monkeypatch.undo()
    delays = [wait for wait in waited if wait != LAG_INTERVAL]
    assert len(delays) > 20
    assert max(delays) < 50 / REMOTE.messages.per_second


def test_the_right_token_may_be_sent_again_and_again(remote_client: LiveClient) -> None:
    table: TableClient = create_table(remote_client, "bazar", "Ada", rules={"starter": "seat 0"})
    with remote_client.websocket_connect(f"{table.path}/live") as socket:
        for _ in range(20):
            socket.send_text(str(table.tokens[0]))
        action = table.state(0)["legal"][0]
        assert table.turn(0, 0, [action]).status_code == 200
        assert socket.receive_json()["version"] == 1
