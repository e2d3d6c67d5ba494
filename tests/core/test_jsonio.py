from __future__ import annotations

from typing import Any

import pytest

from howdah.core.jsonio import first_difference


@pytest.mark.parametrize(
    ("found", "expected", "difference"),
    [
        ({"a": 1}, {"a": 1}, None),
        ([1, [2, None]], [1, [2, None]], None),
        ({"a": 1}, {"a": 2}, "result.a is 1, should be 2"),
        ({}, {"a": 2}, 'result lacks the field "a"'),
        ({"a": 1, "b": 2}, {"a": 1}, 'result has an unknown field "b"'),
        ([1], [1, 2], "result is [1], should be [1, 2]"),
        ([1, 2], [1, 3], "result[1] is 2, should be 3"),
        (1.0, 1, "result is 1.0, should be 1"),
        (True, 1, "result is true, should be 1"),
        (None, {"a": 1}, 'result is null, should be {"a": 1}'),
    ],
)
def test_the_first_difference_is_named(found: Any, expected: Any, difference: str | None) -> None:
    assert first_difference(found, expected, "result") == difference
