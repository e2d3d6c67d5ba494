"""Where compiled code is kept: a folder named after a hash of the sources it was compiled from.

Numba's own cache looks only at the file of the function it compiles, not at the rules that the
function calls. So every edit of what is compiled, or of what that imports, gets another folder;
an edit of anything else, such as a drawing, compiles nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Final

_DAYS_UNUSED: Final = 30
_NEVER_COMPILED: Final = {"howdah.fast.backend", "howdah.fast.cache", "howdah.games.registry"}
"""They find other modules by name, and no compiled code calls them or has a number of theirs."""
_COMMENT: Final = re.compile(r"#.*")
_IMPORT: Final = re.compile(
    r"^(?:from +(\.*[\w.]*) +import +(\([^)]*\)|[^\n(]+)|import +([\w., ]+))", re.MULTILINE
)
"""An import that is not indented; the parser of Python would take twenty times as long."""


def cache_folder(game: str, modules: tuple[ModuleType, ...]) -> Path | None:
    """Return the folder for code of a game that is compiled from some modules, made if need be.

    None where nothing can be written; then the code is compiled anew in every process.
    """
    try:
        folder = _home() / f"{game}-{fingerprint(modules)}"
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _delete_unused(folder.parent, game)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


@cache
def fingerprint(modules: tuple[ModuleType, ...]) -> str:
    """Return a hash of the sources of some modules and of all that they import."""
    digest = sha256()
    for name, file in source_files(modules).items():
        source = file.read_bytes()
        digest.update(f"{name} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def source_files(modules: Iterable[ModuleType]) -> dict[str, Path]:
    """Return the files of some modules and of those that they import, by name.

    Only modules of the same distributions are followed, since numba looks after its own version.
    """
    todo = [module.__name__ for module in modules]
    packages = {name.partition(".")[0] for name in todo}
    found: dict[str, Path] = {}
    while todo:
        name = todo.pop()
        if name not in found and name not in _NEVER_COMPILED:
            found[name] = Path(str(sys.modules[name].__file__))
            imported = _imports_of(name, found[name])
            todo += [other for other in imported if other.partition(".")[0] in packages]
    return dict(sorted(found.items()))


@cache
def _imports_of(name: str, file: Path) -> tuple[str, ...]:
    """The modules that a module imports when it is loaded itself, not later or for types alone."""
    text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
    package = str(sys.modules[name].__package__)
    found: list[str] = []
    for module, members, modules in _IMPORT.findall(text):
        if modules:
            found += _names_in(modules)
        else:
            origin = resolve_name(module, package)
            names = (f"{origin}.{member}" for member in _names_in(members.strip("()")))
            found += [name if name in sys.modules else origin for name in names]
    return tuple(found)


def _names_in(text: str) -> list[str]:
    """The names between commas, without what they are called after `as`."""
    return [part.split()[0] for part in text.split(",") if part.strip()]


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


def _delete_unused(home: Path, game: str) -> None:
    """Delete the folders of a game that were not used for a month."""
    oldest = time.time() - _DAYS_UNUSED * 24 * 3600
    for folder in home.glob(f"{game}-*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
