"""A terminal for tests: what was printed, and what someone types."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

Output = pytest.CaptureFixture[str]


def told(capsys: Output) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


def typed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    answers: Iterator[str] = iter(lines)

    def answer(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
