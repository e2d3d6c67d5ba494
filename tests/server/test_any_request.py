"""Any request to any path gets an answer.

An internal error fails the test.
"""

from __future__ import annotations

import json
import random

from hypothesis import given
from hypothesis import strategies as st

import howdah
from tests.contract.test_any_data import JSON, change
from tests.server.clients import (
    AppClient,
    TableClient,
    any_error_of,
    bearer,
    create_table,
    error_of,
    play_medals,
    post,
    send,
    table_body,
)

PATHS = st.sampled_from(["/api/tables", "/api/tables/{id}/turns", "/api/tables/{id}/medals"])


@given(PATHS, JSON)
def test_any_json_is_answered(idle: TableClient, path: str, body: object) -> None:
    content, path = json.dumps(body).encode(), path.format(id=idle.id)
    any_error_of(post(idle.client, content, path, **bearer(idle.tokens[0])))


@given(st.data())
def test_any_new_table_with_something_changed_is_created_or_refused(
    client: AppClient, data: st.DataObject
) -> None:
    rules = {"edition": "fr", "board": "deccan", "set_up": "random", "client_limit": 7}
    body = change(data, table_body("bombay", "Ada", "Bo", rules=rules, screens="open"))
    response = send(client, body)
    if response.status_code != 201:
        any_error_of(response)
        return
    found = TableClient(client, response.json()["id"], (None,) * 5)
    howdah.from_record(howdah.Record.parse(json.dumps(found.record())))


@given(PATHS, st.binary(max_size=40))
def test_any_bytes_are_answered(idle: TableClient, path: str, content: bytes) -> None:
    path = path.format(id=idle.id)
    any_error_of(post(idle.client, content, path, **bearer(idle.tokens[0])))


PAGE_PATHS = st.sampled_from(["/t/{id}/turns", "/t/{id}/medals"])


@given(PAGE_PATHS, JSON)
def test_any_json_of_a_page_is_answered(idle: TableClient, path: str, body: object) -> None:
    content, path = json.dumps(body).encode(), path.format(id=idle.id)
    any_error_of(post(idle.client, content, path, cookie=f"seats={idle.tokens[0]}"))


FIELDS = st.sampled_from(
    ["game", "players", "screens", "who-0", "who-1", "name-0", "rule-board", "rule-client_limit"]
)
WORDS = st.text(max_size=12) | st.sampled_from(
    ["bombay", "bazar", "2", "²", "-1", "9" * 5000, "agent:random", "agent:uct:1e9", "link", "open"]
)
FORM = {"game": "bombay", "players": "2"}
SMALLEST_LIMIT = 7_900
"""Characters in the fields of a form that is never too large."""


@given(st.sampled_from(["/new", "/play", "/language", "/theme"]), st.dictionaries(FIELDS, WORDS))
def test_any_form_is_answered(client: AppClient, path: str, form: dict[str, str]) -> None:
    response = client.post(path, data={**FORM, **form}, follow_redirects=False)
    is_large = sum(map(len, form.values())) > SMALLEST_LIMIT
    assert response.status_code in (303, 422, *([413] if is_large else []))


@given(st.sampled_from(["at", "game", "since", "x"]), st.text(max_size=20))
def test_any_query_is_answered(idle: TableClient, name: str, value: str) -> None:
    for path in (f"/t/{idle.id}", idle.path, "/new", "/"):
        response = idle.client.get(path, params={name: value})
        assert response.status_code in (200, 422)


@given(st.text(max_size=20))
def test_any_action_is_answered(idle: TableClient, action: str) -> None:
    body = json.dumps({"version": 0, "actions": [action]}).encode()
    response = post(idle.client, body, f"{idle.path}/turns", **bearer(idle.tokens[0]))
    assert response.status_code == 422
    assert any_error_of(response)["message"]


@given(st.binary(max_size=30))
def test_any_address_and_any_token_are_answered(
    client: AppClient, idle: TableClient, raw: bytes
) -> None:
    address = "".join(f"%{byte:02x}" for byte in raw)
    assert client.get(f"/api/tables/x{address}").status_code == 404
    token = bytes(byte for byte in raw if byte not in b"\r\n\0")
    headers = {b"authorization": b"Bearer x" + token}
    error_of(client.get(idle.path, headers=headers), 403, "not-your-seat")


def test_every_refused_action_of_a_game_has_its_reason(client: AppClient) -> None:
    for name, actions in (
        ("bombay", ["wait", "buy", "sell blue", "build blue", "take blue", "move A", "restock y"]),
        ("bazar", ["end-piece", "place 01 0", "place 02-14 3"]),
    ):
        found = create_table(client, name, "{one}", "{}", rules={})
        play_medals(found, random.Random(1))
        seat, version = found.state()["to_play"], found.version
        for action in actions:
            response = found.turn(seat, version, [action, action, action])
            error = any_error_of(response)
            assert error["reason"] == error["message"]
