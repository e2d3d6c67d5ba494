"""Jinja templates in the reader's language: those of the table and of the games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
    Template,
)
from markupsafe import Markup

from howdah.ai.agents import agent_title
from howdah.games.registry import GAMES, plugin_for
from howdah.i18n import LANGUAGES, Language, current_language, translate, translate_count
from howdah.render.phrases import stars_text, translate_word
from howdah.table.faces import agent_face, draw_face
from howdah.table.panels import ActionButton

CACHED_PARTS: Final = 1 << 12


def render_template(template: str, /, **context: Any) -> str:
    """Fill a template of the table, or `GAME/NAME.html` of a game, as HTML."""
    return _template(template).render(**context)


def render_part(template: str, /, **context: Hashable) -> Markup:
    """Fill a small template; cached, as most parts of a page stay the same from move to move."""
    return _render_part(template, current_language(), tuple(context.items()))


@lru_cache(maxsize=CACHED_PARTS)
def _render_part(
    template: str, _language: Language, context: tuple[tuple[str, Hashable], ...]
) -> Markup:
    return Markup(render_template(template, **dict(context)).strip())


@lru_cache(maxsize=CACHED_PARTS)
def icon(name: str, what: str = "") -> Markup:
    """An icon beside text, with a name and a tooltip if it stands for something by itself."""
    # No quotes where HTML needs none: frames travel as JSON, where a double quote takes two bytes.
    label = Markup(" role=img><title>{}</title>").format(what) if what else " aria-hidden=true>"
    return Markup("<svg class='icon {0}'{1}<use href=#icon-{0} /></svg>").format(
        name, Markup(label)
    )


@lru_cache(maxsize=16)
def player_mark(seat: int) -> Markup:
    """The mark of a seat, in the colour of the player."""
    use = Markup("<use href=#icon-mark-{} />").format(seat)
    return Markup("<svg class=player-mark aria-hidden=true>{}</svg>").format(use)


def action_button(button: ActionButton, kind: str = "") -> Markup:
    """The button of an action, or why it cannot be played; `kind` is one of its classes."""
    return render_part("action.html", button=button, kind=kind)


@cache
def _template(name: str) -> Template:
    found = _environment().get_template(name)
    # Copied for every use: that of a plain dict takes a tenth of the time of Jinja's chain of two.
    found.globals = dict(found.globals)
    return found


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
        agent_face=agent_face,
        draw_face=draw_face,
        action_button=action_button,
        icon=icon,
        player_mark=player_mark,
        part=render_part,
        stars_text=stars_text,
        word=translate_word,
        languages=LANGUAGES,
        current_language=current_language,
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


def _names_of(seats: Iterable[int], names: Sequence[str]) -> str:
    """The names of some seats, with commas between them."""
    return ", ".join(names[seat] for seat in seats)
