"""The security middleware: requests from other sites, malformed headers, security headers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from howdah.server.middleware.security import HEADERS
from tests.server.clients import (
    AppClient,
    LiveClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    open_client,
    table_body,
)

BODY = table_body("bazar", "Ada")


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
def test_what_another_site_sends_is_refused(client: AppClient, origin: str) -> None:
    headers = {b"origin": origin.encode()}
    error_of(client.post("/api/tables", json=BODY, headers=headers), 403, "other-site")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "anything"])
def test_what_a_browser_calls_another_site_is_refused(client: AppClient, site: str) -> None:
    headers = {"sec-fetch-site": site}
    error_of(client.post("/api/tables", json=BODY, headers=headers), 403, "other-site")


def test_a_turn_that_another_site_sends_is_refused_even_with_the_token(idle: TableClient) -> None:
    headers = bearer(idle.tokens[0]) | {"origin": "http://evil.example"}
    body = {"version": 0, "actions": idle.state(0)["legal"][:1]}
    error_of(idle.client.post(f"{idle.path}/turns", json=body, headers=headers), 403, "other-site")
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
def test_scripts_and_our_own_pages_are_let_in(client: AppClient, headers: dict[str, str]) -> None:
    assert client.post("/api/tables", json=BODY, headers=headers).status_code == 201


def test_anyone_may_look(idle: TableClient) -> None:
    headers = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    answer = idle.client.get(idle.path, headers=headers)
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


def test_another_site_does_not_follow_a_table(live_client: LiveClient) -> None:
    path, headers = (
        create_table(live_client, "bazar", "Ada").path,
        {"origin": "http://evil.example"},
    )
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        live_client.websocket_connect(f"{path}/live", headers=headers),
    ):
        pass
    assert closed.value.code == 1008


@pytest.mark.parametrize(
    "host", ["[", "a b", "", "a/b", "a:b", "a:999999", "[x]", "a\tb", "@", "é"]
)
def test_a_broken_host_is_refused(idle: TableClient, host: str) -> None:
    headers = {b"host": host.encode("latin-1")}
    for path in (idle.path, "/api/tables/", "/nowhere"):
        error_of(idle.client.get(path, headers=headers), 400, "invalid-request")
    answer = idle.client.post("/api/tables", json=BODY, headers=headers)
    error_of(answer, 400, "invalid-request")


@pytest.mark.parametrize(
    ("length", "status"), [("9" * 5000, 413), ("2000001", 413), ("-1", 400), ("x", 400), ("²", 400)]
)
def test_a_length_that_is_broken_or_too_large_is_refused(
    client: AppClient, length: str, status: int
) -> None:
    headers = {b"content-length": length.encode("latin-1"), b"content-type": b"application/json"}
    answer = client.post("/api/tables", content=b"{}", headers=headers)
    error_of(answer, status, {413: "too-large", 400: "invalid-request"}[status])


HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30)


@given(st.sampled_from(["cookie", "accept-language", "origin", "host", "content-length"]), HEADER)
def test_any_header_is_answered(idle: TableClient, name: str, value: str) -> None:
    headers = {name.encode(): value.encode("latin-1")}
    assert idle.client.get(idle.path, headers=headers).status_code in (200, 400, 413)


@pytest.mark.parametrize("cookie", ["language=fr", "theme=dark; language=fr"])
def test_errors_are_written_in_the_language_of_the_request(client: AppClient, cookie: str) -> None:
    english = client.get("/api/tables/nowhere").json()
    assert english["message"] == "There is no table nowhere."
    for headers in ({"cookie": cookie}, {"accept-language": "fr-CH, en;q=0.5"}):
        answer = client.get("/api/tables/nowhere", headers=headers)
        assert error_of(answer, 404, "no-table").keys() == english.keys()


def test_every_response_has_the_security_headers(idle: TableClient) -> None:
    client = idle.client
    for answer in (
        client.get(idle.path),
        client.get("/nowhere"),
        client.post("/api/tables", json=BODY, headers={"origin": "http://evil.example"}),
        client.post("/api/tables", content=b"{"),
    ):
        assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("GET", "/api/tables", "POST"), ("DELETE", "/api/tables", "POST")],
)
def test_another_way_of_asking_is_refused(
    client: AppClient, method: str, path: str, allowed: str
) -> None:
    answer = client.request(method, path)
    error_of(answer, 405, "not-allowed")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/tables/x/y"])
def test_where_there_is_nothing_it_is_said_so(client: AppClient, path: str) -> None:
    error_of(client.get(path), 404, "not-found")


# Over https


SAFE = "https://testserver"


def test_by_https_cookies_stay_on_https(client: AppClient) -> None:
    form = {"game": "bazar", "players": "1"}
    for scheme in ("http", "https"):
        answers = [
            client.post(f"{scheme}://testserver/play", data=form, follow_redirects=False),
            client.post(
                f"{scheme}://testserver/theme", data={"theme": "dark"}, follow_redirects=False
            ),
        ]
        for answer in answers:
            cookie = answer.headers["set-cookie"].lower()
            assert ("; secure" in cookie) == (scheme == "https")
            assert "; httponly" in cookie
            assert "; samesite=lax" in cookie


def test_over_https_a_browser_is_asked_to_use_it_again(idle: TableClient) -> None:
    header = "strict-transport-security"
    assert header in idle.client.get(f"{SAFE}{idle.path}").headers
    assert header not in idle.client.get(idle.path).headers


def test_by_https_a_page_that_came_in_the_clear_is_not_ours(client: AppClient) -> None:
    for origin, status in (("http://testserver", 403), ("https://testserver", 201)):
        headers = {"origin": origin}
        answer = client.post(f"{SAFE}/api/tables", json=BODY, headers=headers)
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
def test_without_an_origin_the_referrer_is_checked(
    client: AppClient, referrer: str, status: int
) -> None:
    answer = client.post("/api/tables", json=BODY, headers={"referer": referrer})
    assert answer.status_code == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
@pytest.mark.parametrize("path", ["/api/tables", "/t/{id}/turns", "/t/{id}/medals"])
def test_a_form_cannot_pretend_to_be_json(idle: TableClient, kind: str, path: str) -> None:
    content = json.dumps(BODY if "api" in path else {"seat": 0, "version": 0, "actions": []})
    answer = idle.client.post(
        path.format(id=idle.id), content=content, headers={"content-type": kind}
    )
    error_of(answer, 422, "invalid-request")


@pytest.mark.parametrize("path", ["/play", "/new", "/records", "/language", "/theme"])
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
    client: AppClient, path: str, headers: dict[str, str]
) -> None:
    form = {"game": "bazar", "players": "1", "language": "fr", "theme": "dark"}
    error_of(client.post(path, data=form, headers=headers), 403, "other-site")


# What pages hold


@pytest.mark.parametrize("path", ["/", "/new", "/rules/bombay", "/rules/bazar", "/nowhere", "/t/"])
def test_a_page_needs_nothing_inline(client: AppClient, idle: TableClient, path: str) -> None:
    path = f"/t/{idle.id}" if path == "/t/" else path
    page = client.get(path, headers={"accept": "text/html"}).text
    assert not re.findall(r"<style|<[^>]*\s(?:style|on\w+)=|javascript:", page)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", page))
    assert not re.findall(r"<script[^>]*>[^<]", page)


# Host names


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("play.example.org", 200),
        ("PLAY.example.org:8400", 200),
        ("play.example.org.", 200),
        ("other.example.net", 200),
        ("127.0.0.1:8400", 200),
        ("[::1]:8400", 200),
        ("localhost", 200),
        ("table-1:8400", 200),
        ("evil.example", 400),
        ("play.example.org.evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("", 400),
    ],
)
def test_a_server_with_an_address_answers_to_its_names_alone(
    tmp_path: Path, host: str, status: int
) -> None:
    names = {"address": "https://play.example.org", "hosts": "other.example.net"}
    with open_client(tmp_path, **names) as found:
        assert found.get("/livez", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    "back",
    [
        *[
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil",
            "https://evil.example",
        ],
        *["/\t/evil.example", "/ /evil", "javascript:alert(1)", "evil", "", "/\r\nx: y"],
    ],
)
def test_no_form_leads_to_another_site(client: AppClient, back: str) -> None:
    for path, field in (("/language", "language"), ("/theme", "theme")):
        form = {field: "fr", "back": back}
        answer = client.post(path, data=form, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_a_form_leads_back_to_its_page(client: AppClient) -> None:
    form = {"language": "fr", "back": "/t/abc?at=7"}
    answer = client.post("/language", data=form, follow_redirects=False)
    assert answer.headers["location"] == "/t/abc?at=7"


@pytest.mark.parametrize("digits", [10, 4300, 4301, 5000])
def test_a_long_number_in_a_form_is_refused(client: AppClient, digits: int) -> None:
    form = {"game": "bombay", "players": "2", "rule-client_limit": "9" * digits}
    assert client.post("/new", data=form, follow_redirects=False).status_code == 422
    short = {"game": "bombay", "players": "9" * digits}
    assert client.post("/play", data=short, follow_redirects=False).status_code == 422


def test_answers_of_the_api_are_not_stored(client: AppClient, idle: TableClient) -> None:
    for path in (idle.path, f"{idle.path}/record", "/api/tables/nowhere"):
        assert client.get(path).headers["cache-control"] == "no-store"
