"""Translate messages into the current language, which is a context variable."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final, Literal, get_args

from howdah.games.registry import plugin_for

Language = Literal["en", "fr", "pt", "pl"]
CODES: Final[tuple[Language, ...]] = get_args(Language)
SOURCE: Final[Language] = "en"
"""The language of the messages in the code."""

LANGUAGES: Final[dict[Language, str]] = {
    "en": "English",
    "fr": "Français",
    "pt": "Português",
    "pl": "Polski",
}
"""The name of each language in that language."""


def best_language(accepted: str) -> Language:
    """The language that suits an `Accept-Language` header best; English if none does.

    >>> best_language("de;q=0.9, pt-BR;q=0.8, fr;q=0.5")
    'pt'
    >>> best_language("*")
    'en'
    """
    requested = sorted(map(_parse_item, accepted.split(",")), reverse=True)
    known = (code for weight, tag in requested for code in CODES if weight > 0 and code == tag)
    return next(known, SOURCE)


LOCALE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables that name a person's language; the first that is set decides."""


def environment_language(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that the environment variables of a program ask for; English if none does.

    `LANGUAGE` may list several languages, the best first, as GNU gettext has it.

    >>> environment_language({"LANG": "pl_PL.UTF-8"})
    'pl'
    >>> environment_language({"LANG": "pl_PL.UTF-8", "LANGUAGE": "de:fr_CA"})
    'fr'
    >>> environment_language({"LANG": "C.UTF-8"})
    'en'
    """
    chosen = next(filter(None, map(environment.get, LOCALE_VARIABLES)), "")
    requested = [re.split(r"[_.@-]", name)[0].lower() for name in chosen.split(":")]
    return next((code for tag in requested for code in CODES if code == tag), SOURCE)


def _parse_item(item: str) -> tuple[float, str]:
    """The weight of an item of the header, and the language it asks for."""
    tag, _, quality = item.strip().partition(";")
    try:
        weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
    except ValueError:
        weight = 0.0
    return weight, tag.strip().lower().split("-")[0]


_current: Final[ContextVar[Language]] = ContextVar("language", default=SOURCE)


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Make a language current within a `with` block, in this task or thread alone."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def current_language() -> Language:
    """The current language of this task or thread."""
    return _current.get()


def mark(english: str) -> str:
    """Return a message unchanged; marks it for the catalogues, to be translated later."""
    return english


def translate(english: str, /, **values: object) -> str:
    """A message in the current language, its placeholders filled.

    >>> translate("Buy {colour}", colour="purple")
    'Buy purple'
    """
    translated = _catalogue(_current.get()).gettext(english) if english else ""
    return translated.format(**values) if values else translated


def translate_count(one: str, many: str, count: int, /, **values: object) -> str:
    """A message in the current language with the plural form for `{count}`.

    >>> translate_count("{count} rupee", "{count} rupees", 1)
    '1 rupee'
    """
    translated = _catalogue(_current.get()).ngettext(one, many, count)
    return translated.format(count=count, **values)


@cache
def _catalogue(language: Language) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    file = files("howdah.i18n") / "catalogues" / f"{language}.mo"
    with file.open("rb") as stream:
        return GNUTranslations(stream)


@cache
def rules_page(game: str, language: Language) -> str:
    """The sections of a game's rules page as HTML; a figure names the drawing it shows."""
    return (files(plugin_for(game).package) / "rules_pages" / f"{language}.html").read_text("utf-8")
