"""How the tests run an example, and read what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
STAND_IN = Path(__file__).parent / "stand_in"


def source(name: str) -> str:
    return (ROOT / "examples" / f"{name}.py").read_text(encoding="utf-8")


def start(
    name: str, *arguments: str, modules: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run an example; it finds the modules in a folder before those that are installed."""
    known = os.environ.get("PYTHONPATH")
    paths = [str(path) for path in (modules, known) if path]
    return subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )


def run(name: str, *arguments: str, modules: Path | None = None) -> str:
    """Run an example to its end; return what it prints."""
    done = start(name, *arguments, modules=modules)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(pattern: str, text: str) -> tuple[float, ...]:
    """The numbers in the one line that a pattern describes."""
    (found,) = re.findall(pattern, text)
    return tuple(map(float, found))
