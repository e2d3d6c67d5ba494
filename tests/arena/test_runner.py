"""The result of an arena does not depend on how it is run, and nothing is lost on interrupt."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import howdah
from howdah.ai.agents import UnknownAgent
from howdah.arena import Arena, CheckpointMismatch, GameResult, WorkerLost
from tests.arena.agents import HERE, Interrupting

AGENTS = [f"{HERE}:First", "random"]


def small(path: Path | None = None, **options: object) -> Arena:
    choice: dict[str, object] = {"players": 2, "games": 8, "seed": "small", "json": path} | options
    return Arena("bombay", AGENTS, **choice)  # type: ignore[arg-type]


def test_the_number_of_processes_changes_nothing() -> None:
    alone, together = small().run(), small(jobs=2).run()
    assert alone.games == together.games
    assert alone.summary.ahead == together.summary.ahead
    assert multiprocessing.active_children() == []


def test_another_seed_gives_other_games() -> None:
    assert small(games=2).run().games != small(games=2, seed="other").run().games


def test_an_interrupted_run_resumes_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    stopped = small(path)
    with pytest.raises(KeyboardInterrupt):
        stopped.run(lambda games: interrupted_after(3, games))
    assert len(json.loads(path.read_text())["games"]) == 3
    resumed = small(path)
    assert len(resumed.remaining) == 5
    assert resumed.run().games == small().run().games
    again = small(path)
    assert again.remaining == []
    assert again.run().games == resumed.result().games
    assert list(tmp_path.iterdir()) == [path]


def interrupted_after(count: int, games: Iterable[GameResult]) -> Iterator[GameResult]:
    yield from islice(games, count)
    raise KeyboardInterrupt


def test_an_interrupt_ends_the_processes(tmp_path: Path) -> None:
    arena = small(tmp_path / "a.json", jobs=2, games=40)
    with pytest.raises(KeyboardInterrupt):
        arena.run(lambda games: interrupted_after(2, games))
    assert multiprocessing.active_children() == []
    assert 2 <= len(arena.result().games) < 40
    assert len(small(tmp_path / "a.json", games=40).remaining) == len(arena.remaining)


def test_an_interrupt_while_an_agent_thinks_is_no_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interrupting, "games", 0)
    arena = Arena("bombay", [f"{HERE}:Interrupting", "random"], players=2, games=10)
    with pytest.raises(KeyboardInterrupt):
        arena.run()
    assert 0 < len(arena.result().games) < 10
    assert not any(game.forfeits for game in arena.result().games)


def test_a_process_that_dies_stops_the_arena_and_keeps_what_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    arena = Arena(
        "bombay", [f"{HERE}:ProcessEnding", "random"], players=2, games=4, jobs=2, json=path
    )
    with pytest.raises(WorkerLost, match="Start the arena again"):
        arena.run()
    assert json.loads(path.read_text())["format"] == "howdah-arena"


def test_the_file_is_written_while_the_arena_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("howdah.arena.checkpoint._MIN_SECONDS", 0)
    monkeypatch.setattr("howdah.arena.checkpoint._PAUSE_FACTOR", 0)
    path = tmp_path / "a.json"
    kept: list[int] = []

    def watched(games: Iterable[GameResult]) -> Iterator[GameResult]:
        for game in games:
            kept.append(len(json.loads(path.read_text())["games"]))
            yield game

    small(path, games=4).run(watched)
    assert kept == [0, 1, 2, 3]


def test_the_file_has_everything(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    result = small(path, games=4).run()
    found = json.loads(path.read_text())
    assert found == json.loads(json.dumps(result.to_json()))
    assert list(found) == ["format", "version", "howdah", "contest", "summary", "games"]
    assert (found["format"], found["version"]) == ("howdah-arena", 1)
    assert found["howdah"] == howdah.__version__
    assert found["contest"]["rules"]["edition"] == "fr"
    game = found["games"][0]
    assert game["seats"] == AGENTS
    assert game["winners"] == [seat for seat in (0, 1) if game["places"][seat] == 1]
    assert len(path.read_text().splitlines()) == 5 + 1 + 4


@pytest.mark.parametrize(
    ("options", "difference"),
    [
        ({"seed": "other"}, 'contest.seed is "small", should be "other"'),
        ({"games": 10}, "contest.deals is 4, should be 5"),
        ({"edition": "pl"}, 'contest.rules.edition is "fr", should be "pl"'),
    ],
)
def test_another_arena_is_not_mixed_in(
    options: dict[str, object], difference: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    small(path).run(lambda games: islice(games, 1))
    before = path.read_text()
    with pytest.raises(CheckpointMismatch, match="another arena") as refused:
        small(path, **options)
    assert difference in str(refused.value)
    assert path.read_text() == before


def test_the_games_of_another_version_are_not_mixed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(tmp_path / "a.json", games=2).run()
    monkeypatch.setattr(howdah, "__version__", "99")
    with pytest.raises(CheckpointMismatch, match='"howdah": howdah is'):
        small(tmp_path / "a.json", games=2)


CORRUPTIONS = {
    "deal": (99, r"games\[0\].deal: should be"),
    "rotation": (2, r"games\[0\].rotation: should be"),
    "seats": (["x", "y"], r"games\[0\].seats: should be"),
    "scores": ([1], r"length of games\[0\].scores"),
    "places": ([0, 1], r"games\[0\].places: should be"),
    "forfeits": ([{"seat": 5, "what": "", "legal": []}], r"forfeits.seat: should be"),
    "actions": ([{"move": "x"}, {}], r"games\[0\].actions.move: should be"),
    "seconds": (["x", 1], r"games\[0\].seconds: should be"),
}


@pytest.mark.parametrize("field", CORRUPTIONS)
def test_a_damaged_game_is_refused_with_its_place(field: str, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    small(path, games=2).run()
    found = json.loads(path.read_text())
    value, message = CORRUPTIONS[field]
    found["games"][0][field] = value
    path.write_text(json.dumps(found))
    with pytest.raises(CheckpointMismatch, match=message):
        small(path, games=2)


def test_a_game_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    small(path, games=2).run()
    found = json.loads(path.read_text())
    path.write_text(json.dumps(found | {"games": found["games"][:1] * 2}))
    with pytest.raises(CheckpointMismatch, match="has a game twice"):
        small(path, games=2)


def test_an_agent_that_is_not_there_is_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownAgent, match="no agent 'nobody'"):
        Arena("bombay", ["nobody", "random"], players=2, games=2).run()


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_stronger_agent_wins_its_arena(game: str) -> None:
    result = Arena(game, ["greedy", "random"], players=2, games=6).run()
    greedy, random = result.summary.entrants
    assert greedy.win_share == 1
    assert greedy.rating
    assert random.rating
    assert greedy.rating.mu > random.rating.mu
    assert "greedy" in result.svg()
    assert result._repr_svg_() == result.svg()
