"""The features of both games: each input has a name, and incremental analysis changes none."""

from __future__ import annotations

import struct
from hashlib import sha256
from typing import Any

import pytest

from howdah.ai.match import play_match
from howdah.ai.search.evaluation import (
    FeatureBuffers,
    GameFeatures,
    duel_input_count,
    features_for,
    write_duel_inputs,
)
from howdah.ai.search.network import load_network
from howdah.ai.search.workspace import InterpretedAllocator
from howdah.fast.kernel import kernel_for
from howdah.games.bazar import rules
from howdah.games.bazar.ai import feature_schema as bazar_schema
from howdah.games.bazar.state import Seat
from howdah.games.bombay.ai import feature_schema as bombay_schema
from howdah.games.registry import GAMES, game_class, new
from tests.ai.matches import mixed_match

BOARDS = ("hexagon-61", "hexagon-19", "rectangle-68")
BAZAR = features_for("bazar")
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game_class(game).player_counts]
)


DIGESTS = {
    ("bombay", 2): "0e97fd6ec38d6013",
    ("bombay", 3): "5121e61693fce5bf",
    ("bombay", 4): "c408ac152740967e",
    ("bombay", 5): "c53d1214b236b4d4",
    ("bazar", 1): "838d48bb0872c24d",
    ("bazar", 2): "725925eee24483fc",
    ("bazar", 3): "1ab39c12fb9b288e",
    ("bazar", 4): "b06ac62899984775",
}
"""Of all inputs in a random game: the trained networks depend on every bit of them."""


def new_buffers(game: str = "bazar") -> FeatureBuffers:
    """Buffers in which nothing is written."""
    options = {"starter": "seat 0"} if game == "bazar" else {}
    allocator = InterpretedAllocator(new(game, players=2, **options))
    return allocator.new_search_workspace(features_for(game), 1).buffers


def inputs_of(
    features: GameFeatures, board: Any, table: Any, state: Any, buffers: FeatureBuffers
) -> list[list[float]]:
    """The inputs of the network for each seat of an analysed position."""
    found = []
    for seat in range(state.players):
        features.write_inputs(board, table, state, Seat(seat), buffers)
        found.append(list(buffers.inputs))
    return found


# The schema


@EVERY_GAME
def test_the_schema_covers_each_input_exactly_once(game: str) -> None:
    features = features_for(game)
    covered = [
        feature.index + place
        for feature in features.SCHEMA.features
        for place in range(feature.size)
    ]
    assert covered == list(range(features.INPUT_COUNT))
    assert features.SCHEMA.size == features.INPUT_COUNT


@EVERY_GAME
def test_every_feature_has_its_own_name_and_a_meaning(game: str) -> None:
    schema = features_for(game).SCHEMA
    names = [feature.name for feature in schema.features]
    assert len(set(names)) == len(names)
    assert len(set(schema.input_names)) == schema.size
    assert all(feature.meaning and feature.scale > 0 for feature in schema.features)


@pytest.mark.parametrize("schema", [bombay_schema, bazar_schema])
def test_the_constants_are_the_indices_of_the_schema(schema: Any) -> None:
    named = {name.lower(): index for name, index in vars(schema).items() if type(index) is int}
    assert named.pop("input_count") == schema.INPUT_COUNT
    assert named == {feature.name: feature.index for feature in schema.SCHEMA.features}


@EVERY_TABLE
def test_every_network_has_the_inputs_of_the_schema(game: str, players: int) -> None:
    features = features_for(game)
    inputs = len(load_network(game, players).direct)
    assert inputs in (features.INPUT_COUNT, duel_input_count(features))


@EVERY_GAME
def test_every_input_is_used_in_some_game(game: str) -> None:
    features, used = features_for(game), set()
    for players in game_class(game).player_counts:
        match, buffers = mixed_match(game, players), new_buffers(game)
        for length in range(len(match.actions)):
            board, state = match.at(length).position()
            table = features.precompute(board)
            features.analyse(board, table, state, buffers)
            for inputs in inputs_of(features, board, table, state, buffers):
                named = features.SCHEMA.named(inputs)
                used |= {name for name, value in named.items() if value}
    unused = {f"unused[{place}]" for place in range(4)} if game == "bazar" else set()
    assert set(features.SCHEMA.input_names) - used <= unused


@EVERY_TABLE
def test_the_inputs_are_those_that_the_networks_were_trained_with(game: str, players: int) -> None:
    features, buffers, digest = features_for(game), new_buffers(game), sha256()
    match = play_match(game, ["random"] * players, seed="features")
    for length in range(len(match.actions)):
        board, state = match.at(length).position()
        table = features.precompute(board)
        features.analyse(board, table, state, buffers)
        for inputs in inputs_of(features, board, table, state, buffers):
            digest.update(struct.pack(f"<{features.INPUT_COUNT}d", *inputs[: features.INPUT_COUNT]))
    assert digest.hexdigest()[:16] == DIGESTS[game, players]


# The analysis of Bombay Bazar's board


@pytest.mark.parametrize("board_name", BOARDS)
@pytest.mark.parametrize("tip_rule", ["join", "touch"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_an_update_after_every_tile_finds_what_a_whole_analysis_finds(
    players: int, tip_rule: str, board_name: str
) -> None:
    match = mixed_match("bazar", players, board=board_name, tip_rule=tip_rule)
    kernel = kernel_for("bazar")
    updated, whole = new_buffers(), new_buffers()
    for length in range(0, len(match.actions), 3):
        position: Any = match.at(length).position()
        board, state = position
        neighbours = BAZAR.precompute(board)
        BAZAR.analyse_before_turns(board, neighbours, state, updated)
        for action in range(rules.ACTIONS):
            if rules.is_legal(board, state, action):
                after = state.copy()
                kernel.play(board, after, action)
                BAZAR.analyse_after_turn(board, neighbours, after, updated)
                BAZAR.analyse(board, neighbours, after, whole)
                assert inputs_of(BAZAR, board, neighbours, after, updated) == inputs_of(
                    BAZAR, board, neighbours, after, whole
                )


def test_in_a_duel_the_inputs_of_the_seat_to_play_come_first() -> None:
    match = mixed_match("bazar", 2)
    buffers = new_buffers()
    for length in (10, 11):
        position: Any = match.at(length).position()
        board, state = position
        neighbours = BAZAR.precompute(board)
        BAZAR.analyse(board, neighbours, state, buffers)
        found = inputs_of(BAZAR, board, neighbours, state, buffers)
        seats = [inputs[: BAZAR.INPUT_COUNT] for inputs in found]
        write_duel_inputs(BAZAR, board, neighbours, state, buffers)
        lengths = [rules.trunk_length(state, Seat(seat)) for seat in (0, 1)]
        own, other = state.seat, 1 - state.seat
        lead = (lengths[own] - lengths[other]) / 10
        assert buffers.inputs == [*seats[own], *seats[other], lead]
        assert len(buffers.inputs) == duel_input_count(BAZAR)
