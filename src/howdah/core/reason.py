"""Why an action is refused, as data that every language can render."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition that an action does not meet.

    `code` names the condition, `arguments` are its facts, `rule` is the place in the rules
    (`page#section` under `docs/rules/`), `sentence` says it in English.
    """

    code: str
    rule: str
    sentence: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence

    def to_json(self) -> dict[str, object]:
        """The reason as a JSON object."""
        return {
            "code": self.code,
            "arguments": dict(self.arguments),
            "rule": self.rule,
            "sentence": self.sentence,
        }


class ReasonBook:
    """The reasons of one game: for each code the section of its rules page and a sentence.

    >>> reason = ReasonBook("chess", {"pinned": ("king", "The {piece} is pinned.")})
    >>> reason("pinned", piece="knight")
    Reason(code='pinned', rule='chess#king', sentence='The knight is pinned.', \
arguments={'piece': 'knight'})
    """

    def __init__(self, page: str, entries: Mapping[str, tuple[str, str]]) -> None:
        self.page = page
        self.entries = entries

    def __call__(self, code: str, **arguments: str | int) -> Reason:
        """The reason with a code, its sentence filled with the arguments."""
        section, sentence = self.entries[code]
        return Reason(code, f"{self.page}#{section}", sentence.format(**arguments), arguments)
