"""Anything at all is said on a socket or uploaded: it is answered, and nothing is left of it."""

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

from howdah.server.middleware.security import LARGEST_BODY
from howdah.server.routes.websocket import LONGEST_MESSAGE, TOO_LONG
from tests.contract.test_any_data import JSON, RECORDS, change
from tests.server.house import House, LiveHouse, Place, lay

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
            " " * LONGEST_MESSAGE,
        ]
    )
)
MESSAGES = TEXTS | st.binary(max_size=60) | st.just(b"\0" * LONGEST_MESSAGE)


class Complaints(logging.Handler):
    """All that is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@pytest.fixture(autouse=True, scope="module")
def _nobody_complains() -> Iterator[None]:
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    yield
    logging.getLogger().removeHandler(complaints)
    assert complaints.found == []


def say_to(socket: WebSocketTestSession, message: str | bytes) -> None:
    key = "text" if isinstance(message, str) else "bytes"
    socket.send({"type": "websocket.receive", key: message})


# The socket of a page


@contextmanager
def watched(place: Place) -> Iterator[WebSocketTestSession]:
    """The socket of a page at which seat 0 plays; the first news are heard."""
    assert isinstance(place.house, LiveHouse)
    headers = {"cookie": f"seats={place.tokens[0]}"}
    with place.house.websocket_connect(f"/t/{place.id}/live", headers=headers) as socket:
        assert socket.receive_json()["kind"] == "news"
        yield socket


@pytest.fixture(scope="module", params=["bombay", "bazar"])
def asked(live_house: LiveHouse, request: pytest.FixtureRequest) -> Place:
    rules = {"starter": "seat 0"} if request.param == "bazar" else {}
    return lay(live_house, request.param, "Ada", "Bo", rules=rules)


@given(MESSAGES)
def test_any_question_is_answered(asked: Place, message: str | bytes) -> None:
    with watched(asked) as socket:
        say_to(socket, message)
        assert socket.receive_json()["kind"] in ANSWERS


@pytest.mark.parametrize("seat", [0.0, True, "0", [0], {"0": 0}, -1, 1, 10**30])
def test_a_seat_that_is_not_ones_own_is_refused(asked: Place, seat: object) -> None:
    with watched(asked) as socket:
        say_to(socket, json.dumps({"ask": "frame", "shape": "wide", "seat": seat}))
        assert socket.receive_json()["error"] == "not-your-seat"


def test_questions_while_medals_are_chosen_are_answered(live_house: LiveHouse) -> None:
    with watched(lay(live_house, "bazar", "Ada", "Bo")) as socket:
        for question in ({"at": 5}, {"ask": "log"}, {"ask": "scene"}, {"past": True, "at": 0}):
            say_to(socket, json.dumps({"shape": "wide", "seat": 0} | question))
            assert socket.receive_json()["kind"] in ANSWERS


@pytest.mark.parametrize("message", ["x" * (LONGEST_MESSAGE + 1), b"x" * (LONGEST_MESSAGE + 1)])
def test_what_is_too_long_closes_the_socket(live_house: LiveHouse, message: str | bytes) -> None:
    place = lay(live_house, "bazar", "Ada", rules={"starter": "seat 0"})
    with watched(place) as socket:
        say_to(socket, message)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == TOO_LONG


def test_many_questions_leave_nothing_behind(asked: Place) -> None:
    """Five hundred of them, after a few to get warm, leave less than 200 kB."""
    empty: list[str | bytes] = ["{", b"\xff" * 1000, "[" * 5000, '{"ask": "log"}']
    full: list[str | bytes] = ['{"shape": "tall", "ask": "scene"}', '{"shape": "wide", "at": 3}']
    with watched(asked) as socket:
        ask_often(socket, [*empty, *full], 5)
        tracemalloc.start()
        ask_often(socket, [*empty, *full], 2)
        before = tracemalloc.get_traced_memory()[0]
        ask_often(socket, empty, 120)
        ask_often(socket, full, 10)
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
    assert grown < 200_000


def ask_often(socket: WebSocketTestSession, questions: list[str | bytes], times: int) -> None:
    for _ in range(times):
        for question in questions:
            say_to(socket, question)
            socket.receive_json()
    gc.collect()


# The socket of the interface


@given(MESSAGES)
def test_any_token_is_refused_and_the_socket_closed(
    live_house: LiveHouse, message: str | bytes
) -> None:
    path = table_of(live_house).path
    with live_house.websocket_connect(f"{path}/live") as socket:
        say_to(socket, message)
        assert socket.receive_json()["error"] == "not-your-seat"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == POLICY


def table_of(live_house: LiveHouse) -> Place:
    """One table for all examples."""
    found: Place | None = getattr(live_house, "table", None)
    if found is None:
        found = lay(live_house, "bazar", "Ada", rules={"starter": "seat 0"})
        live_house.table = found  # type: ignore[attr-defined]
    return found


# Records


RECORD = st.sampled_from(RECORDS)


def uploaded(house: House, content: bytes) -> int:
    """What becomes of a file; a fault fails the test."""
    files = {"record": ("record.json", content)}
    answer = house.post("/records", files=files, follow_redirects=False)
    assert answer.status_code in (303, 413, 422), answer.text
    return int(answer.status_code)


@given(st.data(), RECORD, st.integers(1, 3))
def test_any_record_with_something_changed_is_laid_out_or_refused(
    house: House, data: st.DataObject, record: Any, times: int
) -> None:
    for _ in range(times):
        record = change(data, record)
    uploaded(house, json.dumps(record).encode())


@given(st.data(), RECORD)
def test_any_damaged_file_is_laid_out_or_refused(
    house: House, data: st.DataObject, record: Any
) -> None:
    text = json.dumps(record).encode()
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.binary(max_size=4)) + text[at + data.draw(st.integers(0, 9)) :]
    uploaded(house, text)


@given(st.binary(max_size=200))
def test_any_file_is_refused(house: House, content: bytes) -> None:
    assert uploaded(house, content) == 422


def actions(*more: str) -> bytes:
    return json.dumps(RECORDS[0] | {"actions": [*RECORDS[0]["actions"], *more]}).encode()


LARGE = LARGEST_BODY - 1000


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"PK\x03\x04" + bytes(1000), 422),
        (b"\x1f\x8b\x08\x00" + bytes(1000), 422),
        (b"\xef\xbb\xbf" + json.dumps(RECORDS[0]).encode(), 422),
        (json.dumps(RECORDS[0]).encode("utf-16"), 422),
        (b"[" * LARGE, 413),
        (b"[" * 40_000, 422),
        (b'{"a":' * (LARGE // 5), 413),
        (b"[" * (LARGE // 2) + b"]" * (LARGE // 2), 413),
        (b"9" * LARGE, 422),
        (b'{"version": ' + b"9" * 100_000 + b"}", 422),
        (b'{"version": 1e999}', 422),
        (b" " * LARGE, 422),
        (b'"' + b"\\ud800" * (LARGE // 6) + b'"', 422),
        (b"[" + b"{}," * (LARGE // 3 - 1) + b"{}]", 413),
        (actions(*["wait"] * 40_000), 422),
        (json.dumps(RECORDS[0] | {"meta": {"x": "y" * (LARGE - 100_000)}}).encode(), 303),
        (b" " * (LARGEST_BODY + 1), 413),
    ],
    ids=range(18),
)
def test_a_file_made_to_hurt_does_not(house: House, content: bytes, status: int) -> None:
    assert uploaded(house, content) == status
