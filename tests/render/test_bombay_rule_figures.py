"""The figures of the rules page: alone, together, in both themes."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from howdah.games.bombay.svg.palette import PALETTES
from howdah.games.bombay.svg.rule_figures import FIGURES
from howdah.games.bombay.why_not import ENTRIES
from howdah.render.common.css import with_css_variables
from howdah.render.types import THEMES, Theme
from tests.render.picture_queries import texts

EVERY_FIGURE = pytest.mark.parametrize("name", FIGURES)
SHORT = re.compile(r"[+\u00d7]?\d+|[A-Z]|\d [A-Z]|\+")
"""Numbers, signs and letters: nothing that would have to be translated."""


def parse_figure(name: str, theme: Theme = "light") -> Element:
    return ElementTree.fromstring(FIGURES[name](PALETTES[theme]))


@EVERY_FIGURE
def test_a_figure_is_small_and_hidden_from_screen_readers(name: str) -> None:
    root = parse_figure(name)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (root.get("role"), root.get("aria-hidden")) == ("img", "true")
    assert root.get("viewBox", "").startswith("0 0 ")
    assert len(FIGURES[name](PALETTES["light"])) < 30_000


@EVERY_FIGURE
def test_a_figure_contains_all_it_refers_to(name: str) -> None:
    text = FIGURES[name](PALETTES["light"])
    ids = {element.get("id") for element in parse_figure(name).iter()}
    assert not re.search(r"<(script|style|image|foreignObject|a|title)\b|\bon\w+=", text)
    for found in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text):
        assert "".join(found) in ids


@EVERY_FIGURE
def test_a_figure_has_no_words(name: str) -> None:
    for text in texts(parse_figure(name)):
        assert SHORT.fullmatch(text), text


@EVERY_FIGURE
def test_the_two_lights_differ_in_nothing_but_their_colours(name: str) -> None:
    light, dark = (
        [element.tag for element in parse_figure(name, theme).iter()] for theme in THEMES
    )
    assert light == dark
    assert FIGURES[name](PALETTES["light"]) != FIGURES[name](PALETTES["dark"])


def test_many_figures_can_share_a_page() -> None:
    known: dict[str, bytes] = {}
    for name in FIGURES:
        for element in parse_figure(name).iter():
            if name_of_part := element.get("id"):
                here = ElementTree.tostring(element)
                assert known.setdefault(name_of_part, here) == here, name_of_part
    assert known.keys().isdisjoint(section for section, _ in ENTRIES.values())


@EVERY_FIGURE
def test_a_page_can_give_its_own_colours(name: str) -> None:
    assert "var(--ink)" in FIGURES[name](with_css_variables(PALETTES["light"]))
