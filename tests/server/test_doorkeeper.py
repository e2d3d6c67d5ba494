"""The doorkeeper: requests of other sites, broken headers, and what every answer tells."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from howdah.server.middleware.security import HEADERS
from tests.server.house import House, LiveHouse, Place, bearer, lay, order, refusal

BODY = order("bazar", "Ada")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://testserver.evil.example",
        "http://testserver:81",
        "http://testserver@evil.example",
        "null",
        "",
        "http://",
        "http://[",
        "http://[::1",
        "http://\u2100.example",
        "testserver",
        "file://testserver",
        "chrome-extension://testserver",
        "http://testserver/",
    ],
)
def test_what_another_site_sends_is_refused(house: House, origin: str) -> None:
    headers = {b"origin": origin.encode()}
    refusal(house.post("/api/tables", json=BODY, headers=headers), 403, "other-site")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "anything"])
def test_what_a_browser_calls_another_site_is_refused(house: House, site: str) -> None:
    headers = {"sec-fetch-site": site}
    refusal(house.post("/api/tables", json=BODY, headers=headers), 403, "other-site")


def test_a_turn_that_another_site_sends_is_refused_even_with_the_token(idle: Place) -> None:
    headers = bearer(idle.tokens[0]) | {"origin": "http://evil.example"}
    body = {"version": 0, "actions": idle.look(0)["legal"][:1]}
    refusal(idle.house.post(f"{idle.path}/turns", json=body, headers=headers), 403, "other-site")
    assert idle.version == 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://testserver"},
        {"origin": "https://testserver"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://[::1]:8000", "host": "[::1]:8000"},
        {"origin": "http://192.168.0.7:8000", "host": "192.168.0.7:8000"},
        {"origin": "http://my_house.local", "host": "my_house.local"},
    ],
)
def test_scripts_and_our_own_pages_are_let_in(house: House, headers: dict[str, str]) -> None:
    assert house.post("/api/tables", json=BODY, headers=headers).status_code == 201


def test_anyone_may_look(idle: Place) -> None:
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    answer = idle.house.get(idle.path, headers=headers)
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_another_site_does_not_follow_a_table(live_house: LiveHouse) -> None:
    path, headers = lay(live_house, "bazar", "Ada").path, {"origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        live_house.websocket_connect(f"{path}/live", headers=headers),
    ):
        pass
    assert closed.value.code == 1008


@pytest.mark.parametrize(
    "host", ["[", "a b", "", "a/b", "a:b", "a:999999", "[x]", "a\tb", "@", "é"]
)
def test_a_broken_host_is_refused(idle: Place, host: str) -> None:
    headers = {b"host": host.encode("latin-1")}
    for path in (idle.path, "/api/tables/", "/nowhere"):
        refusal(idle.house.get(path, headers=headers), 400, "invalid-request")
    answer = idle.house.post("/api/tables", json=BODY, headers=headers)
    refusal(answer, 400, "invalid-request")


@pytest.mark.parametrize(
    ("length", "status"), [("9" * 5000, 413), ("2000001", 413), ("-1", 400), ("x", 400), ("²", 400)]
)
def test_a_length_that_is_broken_or_too_large_is_refused(
    house: House, length: str, status: int
) -> None:
    headers = {b"content-length": length.encode("latin-1"), b"content-type": b"application/json"}
    answer = house.post("/api/tables", content=b"{}", headers=headers)
    refusal(answer, status, {413: "too-large", 400: "invalid-request"}[status])


HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30)


@given(st.sampled_from(["cookie", "accept-language", "origin", "host", "content-length"]), HEADER)
def test_any_header_is_answered(idle: Place, name: str, value: str) -> None:
    headers = {name.encode(): value.encode("latin-1")}
    assert idle.house.get(idle.path, headers=headers).status_code in (200, 400, 413)


@pytest.mark.parametrize("cookie", ["language=fr", "theme=dark; language=fr"])
def test_refusals_are_told_in_the_language_of_the_reader(house: House, cookie: str) -> None:
    english = house.get("/api/tables/nowhere").json()
    assert english["message"] == "There is no table nowhere."
    for headers in ({"cookie": cookie}, {"accept-language": "fr-CH, en;q=0.5"}):
        answer = house.get("/api/tables/nowhere", headers=headers)
        assert refusal(answer, 404, "no-table").keys() == english.keys()


def test_every_answer_tells_the_browser_to_keep_to_this_house(idle: Place) -> None:
    house = idle.house
    for answer in (
        house.get(idle.path),
        house.get("/nowhere"),
        house.post("/api/tables", json=BODY, headers={"origin": "http://evil.example"}),
        house.post("/api/tables", content=b"{"),
    ):
        assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("GET", "/api/tables", "POST"), ("DELETE", "/api/tables", "POST")],
)
def test_another_way_of_asking_is_refused(
    house: House, method: str, path: str, allowed: str
) -> None:
    answer = house.request(method, path)
    refusal(answer, 405, "not-allowed")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/tables/x/y"])
def test_where_there_is_nothing_it_is_said_so(house: House, path: str) -> None:
    refusal(house.get(path), 404, "not-found")


# What a browser is told that came by https


SAFE = "https://testserver"


def test_by_https_cookies_stay_on_https(house: House) -> None:
    form = {"game": "bazar", "players": "1"}
    for scheme in ("http", "https"):
        answers = [
            house.post(f"{scheme}://testserver/play", data=form, follow_redirects=False),
            house.post(
                f"{scheme}://testserver/theme", data={"theme": "dark"}, follow_redirects=False
            ),
        ]
        for answer in answers:
            cookie = answer.headers["set-cookie"].lower()
            assert ("; secure" in cookie) == (scheme == "https")
            assert "; httponly" in cookie
            assert "; samesite=lax" in cookie


def test_by_https_a_browser_is_told_to_come_that_way_again(idle: Place) -> None:
    told = "strict-transport-security"
    assert told in idle.house.get(f"{SAFE}{idle.path}").headers
    assert told not in idle.house.get(idle.path).headers


def test_by_https_a_page_that_came_in_the_clear_is_not_ours(house: House) -> None:
    for origin, status in (("http://testserver", 403), ("https://testserver", 201)):
        headers = {"origin": origin}
        answer = house.post(f"{SAFE}/api/tables", json=BODY, headers=headers)
        assert answer.status_code == status


# Old browsers, and forms that pretend


@pytest.mark.parametrize(
    ("referrer", "status"),
    [
        ("http://testserver/new?game=bazar", 201),
        ("http://testserver", 201),
        ("http://evil.example/testserver", 403),
        ("http://testserver.evil.example/", 403),
        ("http://testserver:81/", 403),
        ("http://testserver@evil.example/", 403),
        ("http:testserver", 403),
        ("about:blank", 403),
        ("", 403),
    ],
)
def test_a_browser_that_tells_no_origin_is_asked_for_its_page(
    house: House, referrer: str, status: int
) -> None:
    answer = house.post("/api/tables", json=BODY, headers={"referer": referrer})
    assert answer.status_code == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
@pytest.mark.parametrize(
    "door", ["/api/tables", "/t/{id}/turns", "/t/{id}/draft", "/t/{id}/medals"]
)
def test_a_form_cannot_pretend_to_be_json(idle: Place, kind: str, door: str) -> None:
    content = json.dumps(BODY if "api" in door else {"seat": 0, "version": 0, "actions": []})
    answer = idle.house.post(
        door.format(id=idle.id), content=content, headers={"content-type": kind}
    )
    refusal(answer, 422, "invalid-request")


@pytest.mark.parametrize("door", ["/play", "/new", "/records", "/language", "/theme"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "null"},
        {"origin": "http://testserver:8400"},
        {"sec-fetch-site": "same-site"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
    ],
)
def test_the_forms_of_other_sites_are_refused(
    house: House, door: str, headers: dict[str, str]
) -> None:
    form = {"game": "bazar", "players": "1", "language": "fr", "theme": "dark"}
    refusal(house.post(door, data=form, headers=headers), 403, "other-site")


# What pages hold


@pytest.mark.parametrize("path", ["/", "/new", "/rules/bombay", "/rules/bazar", "/nowhere", "/t/"])
def test_a_page_needs_nothing_inline(house: House, idle: Place, path: str) -> None:
    path = f"/t/{idle.id}" if path == "/t/" else path
    page = house.get(path, headers={"accept": "text/html"}).text
    assert not re.findall(r"<style|<[^>]*\s(?:style|on\w+)=|javascript:", page)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", page))
    assert not re.findall(r"<script[^>]*>[^<]", page)
