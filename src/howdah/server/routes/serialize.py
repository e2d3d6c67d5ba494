"""Views as JSON: every field by its name, a board by its own name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from howdah.core.boards import AnyBoard
from howdah.core.jsonio import Json


def to_json(value: Any) -> Json:
    """Convert a value to JSON.

    >>> to_json({(0, -1): ("a", None)})
    {'0,-1': ['a', None]}
    """
    if isinstance(value, AnyBoard):
        return value.name
    if is_dataclass(value):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [to_json(inner) for inner in value]
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _key(key: Any) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(key)
