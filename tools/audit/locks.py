"""The locks in `requirements/`: how they are read, and what must hold for them.

A lock names versions and hashes, and nothing else: no address that a package is downloaded from and
no path. Who installs from it chooses the index, and the hashes decide which files are accepted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent.parent
TESTED: Final = "test"
"""The lock that the tests run with."""
AS_TESTED: Final = ("audit", "play", "serve")
"""The locks whose versions must be those that the tests run with."""
LINE: Final = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.-]*)==(?P<version>[\w.!+-]+)(?: ; (?P<marker>[^\\]+?))?"
    r"(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)"
)


@dataclass(frozen=True)
class Contents:
    """What a lock is made from: extras and dependency groups of `pyproject.toml`."""

    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


LOCKS: Final = {
    "audit": Contents(groups=("build", "audit")),
    "bench": Contents(("bench",), ("build",)),
    "play": Contents(("ai", "postgres", "table"), ("build",)),
    "serve": Contents(("ai", "postgres", "table")),
    "test": Contents(
        ("dev", "ai", "cluster", "docs", "postgres", "research", "table"), ("build", "audit")
    ),
}
"""The locks by name; `make lock` writes them from the same extras and groups."""


@dataclass(frozen=True)
class LockedVersion:
    """One version that a lock allows, with the hashes of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


def lock_path(lock: str, root: Path = ROOT) -> Path:
    """Return the file of a lock."""
    return root / "requirements" / f"{lock}.txt"


def read_lock(path: Path) -> list[LockedVersion]:
    """Return all versions of a lock, for whichever Python; other lines are left out."""
    found = (LINE.fullmatch(line) for _, line in _logical_lines(path))
    return [
        LockedVersion(
            name=str(canonicalize_name(match["name"])),
            version=match["version"],
            marker=match["marker"] or "",
            hashes=tuple(re.findall("[0-9a-f]{64}", match["hashes"])),
        )
        for match in found
        if match
    ]


def _logical_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a lock with their numbers; lines that end with a backslash are joined."""
    text, first = "", 1
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        first = number if not text else first
        text += line.removesuffix("\\").strip() + " "
        if not line.endswith("\\"):
            if text.strip():
                yield first, text.strip()
            text = ""
    if text.strip():
        yield first, text.strip()


# What must hold


def find_problems(root: Path = ROOT) -> list[str]:
    """Return a sentence for everything that is wrong with the locks."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    problems = [
        f"requirements/{path.name} is not known: add it to LOCKS in tools/audit/locks.py."
        for path in sorted((root / "requirements").iterdir())
        if path.stem not in LOCKS
    ]
    for lock, contents in LOCKS.items():
        problems += find_wrong_lines(lock_path(lock, root))
        problems += find_missing(lock, project, contents, root)
    for lock in AS_TESTED:
        problems += find_untested(lock, root)
    return problems


def find_wrong_lines(path: Path) -> list[str]:
    """Return a sentence for each line that is not a name, a version and its hashes."""
    return [
        f"requirements/{path.name}:{number}: not NAME==VERSION with hashes: {line[:60]}"
        for number, line in _logical_lines(path)
        if not LINE.fullmatch(line)
    ]


def find_missing(
    lock: str, project: dict[str, Any], contents: Contents, root: Path = ROOT
) -> list[str]:
    """Return a sentence for each requirement of the project that a lock does not fulfil."""
    locked = read_lock(lock_path(lock, root))
    return [
        f"requirements/{lock}.txt does not fulfil {requirement}: run `make lock`."
        for requirement in _requirements(project, contents)
        if not _is_fulfilled(requirement, locked)
    ]


def _requirements(project: dict[str, Any], contents: Contents) -> Iterator[Requirement]:
    """Yield what the project, some extras and some groups require; its own extras are resolved."""
    table = project["project"]
    texts = [*table["dependencies"]]
    texts += [text for extra in contents.extras for text in table["optional-dependencies"][extra]]
    texts += [text for group in contents.groups for text in project["dependency-groups"][group]]
    for requirement in map(Requirement, texts):
        if requirement.name == table["name"]:
            yield from _requirements(project, Contents(tuple(sorted(requirement.extras))))
        else:
            yield requirement


def required_names(project: dict[str, Any], contents: Contents) -> list[str]:
    """Return the names of all packages that the project itself requires, sorted."""
    return sorted({str(canonicalize_name(one.name)) for one in _requirements(project, contents)})


def _is_fulfilled(requirement: Requirement, locked: Sequence[LockedVersion]) -> bool:
    name = canonicalize_name(requirement.name)
    versions = [version.version for version in locked if version.name == name]
    return bool(versions) and all(
        requirement.specifier.contains(version, prereleases=True) for version in versions
    )


def find_untested(lock: str, root: Path = ROOT) -> list[str]:
    """Return a sentence for each version of a lock that the tests do not run with."""
    tested = {str(version) for version in read_lock(lock_path(TESTED, root))}
    return [
        f"requirements/{lock}.txt has {version}, and requirements/{TESTED}.txt has not."
        for version in read_lock(lock_path(lock, root))
        if str(version) not in tested
    ]
