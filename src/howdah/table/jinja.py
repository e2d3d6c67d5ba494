"""Jinja templates in the reader's language: those of the table and of the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
)
from markupsafe import Markup

from howdah.games.registry import GAMES, plugin_for
from howdah.i18n import LANGUAGES, current_language, translate, translate_count
from howdah.render.common.player_marks import MARK_OUTLINES
from howdah.render.phrases import stars_text, translate_word


def render_template(template: str, /, **context: Any) -> str:
    """Fill a template of the table, or `GAME/NAME.html` of a game, as HTML."""
    return _environment().get_template(template).render(**context)


@cache
def _environment() -> Environment:
    return create_environment()


def create_environment(*more: BaseLoader) -> Environment:
    """An environment that finds the templates of the table and the games, and those of `more`."""
    environment = Environment(
        loader=ChoiceLoader(
            [*more, PackageLoader("howdah.table"), FunctionLoader(_load_game_template)]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        enable_async=False,
        auto_reload=False,
    )
    environment.globals.update(
        translate=translate,
        translate_count=translate_count,
        agent_title=agent_title,
        stars_text=stars_text,
        word=translate_word,
        languages=LANGUAGES,
        current_language=current_language,
        mark_outlines=MARK_OUTLINES,
    )
    environment.filters["svg"] = Markup
    environment.filters["names_of"] = _names_of
    return environment


def _load_game_template(name: str) -> str | None:
    """The source of the template `GAME/NAME.html`; None if there is no such game."""
    game, _, file = name.partition("/")
    if game not in GAMES:
        return None
    return (files(plugin_for(game).package) / "templates" / file).read_text("utf-8")


def agent_title(name: str) -> str:
    """What a page calls an agent: a level by its number, any other by its own name."""
    family, _, number = name.partition(":")
    return translate("Level {number}", number=number) if family == "level" else name


def _names_of(seats: Iterable[int], names: Sequence[str]) -> str:
    """The names of some seats, with commas between them."""
    return ", ".join(names[seat] for seat in seats)
