"""The naming rule of CONTRIBUTING: no metaphors, and documents that name modules which exist."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "howdah"
METAPHORS = re.compile(
    r"(?<![a-z])(house|doorkeeper|turnstile|bells?|deeds?|whoever|foretold|told|heard)(?![a-z])",
    re.IGNORECASE,
)
"""Words of a voice that nobody would search for."""


def plain_texts(file: Path) -> Iterator[str]:
    """The names, comments and docstrings of a module, without the messages that people read."""
    text = file.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT):
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def test_no_metaphor_is_left_in_names_comments_and_docstrings() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 250
    found = {
        str(file.relative_to(PACKAGE)): sorted(words)
        for file in files
        if (
            words := {
                word.lower() for text in plain_texts(file) for word in METAPHORS.findall(text)
            }
        )
    }
    assert found == {}


def test_no_metaphor_is_left_in_the_documents() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert len(documents) > 15
    found = [file.name for file in documents if METAPHORS.search(_without_code(file))]
    assert found == []


def _without_code(file: Path) -> str:
    """The prose of a document: code and output quote what programs print."""
    text = file.read_text(encoding="utf-8")
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def test_what_a_newcomer_searches_for_is_there() -> None:
    """A search for the word of the field leads to the module."""
    expected = {
        "rate limit": "server/middleware/rate_limit.py",
        "middleware": "server/middleware/security.py",
        "notif": "server/tables/notifier.py",
        "background task": "server/background/tasks.py",
        "evaluat": "ai/search/evaluation.py",
        "feature": "games/bombay/ai/features.py",
        "workspace": "ai/search/workspace.py",
        "observation": "envs/observations/schema.py",
        "config": "envs/config.py",
    }
    for word, module in expected.items():
        text = (PACKAGE / module).read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(text)) or ""
        names = [node.name for node in ast.parse(text).body if hasattr(node, "name")]
        assert word in f"{docstring} {' '.join(names)}".lower().replace("_", " "), module


def test_the_architecture_names_only_modules_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+)(?:\.\w+)*`", text))
    assert len(named) > 20
    missing = [
        path
        for path in sorted(named)
        if not any(
            (folder / f"{path}{end}").exists()
            for folder in (PACKAGE, PACKAGE / "server", ROOT)
            for end in ("", ".py", ".js")
        )
    ]
    assert missing == []
