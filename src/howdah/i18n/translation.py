"""Saying a message in the language that is spoken here and now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final

from howdah.i18n.languages import SOURCE, Language

_spoken: Final[ContextVar[Language]] = ContextVar("language", default=SOURCE)


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Speak a language for a while, in this task or thread alone."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def current_language() -> Language:
    """The language that is spoken here and now."""
    return _spoken.get()


def mark(english: str) -> str:
    """A message that is kept for later; the mark tells the catalogues of it."""
    return english


def translate(english: str, /, **facts: object) -> str:
    """A message in the spoken language, its placeholders filled with the facts.

    >>> translate("Buy {colour}", colour="purple")
    'Buy purple'
    """
    said = _catalogue(_spoken.get()).gettext(english) if english else ""
    return said.format(**facts) if facts else said


def translate_count(one: str, many: str, count: int, /, **facts: object) -> str:
    """A message about a number of things, `{count}` of them.

    >>> translate_count("{count} rupee", "{count} rupees", 1)
    '1 rupee'
    """
    said = _catalogue(_spoken.get()).ngettext(one, many, count)
    return said.format(count=count, **facts)


@cache
def _catalogue(language: Language) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    file = files("howdah.i18n") / "catalogues" / f"{language}.mo"
    with file.open("rb") as stream:
        return GNUTranslations(stream)
