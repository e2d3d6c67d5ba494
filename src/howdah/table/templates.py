"""The pages and panels: templates that speak the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from howdah.i18n import LANGUAGES, current_language, translate, translate_count
from howdah.render.common.player_marks import MARK_OUTLINES
from howdah.render.phrases import describe_stars, translate_word

THEMES: Final = ("auto", "light", "dark")


def render_template(template: str, /, **facts: Any) -> str:
    """A template filled with facts, as HTML."""
    return _environment().get_template(template).render(**facts)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("howdah.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        enable_async=False,
        auto_reload=False,
    )
    found.globals.update(
        translate=translate,
        translate_count=translate_count,
        agent_title=agent_title,
        stars_told=describe_stars,
        word=translate_word,
        languages=LANGUAGES,
        current_language=current_language,
        sign_lines=MARK_OUTLINES,
    )
    found.filters["drawn"] = Markup
    found.filters["named"] = _named
    return found


def agent_title(name: str) -> str:
    """What a page calls an agent: a level by its number, any other by its own name."""
    family, _, number = name.partition(":")
    return translate("Level {number}", number=number) if family == "level" else name


def _named(seats: Iterable[int], names: Sequence[str]) -> str:
    """The names of some seats, one after the other."""
    return ", ".join(names[seat] for seat in seats)
