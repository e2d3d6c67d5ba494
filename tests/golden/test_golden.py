"""Nothing that was once played, counted or recorded comes out differently today."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, read_texts
from howdah.games.registry import from_record
from tests.golden import bazar_playthrough, bombay_playthrough
from tests.golden.files import FOLDER, GOLDEN_FILES


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.name)
def test_what_is_made_today_equals_the_golden_file(path: Path) -> None:
    assert GOLDEN_FILES[path]() == path.read_text(encoding="utf-8")


def golden_records(game: str) -> list[Record]:
    return [Record.parse(text) for _, text in read_texts(FOLDER / f"{game}-records.jsonl")]


@pytest.mark.parametrize(("game", "games"), [("bombay", 12), ("bazar", 8)])
def test_golden_records_replay(game: str, games: int) -> None:
    records = golden_records(game)
    assert len(records) == games
    for record in records:
        assert from_record(record).record() == record


def kinds_of_action(game: str) -> set[str]:
    return {action.split()[0] for record in golden_records(game) for action in record.actions}


def test_golden_games_show_every_kind_of_action() -> None:
    assert kinds_of_action("bombay") == {"restock", "move", "buy", "sell", "build", "take", "end"}
    assert kinds_of_action("bazar") == {"place", "end-piece"}


def test_golden_games_of_bazar_use_every_design_and_options_of_every_kind() -> None:
    records = golden_records("bazar")
    designs = {a.split()[1] for record in records for a in record.actions if a != "end-piece"}
    assert len(designs) == 17
    for option, kinds in (("players", 4), ("board", 4), ("tip_rule", 2), ("starter", 3)):
        assert len({str(record.rules[option]) for record in records}) == kinds


@pytest.mark.parametrize(
    ("game", "file", "playthrough"),
    [
        ("bombay", "bombay-2-players.txt", bombay_playthrough.playthrough),
        ("bazar", "bazar-game-0.txt", bazar_playthrough.playthrough),
    ],
)
def test_the_first_golden_record_is_the_game_that_is_written_out(
    game: str, file: str, playthrough: Callable[[Record], str]
) -> None:
    assert playthrough(golden_records(game)[0]) == (FOLDER / file).read_text(encoding="utf-8")


def foreign_records(game: str, kind: str) -> list[str]:
    """Records made by another program, written from the rules by other hands."""
    return [text for _, text in read_texts(FOLDER / f"foreign-{game}-{kind}.jsonl")]


@pytest.mark.parametrize(("game", "count"), [("bombay", 58), ("bazar", 122)])
def test_records_of_another_program_are_verified(game: str, count: int) -> None:
    records = foreign_records(game, "right")
    assert len(records) == count
    for text in records:
        from_record(Record.parse(text))


@pytest.mark.parametrize(("game", "count"), [("bombay", 382), ("bazar", 389)])
def test_wrong_records_of_another_program_are_refused_at_the_place_that_is_wrong(
    game: str, count: int
) -> None:
    labels = [json.loads(label) for label in foreign_records(game, "wrong-labels")]
    records = foreign_records(game, "wrong")
    assert len(records) == len(labels) == count
    for text, label in zip(records, labels):
        with pytest.raises(InvalidRecord) as caught:
            from_record(Record.parse(text))
        if label["index"] is not None:
            assert caught.value.where == f"actions[{label['index']}]", label
