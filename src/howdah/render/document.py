"""Stand-alone SVG documents: a drawing with all its symbols, every colour and style written out.

Pages show the same drawings with CSS variables. A document needs no stylesheet, so any program
that reads SVG shows it right, and a notebook can hold documents of both themes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.render.art import SVG, Symbols, definitions, load_symbols
from howdah.render.css import CLASSES, PAINT, load_palettes, paints
from howdah.render.markup import SANS, escape, format_number, tag
from howdah.render.types import Size, Theme

NAMESPACE: Final = SVG[1:-1]
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")
_URL = re.compile(r"url\(#([^)]+)\)")


def draw_document(
    package: str, theme: Theme, size: Size, *parts: str, title: str = "", description: str = ""
) -> str:
    """A document of a size from drawings of a package."""
    texts = (("title", title), ("desc", description))
    captions = (tag(name, escape(text)) for name, text in texts if text)
    root = _parse("".join([*captions, *parts]))
    library = {**load_symbols(package), **_take_definitions(root)}
    resolver = _Resolver(library, load_palettes(package)[theme], paints(package))
    children = [resolver.resolve(child, "") for child in root]
    document = Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {format_number(size.width)} {format_number(size.height)}",
            "width": format_number(size.width),
            "height": format_number(size.height),
            "role": "img",
            "font-family": SANS,
        },
    )
    document.extend(children)
    ElementTree.SubElement(document, "defs").extend(resolver.defined.values())
    return ElementTree.tostring(document, encoding="unicode")


def _parse(markup: str) -> Element:
    return ElementTree.fromstring(tag("svg", markup, xmlns=NAMESPACE))


def _take_definitions(root: Element) -> dict[str, str]:
    """Remove the definitions of a drawing and return them by id."""
    found: dict[str, str] = {}
    for parent in [*root.iter()]:
        for child in [*parent]:
            if child.tag == f"{SVG}defs":
                parent.remove(child)
                found |= {e.attrib["id"]: ElementTree.tostring(e, "unicode") for e in child}
    return found


@dataclass
class _Resolver:
    """Replaces variables and classes, and drops what only pages use (`data-`).

    Every symbol is defined once for each paint it is used in.
    """

    library: Symbols
    palette: Mapping[str, str]
    paints: Mapping[str, str]
    defined: dict[str, Element] = field(default_factory=dict)

    def resolve(self, element: Element, paint: str) -> Element:
        """A copy of an element inside a group that has the class of a paint."""
        classes = element.get("class", "").split()
        paint = next((name for name in classes if name in self.paints), paint)
        found = Element(element.tag.removeprefix(SVG))
        found.text, found.tail = element.text, element.tail
        for name in classes:
            self._set(found, CLASSES.get(name, {}), paint)
        self._set(found, element.attrib, paint)
        found.extend(self.resolve(child, paint) for child in element)
        return found

    def _set(self, element: Element, attributes: Mapping[str, str], paint: str) -> None:
        for key, value in attributes.items():
            if key == "href":
                element.set(key, f"#{self._define(value.removeprefix('#'), paint)}")
            elif key != "class" and not key.startswith("data-"):
                text = _VARIABLE.sub(lambda found: self._colour(found[1], paint), value)
                element.set(key, _URL.sub(lambda found: self._url(found[1], paint), text))

    def _colour(self, name: str, paint: str) -> str:
        if name not in PAINT:
            return self.palette[name]
        return self.palette[f"{self.paints[paint]}-{PAINT[name]}"] if paint else "none"

    def _url(self, name: str, paint: str) -> str:
        return f"url(#{self._define(name, paint)})"

    def _define(self, name: str, paint: str) -> str:
        """The id of a symbol in a paint; it is defined if it is not yet."""
        if name not in self.library:
            return name
        paint = paint if self._is_painted(name) else ""
        key = f"{name}-{paint}" if paint else name
        if key not in self.defined:
            self.defined[key] = Element("g")
            found = self.resolve(_parse(self.library[name])[0], paint)
            found.set("id", key)
            self.defined[key] = found
        return key

    def _is_painted(self, name: str) -> bool:
        """Whether a symbol takes the colours of a player."""
        text = self.library[name]
        return "var(--player" in text + definitions(text, self.library)
