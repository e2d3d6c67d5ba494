"""Presence: who has a page of the table open, at this process and at others."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from howdah.server.tables.notifier import ChangeNotifier
from howdah.server.tables.presence import EXPIRY_SECONDS, REPEAT_SECONDS, Presence
from howdah.store.notifications import MAX_PAYLOAD
from howdah.store.presence_feed import Players, Receive, decode_players, encode_players
from howdah.store.store import Store
from howdah.table.create import NewTable, create_table, new_seat
from howdah.table.model import Table
from tests.server import clients
from tests.server.clients import LiveClient, settings_for

LINK = re.compile(r'data-link="http://testserver(/t/[\w-]+/seat/[\w-]+)"')
ROW = re.compile(r'<li class="player-\d" data-seat="(\d)".*?<span class="state">(.*?)</span>')


# Pages at one process


@dataclass
class HostedScene:
    """A table that Ada has created by the form, for Bo, Cy and a computer."""

    client: LiveClient
    path: str
    ada: str
    """The cookies of her browser."""

    def page(self, cookies: str = "", part: str = "") -> str:
        headers = {"cookie": cookies, "accept": "text/html"}
        return self.client.get(self.path + part, headers=headers).text

    def links(self) -> list[str]:
        return LINK.findall(self.page(self.ada, "/invitations"))

    def join(self, link: str) -> str:
        """Take a seat by its link in another browser; return the cookie."""
        self.client.cookies.clear()
        answer = self.client.post(link, follow_redirects=False)
        assert answer.status_code == 303
        self.client.cookies.clear()
        return answer.headers["set-cookie"].partition(";")[0]

    @contextmanager
    def open_page(self, cookies: str = "") -> Iterator[WebSocketTestSession]:
        headers = {"cookie": cookies}
        with self.client.websocket_connect(f"{self.path}/live", headers=headers) as socket:
            yield socket


@pytest.fixture
def scene(live_client: LiveClient) -> HostedScene:
    form = {"game": "bombay", "players": "4", "rule-set_up": "first-game"}
    for seat, (who, name) in enumerate(
        [("me", "Ada"), ("link", "Bo"), ("link", "Cy"), ("agent:random", "Computer")]
    ):
        form |= {f"who-{seat}": who, f"name-{seat}": name}
    live_client.cookies.clear()
    answer = live_client.post("/new", data=form, follow_redirects=False)
    cookies = "; ".join(f"{name}={value}" for name, value in live_client.cookies.items())
    live_client.cookies.clear()
    return HostedScene(live_client, answer.headers["location"], cookies)


def wait_for_states(page: WebSocketTestSession, *states: str | None) -> Any:
    """Wait until a page is told these states, and return the message; others may come before."""
    told: list[Any] = []
    while not told or told[-1]["seat_states"] != [*states]:
        assert len(told) < 4, told
        told.append(page.receive_json())
    return told[-1]


def test_pages_are_told_who_comes_and_goes(scene: HostedScene) -> None:
    first, _ = scene.links()
    with scene.open_page(scene.ada) as ada, scene.open_page() as watcher:
        assert wait_for_states(ada, "here", "absent", "absent", None)["kind"] == "news"
        wait_for_states(watcher, "here", "absent", "absent", None)
        bo = scene.join(first)
        for page in (ada, watcher):
            wait_for_states(page, "here", "away", "absent", None)
        with scene.open_page(bo) as his:
            wait_for_states(his, "here", "here", "absent", None)
            for page in (ada, watcher):
                message = wait_for_states(page, "here", "here", "absent", None)
                assert message["kind"] == "seat_states"
        for page in (ada, watcher):
            wait_for_states(page, "here", "away", "absent", None)


def test_a_second_page_and_a_spectator_change_nothing(scene: HostedScene) -> None:
    with scene.open_page(scene.ada) as ada:
        wait_for_states(ada, "here", "absent", "absent", None)
        with scene.open_page(scene.ada) as again, scene.open_page() as watcher:
            for page in (again, watcher):
                wait_for_states(page, "here", "absent", "absent", None)
        ada.send_json({"ask": "scene", "shape": "wide"})
        assert ada.receive_json()["kind"] == "scene", "nothing else was sent"


def test_who_has_moved_to_another_device_is_there_and_not_here(scene: HostedScene) -> None:
    first, _ = scene.links()
    bo = scene.join(first)
    with scene.open_page(bo) as his:
        wait_for_states(his, "away", "here", "absent", None)
        made = scene.client.post(
            f"{scene.path}/links", json={"seat": 1}, headers={"cookie": bo}
        ).json()
        phone = scene.join(made["link"])
        wait_for_states(his, "away", "away", "absent", None)  # the old page has no seat any more
        with scene.open_page(phone) as other:
            wait_for_states(other, "away", "here", "absent", None)


def test_the_states_tell_no_secret_and_are_small(scene: HostedScene) -> None:
    first, second = scene.links()
    bo = scene.join(first)
    with scene.open_page(bo) as his, scene.open_page() as watcher:
        told = [wait_for_states(page, "away", "here", "absent", None) for page in (his, watcher)]
        with scene.open_page(scene.ada):
            told += [
                wait_for_states(page, "here", "here", "absent", None) for page in (his, watcher)
            ]
    assert len(json.dumps(told[-1])) < 100
    secrets = [link.rpartition("/")[2] for link in (first, second)]
    secrets += [cookie.partition("=")[2] for cookie in (*scene.ada.split("; "), bo)]
    assert not [secret for secret in secrets if secret in json.dumps(told)]


# Invitations


def invitations(scene: HostedScene, cookies: str) -> dict[int, str]:
    """What the panel beside the board says of friends, by seat."""
    html = unescape(scene.page(cookies, "/invitations"))
    return {int(seat): state for seat, state in ROW.findall(html)}


def test_the_host_sees_who_has_come_until_all_have(scene: HostedScene) -> None:
    first, second = scene.links()
    assert invitations(scene, scene.ada) == {1: "Not here yet", 2: "Not here yet"}
    bo = scene.join(first)
    assert invitations(scene, scene.ada) == {1: "Joined, not here now", 2: "Not here yet"}
    assert scene.links() == [second], "a used link is not shown"
    with scene.open_page(bo) as his:
        wait_for_states(his, "away", "here", "absent", None)
        assert invitations(scene, scene.ada) == {1: "Here now", 2: "Not here yet"}
    scene.join(second)
    assert scene.page(scene.ada, "/invitations").strip() == ""


def test_nobody_else_gets_invitations(scene: HostedScene) -> None:
    bo = scene.join(scene.links()[0])
    for cookies in (bo, "", "seat-0=guessed"):
        for part in ("", "/invitations", "/seats"):
            html = scene.page(cookies, part)
            assert "data-link" not in html
            assert "/seat/" not in html


def test_the_menu_says_who_is_here(scene: HostedScene) -> None:
    bo = scene.join(scene.links()[0])
    text = re.sub("<[^>]*>", "", unescape(scene.page(bo, "/seats")))
    assert "Ada Host · Joined, not here now" in text
    assert "Bo On this device" in text
    assert "Cy Friend (invite link) · Not here yet" in text


# Several processes


@dataclass
class Network:
    """Hands announcements to all other processes, as PostgreSQL does."""

    now: float = 100.0
    sent: list[Players] = field(default_factory=list)
    processes: dict[str, Receive] = field(default_factory=dict)

    def add(self, name: str) -> Process:
        return Process(Feed(self, name), lambda: self.now)


@dataclass
class Feed:
    """What a process has of the network; it stands for `PresenceFeed`."""

    network: Network
    name: str
    is_shared: bool = True

    def subscribe(self, receive: Receive) -> None:
        self.network.processes[self.name] = receive

    async def announce(self, players: Players) -> None:
        if players:
            self.network.sent.append(players)
        for name, receive in self.network.processes.items():
            if name != self.name and players:
                receive(self.name, players)


class Process:
    """A process with pages; `table` is the same at all of them."""

    def __init__(self, feed: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self.notifier = ChangeNotifier()
        self.presence = Presence(self.notifier, feed, clock=clock)
        self._open: list[ExitStack] = []

    def open_page(self, table: Table, *seats: int) -> Callable[[], None]:
        """Open a page with some seats; return what closes it."""
        stack = ExitStack()
        stack.enter_context(self.notifier.watching(table.id))
        stack.enter_context(self.presence.page_open(table, seats))
        self._open.append(stack)
        return stack.close

    def share(self) -> None:
        asyncio.run(self.presence.share())


@pytest.fixture
def table() -> Table:
    seats = (new_seat("Ada"), new_seat("Bo", is_remote=True), new_seat("Cy", is_remote=True))
    return create_table(NewTable("bombay", {}, seats), "a seed")


def share_until_quiet(network: Network, *processes: Process) -> None:
    """Let all processes share what they know, until nobody has anything to say."""
    for _ in range(10):
        before = len(network.sent)
        for one in processes:
            one.share()
        if len(network.sent) == before:
            return
    raise AssertionError("they never stop")


def test_processes_tell_each_other_who_is_here_and_stop(table: Table) -> None:
    network = Network()
    one, other, third = (network.add(name) for name in ("one", "other", "third"))
    one.open_page(table, 0)
    share_until_quiet(network, one, other, third)
    close = other.open_page(table, 1)
    third.open_page(table)  # who only watches wants to know too
    share_until_quiet(network, one, other, third)
    for process in (one, other, third):
        assert process.presence.seats_here(table) == (0, 1)
    close()
    share_until_quiet(network, one, other, third)
    assert one.presence.seats_here(table) == third.presence.seats_here(table) == (0,)


def test_players_of_a_process_that_was_killed_are_forgotten_and_pages_hear_of_it(
    table: Table,
) -> None:
    network = Network()
    one, killed = network.add("one"), network.add("killed")
    one.open_page(table, 0)
    killed.open_page(table, 1)
    share_until_quiet(network, one, killed)
    change = one.notifier.next_change(table.id)
    network.now += EXPIRY_SECONDS - 1
    one.share()
    assert one.presence.seats_here(table) == (0, 1)
    assert not change.is_set()
    network.now += 1
    one.share()
    assert one.presence.seats_here(table) == (0,)
    assert change.is_set()


def test_players_who_stay_are_announced_again_in_time(table: Table) -> None:
    network = Network()
    one, other = network.add("one"), network.add("other")
    one.open_page(table, 0)
    other.open_page(table, 1)
    for _ in range(3 * int(EXPIRY_SECONDS)):
        network.now += 1
        one.share()
        other.share()
    assert one.presence.seats_here(table) == (0, 1)
    assert len(network.sent) < 2 * (3 * EXPIRY_SECONDS / REPEAT_SECONDS + 4)


def test_nothing_is_kept_of_tables_that_nobody_watches(table: Table) -> None:
    network = Network()
    one, other = network.add("one"), network.add("other")
    closes = [one.open_page(table, 0), other.open_page(table, 1), one.open_page(table)]
    share_until_quiet(network, one, other)
    for close in closes:
        close()
    share_until_quiet(network, one, other)
    for presence in (one.presence, other.presence):
        assert not presence._pages
        assert not presence._elsewhere
        assert not presence._unannounced


def test_without_other_processes_nothing_waits_to_be_announced(table: Table) -> None:
    alone = Process(Feed(Network(), "alone", is_shared=False))
    alone.open_page(table, 0)()
    assert not alone.presence._unannounced


def test_announcements_are_short_enough_and_lose_nobody() -> None:
    players = {f"table{number:05}": ["0123456789abcdef"] * (number % 5) for number in range(2000)}
    payloads = list(encode_players(players, "ab12cd34"))
    assert max(len(payload.encode()) for payload in payloads) <= MAX_PAYLOAD
    assert len(payloads) < 20
    found: dict[str, list[str]] = {}
    for payload in payloads:
        origin, part = decode_players(payload)
        assert origin == "ab12cd34"
        found |= part
    assert found == players


@pytest.mark.parametrize("payload", ["", "x", "[]", "{}", '{"origin": 1}', '{"tables": []}'])
def test_what_another_version_announces_is_ignored(payload: str) -> None:
    assert decode_players(payload) == ("", {})


def test_two_stores_share_who_is_here_on_postgresql(
    tmp_path_factory: pytest.TempPathFactory, table: Table
) -> None:
    """On SQLite each process knows its own pages only; the other one says that they have joined."""
    settings = settings_for(tmp_path_factory.mktemp("two"))

    async def share() -> tuple[int, ...]:
        stores = [Store(settings.store) for _ in range(2)]
        await stores[0].open()
        one, other = (Process(store.presence_feed) for store in stores)
        listening = [asyncio.create_task(_listen(store)) for store in stores]
        one.open_page(table, 0)
        other.open_page(table, 1)
        try:
            return await _share_until(one, other, table)
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            for store in stores:
                await store.close()

    assert asyncio.run(share()) == ((0, 1) if clients.KIND == "postgresql" else (0,))


async def _listen(store: Store) -> None:
    async for _ in store.change_feed.listen():
        pass


async def _share_until(one: Process, other: Process, table: Table) -> tuple[int, ...]:
    """Share until both know of both, or, where nobody can tell the other one, a few times."""
    for _ in range(2000 if clients.KIND == "postgresql" else 3):
        await one.presence.share()
        await other.presence.share()
        if one.presence.seats_here(table) == other.presence.seats_here(table):
            break
        await asyncio.sleep(0.005)
    return one.presence.seats_here(table)
