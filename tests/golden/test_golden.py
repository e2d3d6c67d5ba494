"""Nothing that was once played, counted or recorded comes out differently today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, read_texts
from howdah.games import from_record
from tests.golden.files import FOLDER, GOLDEN_FILES
from tests.golden.playthrough import playthrough


@pytest.mark.parametrize("path", GOLDEN_FILES, ids=lambda path: path.name)
def test_what_is_made_today_equals_the_golden_file(path: Path) -> None:
    assert GOLDEN_FILES[path]() == path.read_text(encoding="utf-8")


def test_golden_records_replay() -> None:
    texts = [text for _, text in read_texts(FOLDER / "bombay-records.jsonl")]
    assert len(texts) == 12
    for text in texts:
        record = Record.parse(text)
        assert from_record(record).record() == record


def test_golden_games_show_every_kind_of_action() -> None:
    kinds = {
        action.split()[0]
        for _, text in read_texts(FOLDER / "bombay-records.jsonl")
        for action in Record.parse(text).actions
    }
    assert kinds == {"restock", "move", "buy", "sell", "build", "take", "end"}


def test_the_first_golden_record_is_the_game_that_is_written_out() -> None:
    _, text = next(iter(read_texts(FOLDER / "bombay-records.jsonl")))
    record = Record.parse(text)
    assert playthrough(record) == (FOLDER / "bombay-2-players.txt").read_text(encoding="utf-8")


def foreign_records(name: str) -> list[tuple[int, str]]:
    """Records made by another program, written from the rules by other hands."""
    return list(read_texts(FOLDER / name))


def test_records_of_another_program_are_verified() -> None:
    records = foreign_records("foreign-right.jsonl")
    assert len(records) == 58
    for _, text in records:
        from_record(Record.parse(text))


def test_wrong_records_of_another_program_are_refused_at_the_place_that_is_wrong() -> None:
    labels = [json.loads(label) for _, label in foreign_records("foreign-wrong-labels.jsonl")]
    records = foreign_records("foreign-wrong.jsonl")
    assert len(records) == len(labels) == 382
    for (_, text), label in zip(records, labels):
        with pytest.raises(InvalidRecord) as caught:
            from_record(Record.parse(text))
        if label["index"] is not None:
            assert caught.value.where == f"actions[{label['index']}]", label
