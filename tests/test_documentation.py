"""The documentation keeps up with the code."""

from __future__ import annotations

import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import howdah
from howdah.cli.main import main, make_parser
from howdah.core.reasons import ReasonBook
from howdah.games.registry import GAMES

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = ROOT / "README.md"
QUICK = ("arena", "check", "dataset", "show", "simulate", "solve")
"""The commands that end by themselves within seconds, as the README writes them."""


def code_lines(page: Path) -> list[str]:
    """The lines of all blocks of code, without prompts, comments and continuations."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def commands(page: Path) -> list[list[str]]:
    """The `howdah` commands in a page's blocks of code, as words."""
    found = [part.strip() for line in code_lines(page) for part in line.split(" && ")]
    return [shlex.split(line, comments=True) for line in found if line.startswith("howdah ")]


def sections(page: Path) -> set[str]:
    """The anchors of a page, as hosts of Markdown make them."""
    text = page.read_text(encoding="utf-8")
    included = re.findall(r"^```\{include\} (.*)$", text, re.MULTILINE)
    own = {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    return own.union(*(sections(page.parent / name) for name in included))


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
        if target.is_relative_to(ROOT / "build"):
            continue  # a picture that `make docs` draws; tests/docs compares the names
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


def test_the_quick_commands_of_the_readme_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    quick = [words[1:] for words in commands(README) if words[1] in QUICK]
    assert {words[0] for words in quick} == {*QUICK}
    for words in quick:
        assert main(words) == 0, (words, capsys.readouterr().err)
    assert {"games.jsonl", "board.svg", "games.parquet", "perfect.json"} <= {
        path.name for path in tmp_path.iterdir()
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_a_page_is_understood(page: Path) -> None:
    for words in commands(page):
        assert make_parser().parse_args(words[1:]).command.name == words[1]


def test_every_make_target_that_is_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(named) <= targets, page


def test_every_extra_that_is_named_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for page in PAGES:
        for extras in re.findall(r"howdah\[([a-z,]+)\]", page.read_text(encoding="utf-8")):
            assert {*extras.split(",")} <= project["optional-dependencies"].keys(), page


def test_every_page_is_in_the_sidebar() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    trees = re.findall(r"```\{toctree\}\n(.*?)```", index, re.DOTALL)
    listed = {line for tree in trees for line in tree.splitlines() if line and line[0] != ":"}
    pages = {str(p.relative_to(ROOT / "docs").with_suffix("")) for p in ROOT.glob("docs/**/*.md")}
    assert listed == pages - {"index"}
