"""Where compiled code is kept: a folder named after the sources it was compiled from.

The compiler's own cache looks only at the file of the function it compiles, not at the rules
that the function calls. So every edit of the rules gets a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_DAYS_UNUSED: Final = 30


def cache_folder(game: str, more: tuple[Path, ...] = ()) -> Path | None:
    """The folder for the compiled code of a game as its sources stand now, made if need be.

    Code may be compiled from more than the rules: `more` has the folders of those sources.

    None where nothing can be written; then the code is compiled anew in every process.
    """
    folder = _home() / f"{game}-{fingerprint(game, more)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _forget_old(folder.parent, game)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def fingerprint(game: str, more: tuple[Path, ...] = ()) -> str:
    """What changes with every edit of the sources that the compiled code comes from."""
    package = Path(__file__).parents[1]
    return fingerprint_of((*(package / part for part in ("core", f"games/{game}", "fast")), *more))


def fingerprint_of(folders: Iterable[Path]) -> str:
    """What changes with every edit of a Python file in some folders."""
    digest = sha256()
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            text = file.read_bytes()
            digest.update(f"{folder.name}/{file.relative_to(folder)} {len(text)}\n".encode())
            digest.update(text)
    return digest.hexdigest()[:16]


def _home() -> Path:
    """`HOWDAH_CACHE`, or where the system keeps caches."""
    chosen = os.environ.get("HOWDAH_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "howdah"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "howdah"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "howdah"


def _forget_old(home: Path, game: str) -> None:
    """Remove the code of sources that nobody has used for a month."""
    oldest = time.time() - _DAYS_UNUSED * 24 * 3600
    for folder in home.glob(f"{game}-*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
