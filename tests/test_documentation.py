"""The documentation keeps up with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import howdah
from howdah.bombay.why_not import _REASONS, REASON_CODES, RULES_PAGE

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def sections(page: Path) -> set[str]:
    """The anchors of a page, as hosts of Markdown make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


@pytest.mark.parametrize("code", REASON_CODES)
def test_every_reason_points_to_a_section_of_the_rules(code: str) -> None:
    assert _REASONS[code][0] in sections(ROOT / "docs" / "rules" / f"{RULES_PAGE}.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        path, _, section = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not section or section in sections(target), link


def test_the_example_of_the_record_page_is_a_record() -> None:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert howdah.from_record(howdah.Record.parse(example)).to_play == 0
    assert json.loads(example)["version"] == 1


def test_the_changelog_speaks_of_this_version() -> None:
    assert f"## {howdah.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
