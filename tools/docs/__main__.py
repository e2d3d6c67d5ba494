"""Build the documentation site into `build/docs`: `python -m tools.docs`.

Warnings are errors; after the build every internal link and anchor is checked.
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "build" / "docs"
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # the few games of the pictures need no compiler


def main() -> int:
    """Build the site and check it; return the exit code."""
    from sphinx.cmd.build import main as sphinx  # noqa: PLC0415

    from tools.docs.links import broken_links  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    warnings.filterwarnings("ignore", message="Howdah runs the rules interpreted")
    options = ["-W", "--keep-going", "-n", "-E", "-q", "-j", "2", "-b", "html"]
    trees = ["-d", str(ROOT / "build" / "docs-doctrees")]
    code = sphinx([*options, *trees, str(ROOT / "docs"), str(SITE)])
    found = list(broken_links(SITE))
    for sentence in found:
        print(sentence, file=sys.stderr)
    if code or found:
        return 1
    print(f"{SITE.relative_to(ROOT)}/index.html: {len(list(SITE.rglob('*.html')))} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
