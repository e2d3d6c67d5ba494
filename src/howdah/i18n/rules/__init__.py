"""The rules of each game, told to players: one page a game and language, with the same sections."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from howdah.i18n.languages import Language


@cache
def rules_page(game: str, language: Language) -> str:
    """The sections of a game's rules page as HTML; a figure names the drawing it shows."""
    return (files("howdah.i18n.rules") / f"{game}.{language}.html").read_text("utf-8")
