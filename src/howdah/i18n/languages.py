"""The supported languages, and which of them suits an `Accept-Language` header."""

from __future__ import annotations

from typing import Final, Literal, get_args

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


def _parse_item(item: str) -> tuple[float, str]:
    """The weight of an item of the header, and the language it asks for."""
    tag, _, quality = item.strip().partition(";")
    try:
        weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
    except ValueError:
        weight = 0.0
    return weight, tag.strip().lower().split("-")[0]
