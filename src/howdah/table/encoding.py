"""JSON for the messages of a page, by the fast encoder where it is installed."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

try:
    import orjson
except ModuleNotFoundError:  # a table also runs where only Python itself is installed
    orjson = None  # type: ignore[assignment]  # a module otherwise


def encode_json(message: Any) -> str:
    """Return a message as JSON on one line.

    >>> encode_json({"at": 3, "said": "Ada zieht über den Fluß."})
    '{"at":3,"said":"Ada zieht über den Fluß."}'
    """
    if orjson is not None:
        with suppress(TypeError):  # a lone surrogate, which a client sent as an escape
            return orjson.dumps(message).decode()
    return json.dumps(message, separators=(",", ":"), ensure_ascii=orjson is not None)
