"""Datasets: every row is what a replay of its game gives, and the same seed gives the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import howdah
from howdah import fast
from howdah.ai.budget import Budget
from howdah.ai.search.search import UctSearch
from howdah.core.errors import HowdahError
from howdah.core.record import Record
from howdah.core.rng import Dealer
from howdah.envs.dataset import METADATA_KEY, Dataset, metadata, new_dataset, to_schema, to_table
from howdah.envs.selfplay import PlayedGame, SelfPlay, sample_action
from howdah.envs.session import GameSession

SCORE_NAMES = {"bombay": "rupees", "bazar": "lengths"}
PLAYS: list[dict[str, Any]] = [
    {"game": "bombay", "players": 2, "agent": "uct:20"},
    {"game": "bombay", "players": 5, "agent": "guided:12", "returns": "rank", "screens": "hidden"},
    {"game": "bombay", "players": 3, "agent": "champion:8", "returns": "rupees", "edition": "pl"},
    {"game": "bombay", "players": 4, "agent": "mc:50", "temperature": 0.5},
    {"game": "bazar", "players": 2, "agent": "champion:8", "board": "hexagon-37"},
    {"game": "bazar", "players": 4, "agent": "uct:20", "board": "rectangle-68", "returns": "score"},
    {"game": "bazar", "players": 3, "agent": "mc:90", "board": "hexagon-19", "tip_rule": "touch"},
    {"game": "bazar", "players": 1, "agent": "guided:12", "board": "hexagon-19"},
]


def config_id(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))


EVERY_PLAY = pytest.mark.parametrize("options", PLAYS, ids=config_id)


def write_and_read(path: Path, play: SelfPlay, games: int = 2) -> tuple[Any, list[PlayedGame]]:
    """Return the Arrow table that was read back, and the games that were written."""
    with new_dataset(path, play) as dataset:
        played = list(play.games(games))
        for game in played:
            dataset.add(game)
    return pq.read_table(path), played


def rows_of(table: Any, name: str) -> Any:
    """Return a column of lists as an array with a row for each decision."""
    column = table[name].combine_chunks()
    flat = column.flatten().to_numpy(zero_copy_only=False)
    return flat.reshape(len(column), -1)


@EVERY_PLAY
def test_rows_are_those_of_a_replay(options: dict[str, Any], tmp_path: Path) -> None:
    play = SelfPlay(**options)
    found, games = write_and_read(tmp_path / "f.parquet", play)
    observations, legal = rows_of(found, "observation"), rows_of(found, "legal")
    row = 0
    for number, game in enumerate(games):
        replay = howdah.from_record(Record.parse(str(game.record)))
        ply = 0
        for length, action in enumerate(replay.numbers()):
            session = GameSession.from_game(play.config, replay.at(length))
            if session.to_play is None:
                continue
            values = {name: found[name][row].as_py() for name in ("game", "ply", "seat", "action")}
            seat = session.to_play
            assert values == {"game": number, "ply": ply, "seat": seat, "action": action}
            assert np.array_equal(observations[row], session.observation(seat))
            assert np.array_equal(legal[row], session.action_mask)
            row, ply = row + 1, ply + 1
    assert row == found.num_rows


@EVERY_PLAY
def test_the_search_visits_legal_actions_as_often_as_it_should(
    options: dict[str, Any],
) -> None:
    play = SelfPlay(**options)
    name, _, simulations = play.agent.partition(":")
    for decision in play.play(0).decisions:
        assert not decision.visits[~decision.legal].any()
        assert decision.visits[decision.action] > 0
        total = decision.visits.sum()
        if decision.legal.sum() == 1:
            assert total == 1
        elif name == "champion":  # each turn that it considers starts with a visit of its own
            assert total >= int(simulations)
        else:
            assert total == int(simulations)


@EVERY_PLAY
def test_every_row_of_a_game_has_its_result(options: dict[str, Any], tmp_path: Path) -> None:
    play = SelfPlay(**options)
    found, games = write_and_read(tmp_path / "f.parquet", play)
    returns, scores = rows_of(found, "returns"), rows_of(found, "scores")
    for number, game in enumerate(games):
        own = found["game"].to_numpy() == number
        result: Any = game.record.result
        alone = play.config.players == 1
        expected = [result["solo_score"]] if alone else result[SCORE_NAMES[play.config.game]]
        assert (scores[own] == expected).all()
        if play.config.returns in ("rupees", "score"):
            assert (returns[own] == expected).all()
        else:
            assert abs(returns[own].sum(axis=1)).max() < 1e-6
            assert set(np.flatnonzero(returns[own][0] > 0)) <= set(result["winners"]) or (
                play.config.returns == "rank"
            )


def test_columns_have_their_names_and_types() -> None:
    schema = to_schema(SelfPlay("bombay", players=3).config)
    assert {field.name: str(field.type) for field in schema} == {
        "game": "int32",
        "ply": "int16",
        "seat": "int8",
        "observation": "fixed_size_list<item: float>[467]",
        "legal": "fixed_size_list<item: bool>[39]",
        "visits": "fixed_size_list<item: int32>[39]",
        "action": "int16",
        "returns": "fixed_size_list<item: float>[3]",
        "scores": "fixed_size_list<item: int16>[3]",
    }
    assert not any(field.nullable for field in schema)


def test_a_file_has_its_metadata(tmp_path: Path) -> None:
    play = SelfPlay("bazar", players=2, agent="uct:9", board="hexagon-19", seed="s", temperature=2)
    found, games = write_and_read(tmp_path / "f.parquet", play, 1)
    about = json.loads(found.schema.metadata[METADATA_KEY])
    assert about == metadata(play)
    assert about["rules"] == games[0].record.rules
    assert {name: about[name] for name in ("version", "game", "agent", "seed", "temperature")} == {
        "version": howdah.__version__,
        "game": "bazar",
        "agent": "uct:9",
        "seed": "s",
        "temperature": 2.0,
    }
    assert (about["returns"], about["screens"]) == ("win", "open")
    last = about["layout"][-1]
    size = last["start"] + int(np.prod(last["shape"]))
    assert size == play.config.layout.size == found.schema.field("observation").type.list_size
    assert len(about["actions"]) == found.schema.field("legal").type.list_size
    texts = [about["actions"][number] for number in found["action"].to_pylist()]
    assert texts == list(games[0].record.actions)


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_same_seed_gives_the_same_rows_in_any_number_of_processes(
    game: str, tmp_path: Path
) -> None:
    first, played = write_and_read(tmp_path / "a.parquet", SelfPlay(game, agent="uct:8", seed=7), 3)
    play = SelfPlay(game, agent="uct:8", seed=7)
    both = list(play.games(3, jobs=2))
    schema = first.schema
    assert to_table(both, schema).equals(first)
    assert [game.record for game in both] == [game.record for game in played]
    other, _ = write_and_read(tmp_path / "b.parquet", SelfPlay(game, agent="uct:8", seed=8), 3)
    assert not other.equals(first)


@pytest.mark.parametrize("agent", ["uct:8", "champion:3"])
@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_interpreted_games_are_the_same(
    game: str, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = SelfPlay(game, players=2, agent=agent, seed=3)
    if not fast.is_compiled():
        pytest.skip("needs the compiler")
    compiled = play.play(0)
    monkeypatch.setattr("howdah.envs.selfplay.is_ready", lambda *_: False)
    interpreted = play.play(0)
    assert interpreted.record == compiled.record
    schema = to_schema(play.config)
    assert to_table([interpreted], schema).equals(to_table([compiled], schema))


def test_a_game_does_not_depend_on_those_before_it() -> None:
    play = SelfPlay("bombay", players=2, agent="uct:8", seed=7)
    assert list(play.games(3))[2].record == play.play(2).record


def test_at_temperature_zero_the_most_visited_action_is_played() -> None:
    play = SelfPlay("bombay", players=2, agent="uct:30", temperature=0)
    for decision in play.play(0).decisions:
        assert decision.action == int(decision.visits.argmax())


def test_the_draw_follows_the_visits() -> None:
    visits, chance = [0, 10, 20, 0, 40], Dealer(1).stream("draws")
    for temperature, shares in ((1.0, [1, 2, 4]), (0.5, [1, 4, 16]), (2.0, [1, 2**0.5, 2])):
        found = [sample_action(visits, temperature, chance) for _ in range(4000)]
        for place, share in zip((1, 2, 4), shares):
            assert found.count(place) / 4000 == pytest.approx(share / sum(shares), abs=0.03)
        assert {0, 3}.isdisjoint(found)
    assert {sample_action(visits, 1e-300, chance) for _ in range(50)} == {4}
    assert {sample_action(visits, 1e300, chance) for _ in range(50)} == {1, 2, 4}


def test_a_file_has_a_row_group_for_every_few_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("howdah.envs.dataset.ROWS_IN_A_GROUP", 50)
    play = SelfPlay("bazar", players=2, agent="uct:2", board="hexagon-19")
    found, games = write_and_read(tmp_path / "f.parquet", play, 20)
    parquet_metadata = pq.ParquetFile(tmp_path / "f.parquet").metadata
    groups = [parquet_metadata.row_group(n) for n in range(parquet_metadata.num_row_groups)]
    assert len(groups) > 1
    assert all(50 <= group.num_rows < 100 for group in groups[:-1])
    assert groups[0].column(3).compression == "ZSTD"
    assert found.num_rows == sum(len(game.decisions) for game in games)


def test_a_file_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    path.write_text("before")
    play = SelfPlay("bazar", players=2, agent="uct:2", board="hexagon-19")

    def interrupted() -> None:
        with new_dataset(path, play) as dataset:
            dataset.add(play.play(0))
            dataset.flush()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_kept_in_memory_once_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("howdah.envs.dataset.ROWS_IN_A_GROUP", 1)
    play = SelfPlay("bazar", players=2, agent="uct:2", board="hexagon-19")
    buffer = pa.BufferOutputStream()
    with pq.ParquetWriter(buffer, to_schema(play.config)) as writer:
        dataset = Dataset(writer)
        dataset.add(play.play(0))
        assert dataset._pending == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"agent": "level:3"}, "'level:3' does not search: self-play is for mc:N, uct:N, guided:N"),
        ({"agent": "random"}, "champion:N"),
        ({"agent": "uct"}, "A budget is a number of simulations"),
        ({"agent": "uct:0"}, "A budget is a number of simulations"),
        ({"agent": "uct:0.1s"}, "thinks by the clock"),
        ({"temperature": -0.1}, "temperature should be a number from 0 up"),
        ({"temperature": float("nan")}, "temperature should be a number from 0 up"),
        ({"temperature": float("inf")}, "temperature should be a number from 0 up"),
        ({"players": 6}, "players should be a whole number from 2 to 5"),
        ({"returns": "score"}, "returns should be one of auto, win, rank, rupees"),
        ({"screens": "paper"}, "screens should be one of"),
        ({"sets": 1}, "Self-play is for whole games"),
    ],
    ids=str,
)
def test_wrong_options_are_refused_with_a_sentence(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(HowdahError, match=message):
        SelfPlay("bombay", **wrong)


def test_a_search_that_begins_elsewhere_knows_nothing_of_before() -> None:
    game = howdah.new("bombay", players=2, seed=1)
    used = UctSearch(game, "s", is_compiled=False)
    used.run(Budget(simulations=30))
    used.reset(game)
    assert (used.root_visits, used.visit_counts()) == (0, [])
    used.run(Budget(simulations=20))
    fresh = UctSearch(game, "s", is_compiled=False)
    fresh.run(Budget(simulations=20))
    assert used.visit_counts() == fresh.visit_counts()
    assert sum(times for _, times in used.visit_counts()) == 20
