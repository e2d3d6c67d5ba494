"""Write the golden files anew; a difference is a change of behaviour, so read it first."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.golden.files import GOLDEN_FILES  # noqa: E402  (the tests are found beside this folder)


def main() -> None:
    """Write every golden file that the tests compare with."""
    for path, content in GOLDEN_FILES.items():
        path.write_text(content(), encoding="utf-8", newline="\n")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
