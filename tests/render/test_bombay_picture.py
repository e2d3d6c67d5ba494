"""The stand-alone picture of Bombay: the board of the page, and a card for each player."""

from __future__ import annotations

from dataclasses import replace

import pytest

import howdah
from howdah.games.bombay.view import BombayView
from howdah.render.css import load_palettes
from howdah.render.svg import svg
from howdah.render.types import THEMES, Theme
from tests.render.bombay_views import GAMES, VIEWS, play_random_game
from tests.render.picture_queries import by_id, contrast, parse_picture, texts


def card(view: BombayView, seat: int) -> list[str]:
    return texts(by_id(parse_picture(view), f"player-{seat}"))


def test_a_picture_is_titled_and_described_in_words() -> None:
    root = parse_picture(
        howdah.new("bombay", players=3, seed=1, names=["Ann", "Bob", "Cem"]).view()
    )
    assert root[0].text == "Bombay. Set 1 of 3, turn 1 of 5, 3 stars left"
    assert "Bob: grey elephant (square) at A, carrying nothing." in (root[1].text or "")


def test_every_site_is_there_with_its_id() -> None:
    for view in VIEWS[::4]:
        shown = {word for text in texts(parse_picture(view)) for word in text.split()}
        assert {site.id for site in view.board.sites} <= shown
        assert {site.name for site in view.board.cities} <= shown


def test_the_cards_show_the_counts_of_the_view() -> None:
    for view in VIEWS:
        for player in view.players:
            final = view.result["rupees"] if view.result else None
            rupees = final[player.seat] if isinstance(final, list) else player.rupees
            shown = card(view, player.seat)
            if rupees is None:
                assert "behind the screen" in shown
            else:
                counts = [str(rupees), str(player.clients), str(player.city_tokens)]
                assert shown[1:4] == counts
            left = player.palaces_left
            assert shown[-1].endswith(f"{left} palace{'' if left == 1 else 's'} left")


def test_hidden_rupees_never_appear() -> None:
    for game in GAMES:
        if game.is_over:
            continue
        hidden = game.view()
        assert all("behind the screen" in card(hidden, seat) for seat in range(game.players))
        other = replace(hidden, screens="open")
        assert svg(other) == svg(hidden)


def test_who_plays_first_and_who_is_to_play_is_said() -> None:
    view = play_random_game(4, 3, 90).view()
    for player in view.players:
        note = " ".join(card(view, player.seat))
        assert ("first player" in note) == (player.seat == view.first_player)
        assert ("to play" in note) == (player.seat == view.to_play)
    assert f"Set {view.set_number} of {view.sets}" in " ".join(texts(parse_picture(view)))


def test_the_winners_are_marked_when_the_game_is_over() -> None:
    for view in VIEWS:
        marked = [p.seat for p in view.players if "winner" in " ".join(card(view, p.seat))]
        expected = view.result["winners"] if view.result else []
        assert marked == expected
        assert ("The game is over." in texts(parse_picture(view))) == view.is_over


def test_a_nasty_name_is_read_as_it_was_written() -> None:
    name = "<Al> & \"Bo\" 'C'"
    view = VIEWS[0]
    players = (replace(view.players[0], name=name), *view.players[1:])
    assert name in card(replace(view, players=players), 0)


@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_its_ground(theme: Theme) -> None:
    palette = load_palettes("howdah.games.bombay.svg")[theme]
    for ink, ground in (
        ("ink", "plaque"),
        ("ink", "plaque-lit"),
        ("faint", "plaque"),
        ("ink", "hills"),
        ("ink", "desert"),
        ("heading", "plaque"),
        ("ribbon-ink", "print"),
        ("sepia", "gold"),
        ("sepia", "wicker"),
        ("sepia", "paper"),
    ):
        assert contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_what_one_must_see_stands_out(theme: Theme) -> None:
    palette = load_palettes("howdah.games.bombay.svg")[theme]
    for seat in range(5):
        assert contrast(palette[f"players-{seat}-line"], palette["plain"]) >= 3
    # A trail lies on a halo, which parts it from the land.
    assert contrast(palette["trail"], palette["halo"]) >= 3
