"""Regenerate the golden files; a difference is a change of behaviour, so review it first."""

from __future__ import annotations

from pathlib import Path

from tests.golden.files import GOLDEN_FILES

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Write every golden file that the tests compare with."""
    for path, content in GOLDEN_FILES.items():
        path.write_text(content(), encoding="utf-8", newline="\n")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
