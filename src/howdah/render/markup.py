"""SVG elements as text; attributes and texts are always escaped."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

Value = str | float | None
Attributes = dict[str, Value]
"""SVG attributes; an underscore in a name is a hyphen."""

SERIF: Final = "Palatino Linotype, Palatino, Book Antiqua, Georgia, Times New Roman, serif"
SANS: Final = "Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif"

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEEDS_ESCAPING = re.compile(
    "[^\t\n\r\x20\x21\x23-\x25\x28-\x3b\x3d\x3f-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
"""What is forbidden or must be escaped; a quick test, as most texts contain nothing of it."""
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """Return a text without anything that XML forbids or would read as markup.

    >>> escape('<Ann & "Bob">' + chr(7))
    '&lt;Ann &amp; &quot;Bob&quot;&gt;'
    """
    if _NEEDS_ESCAPING.search(text) is None:
        return text
    return _FORBIDDEN.sub("", text).translate(_ESCAPES)


def format_number(value: float) -> str:
    """A number rounded to a tenth, as short as possible.

    >>> format_number(12.0), format_number(-0.04), format_number(2.25)
    ('12', '0', '2.2')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def tag(name: str, *children: str, **attributes: Value) -> str:
    """An element; an underscore in an attribute's name is a hyphen, and None leaves it out.

    Values stand in single quotes: frames travel as JSON, where a double quote takes two bytes.

    >>> tag("circle", r=4, stroke_width=1.5, fill=None)
    "<circle r='4' stroke-width='1.5'/>"
    """
    pairs = _format_attributes(tuple(attributes.items()))
    if not children:
        return f"<{name}{pairs}/>"
    return f"<{name}{pairs}>{''.join(children)}</{name}>"


@lru_cache(maxsize=1 << 13)
def _format_attributes(attributes: tuple[tuple[str, Value], ...]) -> str:
    """The attributes as text; cached, as most of a drawing is the same from move to move."""
    return "".join(
        f" {key.replace('_', '-')}='{format_value(value)}'"
        for key, value in attributes
        if value is not None
    )


def format_value(value: str | float) -> str:
    """The text of an attribute's value."""
    return escape(value) if isinstance(value, str) else format_number(value)


def group(*children: str, **attributes: Value) -> str:
    """A `<g>` element."""
    return tag("g", *children, **attributes)


def group_at(x: float, y: float, *children: str, scale: float = 1, **attributes: Value) -> str:
    """A `<g>` element moved to x y and scaled."""
    size = "" if scale == 1 else f" scale({scale:g})"
    move = f"translate({format_number(x)} {format_number(y)}){size}"
    return tag("g", *children, transform=move, **attributes)


def use(name: str, x: float = 0, y: float = 0, *, scale: float = 1, **attributes: Value) -> str:
    """A `<use>` of an element among the definitions."""
    if scale == 1:
        return tag("use", href=f"#{name}", x=x or None, y=y or None, **attributes)
    move = f"translate({format_number(x)} {format_number(y)}) scale({scale:g})"
    return tag("use", href=f"#{name}", transform=move, **attributes)


def path(line: str, **attributes: Value) -> str:
    """A `<path>`; `line` is its path data."""
    return tag("path", d=line, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A rectangle."""
    return tag("rect", x=x or None, y=y or None, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    """A circle."""
    return tag("circle", cx=x or None, cy=y or None, r=r, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: Value) -> str:
    """An ellipse."""
    return tag("ellipse", cx=x or None, cy=y or None, rx=rx, ry=ry, **attributes)


def text_line(x: float, y: float, text: str | int, size: float, **attributes: Value) -> str:
    """A line of text whose baseline is y."""
    shown = escape(" ".join(str(text).split()))
    return tag("text", shown or " ", x=x, y=y, font_size=size, **attributes)


def bold_line(x: float, y: float, text: str | int, size: float, **attributes: Value) -> str:
    """A line of bold text, centred unless `text_anchor` is given."""
    anchor = attributes.pop("text_anchor", "middle")
    return text_line(x, y, text, size, font_weight="700", text_anchor=anchor, **attributes)


def tooltip(text: str) -> str:
    """The `<title>` of an element: a screen reader reads it, a browser shows it as a tooltip."""
    return tag("title", escape(text) or " ")
