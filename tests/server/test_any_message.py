"""Any message on a socket and any uploaded file gets an answer, and leaks no memory."""

from __future__ import annotations

import gc
import json
import logging
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from howdah.server.connections import MAX_MESSAGE_BYTES
from howdah.server.middleware.security import MAX_RECORD_BYTES
from howdah.server.routes.live import MESSAGE_TOO_BIG
from tests.contract.test_any_data import JSON, RECORDS, change
from tests.server.clients import AppClient, LiveClient, TableClient, create_table

ANSWERS = {"refusal", "frame", "scene", "log"}
POLICY = 1008

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [
        *[0, 1, -1, True, 0.0, 1.0, 10**30, -(10**30), float("nan"), float("inf"), 1e308],
        *["", "wide", "tall", "frame", "0", "\ud800", "\0", "x" * 1000, None, [], {}, [[0]]],
    ]
)
QUESTIONS = st.fixed_dictionaries(
    {},
    optional={
        "ask": st.sampled_from(["log", "scene", "frame", ""]) | ODD | JSON,
        "shape": st.sampled_from(["wide", "tall"]) | ODD | JSON,
        **dict.fromkeys(("seat", "at", "after", "past", "kind", ""), ODD | JSON),
    },
)
TEXTS = (
    QUESTIONS.map(json.dumps)
    | JSON.map(json.dumps)
    | st.text(max_size=40)
    | st.sampled_from(
        [
            "[" * 60_000,
            '{"a":' * 10_000,
            '{"at": ' + "9" * 60_000 + "}",
            '{"at": 1e999999, "shape": "wide"}',
            '{"shape": "wide", "shape": NaN}',
            '"' + "\\ud800" * 10_000 + '"',
            " " * MAX_MESSAGE_BYTES,
        ]
    )
)
MESSAGES = TEXTS | st.binary(max_size=60) | st.just(b"\0" * MAX_MESSAGE_BYTES)


class Warnings(logging.Handler):
    """All that is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@pytest.fixture(autouse=True, scope="module")
def _nothing_is_logged() -> Iterator[None]:
    warnings = Warnings()
    logging.getLogger().addHandler(warnings)
    yield
    logging.getLogger().removeHandler(warnings)
    assert warnings.found == []


def send_to(socket: WebSocketTestSession, message: str | bytes) -> None:
    key = "text" if isinstance(message, str) else "bytes"
    socket.send({"type": "websocket.receive", key: message})


# The socket of a page


@contextmanager
def follow(table: TableClient) -> Iterator[WebSocketTestSession]:
    """The socket of a page at which seat 0 plays, after its first message."""
    assert isinstance(table.client, LiveClient)
    headers = {"cookie": f"seats={table.tokens[0]}"}
    with table.client.websocket_connect(f"/t/{table.id}/live", headers=headers) as socket:
        assert socket.receive_json()["kind"] == "news"
        yield socket


@pytest.fixture(scope="module", params=["bombay", "bazar"])
def asked_table(live_client: LiveClient, request: pytest.FixtureRequest) -> TableClient:
    rules = {"starter": "seat 0"} if request.param == "bazar" else {}
    return create_table(live_client, request.param, "Ada", "Bo", rules=rules)


@given(MESSAGES)
def test_any_message_is_answered(asked_table: TableClient, message: str | bytes) -> None:
    with follow(asked_table) as socket:
        send_to(socket, message)
        assert socket.receive_json()["kind"] in ANSWERS


DRAFT: dict[str, Any] = {
    "ask": "draft",
    "seat": 0,
    "shape": "wide",
    "version": 0,
    "actions": ["wait", "place 01 0"],
    "pick": "place 01 0",
    "can_redo": True,
    "known": {"sites": 7},
}


@given(st.data(), st.integers(1, 2))
def test_any_draft_with_something_changed_is_drawn_or_refused(
    asked_table: TableClient, data: st.DataObject, times: int
) -> None:
    draft: Any = DRAFT
    for _ in range(times):
        draft = change(data, draft)
    with follow(asked_table) as socket:
        send_to(socket, json.dumps(draft))
        assert socket.receive_json()["kind"] in ANSWERS


@pytest.mark.parametrize("seat", [0.0, True, "0", [0], {"0": 0}, -1, 1, 10**30])
def test_a_seat_that_is_not_ones_own_is_refused(asked_table: TableClient, seat: object) -> None:
    with follow(asked_table) as socket:
        for question in ({"ask": "frame", "shape": "wide"}, DRAFT):
            send_to(socket, json.dumps(question | {"seat": seat}))
            assert socket.receive_json()["error"] == "not-your-seat"


def test_messages_while_medals_are_chosen_are_answered(live_client: LiveClient) -> None:
    with follow(create_table(live_client, "bazar", "Ada", "Bo")) as socket:
        for question in ({"at": 5}, {"ask": "log"}, {"ask": "scene"}, {"past": True, "at": 0}):
            send_to(socket, json.dumps({"shape": "wide", "seat": 0} | question))
            assert socket.receive_json()["kind"] in ANSWERS


@pytest.mark.parametrize("message", ["x" * (MAX_MESSAGE_BYTES + 1), b"x" * (MAX_MESSAGE_BYTES + 1)])
def test_what_is_too_long_closes_the_socket(live_client: LiveClient, message: str | bytes) -> None:
    table = create_table(live_client, "bazar", "Ada", rules={"starter": "seat 0"})
    with follow(table) as socket:
        send_to(socket, message)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == MESSAGE_TOO_BIG


def test_many_messages_leak_no_memory(asked_table: TableClient) -> None:
    """Five hundred of them, after a few to get warm, leave less than 200 kB.

    What other threads allocate meanwhile is counted too, such as a search that is being compiled:
    that ends, and a leak does not, so one such round is enough.
    """
    with follow(asked_table) as socket:
        send_often(socket, [*EMPTY, *FULL], 5)
        assert any(grown_by_messages(socket) < 200_000 for _ in range(10))


EMPTY: list[str | bytes] = ["{", b"\xff" * 1000, "[" * 5000, '{"ask": "log"}']
FULL: list[str | bytes] = ['{"shape": "tall", "ask": "scene"}', '{"shape": "wide", "at": 3}']


def grown_by_messages(socket: WebSocketTestSession) -> int:
    """How many bytes more are in use after five hundred messages."""
    tracemalloc.start()
    send_often(socket, [*EMPTY, *FULL], 2)
    before = tracemalloc.get_traced_memory()[0]
    send_often(socket, EMPTY, 120)
    send_often(socket, FULL, 10)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown


def send_often(socket: WebSocketTestSession, questions: list[str | bytes], times: int) -> None:
    for _ in range(times):
        for question in questions:
            send_to(socket, question)
            socket.receive_json()
    gc.collect()


# The socket of the interface


@given(MESSAGES)
def test_any_token_is_refused_and_the_socket_closed(
    live_client: LiveClient, message: str | bytes
) -> None:
    path = table_of(live_client).path
    with live_client.websocket_connect(f"{path}/live") as socket:
        send_to(socket, message)
        assert socket.receive_json()["error"] == "not-your-seat"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == POLICY


def table_of(live_client: LiveClient) -> TableClient:
    """One table for all examples."""
    found: TableClient | None = getattr(live_client, "table", None)
    if found is None:
        found = create_table(live_client, "bazar", "Ada", rules={"starter": "seat 0"})
        live_client.table = found  # type: ignore[attr-defined]
    return found


# Records


RECORD = st.sampled_from(RECORDS)


def upload(client: AppClient, content: bytes) -> int:
    """Upload a file and return the status; an internal error fails the test."""
    files = {"record": ("record.json", content)}
    answer = client.post("/records", files=files, follow_redirects=False)
    assert answer.status_code in (303, 413, 422), answer.text
    return int(answer.status_code)


@given(st.data(), RECORD, st.integers(1, 3))
def test_any_record_with_something_changed_is_shown_or_refused(
    client: AppClient, data: st.DataObject, record: Any, times: int
) -> None:
    for _ in range(times):
        record = change(data, record)
    upload(client, json.dumps(record).encode())


@given(st.data(), RECORD)
def test_any_damaged_file_is_shown_or_refused(
    client: AppClient, data: st.DataObject, record: Any
) -> None:
    text = json.dumps(record).encode()
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.binary(max_size=4)) + text[at + data.draw(st.integers(0, 9)) :]
    upload(client, text)


@given(st.binary(max_size=200))
def test_any_file_is_refused(client: AppClient, content: bytes) -> None:
    assert upload(client, content) == 422


def actions(*more: str) -> bytes:
    return json.dumps(RECORDS[0] | {"actions": [*RECORDS[0]["actions"], *more]}).encode()


LARGE = MAX_RECORD_BYTES - 1000


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"PK\x03\x04" + bytes(1000), 422),
        (b"\x1f\x8b\x08\x00" + bytes(1000), 422),
        (b"\xef\xbb\xbf" + json.dumps(RECORDS[0]).encode(), 422),
        (json.dumps(RECORDS[0]).encode("utf-16"), 422),
        (b"[" * LARGE, 413),
        (b"[" * 15_000, 422),
        (b'{"a":' * (LARGE // 5), 413),
        (b"[" * (LARGE // 2) + b"]" * (LARGE // 2), 413),
        (b"9" * LARGE, 422),
        (b'{"version": ' + b"9" * 100_000 + b"}", 422),
        (b'{"version": 1e999}', 422),
        (b" " * LARGE, 422),
        (b'"' + b"\\ud800" * (LARGE // 6) + b'"', 422),
        (b"[" + b"{}," * (LARGE // 3 - 1) + b"{}]", 413),
        (actions(*["wait"] * 15_000), 422),
        (json.dumps(RECORDS[0] | {"meta": {"x": "y" * (LARGE - 100_000)}}).encode(), 303),
        (b" " * (MAX_RECORD_BYTES + 1), 413),
    ],
    ids=range(18),
)
def test_a_file_made_to_hurt_does_not(client: AppClient, content: bytes, status: int) -> None:
    assert upload(client, content) == status
