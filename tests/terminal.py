"""A terminal for tests: what was printed, and the lines that a person types."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

Output = pytest.CaptureFixture[str]


def read_output(capsys: Output) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


def type_lines(
    monkeypatch: pytest.MonkeyPatch, lines: list[str], prompts: list[str] | None = None
) -> None:
    """Let a person type lines; what they are asked is added to the prompts."""
    answers: Iterator[str] = iter(lines)

    def answer(prompt: str) -> str:
        if prompts is not None:
            prompts.append(prompt)
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
