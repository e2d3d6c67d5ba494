"""The documentation keeps up with the code."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import howdah
from howdah.core.reasons import ReasonBook
from howdah.games.registry import GAMES

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def sections(page: Path) -> set[str]:
    """The anchors of a page, as hosts of Markdown make them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_points_to_a_section_of_the_rules(game: str) -> None:
    book: ReasonBook = import_module(f"howdah.games.{game}.why_not").reason
    page = sections(ROOT / "docs" / "rules" / f"{book.page}.md")
    for code, (section, _) in book.entries.items():
        assert section in page, code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        path, _, section = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not section or section in sections(target), link


def test_the_examples_of_the_record_page_are_records() -> None:
    text = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    games = [howdah.from_record(howdah.Record.parse(example)) for example in examples]
    assert [game.name for game in games] == list(GAMES)
    assert [game.to_play for game in games] == [0, 0]


def test_the_changelog_speaks_of_this_version() -> None:
    assert f"## {howdah.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
