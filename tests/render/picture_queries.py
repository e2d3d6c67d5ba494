"""Pictures for tests: parsed once each, and queries on their elements."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.core.view import View
from howdah.render.svg import svg
from howdah.render.types import Theme

NASTY: Final = "<b>&\"'x</b>\x00\x07\x1b\ud800\ufffe ]]> {évé}\u202e 象"
ODD_NAMES: Final = (NASTY, "", " ", "\x00", "W" * 500, "👑" * 90, "-->", "&amp;")

_known: dict[tuple[int, Theme], tuple[View, Element]] = {}


def parse_picture(view: View, theme: Theme = "light") -> Element:
    """The parsed picture of a view; drawn once for all tests, as a view never changes."""
    key = (id(view), theme)
    if key not in _known:
        _known[key] = (view, ElementTree.fromstring(svg(view, theme=theme)))
    return _known[key][1]


def with_data(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if f"data-{name}" in element.attrib]


def data(root: Element, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in with_data(root, name)]


def by_id(root: Element, name: str) -> Element:
    (found,) = [element for element in root.iter() if element.get("id") == name]
    return found


def texts(root: Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter() if _name(element) == "text"]


def uses(root: Element) -> list[str]:
    """The symbols that are used, in their order."""
    found = (element.get("href", "") for element in root.iter() if _name(element) == "use")
    return [href.removeprefix("#") for href in found]


def with_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def _name(element: Element) -> str:
    """The name of an element, with or without a namespace."""
    return element.tag.rpartition("}")[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
