"""The notebooks run from the first cell to the last, with the results they describe."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.examples.scripts import ROOT, figures, run, source

PICTURES = {"first_agent": "first-agent.svg", "train_policy": "train-policy.svg"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="module")
def printed(folder: Path) -> dict[str, str]:
    """What each notebook prints in a quick run."""
    return {name: run(name, "--quick", "--out", str(folder)) for name in PICTURES}


def test_the_first_agent_beats_random_play(printed: dict[str, str]) -> None:
    output = printed["first_agent"]
    share, low, high = figures(r"merchant wins: (.*)% \(95 % interval: (.*)% to (.*)%\)", output)
    merchant, anything = figures(r"rupees: merchant (.*), anything (.*)", output)
    assert 50 < low <= share <= high
    assert merchant > 2 * anything


@pytest.mark.parametrize("policy", ["as it likes", "never waits"])
def test_a_policy_is_better_after_its_lessons(printed: dict[str, str], policy: str) -> None:
    output = printed["train_policy"]
    poor, rich = figures(rf"{policy}: before (.*) rupees, after (.*) rupees", output)
    seldom, often = figures(rf"{policy}: before (.*)% of the wins, after (.*)% of", output)
    assert rich > 1.3 * poor
    assert often > seldom + 10


@pytest.mark.parametrize("picture", PICTURES.values())
@pytest.mark.usefixtures("printed")
def test_every_notebook_draws_its_picture(folder: Path, picture: str) -> None:
    drawn, shown = folder / picture, ROOT / "docs" / "images" / picture
    for file in (drawn, shown):
        assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"
        assert file.stat().st_size < 60_000


def test_the_page_shows_the_agent_of_the_notebook() -> None:
    page = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    (agent,) = re.findall(r"```python\n(def merchant.*?)```", page, re.DOTALL)
    assert agent in source("first_agent")
    assert len(agent.splitlines()) == 15


@pytest.mark.parametrize("name", [*PICTURES, "maskable_ppo"])
def test_notebooks_consist_of_cells(name: str) -> None:
    text = source(name)
    assert text.startswith("# %% [markdown]\n# # ")
    assert text.count("\n# %%\n") >= 6
