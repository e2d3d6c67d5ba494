"""The picture of Bombay Bazar shows all that is on the table, without any stylesheet."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import howdah
from howdah.games.bazar.svg.picture import tile_chart
from howdah.games.bazar.svg.symbols import ART
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.render.css import load_palettes
from howdah.render.svg import svg
from howdah.render.types import THEMES, Theme
from tests.render.bazar_views import VIEWS, play_random_game
from tests.render.picture_queries import by_id, parse_picture, texts

SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_is_titled_and_described_in_words() -> None:
    game = howdah.new("bazar", players=2, starter="seat 0", names=["Ann", "Bob"])
    root = parse_picture(game.view())
    assert root[0].text == "Bombay Bazar. Large (61 spaces), 0 tiles placed"
    assert (root[1].text or "").startswith("Ann is to play. Ann: trunk of 0 segments, tip at ")
    assert "No pile is empty." in (root[1].text or "")


@pytest.mark.parametrize("theme", THEMES)
def test_every_trunk_has_the_colour_of_its_owner_in_the_theme(theme: Theme) -> None:
    palette = load_palettes(ART)[theme]
    for view in VIEWS[::5]:
        root = parse_picture(view, theme)
        for player in view.players:
            trunk = by_id(root, f"trunk-{player.seat}")
            tube = by_id(root, f"tube-{player.seat}-seat-{player.seat}")
            assert f"#{tube.attrib['id']}" in {e.get("href") for e in trunk}
            colours = [palette[f"players-{player.seat}-{it}"] for it in ("line", "body", "detail")]
            strokes = [e.attrib["stroke"] for e in tube]
            assert strokes == [colours[0], colours[1], colours[0], colours[2]]
            assert {e.get("href") for e in tube} == {f"#way-{player.seat}"}


@pytest.mark.parametrize("theme", THEMES)
def test_no_variable_or_class_is_left(theme: Theme) -> None:
    for view in VIEWS[::5]:
        text = svg(view, theme=theme)
        assert "var(" not in text
        assert "class=" not in text


def test_nothing_in_a_picture_can_be_touched() -> None:
    for view in VIEWS[::3]:
        assert not re.search(r"data-|tabindex|role=\"button\"", svg(view))


def test_every_pile_is_counted() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for design, count in view.piles.items():
            pile = by_id(root, f"pile-{design}")
            assert texts(pile) == [f"\u00d7{count}"]
            assert [e.get("href") for e in pile.iter(f"{SVG}use")] == [f"#pile-{design}-{count}"]


def test_the_cards_tell_lengths_and_standing() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        several = len(view.players) > 1
        won = set((view.result or {}).get("winners", ())) if several else set()
        for player in view.players:
            length, *_, note = texts(by_id(root, f"player-{player.seat}"))[1:]
            assert re.fullmatch(rf"{player.length} segments?", length)
            assert note.startswith(("blue", "red", "yellow", "green")[player.seat])
            if several:
                assert ("to play" in note) == (player.seat == view.to_play)
                assert ("winner" in note) == (player.seat in won)
                assert ("blocked" in note) == (player.has_stopped and not view.is_over)


def test_the_outcome_is_a_sentence() -> None:
    view = replace(
        play_random_game(3, 2).view(),
        names=("Ann", "Bob", "Cem"),
        result={"lengths": [9, 9, 4], "solo_score": None, "winners": [0, 1]},
    )
    shared = replace(view, players=tuple(replace(player, length=9) for player in view.players))
    assert (parse_picture(shared)[1].text or "").startswith(
        "Shared win: Ann, Bob, with 9 segments each."
    )
    alone = replace(shared, result={"lengths": [9, 4, 4], "solo_score": None, "winners": [0]})
    assert (parse_picture(alone)[1].text or "").startswith("Ann wins with 9 segments.")


def test_a_solo_game_shows_its_score_as_it_stands() -> None:
    for view in (it for it in VIEWS if len(it.players) == 1):
        root = parse_picture(view)
        score = str(view.solo_score).replace("-", "\u2212")
        card = texts(by_id(root, "player-0"))
        assert f"score {score}" in card
        sums = f"{view.tiles_laid} \u2212 {view.empty_cells} \u2212 {view.unused_openings}"
        assert card[-1].endswith(sums)
        if view.is_over:
            assert f"The game is over. Score: {score}." in (root[1].text or "")


@pytest.mark.parametrize("theme", THEMES)
def test_the_chart_shows_and_names_every_tile(theme: Theme) -> None:
    root = ElementTree.fromstring(tile_chart(theme))
    assert [it for it in texts(root) if "-" in it or len(it) == 2] == list(DESIGN_NAMES)
    uses = [e.attrib["href"] for e in root.iter(f"{SVG}use")]
    assert [it for it in uses if it in {f"#tile-{name}" for name in DESIGN_NAMES}] == [
        f"#tile-{name}" for name in DESIGN_NAMES
    ]
    assert "var(" not in tile_chart(theme)
