"""Whatever data comes from outside, the answer is a record or a refusal, never a crash."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import howdah
from howdah.bombay.atlas import ATLAS
from howdah.core.errors import HowdahError, InvalidAction, InvalidBoard, InvalidRecord
from tests.bombay.boards import deccan_data
from tests.golden.playthrough import busy_game

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["yellow", "A", "D1", "end", "take blue", "restock yyyppbbbo", "deccan"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
RECORD: Any = busy_game(3, "any data").to_json()
WHOLE: Any = {**RECORD, "rules": {**RECORD["rules"], "board": deccan_data()}}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a value with each of its keys."""
    if not isinstance(value, dict | list):
        return []
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    return [(value, key) for key in keys] + [p for key in keys for p in places(value[key])]


def change(data: st.DataObject, original: Any) -> Any:
    """The value with one place exchanged for anything, removed or repeated."""
    value = copy.deepcopy(original)
    spots = places(value)
    container, key = spots[data.draw(st.integers(0, len(spots) - 1))]
    how = data.draw(st.sampled_from(["exchange", "remove", "repeat"]))
    if how == "exchange":
        container[key] = data.draw(JSON)
    elif how == "remove":
        del container[key]
    elif isinstance(container, list):
        container.insert(key, container[key])
    else:
        container[data.draw(st.text(max_size=5))] = container[key]
    return value


def refusal(ask: Callable[[], object]) -> HowdahError | None:
    """How a question is refused, if it is; any other error passes through."""
    try:
        ask()
    except HowdahError as error:
        return error
    return None


@given(st.data())
def test_a_record_with_anything_changed_is_verified_or_refused(data: st.DataObject) -> None:
    record = json.dumps(change(data, data.draw(st.sampled_from([RECORD, WHOLE]))))
    error = refusal(lambda: howdah.from_record(howdah.Record.parse(record)))
    assert error is None or (isinstance(error, InvalidRecord) and error.where and error.message)


@given(st.data())
def test_a_board_with_anything_changed_is_valid_or_refused(data: st.DataObject) -> None:
    board = change(data, deccan_data())
    error = refusal(lambda: howdah.new("bombay", board=ATLAS.load(board), seed=1).play("wait"))
    assert error is None or (isinstance(error, InvalidBoard) and error.where and error.message)


@given(st.text(max_size=30) | st.builds(json.dumps, JSON))
def test_any_text_is_refused_as_a_record(text: str) -> None:
    assert isinstance(refusal(lambda: howdah.Record.parse(text)), InvalidRecord)


@given(st.text(max_size=20) | st.from_regex(r"(move|sell|take|restock|build) [A-Zypbo1-9]{0,9}"))
def test_any_text_is_an_action_or_invalid(text: str) -> None:
    game = howdah.new("bombay", players=2, seed=1)
    error = refusal(lambda: game.parse(text))
    assert isinstance(error, InvalidAction) or str(game.parse(text)) == text
