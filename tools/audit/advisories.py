"""Known advisories for locked versions, looked up by pip-audit.

Its exit code is not enough: it is 0 if a source knows none of the versions, and 1 both for findings
and for a source that does not answer. Its JSON says for each version whether it was looked up, so
that an audit which could not be made is never taken for one without findings.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tools.audit.locks import LockedVersion

OPTIONS: Final = ("--disable-pip", "--format=json", "--progress-spinner=off", "--timeout=15")
"""No pip: the lock is complete. A source has 15 seconds for each version."""


class NoAnswer(Exception):
    """A source did not answer; the message says why."""


@dataclass(frozen=True)
class Source:
    """A service that knows advisories, and the options by which pip-audit uses it."""

    name: str
    options: tuple[str, ...]


SOURCES: Final = (
    Source("OSV", ("--vulnerability-service", "osv")),
    Source("PyPI", ("--vulnerability-service", "pypi")),
)
"""The sources, in the order in which they are asked."""


@dataclass(frozen=True)
class Advisory:
    """One advisory for one locked version."""

    package: str
    version: str
    ids: tuple[str, ...]
    fixed_in: tuple[str, ...]


@dataclass
class Scan:
    """What the sources said."""

    advisories: list[Advisory] = field(default_factory=list)
    unchecked: list[LockedVersion] = field(default_factory=list)
    """Versions that no source has answered for."""
    answered: list[str] = field(default_factory=list)
    """The sources that answered for a version or more."""
    failures: list[str] = field(default_factory=list)
    """Why sources did not answer for all that they were asked."""


def osv_at(url: str) -> Source:
    """Return a source that speaks as OSV does, at another address."""
    return Source(url, ("--vulnerability-service", "osv", "--osv-url", url))


def scan(locked: Iterable[LockedVersion], sources: Sequence[Source] = SOURCES) -> Scan:
    """Look up all versions; each source is asked for what those before it did not know."""
    result = Scan(unchecked=list(locked))
    for source in sources:
        if result.unchecked:
            _ask(source, result)
    return result


def _ask(source: Source, result: Scan) -> None:
    """Ask one source for all versions that are unchecked so far."""
    asked, reasons = result.unchecked, []
    result.unchecked = []
    for group in _without_duplicates(asked):
        try:
            answers = _run(source, group)
        except NoAnswer as error:
            answers = {}
            reasons.append(str(error))
        result.advisories += _advisories(answers)
        known = {name for name, answer in answers.items() if "skip_reason" not in answer}
        result.unchecked += [version for version in group if version.name not in known]
    if result.unchecked:
        reason = reasons[0] if reasons else f"it does not know {len(result.unchecked)} versions"
        result.failures.append(f"{source.name}: {reason}")
    if len(result.unchecked) < len(asked):
        result.answered.append(source.name)


def _without_duplicates(locked: Iterable[LockedVersion]) -> list[list[LockedVersion]]:
    """Return the versions in groups with one version a package.

    A lock for all Pythons may hold several versions of a package, and pip-audit takes only one.
    """
    groups: defaultdict[int, list[LockedVersion]] = defaultdict(list)
    seen: defaultdict[str, int] = defaultdict(int)
    for version in locked:
        groups[seen[version.name]].append(version)
        seen[version.name] += 1
    return list(groups.values())


def _run(source: Source, locked: Sequence[LockedVersion]) -> dict[str, dict[str, Any]]:
    """Return pip-audit's answer for each package; raise `NoAnswer` if the source gave none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text("\n".join(map(_requirement, locked)), encoding="utf-8")
        command = [sys.executable, "-m", "pip_audit", *OPTIONS, *source.options]
        # An empty cache, so that no answer is an old one.
        command += ["--cache-dir", str(Path(folder) / "cache"), "--requirement", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answers: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        raise NoAnswer(
            (done.stderr.strip().splitlines() or ["no reason given"])[-1][:160]
        ) from None
    return {answer["name"]: answer for answer in answers}


def _requirement(locked: LockedVersion) -> str:
    """Return a line without its marker: versions for other Pythons are looked up too."""
    return " ".join([str(locked), *(f"--hash=sha256:{content}" for content in locked.hashes)])


def _advisories(answers: dict[str, dict[str, Any]]) -> list[Advisory]:
    return [
        Advisory(
            package=name,
            version=answer["version"],
            ids=(found["id"], *sorted(found["aliases"])),
            fixed_in=tuple(found["fix_versions"]),
        )
        for name, answer in answers.items()
        for found in answer.get("vulns", ())
    ]
