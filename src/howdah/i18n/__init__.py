"""Everything a person reads, in four languages: whole sentences, with plurals by the language.

Code says what it has to say in English, and hears it back in the language that is spoken:

>>> from howdah.i18n import say, say_count, speaking
>>> say("It is your turn, {name}.", name="Ada")
'It is your turn, Ada.'
>>> say_count("{count} star", "{count} stars", 2)
'2 stars'
>>> with speaking("fr"):
...     say_count("{count} star", "{count} stars", 1)
'1 étoile'

Messages that are kept in a table are marked with `message`, and said later.
"""

from __future__ import annotations

from howdah.i18n.languages import LANGUAGES, Language, best_language
from howdah.i18n.translate import message, say, say_count, speaking, spoken_language

__all__ = [
    "LANGUAGES",
    "Language",
    "best_language",
    "message",
    "say",
    "say_count",
    "speaking",
    "spoken_language",
]
