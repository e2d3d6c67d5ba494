"""Read JSON strictly: no duplicate keys, checked types, and every error names its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NoReturn

from howdah.core.errors import InvalidData

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def parse_json(text: str) -> Json:
    """Parse a JSON text; `InvalidData` for anything doubtful.

    >>> parse_json('{"a": [1, null]}')
    {'a': [1, None]}
    """
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object_without_duplicates, parse_constant=_refuse_constant
        )
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise InvalidData("text", "holds text that is not valid Unicode") from None
    except RecursionError:
        raise InvalidData("text", "is nested too deeply") from None
    except InvalidData:
        raise
    except ValueError as error:
        raise InvalidData("text", f"is not JSON: {error}") from None
    return value


def _object_without_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidData("text", f"has the field {quote(key)} twice in one object")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidData("text", f"holds {name}, which is not JSON")


def quote(value: object) -> str:
    """Return a value as an error message quotes it: JSON, and short.

    >>> quote({"a": "b"})
    '{"a": "b"}'
    >>> quote("x" * 100)
    '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def as_object(value: Json, where: str) -> dict[str, Json]:
    """The value, if it is an object."""
    if not isinstance(value, dict):
        raise InvalidData(where, f"should be an object, not {quote(value)}")
    return value


def as_list(value: Json, where: str) -> list[Json]:
    """The value, if it is a list."""
    if not isinstance(value, list):
        raise InvalidData(where, f"should be a list, not {quote(value)}")
    return value


def as_text(value: Json, where: str) -> str:
    """The value, if it is a text."""
    if not isinstance(value, str):
        raise InvalidData(where, f"should be a text, not {quote(value)}")
    return value


def as_number(value: Json, where: str, *, low: int, high: int | None = None) -> int:
    """The value, if it is a whole number from low to high; true and 1.0 are not."""
    if type(value) is not int or value < low or (high is not None and value > high):
        span = f"from {low} to {high}" if high is not None else f"of {low} or more"
        raise InvalidData(where, f"should be a whole number {span}, not {quote(value)}")
    return value


def as_count(value: Json, where: str, counts: range) -> int:
    """The value, if it is a whole number in a range."""
    return as_number(value, where, low=counts[0], high=counts[-1])


def as_choice(value: Json, where: str, choices: Iterable[str]) -> str:
    """The value, if it is one of the words to choose from."""
    words = tuple(choices)
    if not isinstance(value, str) or value not in words:
        raise InvalidData(where, f"should be one of {', '.join(words)}, not {quote(value)}")
    return value


def check_fields(
    found: Mapping[str, Json], where: str, *, required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """Refuse an object that lacks a required field or has an unknown one."""
    required, optional = tuple(required), tuple(optional)
    for name in required:
        if name not in found:
            raise InvalidData(where, f"lacks the field {quote(name)}")
    for name in found:
        if name not in required and name not in optional:
            raise InvalidData(where, f"has an unknown field {quote(name)}")


def first_difference(found: Json, expected: Json, where: str) -> str | None:
    """The first place where two values differ, as a sentence; None when they are the same.

    >>> first_difference({"a": [1, 2]}, {"a": [1, 3]}, "result")
    'result.a[1] is 2, should be 3'
    """
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in expected:
            if key not in found:
                return f"{where} lacks the field {quote(key)}"
        for key in found:
            if key not in expected:
                return f"{where} has an unknown field {quote(key)}"
        pairs = [(found[key], expected[key], f"{where}.{key}") for key in expected]
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(found, expected))]
    elif type(found) is type(expected) and found == expected:
        return None
    else:
        return f"{where} is {quote(found)}, should be {quote(expected)}"
    return next(filter(None, (first_difference(*pair) for pair in pairs)), None)
