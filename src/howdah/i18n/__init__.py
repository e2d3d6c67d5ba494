"""Everything a person reads, in four languages: whole sentences, with plurals by the language.

Code says what it has to say in English, and hears it back in the language that is spoken:

>>> from howdah.i18n import translate, translate_count, use_language
>>> translate("It is your turn, {name}.", name="Ada")
'It is your turn, Ada.'
>>> translate_count("{count} star", "{count} stars", 2)
'2 stars'
>>> with use_language("fr"):
...     translate_count("{count} star", "{count} stars", 1)
'1 étoile'

Messages that are kept in a table are marked with `message`, and said later.
"""

from __future__ import annotations

from howdah.i18n.languages import LANGUAGES, Language, best_language
from howdah.i18n.translation import (
    current_language,
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
    "mark",
    "translate",
    "translate_count",
    "use_language",
]
