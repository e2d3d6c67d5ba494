"""The record format: what is read is what was written, and nothing doubtful is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, Seat, read_texts


def example() -> Any:
    return {
        "format": "howdah-record",
        "version": 1,
        "game": "chess",
        "rules": {},
        "seats": [{"name": "Ada"}, {"name": "Zoë", "agent": "level:3"}],
        "start": {},
        "actions": ["a", "b"],
        "result": None,
    }


def parsed(**changes: Any) -> Record:
    return Record.parse(json.dumps(example() | changes))


def refused(text: str) -> str:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(text)
    return str(caught.value)


def test_a_record_is_what_it_says() -> None:
    record = parsed(meta={"date": "2026-01-01"}, result={"winners": [0]})
    assert record.seats == (Seat("Ada"), Seat("Zoë", "level:3"))
    assert record.actions == ("a", "b")
    assert record.result == {"winners": [0]}
    assert record.meta == {"date": "2026-01-01"}
    assert parsed().meta is None


def test_printing_and_parsing_give_the_same_record() -> None:
    for record in (parsed(), parsed(meta={}), parsed(result={"rupees": [1]})):
        assert Record.parse(str(record)) == record


def test_fields_are_written_in_the_order_of_the_format() -> None:
    assert list(json.loads(str(parsed()))) == list(example())


def test_names_are_written_as_they_are() -> None:
    assert "Zoë" in str(parsed())


@pytest.mark.parametrize("field", list(example()))
def test_every_field_is_needed(field: str) -> None:
    data = example()
    del data[field]
    assert refused(json.dumps(data)) == f'record: lacks the field "{field}"'


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "pgn"}, 'format: should be "howdah-record", not "pgn"'),
        ({"version": 2}, "version: should be 1, not 2"),
        ({"version": True}, "version: should be 1, not true"),
        ({"version": 1.0}, "version: should be 1, not 1.0"),
        ({"version": "1"}, 'version: should be 1, not "1"'),
        ({"game": 7}, "game: should be a text, not 7"),
        ({"rules": []}, "rules: should be an object, not []"),
        ({"start": None}, "start: should be an object, not null"),
        ({"actions": "end"}, 'actions: should be a list, not "end"'),
        ({"actions": ["end", 3]}, "actions[1]: should be a text, not 3"),
        ({"result": []}, "result: should be an object, not []"),
        ({"meta": None}, "meta: should be an object, not null"),
        ({"extra": 1}, 'record: has an unknown field "extra"'),
        ({"seats": {}}, "seats: should be a list, not {}"),
        ({"seats": ["Ada"]}, 'seats[0]: should be an object, not "Ada"'),
        ({"seats": [{"agent": "random"}]}, 'seats[0]: lacks the field "name"'),
        ({"seats": [{"name": None}]}, "seats[0].name: should be a text, not null"),
        ({"seats": [{"name": "A", "agent": 1}]}, "seats[0].agent: should be a text, not 1"),
        ({"seats": [{"name": "A", "age": 1}]}, 'seats[0]: has an unknown field "age"'),
    ],
)
def test_a_field_that_is_not_as_it_should_be_is_named(changes: Any, message: str) -> None:
    assert refused(json.dumps(example() | changes)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text: is not JSON"),
        ("{", "text: is not JSON"),
        ("[1]", "record: should be an object, not [1]"),
        ('{"a": 1, "a": 2}', 'text: has the field "a" twice in one object'),
        ('{"a": NaN}', "text: holds NaN, which is not JSON"),
        ('{"a": -Infinity}', "text: holds -Infinity, which is not JSON"),
        ('{"a": "\\ud800"}', "text: holds text that is not valid Unicode"),
        ("[" * 100_000, "text: is nested too deeply"),
        ("9" * 5000, "text: is not JSON"),
        ("\ufeff{}", "text: is not JSON"),
    ],
)
def test_a_text_that_is_not_plain_json_is_refused(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_a_long_value_is_quoted_in_part() -> None:
    assert len(refused(json.dumps(example() | {"rules": ["x" * 5000]}))) < 120


def test_a_jsonl_file_holds_one_record_a_line(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(f"{parsed()}\n\n{parsed(actions=[])}\n")
    assert [(line, Record.parse(text).actions) for line, text in read_texts(path)] == [
        (1, ("a", "b")),
        (3, ()),
    ]


def test_a_json_file_holds_one_record_over_many_lines(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(example(), indent=2))
    assert [line for line, _ in read_texts(path)] == [1]


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes("é".encode("latin-1"))
    with pytest.raises(InvalidRecord, match="is not UTF-8 text"):
        list(read_texts(path))


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    game = howdah.new("bombay", players=3, seed=2, names=["Ada", "Bo", "Zoë"])
    game.play("wait")
    game.record().save(tmp_path / "g.json")
    again = howdah.load(tmp_path / "g.json", seed=2)
    assert again.record() == game.record()
    again.play(again.legal_actions()[0])


def test_load_wants_one_record_and_load_all_takes_many(tmp_path: Path) -> None:
    record = howdah.new("bombay", players=2, seed=2).record()
    path = tmp_path / "two.jsonl"
    path.write_text(f"{record}\n{record}\n")
    assert [game.record() for game in howdah.load_all(path)] == [record, record]
    with pytest.raises(InvalidRecord, match="should hold one record, not 2"):
        howdah.load(path)


def test_a_record_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="There is no game 'chess'; there are bombay, bazar"):
        howdah.from_record(parsed())
