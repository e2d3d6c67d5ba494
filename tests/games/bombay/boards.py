"""Boards for tests: the shipped one as data to be changed."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def deccan_data(**changes: Any) -> Any:
    """The data of the shipped board under a name of its own, with some fields changed."""
    text = (resources.files("howdah.games.bombay") / "data" / "deccan.json").read_text(
        encoding="utf-8"
    )
    return {**json.loads(text), "name": "my-deccan", **changes}
