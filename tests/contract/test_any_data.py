"""Whatever data comes from outside, the answer is a record or a refusal, never a crash."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import howdah
from howdah.core.errors import HowdahError, InvalidAction, InvalidBoard, InvalidRecord
from tests.games.bazar.boards import hexagon_data
from tests.games.bombay.boards import deccan_data

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(
        [
            "yellow",
            "A",
            "D1",
            "end",
            "take blue",
            "restock yyyppbbbo",
            "deccan",
            "NW",
            "even",
            "hexagon-19",
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def finish_game(game: str, players: int, **options: Any) -> Any:
    """The record of a game in which everyone plays at random, as JSON."""
    played, choice = howdah.new(game, players=players, seed="any data", **options), random.Random(1)
    while not played.is_over:
        played.play(choice.choice(played.legal_actions()))
    return played.record().to_json()


BOARDS: dict[str, Any] = {"bombay": deccan_data(), "bazar": hexagon_data()}
RECORDS = [
    finish_game("bombay", 3),
    finish_game("bombay", 2, board=BOARDS["bombay"]),
    finish_game("bazar", 3),
    finish_game("bazar", 1, board=BOARDS["bazar"]),
]
ALMOST_ACTIONS = r"(move|sell|take|restock) [A-Zypbo1-9]{0,9}|place [0-5-]{2,8} [0-9]"


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
    record = json.dumps(change(data, data.draw(st.sampled_from(RECORDS))))
    error = refusal(lambda: howdah.from_record(howdah.Record.parse(record)))
    assert error is None or (isinstance(error, InvalidRecord) and error.where and error.message)


def play_on(game: str, board: Any) -> None:
    """The first action on a board that may be wrong."""
    played = howdah.new(game, board=board, seed=1)
    played.play(played.legal_actions()[0])


@pytest.mark.parametrize("game", BOARDS)
@given(data=st.data())
def test_a_board_with_anything_changed_is_valid_or_refused(game: str, data: st.DataObject) -> None:
    board = change(data, BOARDS[game])
    error = refusal(lambda: play_on(game, board))
    assert error is None or (isinstance(error, InvalidBoard) and error.where and error.message)


@given(st.text(max_size=30) | st.builds(json.dumps, JSON))
def test_any_text_is_refused_as_a_record(text: str) -> None:
    assert isinstance(refusal(lambda: howdah.Record.parse(text)), InvalidRecord)


@pytest.mark.parametrize("name", BOARDS)
@given(text=st.text(max_size=20) | st.from_regex(ALMOST_ACTIONS))
def test_any_text_is_an_action_or_invalid(name: str, text: str) -> None:
    game = howdah.new(name, players=2, seed=1)
    error = refusal(lambda: game.parse(text))
    assert isinstance(error, InvalidAction) or str(game.parse(text)) == text
