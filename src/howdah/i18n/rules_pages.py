"""The rules pages of the games: one for each game and language, with the same sections."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from howdah.games.registry import plugin_for
from howdah.i18n.languages import Language


@cache
def rules_page(game: str, language: Language) -> str:
    """The sections of a game's rules page as HTML; a figure names the drawing it shows."""
    return (files(plugin_for(game).package) / "rules_pages" / f"{language}.html").read_text("utf-8")
