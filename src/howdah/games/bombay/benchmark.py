"""What `howdah bench` measures of Bombay, and the same rules in C to compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

OPTIONS: Final[dict[str, Any]] = {"players": 4, "set_up": "first-game"}
C_SOURCE: Final[Path | None] = Path(__file__).with_name("benchmark.c")
