"""Limits at the door: one address cannot keep the house from everyone else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from howdah.server.app import create_app
from howdah.server.middleware import limits
from howdah.server.middleware.client_address import UNKNOWN, Client, client_of
from howdah.server.middleware.limits import (
    COST_OF_A_WRONG_TOKEN,
    ELSEWHERE,
    HERE,
    NEW_TABLES,
    TRY_AGAIN_LATER,
    Limit,
    RateLimiter,
    TokenBuckets,
)
from howdah.server.observability.pulse import BEAT
from howdah.server.settings import Settings
from tests.server.house import LiveHouse, Place, bearer, lay, order, refusal

STRANGER = ("192.0.2.7", 50_000)
ONE = Client("192.0.2.7", is_here=False)
OTHER = Client("192.0.2.8", is_here=False)
HOST = Client("127.0.0.1", is_here=True)
ORDER = order("bazar", "Ada", rules={"starter": "seat 0"})


class Clock:
    """A clock that stands still until it is told."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[LiveHouse]:
    """A house as someone from elsewhere finds it."""
    app = create_app(Settings(tmp_path))
    with LiveHouse(app, client=STRANGER, follow_redirects=False) as found:
        yield found


# Buckets


def test_a_bucket_gives_what_it_holds_and_then_what_drips_in(clock: Clock) -> None:
    buckets = TokenBuckets(Limit(3, 0.5), Limit(9, 1), clock)
    assert [buckets.take(ONE) for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 1.5
    assert buckets.take(ONE) == pytest.approx(0.5)
    clock.now += 0.5
    assert buckets.take(ONE) == 0


def test_everyone_has_a_bucket_of_their_own(clock: Clock) -> None:
    buckets = TokenBuckets(Limit(1, 1), Limit(2, 1), clock)
    assert [buckets.take(ONE), buckets.take(ONE)] == [0, 1]
    assert [buckets.take(OTHER), buckets.take(HOST), buckets.take(HOST)] == [0, 0, 0]


def test_what_is_refused_costs_nothing(clock: Clock) -> None:
    buckets = TokenBuckets(Limit(1, 1), Limit(1, 1), clock)
    assert [buckets.take(ONE) for _ in range(100)] == [0] + [1] * 99


def test_buckets_that_are_full_again_are_forgotten(clock: Clock) -> None:
    buckets = TokenBuckets(Limit(10, 1), Limit(10, 1), clock)
    for number in range(500):
        buckets.take(Client(f"192.0.2.{number}", is_here=False))
    assert len(buckets) == 500
    clock.now += 1
    buckets.take(ONE)
    assert len(buckets) == 1


def test_only_so_many_addresses_are_remembered(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 50)
    buckets = TokenBuckets(Limit(10, 0.001), Limit(10, 1), clock)
    for number in range(500):
        buckets.take(Client(f"192.0.2.{number}", is_here=False))
    assert len(buckets) == 50


def test_whoever_owes_waits_and_nobody_waits_for_ever(clock: Clock) -> None:
    buckets = TokenBuckets(Limit(2, 10), Limit(2, 10), clock)
    assert [buckets.charge(ONE) for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])
    clock.now += 10
    assert buckets.charge(ONE) == 0


# Visitors


@pytest.mark.parametrize(
    ("host", "known_by", "is_here"),
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
def test_a_visitor_is_known_by_the_address(host: str, known_by: str, is_here: bool) -> None:
    assert client_of({"client": (host, 1), "headers": []}) == (known_by, is_here)


def test_who_comes_by_a_socket_file_has_no_address() -> None:
    assert client_of({"client": None, "headers": []}) == (UNKNOWN, False)


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "via", "x-real-ip"])
def test_who_is_brought_by_a_proxy_is_not_here(header: str) -> None:
    scope = {"client": ("127.0.0.1", 1), "headers": [(header.encode(), b"127.0.0.1")]}
    assert client_of(scope) == ("127.0.0.1", False)


# Figures


def test_loopback_carries_a_load_test() -> None:
    door = RateLimiter(clock=Clock())
    assert not any(door.ask(HOST, "POST", "/api/tables") for _ in range(1000))
    assert not any(door.ask(HOST, "GET", "/") for _ in range(10_000))
    assert all(door.acquire_socket(HOST) for _ in range(2000))


@pytest.mark.parametrize("path", [*NEW_TABLES, "/t/x/rematch"])
def test_new_tables_are_few(path: str) -> None:
    door = RateLimiter(clock=Clock())
    waits = [door.ask(ONE, "POST", path) for _ in range(int(ELSEWHERE.tables.burst) + 1)]
    assert not any(waits[:-1])
    assert waits[-1] == pytest.approx(1 / ELSEWHERE.tables.a_second)
    assert not door.ask(ONE, "GET", path)
    assert not door.ask(OTHER, "POST", path)


def test_a_club_may_open_a_page_at_the_same_moment() -> None:
    door, files = RateLimiter(clock=Clock()), ["/static/x"] * 11 + ["/colours/house.css"] * 2
    for _ in range(60):
        assert not any(door.ask(ONE, "GET", path) for path in ["/t/x", "/t/x/live", *files])


def test_wrong_tokens_cost_more() -> None:
    door = RateLimiter(clock=Clock())
    guesses = 0
    while not door.ask(ONE, "GET", "/"):
        door.penalize_bad_token(ONE)
        guesses += 1
    assert guesses <= ELSEWHERE.requests.burst / COST_OF_A_WRONG_TOKEN


def test_health_and_metrics_are_asked_by_the_large_figures() -> None:
    door = RateLimiter(clock=Clock())
    for path in ("/healthz", "/metrics"):
        assert not any(door.ask(ONE, "GET", path) for _ in range(5000))


def test_a_host_may_scale_the_limits_or_switch_them_off() -> None:
    burst = int(ELSEWHERE.requests.burst)
    for scale, many in ((0.5, burst // 2), (1, burst), (3, 3 * burst)):
        door = RateLimiter(scale, Clock())
        waits = [door.ask(ONE, "GET", "/") for _ in range(many + 1)]
        assert (any(waits[:-1]), bool(waits[-1])) == (False, True)
    off = RateLimiter(0)
    assert not any(off.ask(ONE, "POST", "/api/tables") for _ in range(10 * burst))
    assert all(off.acquire_socket(ONE) for _ in range(HERE.sockets + 1))


# At the door


def test_too_many_tables_are_refused_until_there_is_time(stranger: LiveHouse) -> None:
    burst = int(ELSEWHERE.tables.burst)
    answers = [stranger.post("/api/tables", json=ORDER) for _ in range(burst + 1)]
    assert {answer.status_code for answer in answers[:-1]} == {201}
    told = refusal(answers[-1], 429, "too-many")
    assert 1 <= told["retry_after"] <= 1 / ELSEWHERE.tables.a_second
    assert answers[-1].headers["retry-after"] == str(told["retry_after"])
    assert stranger.get(f"/api/tables/{answers[0].json()['id']}").status_code == 200


def test_a_person_is_told_on_a_page(stranger: LiveHouse) -> None:
    page: dict[str, Any] = {"headers": {"accept": "text/html", "accept-language": "fr"}}
    game = {"game": "bazar", "players": "1"}
    for _ in range(int(ELSEWHERE.tables.burst)):
        stranger.post("/api/tables", content=b"")
    answer = stranger.post("/play", data=game, **page)
    assert answer.status_code == 429
    assert "trop à la fois" in answer.text
    assert "content-security-policy" in answer.headers


def test_guessing_tokens_ends_soon(stranger: LiveHouse) -> None:
    place = lay(stranger, "bazar", "Ada")
    codes = [stranger.get(place.path, headers=bearer(f"x{n}")).status_code for n in range(60)]
    assert codes[:5] == [403] * 5
    assert codes.count(429) > 20


def test_sockets_are_counted_and_come_back(
    stranger: LiveHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, door = lay(stranger, "bazar", "Ada"), stranger.app.state.limits  # type: ignore[attr-defined]
    monkeypatch.setitem(door._most_sockets, False, 3)
    for _ in range(2):
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(stranger.websocket_connect(f"{place.path}/live"))
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                stranger.websocket_connect(f"/t/{place.id}/live"),
            ):
                pass
            assert closed.value.code == TRY_AGAIN_LATER
    assert not door._sockets


def test_too_many_sockets_in_a_row_are_closed_before_they_open(stranger: LiveHouse) -> None:
    place, door = lay(stranger, "bazar", "Ada"), stranger.app.state.limits  # type: ignore[attr-defined]
    door._requests.charge(ONE, 2 * ELSEWHERE.requests.burst)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        stranger.websocket_connect(f"{place.path}/live"),
    ):
        pass
    assert closed.value.code == TRY_AGAIN_LATER


def test_whoever_asks_much_on_a_socket_waits(
    stranger: LiveHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def slept(seconds: float) -> None:
        waits.append(seconds)
        await briefly(0)

    briefly = asyncio.sleep

    place, door = lay(stranger, "bazar", "Ada"), stranger.app.state.limits  # type: ignore[attr-defined]
    with stranger.websocket_connect(f"/t/{place.id}/live") as socket:
        socket.receive_json()
        door._questions.charge(ONE, ELSEWHERE.questions.burst)
        monkeypatch.setattr("howdah.server.middleware.limits.asyncio.sleep", slept)
        for _ in range(50):
            socket.send_text("{}")
            assert socket.receive_json()["kind"] == "refusal"
        monkeypatch.undo()
    owed = [wait for wait in waits if wait != BEAT]
    assert len(owed) > 20
    assert max(owed) < 50 / ELSEWHERE.questions.a_second


def test_a_right_token_may_be_shown_again(stranger: LiveHouse) -> None:
    place: Place = lay(stranger, "bazar", "Ada", rules={"starter": "seat 0"})
    with stranger.websocket_connect(f"{place.path}/live") as socket:
        for _ in range(20):
            socket.send_text(str(place.tokens[0]))
        action = place.look(0)["legal"][0]
        assert place.turn(0, 0, [action]).status_code == 200
        assert socket.receive_json()["version"] == 1
