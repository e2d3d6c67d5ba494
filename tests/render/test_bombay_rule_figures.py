"""The figures of the rules page: small, without words, with all that they use."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from howdah.games.bombay import svg as renderer
from howdah.games.bombay.svg.figures import FIGURES
from howdah.games.bombay.why_not import ENTRIES
from howdah.render.art import definitions
from tests.render.picture_queries import texts

EVERY_FIGURE = pytest.mark.parametrize("name", FIGURES)
SHORT = re.compile(r"[+\u00d7]?\d+|[A-Z]|\d [A-Z]|\+")
"""Numbers, signs and letters: nothing that would have to be translated."""


def parse_figure(name: str) -> Element:
    return ElementTree.fromstring(renderer.rule_figure(name))


@EVERY_FIGURE
def test_a_figure_is_small_and_hidden_from_screen_readers(name: str) -> None:
    root = parse_figure(name)
    assert root.get("aria-hidden") == "true"
    assert root.attrib["viewBox"].startswith("0 0 ")
    assert len(renderer.rule_figure(name)) < 5_000


@EVERY_FIGURE
def test_all_that_a_figure_uses_is_defined(name: str) -> None:
    text = renderer.rule_figure(name)
    assert not re.search(r"<(script|style|image|foreignObject|a|title)\b|\bon\w+=| id=", text)
    defined = definitions(text, renderer.symbols())
    ids = set(re.findall(r""" id=["']([^"']+)""", defined))
    for href, url in re.findall(r"""href=["']#([^"']*)|url\(#([^)]*)\)""", text + defined):
        assert (href or url) in ids


@EVERY_FIGURE
def test_a_figure_has_no_words(name: str) -> None:
    for text in texts(parse_figure(name)):
        assert SHORT.fullmatch(text), text


def test_no_symbol_has_the_name_of_a_section() -> None:
    figures = "".join(map(renderer.rule_figure, FIGURES))
    defined = definitions(figures, renderer.symbols())
    ids = re.findall(r""" id=["']([^"']+)""", defined)
    assert len(ids) == len(set(ids))
    assert set(ids).isdisjoint(section for section, _ in ENTRIES.values())


@EVERY_FIGURE
def test_the_page_gives_the_colours(name: str) -> None:
    text = renderer.rule_figure(name)
    assert "var(--ink)" in text + definitions(text, renderer.symbols())
    assert not re.search(r"#[0-9a-f]{6}", text)
