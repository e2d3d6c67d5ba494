"""Pieces of Markdown for generated pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a table; a | inside a cell is escaped.

    >>> print(table(["name", "type"], [["seat", "int | null"]]))
    | name | type |
    |---|---|
    | seat | int \| null |
    """
    return "\n".join([_row(heading), "|---" * len(heading) + "|", *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(c.split()).replace("|", "\\|") for c in cells) + " |"


def code(text: str) -> str:
    """Return a text as inline code."""
    return f"`{text}`"


def code_block(text: str, language: str = "text") -> str:
    """Return a text as a block of code."""
    return f"```{language}\n{text}\n```"
