"""Reading the rules pages: their sections, tables and numbers."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from howdah.i18n.translation import Language, rules_page

MINUS: Final = "\u2212"
NUMBER: Final = re.compile(rf"{MINUS}?\d+")


@cache
def page(game: str, language: Language) -> Element:
    return ElementTree.fromstring(f"<main>{rules_page(game, language)}</main>")


@cache
def sections(game: str, language: Language) -> dict[str, Element]:
    return {section.attrib["id"]: section for section in page(game, language).iter("section")}


def text_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def tables(section: Element) -> list[list[list[str]]]:
    """Every table below its heading: rows of cells."""
    return [
        [[text_of(cell) for cell in row] for row in table.iterfind("tbody/tr")]
        for table in section.iter("table")
    ]


def numbers(text: str) -> list[int]:
    """All numbers of a text.

    >>> numbers("\u221213 of 61")
    [-13, 61]
    """
    return [int(found.replace(MINUS, "-")) for found in NUMBER.findall(text)]


def cells(game: str, language: Language, section: str, place: int) -> list[list[int]]:
    """The numbers in each row of a table, by its place in a section."""
    return [numbers(" ".join(row)) for row in tables(sections(game, language)[section])[place]]


def drawings(element: Element) -> list[str]:
    return [figure.attrib["data-drawing"] for figure in element.iter("figure")]
