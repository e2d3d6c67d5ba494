"""Seat links: exchanged once, for one browser; nobody reads the seat of another."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient, Response

from howdah.server.tables.service import TableService
from howdah.table.create import NewTable, new_seat
from howdah.table.errors import TableError
from howdah.table.seat_links import new_secret
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    draw_without_others,
    error_of,
    new_browser,
    open_client,
    open_live_client,
    play_on,
)
from tests.server.test_tables import tables_in

HTML = {"accept": "text/html"}
LINK = re.compile(r'data-link="http://testserver(/t/[\w-]+/seat/[\w-]+)"')


@dataclass
class Browser:
    """A browser with cookies of its own."""

    client: AppClient
    cookies: AsyncClient

    def get(self, path: str, **headers: str) -> Response:
        """Open a page; redirects are not followed."""
        return self._request("GET", path, headers=HTML | headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        """Send a form or JSON."""
        return self._request("POST", path, json=body, headers=headers)

    def _request(self, method: str, path: str, **options: Any) -> Response:
        options |= {"browser": self.cookies, "follow_redirects": False}
        return self.client.request(method, path, **options)

    def links(self, table: str) -> list[str]:
        """The secret links that the page of a table shows, beside the board and in its menu."""
        return LINK.findall(self.get(table).text)

    def seats(self, table: str) -> str:
        """The seats that the page of a table may play, as it says."""
        (found,) = re.findall(r'data-seats="([\d,]*)"', self.get(table).text)
        return str(found)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[AppClient]:
    """A server without agent workers."""
    with open_client(tmp_path, workers=0) as found:
        yield found


def browser(client: AppClient) -> Browser:
    return Browser(client, new_browser(client.app))


def new_table(creator: Browser, *who: str, game: str = "bombay") -> str:
    """Create a table by the form; return its path."""
    form = {"game": game, "players": str(len(who))}
    for seat, one in enumerate(who):
        form |= {f"who-{seat}": one, f"name-{seat}": ("Ada", "Bo", "Cy")[seat]}
    form |= {"rule-starter": "seat 0"} if game == "bazar" else {"rule-set_up": "first-game"}
    request = creator.client.request(
        "POST", "/new", data=form, browser=creator.cookies, follow_redirects=False
    )
    return str(request.headers["location"])


@dataclass
class Scene:
    """A table of Ada, who created it, and Bo, who has taken his seat by the link."""

    ada: Browser
    bo: Browser
    table: str
    link: str


@pytest.fixture
def scene(client: AppClient) -> Scene:
    ada, bo = browser(client), browser(client)
    table = new_table(ada, "me", "link")
    (link,) = ada.links(table)
    assert bo.post(link).status_code == 303
    return Scene(ada, bo, table, link)


# Taking a seat


def test_a_link_is_exchanged_for_a_seat(client: AppClient) -> None:
    ada, bo = browser(client), browser(client)
    table = new_table(ada, "me", "link")
    (link,) = ada.links(table)
    page = bo.get(link)
    assert page.status_code == 200
    assert "Join as Bo" in page.text
    assert bo.seats(table) == ""
    taken = bo.post(link)
    assert (taken.status_code, taken.headers["location"]) == (303, table)
    assert (ada.seats(table), bo.seats(table)) == ("0", "1")


def test_the_creator_cannot_take_the_seat_of_a_friend_by_the_old_link(scene: Scene) -> None:
    other = browser(scene.ada.client)
    for creator in (scene.ada, other):
        error_of(creator.post(scene.link), 409, "link-used")
        page = creator.get(scene.link)
        assert page.status_code == 409
        assert "This link has already been used." in page.text
    assert (scene.ada.seats(scene.table), other.seats(scene.table)) == ("0", "")
    assert scene.bo.seats(scene.table) == "1"
    assert scene.ada.links(scene.table) == []
    assert "/seat/" not in scene.ada.get(f"{scene.table}/seats").text


def test_a_page_that_nobody_opens_does_not_use_a_link_up(client: AppClient) -> None:
    ada, bo = browser(client), browser(client)
    (link,) = ada.links(table := new_table(ada, "me", "link"))
    for agent in ("WhatsApp/2.23", "TelegramBot (like TwitterBot)", "Slackbot-LinkExpanding 1.0"):
        preview = browser(client)
        assert preview.get(link, **{"user-agent": agent}).status_code == 200
        assert preview.seats(table) == ""
    prefetch = {"sec-purpose": "prefetch", "sec-fetch-site": "none"}
    assert bo.get(link, **prefetch).status_code == 200
    assert ada.links(table) == [link], "it is still shown to who may send it"
    assert bo.post(link).status_code == 303


def test_who_has_a_seat_may_open_its_link_again(scene: Scene) -> None:
    for link in (scene.link, f"{scene.table}/seat/{new_secret()}"):
        answer = scene.bo.get(link)
        is_own = link == scene.link
        assert answer.status_code == (303 if is_own else 403)
    assert scene.bo.get(scene.link).headers["location"] == scene.table


def test_of_many_browsers_at_once_one_takes_the_seat(client: AppClient) -> None:
    ada = browser(client)
    (link,) = ada.links(table := new_table(ada, "me", "link"))
    browsers = [browser(client) for _ in range(12)]

    async def race() -> list[int]:
        posts = [one.cookies.post(link, follow_redirects=False) for one in browsers]
        return [answer.status_code for answer in await asyncio.gather(*posts)]

    assert sorted(client.run(race())) == [303] + [409] * 11
    assert sorted(one.seats(table) for one in browsers) == [""] * 11 + ["1"]


def test_of_two_processes_at_once_one_gives_the_seat_away(tmp_path: Path) -> None:
    async def race() -> tuple[list[str], list[int | None]]:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            friend = new_seat("Bo", is_remote=True, secret="link")
            table = await one.create(NewTable("bombay", {}, (new_seat("Ada"), friend)))
            tokens = [new_secret() for _ in range(8)]
            asked = [
                [one, other][number % 2].claim_seat(table.id, str(friend.link), token)
                for number, token in enumerate(tokens)
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            codes = [answer.code for answer in answers if isinstance(answer, TableError)]
            table = await other.get(table.id)
            return codes, [table.seat_of(token) for token in tokens]

    codes, seats = asyncio.run(race())
    assert codes == ["link-used"] * 7
    assert sorted(seats, key=str) == [1] + [None] * 7


def test_a_browser_whose_response_was_lost_may_ask_again(client: AppClient) -> None:
    ada, bo = browser(client), browser(client)
    (link,) = ada.links(table := new_table(ada, "me", "link"))
    bo.get(link)
    assert bo.post(link).status_code == 303
    bo.cookies.cookies.delete("seat-1")
    assert bo.seats(table) == ""
    assert "Join the game" in bo.get(link).text
    assert bo.post(link).status_code == 303
    assert bo.seats(table) == "1"


def test_answers_with_secrets_are_not_stored_and_name_no_link_to_others(client: AppClient) -> None:
    ada, bo = browser(client), browser(client)
    table = new_table(ada, "me", "link")
    (link,) = ada.links(table)
    page, taken, again = bo.get(link), bo.post(link), bo.get(link)
    made = bo.post(f"{table}/links", {"seat": 1})
    for answer in (page, taken, again, made, ada.get(table), ada.get(f"{table}/seats")):
        assert answer.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "strict-origin"
    assert taken.headers["referrer-policy"] == again.headers["referrer-policy"] == "no-referrer"
    for answer in (page, taken, made):
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert f"Path={table}" in cookie


def test_a_new_table_is_not_stored_either(client: AppClient) -> None:
    answer = browser(client).post("/play", None)
    assert answer.status_code == 422
    played = client.request(
        "POST", "/play", data={"game": "bombay", "players": "2"}, follow_redirects=False
    )
    assert played.headers["cache-control"] == "no-store"


# Other sites


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("mode", "dest", "is_shown"),
    [
        ("navigate", "document", True),
        ("navigate", "iframe", False),
        ("no-cors", "image", False),
        ("cors", "empty", False),
        ("no-cors", "document", False),
        ("", "", False),
    ],
)
def test_another_site_may_link_to_a_seat_but_not_load_it(
    client: AppClient, site: str, mode: str, dest: str, *, is_shown: bool
) -> None:
    ada, bo = browser(client), browser(client)
    (link,) = ada.links(table := new_table(ada, "me", "link"))
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    answer = bo.get(link, **headers)
    assert answer.status_code == (200 if is_shown else 403)
    assert ("Join the game" in answer.text) is is_shown
    error_of(bo.post(link, **{"sec-fetch-site": site}), 403, "other-site")
    error_of(bo.post(link, origin="http://evil.example"), 403, "other-site")
    assert ada.links(table) == [link]


# Moving a seat, and new links of the host


def test_a_seat_moves_to_another_device_and_leaves_the_old_one(scene: Scene) -> None:
    phone = browser(scene.bo.client)
    made = scene.bo.post(f"{scene.table}/links", {"seat": 1})
    link = made.json()["link"].removeprefix("http://testserver")
    assert scene.bo.links(scene.table) == [link]
    assert scene.ada.links(scene.table) == []
    assert scene.bo.seats(scene.table) == "1", "nothing changes before the link is used"
    assert phone.post(link).status_code == 303
    assert (phone.seats(scene.table), scene.bo.seats(scene.table)) == ("1", "")
    page = scene.bo.get(scene.table).text
    assert "Now playing on another device: Bo." in page
    assert "You can only watch here." in page
    turn = {"version": 0, "actions": ["wait"]}
    error_of(scene.bo.post(f"{scene.table}/turns?seat=1", turn), 403, "not-your-seat")
    error_of(scene.bo.post(f"{scene.table}/links", {"seat": 1}), 403, "not-your-seat")
    assert notices(scene.ada, scene.table) == []


def notices(viewer: Browser, table: str) -> list[str]:
    """What the menu says about new links."""
    page = viewer.get(f"{table}/seats").text
    (found,) = re.findall(r'<ul class="link-notices">(.*)</ul>', page) or [""]
    return re.findall(r"<li>(.*?)</li>", unescape(found))


def test_everyone_is_shown_that_the_host_made_a_new_link(scene: Scene) -> None:
    watcher, phone = browser(scene.ada.client), browser(scene.ada.client)
    link = scene.ada.post(f"{scene.table}/links", {"seat": 1}).json()["link"]
    shown = ["Turn 1: Ada created 1 new link for Bo's seat."]
    for viewer in (scene.ada, scene.bo, watcher):
        assert notices(viewer, scene.table) == shown
    assert scene.bo.seats(scene.table) == "1"
    assert phone.post(link).status_code == 303
    assert scene.bo.seats(scene.table) == ""
    assert "Now playing on another device: Bo." in scene.bo.get(scene.table).text
    assert notices(watcher, scene.table) == shown, "also later"
    assert scene.ada.links(scene.table) == []


def test_a_host_makes_many_links_and_they_are_counted(scene: Scene) -> None:
    links = [scene.ada.post(f"{scene.table}/links", {"seat": 1}).json()["link"] for _ in range(30)]
    assert notices(scene.bo, scene.table) == ["Turn 1: Ada created 30 new links for Bo's seat."]
    other = browser(scene.ada.client)
    error_of(other.post(links[-2]), 409, "link-used")
    error_of(other.post(links[0]), 403, "not-your-seat")  # so many are not remembered
    assert other.post(links[-1]).status_code == 303
    draw_without_others(scene.ada.post, scene.table)
    assert scene.ada.post(f"{scene.table}/turns?seat=0", wait(0)).status_code == 200
    scene.ada.post(f"{scene.table}/links", {"seat": 1})
    assert notices(scene.bo, scene.table)[1:] == ["Turn 2: Ada created 1 new link for Bo's seat."]


def wait(version: int) -> dict[str, Any]:
    """The shortest turn of Bombay."""
    return {"version": version, "actions": ["wait"]}


def test_a_notice_stays_after_a_restart(tmp_path: Path) -> None:
    with open_client(tmp_path, workers=0) as client:
        ada = browser(client)
        table = new_table(ada, "me", "link")
        ada.post(f"{table}/links", {"seat": 1})
    with open_client(tmp_path, workers=0) as client:
        assert len(notices(browser(client), table)) == 1


def test_nobody_makes_links_to_the_seats_of_others(client: AppClient) -> None:
    ada, bo, watcher = (browser(client) for _ in range(3))
    table = new_table(ada, "me", "link", "agent:random")
    bo.post(ada.links(table)[0])
    for viewer, seat in ((bo, 0), (watcher, 0), (watcher, 1)):
        error_of(viewer.post(f"{table}/links", {"seat": seat}), 403, "not-your-seat")
    for seat in (-1, 2, 3, 10**30):
        error_of(ada.post(f"{table}/links", {"seat": seat}), 422, "invalid-request")
    for body in ({}, {"seat": "1"}, {"seat": None}, {"seat": True}, {"seat": 1, "by": 0}):
        error_of(ada.post(f"{table}/links", body), 422, "invalid-request")
    headers = {"sec-fetch-site": "cross-site"}
    error_of(ada.post(f"{table}/links", {"seat": 1}, **headers), 403, "other-site")
    assert notices(ada, table) == []


def test_a_friend_who_leaves_the_shared_device_is_no_host(client: AppClient) -> None:
    ada, phone = browser(client), browser(client)
    table = new_table(ada, "me", "me", "link")
    link = ada.post(f"{table}/links", {"seat": 1}).json()["link"]
    assert ada.seats(table) == "0,1"
    phone.post(link)
    assert (ada.seats(table), phone.seats(table)) == ("0", "1")
    error_of(phone.post(f"{table}/links", {"seat": 2}), 403, "not-your-seat")
    assert ada.post(f"{table}/links", {"seat": 1}).status_code == 200
    assert notices(phone, table) == ["Turn 1: Ada created 1 new link for Bo's seat."]


def test_a_host_who_moves_stays_the_host(client: AppClient) -> None:
    ada, phone = browser(client), browser(client)
    table = new_table(ada, "me", "link")
    phone.post(ada.post(f"{table}/links", {"seat": 0}).json()["link"])
    assert (ada.seats(table), phone.seats(table)) == ("", "0")
    assert phone.post(f"{table}/links", {"seat": 1}).status_code == 200
    error_of(ada.post(f"{table}/links", {"seat": 1}), 403, "not-your-seat")


# Sockets


def test_an_open_page_is_shown_that_its_seat_has_moved(tmp_path: Path) -> None:
    with open_live_client(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
        page = f"/t/{table.id}"
        cookie = {"cookie": f"seat-1={table.tokens[1]}"}
        with client.websocket_connect(f"{page}/live", headers=cookie) as socket:
            assert socket.receive_json()["seats"] == [1]
            socket.send_json({"ask": "frame", "shape": "wide", "seat": 1})
            assert socket.receive_json()["kind"] == "frame"
            made = client.post(f"{page}/links", json={"seat": 1}, headers=cookie).json()
            assert socket.receive_json()["seats"] == [1]
            client.post(made["link"], follow_redirects=False)  # in another browser
            assert socket.receive_json()["seats"] == []
            socket.send_json({"ask": "frame", "shape": "wide", "seat": 1})
            assert socket.receive_json()["error"] == "not-your-seat"


# What is stored


def test_the_database_holds_neither_tokens_nor_links(client: AppClient) -> None:
    ada, bo = browser(client), browser(client)
    table = new_table(ada, "me", "link", "link")
    links = [link.rpartition("/")[2] for link in ada.links(table)]
    bo.post(ada.links(table)[0])
    tokens = [cookies_of(one)[name] for one, name in ((ada, "seat-0"), (bo, "seat-1"))]
    interface = create_table(client, "bombay", "Ada", "Bo")
    secrets = [*links, *tokens, *map(str, interface.tokens)]
    assert len({*secrets}) == 6
    stored = [
        str(client.run(client.app.state.tables.store.find(table_id)))
        for table_id in (table.removeprefix("/t/"), interface.id)
    ]
    assert not [secret for secret in secrets if secret in "".join(stored)]


def cookies_of(viewer: Browser) -> dict[str, str]:
    return {cookie.name: str(cookie.value) for cookie in viewer.cookies.cookies.jar}


# Tokens of the HTTP interface


def test_the_token_of_the_interface_opens_a_seat_in_any_number_of_browsers(
    client: AppClient,
) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    page = f"/t/{table.id}"
    for viewer in (browser(client), browser(client)):
        assert "Join as Bo" in viewer.get(f"{page}/seat/{table.tokens[1]}").text
        taken = viewer.post(f"{page}/seat/{table.tokens[1]}")
        assert SimpleCookie(taken.headers["set-cookie"])["seat-1"].value == table.tokens[1]
        assert viewer.seats(page) == "1"
    assert client.get(table.path, headers=bearer(table.tokens[1])).json()["view"]["seat"] == 1


def test_a_seat_of_the_interface_may_move_too_and_its_token_is_void_then(client: AppClient) -> None:
    table, bo, phone = create_table(client, "bombay", "Ada", "Bo"), browser(client), browser(client)
    page = f"/t/{table.id}"
    bo.post(f"{page}/seat/{table.tokens[1]}")
    phone.post(bo.post(f"{page}/links", {"seat": 1}).json()["link"])
    assert (phone.seats(page), bo.seats(page)) == ("1", "")
    error_of(client.get(table.path, headers=bearer(table.tokens[1])), 403, "not-your-seat")


def test_cookies_of_earlier_versions_are_still_good(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    cookie = {"cookie": f"seats={table.tokens[0]}.{table.tokens[1]}"}
    assert 'data-seats="0,1"' in client.get(f"/t/{table.id}", headers=cookie).text


# Several processes


def test_a_turn_does_not_undo_that_a_seat_was_taken_elsewhere(tmp_path: Path) -> None:
    async def play() -> tuple[int | None, int]:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            friend = new_seat("Bo", is_remote=True, secret="link")
            table = await one.create(NewTable("bombay", {}, (new_seat("Ada"), friend)))
            token = new_secret()
            await other.claim_seat(table.id, str(friend.link), token)
            assert table.to_play is not None
            after = await one.commit(table.id, table.to_play, 0, ["end"])
            return after.seat_of(token), (await one.get(table.id)).version

    assert asyncio.run(play()) == (1, 1)


def test_who_took_a_seat_at_another_process_may_play_at_once(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    tables: TableService = client.app.state.tables
    stale = client.run(tables.get(table.id))
    first = table.state()["to_play"]
    token, viewer = new_secret(), browser(client)
    viewer.post(f"/t/{table.id}/seat/{table.tokens[first]}")
    link = viewer.post(f"/t/{table.id}/links", {"seat": first}).json()["link"].rpartition("/")[2]
    client.run(tables.claim_seat(table.id, link, token))

    async def get_stale(_table_id: str) -> Any:
        return stale

    monkeypatch.setattr(tables, "get_cached", get_stale)
    moved = TableClient(client, table.id, (token, token))
    assert moved.turn(first, 0, ["wait"]).status_code == 200


# Rematches


@pytest.fixture
def finished(client: AppClient) -> TableClient:
    """A finished game of two."""
    table = create_table(
        client, "bazar", "Ada", "Bo", rules={"starter": "seat 0", "board": "hexagon-19"}
    )
    play_on(table, random.Random(1))
    return table


def players_of(table: TableClient) -> list[Browser]:
    """A browser for each seat, which it has taken."""
    assert isinstance(table.client, AppClient)
    browsers = [browser(table.client) for _ in table.tokens]
    for viewer, token in zip(browsers, table.tokens, strict=True):
        viewer.post(f"/t/{table.id}/seat/{token}")
    return browsers


def test_everyone_gets_the_next_seat_at_the_rematch(finished: TableClient) -> None:
    ada, bo = players_of(finished)
    again = ada.post(f"/t/{finished.id}/rematch").json()["table"]
    assert (ada.seats(again), bo.seats(again)) == ("1", "")
    assert bo.post(f"/t/{finished.id}/rematch").json()["table"] == again
    assert (ada.seats(again), bo.seats(again)) == ("1", "0")
    page = ada.get(again).text
    assert page.index(">Bo <") < page.index(">Ada <")


def test_many_requests_for_a_rematch_give_one_table_and_each_its_seat(
    finished: TableClient,
) -> None:
    assert isinstance(finished.client, AppClient)
    tables: TableService = finished.client.app.state.tables
    before = len(finished.client.run(tables.store.changed_since(0)))
    players = players_of(finished)

    async def race() -> set[str]:
        path = f"/t/{finished.id}/rematch"
        posts = [one.cookies.post(path) for one in players for _ in range(20)]
        return {answer.json()["table"] for answer in await asyncio.gather(*posts)}

    (again,) = finished.client.run(race())
    assert len(finished.client.run(tables.store.changed_since(0))) == before + 1
    assert [one.seats(again) for one in players] == ["1", "0"]


def test_a_rematch_takes_no_seat_from_a_browser(finished: TableClient) -> None:
    ada, bo = players_of(finished)
    path = f"/t/{finished.id}/rematch"
    again = ada.post(path).json()["table"]
    bo.post(path)
    phone = browser(ada.client)
    phone.post(bo.post(f"{again}/links", {"seat": 0}).json()["link"])
    phone.post(f"/t/{finished.id}/seat/{finished.tokens[0]}")
    assert phone.post(path).json()["table"] == again
    assert phone.seats(again) == "0,1"
    assert bo.post(path).json()["table"] == again
    assert bo.seats(again) == "", "the seat has moved from there"
    assert phone.seats(again) == "0,1"


def test_who_watched_may_go_to_a_rematch_and_gets_no_cookie(finished: TableClient) -> None:
    ada, _ = players_of(finished)
    watcher, path = browser(ada.client), f"/t/{finished.id}/rematch"
    error_of(watcher.post(path), 403, "not-your-seat")
    again = ada.post(path).json()["table"]
    answer = watcher.post(path)
    assert answer.json()["table"] == again
    assert "set-cookie" not in answer.headers
