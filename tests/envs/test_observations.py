"""Observations: the vector holds what a player sees, compiled or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from howdah.core.errors import InvalidOption
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import ALL, OWN, PUBLIC, ObservationLayout
from howdah.envs.observations.stepping import OBSERVE, interpreted_observe_of
from howdah.envs.session import GameSession
from howdah.fast.backend import entry_point
from howdah.games.bazar.tiles import CHORDS as CHORDS_OF
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bombay.names import COLOUR_NAMES, TOKEN_NAMES
from tests.envs.configs import BAZAR, BOMBAY, CONFIGS, config_id


def sessions_of(config: dict[str, Any], seed: int = 1, every: int = 5) -> Iterator[GameSession]:
    """Yield the session of a random game every few actions, and at its end."""
    session, rng, played = GameSession(EnvConfig(**config), seed), random.Random(seed), 0
    while not session.is_over:
        if played % every == 0:
            yield session
        session.play(rng.choice(session.legal_actions()))
        played += 1
    yield session


def pieces(layout: ObservationLayout, vector: Any) -> dict[str, Any]:
    """Return the pieces of a vector by name, as unscaled counts."""
    return {
        piece.name: (vector[layout.where(piece.name)] / piece.scale).reshape(piece.shape)
        for piece in layout.pieces
    }


@pytest.mark.parametrize("config", CONFIGS, ids=config_id)
def test_compiled_and_interpreted_observations_are_the_same(config: dict[str, Any]) -> None:
    for session in sessions_of(config, every=20):
        env_config = session.config
        observe = interpreted_observe_of(env_config.kernel)
        for seat in range(env_config.players):
            for visibility in (PUBLIC, OWN, ALL):
                vector = np.ones(env_config.layout.size, np.float32)
                observe(session.game.position(), env_config.starts, seat, visibility, vector)
                assert (vector == session.observation(seat, visibility)).all()
                assert (vector >= 0).all()
                assert (vector <= env_config.upper_bounds).all()


@pytest.mark.parametrize("config", BOMBAY[::3], ids=config_id)
def test_an_observation_of_bombay_holds_what_the_view_holds(config: dict[str, Any]) -> None:
    for session in sessions_of(config):
        game: Any = session.game
        for seat in range(game.players):
            view = game.view(seat, screens="open")
            found = pieces(session.config.layout, session.observation(seat))
            _check_public(found, view, seat)
            for player in view.players:
                _check_player(found, view, player, (player.seat - seat) % game.players)


def _check_public(found: dict[str, Any], view: Any, seat: int) -> None:
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
    """Return the name at the place of the only 1 in a row; None if there is none."""
    places = row.nonzero()[0]
    assert len(places) <= 1
    return names[places[0]] if len(places) else None


@pytest.mark.parametrize("config", BAZAR[::2], ids=config_id)
def test_an_observation_of_bazar_holds_what_the_view_holds(config: dict[str, Any]) -> None:
    chords = [(one, other) for one in range(6) for other in range(one + 1, 6)]
    assert {chord for found in CHORDS_OF for chord in found} == set(chords)
    for session in sessions_of(config):
        game: Any = session.game
        for seat in range(game.players):
            view = game.view(seat)
            found = pieces(session.config.layout, session.observation(seat))
            assert found["piles"].tolist() == [view.piles[name] for name in DESIGN_NAMES]
            segments = [s for player in view.players for s in player.trunk] + list(view.stretches)
            placed = {(s.cell, *sorted((s.one, s.other))) for s in segments}
            assert placed == {
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


def test_stretches_hold_what_a_trunk_would_absorb() -> None:
    config = {"game": "bazar", "players": 2, "board": "hexagon-19"}
    absorbed = 0
    for seed in range(30):
        for session in sessions_of(config, seed=seed, every=1):
            if session.is_over:
                continue
            seat = session.to_play or 0
            found = pieces(session.config.layout, session.observation(seat))
            ((cell, edge),) = np.argwhere(found["tips"][:, :, 0])
            for action in session.legal_actions()[:-1]:
                after = session.copy()
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


@pytest.mark.parametrize("config", BOMBAY[:4], ids=config_id)
def test_what_is_behind_other_screens_is_not_in_an_observation(config: dict[str, Any]) -> None:
    for session in sessions_of(config, every=25):
        layout = session.config.layout
        full = pieces(layout, session.observation(0, ALL))
        own = pieces(layout, session.observation(0, OWN))
        none = pieces(layout, session.observation(0, PUBLIC))
        for piece in layout.pieces:
            if piece.is_behind_screens:
                assert (own[piece.name][0] == full[piece.name][0]).all()
                assert not own[piece.name][1:].any()
                assert not none[piece.name].any()
            else:
                assert (own[piece.name] == full[piece.name]).all()
                assert (none[piece.name] == full[piece.name]).all()


def test_screens_are_an_option() -> None:
    sessions = [
        GameSession(EnvConfig("bombay", screens=screens), 1) for screens in ("open", "hidden")
    ]
    at = sessions[0].config.layout.where("rupees")
    seen = [session.observation(0)[at] for session in sessions]
    assert seen[0].all()
    assert seen[1][0]
    assert not seen[1][1:].any()


def test_the_entry_point_is_compiled_here() -> None:
    assert hasattr(entry_point("bombay", OBSERVE), "signatures")


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_documentation_has_the_layout(game: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "research.md"
    assert str(EnvConfig(game).layout) in page.read_text(encoding="utf-8")


def test_parts_are_shaped_in_one_vector_and_in_many() -> None:
    layout = EnvConfig("bombay", players=3).layout
    vectors = np.arange(2 * layout.size).reshape(2, layout.size)
    assert layout.part(vectors[0], "at").shape == (3, 24)
    assert layout.part(vectors, "at").shape == (2, 3, 24)
    assert (layout.part(vectors, "at")[1] == layout.part(vectors[1], "at")).all()
    assert layout.piece("at").meaning == "where each elephant stands"


def test_a_piece_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(InvalidOption, match="no piece 'gold'; there are to_play, "):
        EnvConfig("bombay").layout.where("gold")
