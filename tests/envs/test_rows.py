"""Observations: what stands in a row is what a player sees, compiled or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from howdah.core.errors import InvalidOption
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import Layout
from howdah.envs.observations.stepping import LOOK, plain_look_of
from howdah.envs.observations.visibility import ALL, NOTHING, OWN
from howdah.envs.session import GameSession
from howdah.fast.backend import entry_point
from howdah.games.bazar.tiles import CHORDS as CHORDS_OF
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bombay.names import COLOUR_NAMES, TOKEN_NAMES
from tests.envs.tables import BAZAR, BOMBAY, TABLES, name_of


def moments(table: dict[str, Any], seed: int = 1, every: int = 5) -> Iterator[GameSession]:
    """A table at which a random game is played, now and then, and at its end."""
    found, dice, played = GameSession(EnvConfig(**table), seed), random.Random(seed), 0
    while not found.is_over:
        if played % every == 0:
            yield found
        found.play(dice.choice(found.legal()))
        played += 1
    yield found


def pieces(layout: Layout, row: Any) -> dict[str, Any]:
    """A row as the tables it consists of, counts unscaled."""
    return {
        piece.name: (row[layout.where(piece.name)] / piece.scale).reshape(piece.shape)
        for piece in layout.pieces
    }


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_compiled_and_interpreted_rows_are_the_same(table: dict[str, Any]) -> None:
    for moment in moments(table, every=20):
        config = moment.config
        plain = plain_look_of(config.kernel)
        for seat in range(config.players):
            for knows in (NOTHING, OWN, ALL):
                row = np.ones(config.layout.size, np.float32)
                plain(moment.game.position(), config.starts, seat, knows, row)
                assert (row == moment.observation(seat, knows)).all()
                assert (row >= 0).all()
                assert (row <= config.highest).all()


@pytest.mark.parametrize("table", BOMBAY[::3], ids=name_of)
def test_a_row_of_bombay_tells_what_the_view_tells(table: dict[str, Any]) -> None:
    for moment in moments(table):
        game: Any = moment.game
        for seat in range(game.players):
            view = game.view(seat, screens="open")
            found = pieces(moment.config.layout, moment.observation(seat))
            _check_table(found, view, seat)
            for player in view.players:
                _check_player(found, view, player, (player.seat - seat) % game.players)


def _check_table(found: dict[str, Any], view: Any, seat: int) -> None:
    players, sites = len(view.players), [site.id for site in view.board.sites]
    turn = [] if view.to_play is None else [(view.to_play - seat) % players]
    assert found["to_play"].nonzero()[0].tolist() == turn
    assert found["first_player"].nonzero()[0].tolist() == [(view.first_player - seat) % players]
    assert found["set_number"].argmax() + 1 == view.set_number
    assert found["game_turn"].argmax() + 1 == view.game_turn
    assert found["stars"].argmax() == view.stars
    assert found["turn_flags"].tolist() == [view.has_bought, view.take_due]
    for number, colour in enumerate(COLOUR_NAMES):
        in_markets = [market.get(colour, 0) for market in view.markets]
        assert found["bag"][number] == pytest.approx(view.bag[colour])
        assert found["stock"][number] == pytest.approx(sum(in_markets))
        assert found["market"][number].tolist() == [float(bales > 0) for bales in in_markets]
    for number, site in enumerate(sites):
        assert _named(found["posts"][number], COLOUR_NAMES) == view.posts.get(site)
        assert _named(found["palace_tokens"][number], TOKEN_NAMES) == view.palace_tokens.get(site)
        owner = _named(found["palaces"][number], range(players))
        assert (None if owner is None else (owner + seat) % players) == view.palaces.get(site)
    for number, (city, column) in enumerate(view.demands.items()):
        assert tuple(_named(row, COLOUR_NAMES) for row in found["demands"][number]) == column
        assert found["city_tokens_left"][number] == view.city_tokens_left[city]
    assert found["clients_left"][0] == 16


def _check_player(found: dict[str, Any], view: Any, player: Any, place: int) -> None:
    sites, cities = [site.id for site in view.board.sites], [city.id for city in view.board.cities]
    assert _named(found["at"][place], sites) == player.site
    counts = [player.bales.count(colour) for colour in COLOUR_NAMES]
    assert found["baskets"][place].tolist() == counts
    assert found["palaces_left"][place] == pytest.approx(player.palaces_left)
    assert found["rupees"][place] == player.rupees
    assert found["clients"][place] == player.clients
    own = [city for city, has in zip(cities, found["city_tokens"][place]) if has]
    assert tuple(own) == player.cities
    assert found["city_tokens"][place].sum() + found["extra_city_tokens"][place] == (
        player.city_tokens
    )


def _named(row: Any, names: Any) -> Any:
    """What the only one in a row stands for; None if there is none."""
    places = row.nonzero()[0]
    assert len(places) <= 1
    return names[places[0]] if len(places) else None


@pytest.mark.parametrize("table", BAZAR[::2], ids=name_of)
def test_a_row_of_bazar_tells_what_the_view_tells(table: dict[str, Any]) -> None:
    chords = [(one, other) for one in range(6) for other in range(one + 1, 6)]
    assert {chord for found in CHORDS_OF for chord in found} == set(chords)
    for moment in moments(table):
        game: Any = moment.game
        for seat in range(game.players):
            view = game.view(seat)
            found = pieces(moment.config.layout, moment.observation(seat))
            assert found["piles"].tolist() == [view.piles[name] for name in DESIGN_NAMES]
            segments = [s for player in view.players for s in player.trunk] + list(view.stretches)
            laid = {(s.cell, *sorted((s.one, s.other))) for s in segments}
            assert laid == {
                (view.board.cells[cell], *chords[chord])
                for cell, chord in np.argwhere(found["segments"])
            }
            ends = [view.board.cells[cell] for cell in found["end_pieces"].nonzero()[0]]
            assert set(ends) == set(view.end_pieces)
            assert found["empty"].sum() == view.empty_cells
            for player in view.players:
                place = (player.seat - seat) % game.players
                assert found["lengths"][place] == player.length
                assert found["stopped"][place] == player.has_stopped
                ((cell, edge),) = np.argwhere(found["tips"][:, :, place])
                assert (view.board.cells[cell], edge) == (player.tip_cell, player.tip_edge)


def test_stretches_tell_what_a_trunk_would_absorb() -> None:
    table = {"game": "bazar", "players": 2, "board": "hexagon-19"}
    absorbed = 0
    for seed in range(30):
        for moment in moments(table, seed=seed, every=1):
            if moment.is_over:
                continue
            seat = moment.to_play or 0
            found = pieces(moment.config.layout, moment.observation(seat))
            ((cell, edge),) = np.argwhere(found["tips"][:, :, 0])
            for action in moment.legal()[:-1]:
                after = moment.copy()
                after.play(action)
                chord = next((c for c in CHORDS_OF[action] if edge in c), None)
                assert chord is not None
                way_out = sum(chord) - edge
                grown = 1 + found["stretches"][cell, way_out]
                view: Any = after.game.view()
                gain = view.players[seat].length - found["lengths"][0]
                assert gain >= grown
                absorbed += grown > 1 and gain == grown
    assert absorbed > 20


@pytest.mark.parametrize("table", BOMBAY[:4], ids=name_of)
def test_what_is_behind_screens_is_not_told(table: dict[str, Any]) -> None:
    for moment in moments(table, every=25):
        layout = moment.config.layout
        full = pieces(layout, moment.observation(0, ALL))
        own = pieces(layout, moment.observation(0, OWN))
        none = pieces(layout, moment.observation(0, NOTHING))
        for piece in layout.pieces:
            if piece.is_behind_screens:
                assert (own[piece.name][0] == full[piece.name][0]).all()
                assert not own[piece.name][1:].any()
                assert not none[piece.name].any()
            else:
                assert (own[piece.name] == full[piece.name]).all()
                assert (none[piece.name] == full[piece.name]).all()


def test_screens_are_a_term() -> None:
    rows = [GameSession(EnvConfig("bombay", screens=screens), 1) for screens in ("open", "hidden")]
    at = rows[0].config.layout.where("rupees")
    seen = [row.observation(0)[at] for row in rows]
    assert seen[0].all()
    assert seen[1][0]
    assert not seen[1][1:].any()


def test_the_engine_is_compiled_here() -> None:
    assert hasattr(entry_point("bombay", LOOK), "signatures")


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_documentation_has_the_layout(game: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "research.md"
    assert str(EnvConfig(game).layout) in page.read_text(encoding="utf-8")


def test_parts_are_shaped_in_one_row_and_in_many() -> None:
    layout = EnvConfig("bombay", players=3).layout
    rows = np.arange(2 * layout.size).reshape(2, layout.size)
    assert layout.part(rows[0], "at").shape == (3, 24)
    assert layout.part(rows, "at").shape == (2, 3, 24)
    assert (layout.part(rows, "at")[1] == layout.part(rows[1], "at")).all()
    assert layout.piece("at").meaning == "where each elephant stands"


def test_a_piece_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(InvalidOption, match="no piece 'gold'; there are to_play, "):
        EnvConfig("bombay").layout.where("gold")
