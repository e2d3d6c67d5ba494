"""The picture of a view shows all that is on the table, and nothing that is not."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import howdah
from howdah.bombay.game import Bombay
from howdah.bombay.view import BombayView
from howdah.bombay.words import COLOUR_NAMES, MARKET_NAMES, FaceName
from howdah.core.errors import InvalidOption, UnknownGame
from howdah.core.view import Screens
from howdah.render.bombay.palette import PALETTES
from howdah.render.svg import svg
from howdah.render.theme import THEMES, Theme

NASTY = "<b>&\"'x</b>\x00\x07\x1b\ud800\ufffe ]]> {évé}\u202e 象"


def drawn(view: BombayView, theme: Theme = "light") -> Element:
    return ElementTree.fromstring(svg(view, theme=theme))


def with_data(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if f"data-{name}" in element.attrib]


def data(root: Element, name: str) -> list[str]:
    return [element.attrib[f"data-{name}"] for element in with_data(root, name)]


def by_id(root: Element, name: str) -> Element:
    (found,) = [element for element in root.iter() if element.get("id") == name]
    return found


def written(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter() if element.tag.endswith("}text")]


def played(players: int, seed: int, actions: int = 10_000) -> Bombay:
    """A game with random actions in it, building and trading where it can."""
    game = howdah.new("bombay", players=players, seed=seed)
    chance = random.Random(seed)
    while not game.is_over and actions:
        legal = game.legal_actions()
        busy = [a for a in legal if not str(a).startswith(("move", "wait", "end"))]
        game.play(chance.choice(busy if busy and chance.random() < 0.7 else legal))
        actions -= 1
    return game


def positions() -> Iterator[Bombay]:
    for players in range(2, 6):
        for actions in (0, 25, 80, 160, 10_000):
            yield played(players, players * 10, actions)


GAMES = list(positions())


def views() -> Iterator[BombayView]:
    for number, game in enumerate(GAMES):
        screens: Screens = "open" if number % 2 else "hidden"
        yield game.view(screens=screens)
        yield game.view(game.to_play if number % 3 else 0)


VIEWS = list(views())


@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_is_well_formed_and_small(theme: Theme) -> None:
    for view in VIEWS:
        text = svg(view, theme=theme)
        root = ElementTree.fromstring(text)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("role") == "img"
        assert len(text.encode()) < 150_000


def test_a_picture_is_titled_and_described_in_words() -> None:
    root = drawn(howdah.new("bombay", players=3, seed=1, names=["Ann", "Bob", "Cem"]).view())
    assert root[0].text == "Bombay, 3 players, set 1 of 3, game turn 1 of 5"
    assert "Bob is on A with empty baskets." in (root[1].text or "")


def test_the_same_view_is_always_drawn_the_same() -> None:
    for view, again in zip(VIEWS[:6], VIEWS[:6]):
        assert svg(view) == svg(replace(again))


def test_the_two_themes_differ_in_nothing_but_their_colours() -> None:
    for view in VIEWS[::5]:
        light, dark = ([element.tag for element in drawn(view, theme).iter()] for theme in THEMES)
        assert light == dark
        assert svg(view, theme="light") != svg(view, theme="dark")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_stands_alone(theme: Theme) -> None:
    for view in VIEWS[::3]:
        text = svg(view, theme=theme)
        assert text.count("http") == 1
        assert not re.search(r"<(script|style|image|foreignObject|a)\b|@import|\bon\w+=", text)
        ids = {element.get("id") for element in ElementTree.fromstring(text).iter()}
        for name in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text):
            assert "".join(name) in ids


def test_no_id_is_given_twice() -> None:
    for view in VIEWS:
        ids = Counter(e.get("id") for e in drawn(view).iter() if e.get("id"))
        assert max(ids.values()) == 1


def test_every_site_is_there_once_with_its_id() -> None:
    for view in VIEWS:
        root = drawn(view)
        sites = [e.attrib["data-site"] for e in with_data(root, "kind")]
        assert sites == [site.id for site in view.board.sites]
        assert set(sites) <= set(written(root))
        assert len(data(root, "trail")) == len(view.board.trails)


def test_every_elephant_stands_at_its_site_with_its_bales() -> None:
    for view in VIEWS:
        root = drawn(view)
        for player in view.players:
            piece = by_id(root, f"elephant-{player.seat}")
            assert piece.get("data-site") == player.site
            assert tuple(data(piece, "bale")) == player.bales
        assert len(with_data(root, "seat")) == len(view.players)


def test_only_the_elephant_to_play_is_marked() -> None:
    for view in VIEWS:
        marked = [e.attrib["data-seat"] for e in with_data(drawn(view), "to-play")]
        assert marked == ([] if view.to_play is None else [str(view.to_play)])


def test_the_markets_hold_exactly_their_bales_at_their_prices() -> None:
    for view in VIEWS:
        root = drawn(view)
        for name, bales in zip(MARKET_NAMES, view.markets):
            stall = by_id(root, f"market-{name}")
            assert Counter(data(stall, "bale")) == Counter(bales)
    prices = [written(by_id(root, f"market-{name}"))[-2:] for name in MARKET_NAMES]
    assert prices == [["1", "1"], ["1", "2"], ["2", "2"]]


def test_the_bag_is_counted() -> None:
    for view in VIEWS:
        root = drawn(view)
        for colour in COLOUR_NAMES:
            assert by_id(root, f"bag-{colour}").get("data-in-bag") == str(view.bag[colour])


def test_every_bale_of_the_game_is_somewhere() -> None:
    for view in VIEWS:
        root = drawn(view)
        assert len(data(root, "bale")) + sum(map(int, data(root, "in-bag"))) == 17


def test_demands_are_ranked_and_city_tokens_counted() -> None:
    for view in VIEWS:
        root = drawn(view)
        for city, column in view.demands.items():
            for rank, colour in enumerate(column, start=1):
                assert by_id(root, f"demand-{city}-{colour}").get("data-rank") == str(rank)
            pile = by_id(root, f"city-tokens-{city}")
            assert pile.get("data-tokens-left") == str(view.city_tokens_left[city])
        assert len(with_data(root, "demand")) == 12


def test_the_four_cities_have_skylines_of_their_own() -> None:
    view = VIEWS[0]
    root = drawn(view)
    cities = [by_id(root, f"site-{city.id}")[0] for city in view.board.cities]
    assert len({ElementTree.tostring(city) for city in cities}) == 4


def test_palaces_and_palace_tokens_lie_where_they_are() -> None:
    for view in VIEWS:
        root = drawn(view)
        palaces = {str(e.get("id"))[7:]: e.get("data-palace") for e in with_data(root, "palace")}
        assert palaces == {site: str(seat) for site, seat in view.palaces.items()}
        tokens = {str(e.get("id"))[6:]: e.get("data-token") for e in with_data(root, "token")}
        assert tokens == view.palace_tokens


@pytest.mark.parametrize("face", get_args(FaceName))
def test_the_face_of_the_palace_tokens_is_told_by_the_rim_too(face: FaceName) -> None:
    root = drawn(replace(VIEWS[0], face=face))
    assert set(data(root, "face")) == {face}
    token = next(iter(VIEWS[0].palace_tokens))
    rims = [e.get("stroke-dasharray") for e in by_id(root, f"token-{token}").iter()]
    assert any(rims)
    other = drawn(replace(VIEWS[0], face="yellow" if face == "orange" else "orange"))
    assert rims != [e.get("stroke-dasharray") for e in by_id(other, f"token-{token}").iter()]


def test_a_closed_post_has_its_shutters_down() -> None:
    for view in VIEWS:
        root = drawn(view)
        for site, colour in view.posts.items():
            stall = by_id(root, f"post-{site}")
            closed = colour in view.closed
            assert stall.get("data-post") == colour
            assert stall.get("data-state") == ("closed" if closed else "open")
            assert bool(with_data(stall, "part")) == closed
        assert len(with_data(root, "post")) == len(view.posts)


def test_an_unused_post_site_is_a_plain_place() -> None:
    root = drawn(howdah.new("bombay", players=2, seed=4).view())
    for site in ("F1", "F2", "F3", "F4"):
        uses = [e.get("href") for e in by_id(root, f"site-{site}").iter()]
        assert "#plain-place" in uses


def test_a_crossroads_without_token_is_a_milestone() -> None:
    root = drawn(howdah.new("bombay", players=4, seed=4).view())
    for site in ("H1", "H2"):
        assert "#milestone" in [e.get("href") for e in by_id(root, f"site-{site}").iter()]


def test_a_hilltop_shows_the_two_stars_it_costs() -> None:
    uses = [e.get("href") for e in by_id(drawn(VIEWS[0]), "hill").iter()]
    assert uses.count("#star") == 2


def test_a_player_sees_where_to_go_and_a_spectator_does_not() -> None:
    game = howdah.new("bombay", players=4, seed=2)
    moves = {text[5:] for text in game.view(game.to_play).legal_actions if text[:4] == "move"}
    seen = drawn(game.view(game.to_play))
    sites = {e.attrib["data-reachable"] for e in with_data(seen, "reachable")} - {"true"}
    assert sites == moves
    assert not with_data(drawn(game.view()), "reachable")


def test_the_panel_counts_what_the_view_tells() -> None:
    for view in VIEWS:
        root = drawn(view)
        for player in view.players:
            card = by_id(root, f"player-{player.seat}")
            final = view.result["rupees"] if view.result else None
            rupees = final[player.seat] if isinstance(final, list) else player.rupees
            assert data(card, "rupees") == ([] if rupees is None else [str(rupees)])
            assert data(card, "clients") == ([] if rupees is None else [str(player.clients)])
            assert data(card, "palaces-left") == [str(player.palaces_left)]
            assert data(card, "screen") == ["closed" if rupees is None else "open"]


def test_hidden_rupees_never_appear() -> None:
    for game in GAMES:
        if game.is_over:
            continue
        hidden, known = game.view(), game.view(screens="open")
        text = svg(hidden)
        assert not with_data(drawn(hidden), "rupees")
        other = replace(hidden, screens=known.screens)
        assert svg(other) == text
        assert len(data(drawn(known), "rupees")) == game.players


def test_the_first_player_and_the_clock_are_shown() -> None:
    view = played(4, 3, 90).view()
    root = drawn(view)
    assert "first-player" in data(by_id(root, f"player-{view.first_player}"), "mark")
    assert data(root, "mark").count("first-player") == 1
    assert f"Set {view.set_number} of {view.sets}" in written(root)
    assert f"Turn {view.game_turn} of {view.game_turns}" in written(root)
    assert data(root, "stars") == [str(view.stars)]


def test_the_winners_are_marked_when_the_game_is_over() -> None:
    for view in VIEWS:
        root = drawn(view)
        winners = [e.attrib["data-player"] for e in with_data(root, "winner")]
        expected = view.result["winners"] if view.result else []
        assert isinstance(expected, list)
        assert winners == [str(seat) for seat in expected]
        assert ("The game is over" in written(root)) == view.is_over


def test_a_limit_of_clients_is_counted() -> None:
    game = howdah.new("bombay", players=3, seed=1, client_limit=16)
    assert data(drawn(game.view()), "clients-left") == ["16"]
    assert not data(drawn(VIEWS[0]), "clients-left")


def test_a_due_restock_is_told() -> None:
    view = replace(VIEWS[0], to_play=None, markets=({}, {}, {}))
    assert "A restock is due" in written(drawn(view))
    assert written(drawn(view)).count("no bales") == 3


@pytest.mark.parametrize("name", [NASTY, "", " ", "\x00", "W" * 500, "👑" * 90, "-->", "&amp;"])
def test_any_name_can_be_drawn(name: str) -> None:
    game = howdah.new("bombay", players=2, seed=1)
    view = game.view()
    players = tuple(replace(player, name=name) for player in view.players)
    text = svg(replace(view, players=players, names=(name, name)))
    root = ElementTree.fromstring(text)
    assert not any(element.tag.endswith("}b") for element in root.iter())
    assert not any(len(line) > 60 for line in written(root))


def test_a_nasty_name_is_read_as_it_was_written() -> None:
    name = "<Ann> & \"Bob\" 'C'"
    view = VIEWS[0]
    players = (replace(view.players[0], name=name), *view.players[1:])
    assert name in written(drawn(replace(view, players=players)))


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(UnknownGame, match="no picture of 'chess'; there is bombay"):
        svg(replace(VIEWS[0], game="chess"))


def test_an_unknown_theme_is_refused_by_name() -> None:
    theme: Any = "neon"
    with pytest.raises(InvalidOption, match="light, dark"):
        svg(VIEWS[0], theme=theme)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_its_ground(theme: Theme) -> None:
    palette = PALETTES[theme]
    for ink, ground in (
        (palette.ink, palette.plaque),
        (palette.ink, palette.plaque_lit),
        (palette.faint, palette.plaque),
        (palette.ink, palette.hills),
        (palette.ink, palette.desert),
        (palette.heading, palette.plaque),
        ("#fff8e8", palette.print),
        ("#2e211a", palette.gold),
    ):
        assert contrast(ink, ground) >= 4.5, (ink, ground)


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: str) -> float:
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
