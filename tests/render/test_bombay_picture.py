"""The picture of Bombay shows all that is on the table, and nothing that is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import get_args
from xml.etree import ElementTree

import pytest

import howdah
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES, FaceName
from howdah.games.bombay.svg.palette import PALETTES
from howdah.render.svg import svg
from howdah.render.types import THEMES, Theme
from tests.render.bombay_views import GAMES, VIEWS, play_random_game
from tests.render.picture_queries import by_id, contrast, data, parse_picture, texts, with_data


def test_a_picture_is_titled_and_described_in_words() -> None:
    root = parse_picture(
        howdah.new("bombay", players=3, seed=1, names=["Ann", "Bob", "Cem"]).view()
    )
    assert root[0].text == "Bombay, 3 players, set 1 of 3, game turn 1 of 5"
    assert "Bob is on A with empty baskets." in (root[1].text or "")


def test_every_site_is_there_once_with_its_id() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        sites = [e.attrib["data-site"] for e in with_data(root, "kind")]
        assert sites == [site.id for site in view.board.sites]
        assert set(sites) <= set(texts(root))
        assert len(data(root, "trail")) == len(view.board.trails)


def test_every_elephant_stands_at_its_site_with_its_bales() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for player in view.players:
            piece = by_id(root, f"elephant-{player.seat}")
            assert piece.get("data-site") == player.site
            assert tuple(data(piece, "bale")) == player.bales
        assert len(with_data(root, "seat")) == len(view.players)


def test_only_the_elephant_to_play_is_marked() -> None:
    for view in VIEWS:
        marked = [e.attrib["data-seat"] for e in with_data(parse_picture(view), "to-play")]
        assert marked == ([] if view.to_play is None else [str(view.to_play)])


def test_the_markets_hold_exactly_their_bales_at_their_prices() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for name, bales in zip(MARKET_NAMES, view.markets):
            stall = by_id(root, f"market-{name}")
            assert Counter(data(stall, "bale")) == Counter(bales)
    prices = [texts(by_id(root, f"market-{name}"))[-2:] for name in MARKET_NAMES]
    assert prices == [["1", "1"], ["1", "2"], ["2", "2"]]


def test_the_bag_is_counted() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for colour in COLOUR_NAMES:
            assert by_id(root, f"bag-{colour}").get("data-in-bag") == str(view.bag[colour])


def test_every_bale_of_the_game_is_somewhere() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        assert len(data(root, "bale")) + sum(map(int, data(root, "in-bag"))) == 17


def test_demands_are_ranked_and_city_tokens_counted() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for city, column in view.demands.items():
            for rank, colour in enumerate(column, start=1):
                assert by_id(root, f"demand-{city}-{colour}").get("data-rank") == str(rank)
            pile = by_id(root, f"city-tokens-{city}")
            assert pile.get("data-tokens-left") == str(view.city_tokens_left[city])
        assert len(with_data(root, "demand")) == 12


def test_the_four_cities_have_skylines_of_their_own() -> None:
    view = VIEWS[0]
    root = parse_picture(view)
    cities = [by_id(root, f"site-{city.id}")[0] for city in view.board.cities]
    assert len({ElementTree.tostring(city) for city in cities}) == 4


def test_palaces_and_palace_tokens_lie_where_they_are() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        palaces = {str(e.get("id"))[7:]: e.get("data-palace") for e in with_data(root, "palace")}
        assert palaces == {site: str(seat) for site, seat in view.palaces.items()}
        tokens = {str(e.get("id"))[6:]: e.get("data-token") for e in with_data(root, "token")}
        assert tokens == view.palace_tokens


@pytest.mark.parametrize("face", get_args(FaceName))
def test_the_face_of_the_palace_tokens_is_shown_by_the_rim_too(face: FaceName) -> None:
    root = parse_picture(replace(VIEWS[0], face=face))
    assert set(data(root, "face")) == {face}
    token = next(iter(VIEWS[0].palace_tokens))
    rims = [e.get("stroke-dasharray") for e in by_id(root, f"token-{token}").iter()]
    assert any(rims)
    other = parse_picture(replace(VIEWS[0], face="yellow" if face == "orange" else "orange"))
    assert rims != [e.get("stroke-dasharray") for e in by_id(other, f"token-{token}").iter()]


def test_a_closed_post_has_its_shutters_down() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        for site, colour in view.posts.items():
            stall = by_id(root, f"post-{site}")
            closed = colour in view.closed
            assert stall.get("data-post") == colour
            assert stall.get("data-state") == ("closed" if closed else "open")
            assert bool(with_data(stall, "part")) == closed
        assert len(with_data(root, "post")) == len(view.posts)


def test_an_unused_post_site_is_a_plain_place() -> None:
    root = parse_picture(howdah.new("bombay", players=2, seed=4).view())
    for site in ("F1", "F2", "F3", "F4"):
        uses = [e.get("href") for e in by_id(root, f"site-{site}").iter()]
        assert "#plain-place" in uses


def test_a_crossroads_without_token_is_a_milestone() -> None:
    root = parse_picture(howdah.new("bombay", players=4, seed=4).view())
    for site in ("H1", "H2"):
        assert "#milestone" in [e.get("href") for e in by_id(root, f"site-{site}").iter()]


def test_a_hilltop_shows_the_two_stars_it_costs() -> None:
    uses = [e.get("href") for e in by_id(parse_picture(VIEWS[0]), "hill").iter()]
    assert uses.count("#star") == 2


def test_a_player_sees_where_to_go_and_a_spectator_does_not() -> None:
    game = howdah.new("bombay", players=4, seed=2)
    moves = {text[5:] for text in game.view(game.to_play).legal_actions if text[:4] == "move"}
    seen = parse_picture(game.view(game.to_play))
    sites = {e.attrib["data-reachable"] for e in with_data(seen, "reachable")} - {"true"}
    assert sites == moves
    assert not with_data(parse_picture(game.view()), "reachable")


def test_the_panel_shows_the_counts_of_the_view() -> None:
    for view in VIEWS:
        root = parse_picture(view)
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
        assert not with_data(parse_picture(hidden), "rupees")
        other = replace(hidden, screens=known.screens)
        assert svg(other) == text
        assert len(data(parse_picture(known), "rupees")) == game.players


def test_the_first_player_and_the_clock_are_shown() -> None:
    view = play_random_game(4, 3, 90).view()
    root = parse_picture(view)
    assert "first-player" in data(by_id(root, f"player-{view.first_player}"), "mark")
    assert data(root, "mark").count("first-player") == 1
    assert f"Set {view.set_number} of {view.sets}" in texts(root)
    assert f"Turn {view.game_turn} of {view.game_turns}" in texts(root)
    assert data(root, "stars") == [str(view.stars)]


def test_the_winners_are_marked_when_the_game_is_over() -> None:
    for view in VIEWS:
        root = parse_picture(view)
        winners = [e.attrib["data-player"] for e in with_data(root, "winner")]
        expected = view.result["winners"] if view.result else []
        assert isinstance(expected, list)
        assert winners == [str(seat) for seat in expected]
        assert ("The game is over" in texts(root)) == view.is_over


def test_a_limit_of_clients_is_counted() -> None:
    game = howdah.new("bombay", players=3, seed=1, client_limit=16)
    assert data(parse_picture(game.view()), "clients-left") == ["16"]
    assert not data(parse_picture(VIEWS[0]), "clients-left")


def test_a_due_restock_is_shown() -> None:
    view = replace(VIEWS[0], to_play=None, markets=({}, {}, {}))
    assert "A restock is due" in texts(parse_picture(view))
    assert texts(parse_picture(view)).count("no bales") == 3


def test_a_nasty_name_is_read_as_it_was_written() -> None:
    name = "<Ann> & \"Bob\" 'C'"
    view = VIEWS[0]
    players = (replace(view.players[0], name=name), *view.players[1:])
    assert name in texts(parse_picture(replace(view, players=players)))


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
