"""Palettes as CSS variables, so that one drawing serves both themes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from howdah.render.common.palette import CommonPalette
from howdah.render.types import Theme

PaletteT = TypeVar("PaletteT", bound=CommonPalette)


def with_css_variables(palette: PaletteT) -> PaletteT:
    """The same palette with a CSS variable for every colour.

    >>> from howdah.render.common.palette import LIGHT
    >>> with_css_variables(LIGHT).ink
    'var(--ink)'
    """
    named = {name: _replace_colours(value, name) for name, value in _parts(palette)}
    return replace(palette, **named)


def stylesheet(palettes: Mapping[Theme, CommonPalette]) -> str:
    """The variables of both themes: the device chooses, unless the page sets `data-theme`."""
    light, dark = _declarations(palettes["light"]), _declarations(palettes["dark"])
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f":root[data-theme=light]{{color-scheme:light}}"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}"
    )


def _declarations(palette: CommonPalette) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in css_variables(palette))


def css_variables(palette: CommonPalette) -> list[tuple[str, str]]:
    """Every colour of a palette with the name of its variable."""
    return [pair for name, value in _parts(palette) for pair in _colours(value, name)]


def _parts(thing: Any) -> list[tuple[str, Any]]:
    """The fields of a dataclass, or the entries of a mapping or sequence, with their names."""
    if is_dataclass(thing):
        return [(field.name, getattr(thing, field.name)) for field in fields(thing)]
    return [(str(key), value) for key, value in _entries(thing)]


def _entries(table: Any) -> list[tuple[Any, Any]]:
    return list(table.items() if isinstance(table, Mapping) else enumerate(table))


def _colours(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name.replace("_", "-"), value
        return
    for part, inner in _parts(value):
        yield from _colours(inner, f"{name}-{part}")


def _replace_colours(value: Any, name: str) -> Any:
    """A value of the same structure, each colour replaced by its variable."""
    if isinstance(value, str):
        return f"var(--{name.replace('_', '-')})"
    renamed = {part: _replace_colours(inner, f"{name}-{part}") for part, inner in _parts(value)}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **renamed)
    if isinstance(value, Mapping):
        return {key: renamed[str(key)] for key in value}
    return tuple(renamed.values())
