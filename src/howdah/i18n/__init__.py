"""Translations of everything a person reads: whole sentences, with plurals, in four languages.

The code contains the English text; these functions return it in the current language:

>>> from howdah.i18n import translate, translate_count, use_language
>>> translate("Your turn, {name}.", name="Ada")
'Your turn, Ada.'
>>> translate_count("{count} star", "{count} stars", 2)
'2 stars'
>>> with use_language("fr"):
...     translate_count("{count} star", "{count} stars", 1)
'1 étoile'

A message in a constant is marked with `mark`, and translated where it is used.
"""

from __future__ import annotations

from howdah.i18n.translation import (
    LANGUAGES,
    Language,
    best_language,
    current_language,
    environment_language,
    mark,
    translate,
    translate_count,
    use_language,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "best_language",
    "current_language",
    "environment_language",
    "mark",
    "translate",
    "translate_count",
    "use_language",
]
