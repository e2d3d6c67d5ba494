"""What `howdah bench` measures of Bombay Bazar."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

OPTIONS: Final[dict[str, Any]] = {"players": 2, "starter": "seat 0"}
C_SOURCE: Final[Path | None] = None
