"""What the pictures of all games promise."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import howdah
from howdah.core.errors import InvalidOption, UnknownGame
from howdah.games.registry import GAMES
from howdah.render.svg import svg
from howdah.render.text import text
from howdah.render.types import THEMES, Theme
from tests.render import bazar_views, bombay_views
from tests.render.picture_queries import ODD_NAMES, parse_picture, texts

VIEWS: dict[str, list[Any]] = {"bombay": bombay_views.VIEWS, "bazar": bazar_views.VIEWS}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_THEME = pytest.mark.parametrize("theme", THEMES)


@EVERY_GAME
def test_every_game_can_be_drawn_and_written(game: str) -> None:
    view = VIEWS[game][0]
    assert svg(view).startswith("<svg ")
    assert text(view)


@EVERY_GAME
@EVERY_THEME
def test_every_picture_is_well_formed_and_small(game: str, theme: Theme) -> None:
    for view in VIEWS[game]:
        document = svg(view, theme=theme)
        root = ElementTree.fromstring(document)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("role") == "img"
        assert len(document.encode()) < 150_000


@EVERY_GAME
def test_the_same_view_is_always_drawn_the_same(game: str) -> None:
    for view in VIEWS[game][:6]:
        assert svg(view) == svg(replace(view))


@EVERY_GAME
def test_the_two_themes_differ_in_nothing_but_their_colours(game: str) -> None:
    for view in VIEWS[game][::5]:
        light, dark = (
            [element.tag for element in parse_picture(view, theme).iter()] for theme in THEMES
        )
        assert light == dark
        assert svg(view, theme="light") != svg(view, theme="dark")


@EVERY_GAME
@EVERY_THEME
def test_a_picture_stands_alone(game: str, theme: Theme) -> None:
    for view in VIEWS[game][::3]:
        text = svg(view, theme=theme)
        assert text.count("http") == 1
        assert not re.search(r"<(script|style|image|foreignObject|a)\b|@import|\bon\w+=", text)
        ids = {element.get("id") for element in ElementTree.fromstring(text).iter()}
        for name in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text):
            assert "".join(name) in ids


@EVERY_GAME
def test_no_id_is_given_twice(game: str) -> None:
    for view in VIEWS[game]:
        ids = Counter(e.get("id") for e in parse_picture(view).iter() if e.get("id"))
        assert max(ids.values()) == 1


@EVERY_GAME
@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_can_be_drawn(game: str, name: str) -> None:
    view: Any = howdah.new(game, players=2, seed=1).view(0)
    players = tuple(replace(player, name=name) for player in view.players)
    root = ElementTree.fromstring(svg(replace(view, players=players, names=(name, name))))
    assert not any(element.tag.endswith("}b") for element in root.iter())
    assert not any(len(line) > 60 for line in texts(root))


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'; there are bombay, bazar"):
        svg(replace(VIEWS["bombay"][0], game="chess"))


def test_an_unknown_theme_is_refused_by_name() -> None:
    theme: Any = "neon"
    with pytest.raises(InvalidOption, match="light, dark"):
        svg(VIEWS["bombay"][0], theme=theme)
