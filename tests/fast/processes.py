"""Programs that run in a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys


def output(program: str, environment: dict[str, str] | None = None) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment or dict(os.environ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.strip()
