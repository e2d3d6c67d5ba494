"""The languages of the house, and which of them a reader would like best."""

from __future__ import annotations

from typing import Final, Literal, get_args

Language = Literal["en", "fr", "pt", "pl"]
CODES: Final[tuple[Language, ...]] = get_args(Language)
SOURCE: Final[Language] = "en"
"""The language in which the code speaks."""

LANGUAGES: Final[dict[Language, str]] = {
    "en": "English",
    "fr": "Français",
    "pt": "Português",
    "pl": "Polski",
}
"""How each language calls itself."""


def best_language(accepted: str) -> Language:
    """The language that suits an `Accept-Language` header best; English if none does.

    >>> best_language("de;q=0.9, pt-BR;q=0.8, fr;q=0.5")
    'pt'
    >>> best_language("*")
    'en'
    """
    wishes = sorted(map(_wish, accepted.split(",")), reverse=True)
    known = (code for weight, tag in wishes for code in CODES if weight > 0 and code == tag)
    return next(known, SOURCE)


def _wish(item: str) -> tuple[float, str]:
    """The weight of an item of the header, and the language it asks for."""
    tag, _, quality = item.strip().partition(";")
    try:
        weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
    except ValueError:
        weight = 0.0
    return weight, tag.strip().lower().split("-")[0]
