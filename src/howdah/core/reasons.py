"""Why an action is refused, as data that every language can render."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

SEAT_ARGUMENTS: Final = ("seat", "one", "other")
"""The arguments of reasons that are the number of a seat."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition that an action does not meet.

    `code` names the condition, `arguments` are its facts, `rule` is the place in the rules
    (`page#section` under `docs/rules/`), `template` says it in English, with a place for each
    argument.
    """

    code: str
    rule: str
    template: str
    arguments: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """The reason in English; it calls players by the numbers of their seats."""
        facts = {
            key: f"seat {value}" if key in SEAT_ARGUMENTS else value
            for key, value in self.arguments.items()
        }
        return self.template.format(**facts)

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
    Reason(code='pinned', rule='chess#king', template='The {piece} is pinned.', \
arguments={'piece': 'knight'})
    >>> str(reason("pinned", piece="knight"))
    'The knight is pinned.'
    """

    def __init__(self, page: str, entries: Mapping[str, tuple[str, str]]) -> None:
        self.page = page
        self.entries = entries

    def __call__(self, code: str, **arguments: str | int) -> Reason:
        """The reason with a code and the arguments of its sentence."""
        section, template = self.entries[code]
        return Reason(code, f"{self.page}#{section}", template, arguments)
