"""`make audit`: check the locks and base images, write the SBOM, look up advisories.

Exit codes: 0 nothing was found; 1 something was found; 3 nothing was found, but no advisory source
answered for all versions.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools import image_digests
from tools.audit import locks
from tools.audit.advisories import SOURCES, Advisory, Scan, osv_at, scan
from tools.audit.locks import LOCKS, ROOT, lock_path, read_lock
from tools.audit.sbom import write_sbom

OK: Final = 0
FOUND: Final = 1
NOT_SCANNED: Final = 3

SERVED: Final = "serve"
"""The lock of what a server runs; the SBOM is made from it."""
SCANNED: Final = "play"
"""The lock that is scanned for advisories: what a server runs, and what builds it."""
HEADINGS: Final = ("package", "version", "advisory", "also known as", "fixed in")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the audit; return its exit code."""
    chosen = _parser().parse_args(arguments)
    problems = locks.find_problems() + image_digests.find_problems()
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(LOCKS)} locks: only versions and hashes, and all requirements of the project.")
    print(image_digests.describe())
    components = write_sbom(
        lock_path(SERVED), chosen.sbom, version=_version(), direct=_direct_requirements()
    )
    print(f"{chosen.sbom}: CycloneDX, {components} components.")
    names = chosen.lock or [SCANNED]
    sources = [osv_at(chosen.osv_url)] if chosen.osv_url else SOURCES
    versions = {version for name in names for version in read_lock(lock_path(name))}
    found = scan(sorted(versions, key=str), sources)
    code = report(found, len(versions))
    return FOUND if problems else code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description=__doc__)
    parser.add_argument(
        "--lock",
        action="append",
        choices=sorted(LOCKS),
        help=f"a lock to scan for advisories, several times if need be; default {SCANNED}",
    )
    parser.add_argument(
        "--sbom",
        type=Path,
        metavar="FILE",
        default=Path("build") / "howdah.cdx.json",
        help="where the SBOM is written; default %(default)s",
    )
    parser.add_argument(
        "--osv-url",
        metavar="URL",
        help="query address of an advisory source with the OSV interface; no other is asked",
    )
    return parser


def _version() -> str:
    text = (ROOT / "src" / "howdah" / "__init__.py").read_text(encoding="utf-8")
    version: str = re.findall(r'^__version__.* = "(.*)"$', text, re.MULTILINE)[0]
    return version


def _direct_requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return locks.required_names(project, LOCKS[SERVED])


# The report on advisories


def report(found: Scan, total: int) -> int:
    """Print what the sources said; return the exit code."""
    if found.advisories:
        print(f"{len(found.advisories)} advisories ({' and '.join(found.answered)}):")
        print(table(found.advisories))
    if found.unchecked:
        print(_not_scanned(found, total), file=sys.stderr)
        for failure in found.failures:
            print(f"  {failure}", file=sys.stderr)
    elif not found.advisories:
        print(f"No advisory is known for {total} versions ({' and '.join(found.answered)}).")
    if found.advisories:
        return FOUND
    return NOT_SCANNED if found.unchecked else OK


def _not_scanned(found: Scan, total: int) -> str:
    if not found.answered:
        return (
            f"No advisory source could be reached that knows the {total} locked versions: whether "
            "they have known advisories was not checked."
        )
    names = ", ".join(map(str, found.unchecked[:5]))
    return (
        f"No advisory source knows {len(found.unchecked)} of {total} locked versions, "
        f"which were not checked: {names}"
    )


def table(advisories: Sequence[Advisory]) -> str:
    """Return the advisories as a text table."""
    rows = [
        (one.package, one.version, one.ids[0], ", ".join(one.ids[1:]), ", ".join(one.fixed_in))
        for one in advisories
    ]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in (HEADINGS, *rows)
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
