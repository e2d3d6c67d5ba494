"""Custom agents: loaded by module and name, or refused with the reason."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from howdah.ai.agents import RandomAgent, UnknownAgent
from howdah.ai.plugins import load_agent
from tests.arena.agents import HERE, First

MODULE = """
class Mine:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal_actions[0]
"""


def test_the_registry_comes_first() -> None:
    assert isinstance(load_agent("random", "1"), RandomAgent)


def test_a_class_or_a_function_of_a_module_makes_an_agent() -> None:
    agent = load_agent(f"{HERE}:First", "7")
    assert isinstance(agent, First)
    assert agent.seed == "7"
    assert isinstance(load_agent(f"{HERE}:interrupted", "7"), First)


def test_a_module_in_the_current_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "agent_of_this_folder.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert callable(load_agent("agent_of_this_folder:Mine", "1").choose)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", r"There is no agent 'nobody'; there are .*One of your own is module:Name\."),
        ("nobody:3", "There is no agent 'nobody:3'"),
        ("nobody:Here", "Nor is there a module 'nobody' in this folder"),
        ("tests.nowhere:Agent", "Nor is there a module 'tests.nowhere'"),
        (f"{HERE}:Nobody", "has nothing named 'Nobody'"),
        (f"{HERE}:NUMBER", "cannot be called to make an agent"),
        (f"{HERE}:WithoutChoose", r"has no method `choose\(view\)`"),
        ("", "There is no agent ''"),
        (":Name", "There is no agent ':Name'"),
    ],
)
def test_a_wrong_name_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(UnknownAgent, match=message):
        load_agent(text, "1")


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("import a_module_that_is_missing", "cannot be imported: No module named 'a_module_that"),
        ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero"),
        ("def", "cannot be imported: SyntaxError"),
    ],
)
def test_a_module_that_fails_has_another_message_than_a_missing_one(
    module: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_module.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownAgent, match=message):
        load_agent("failing_module:Agent", "1")


def test_what_the_constructor_raises_is_passed_on() -> None:
    with pytest.raises(RuntimeError, match="no brain"):
        load_agent(f"{HERE}:Unmakeable", "1")
