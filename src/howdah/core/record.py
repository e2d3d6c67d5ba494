"""The record: a game as an append-only list of actions, in the public format `howdah-record` 1.

`docs/record.md` describes the format. Here is what all games share; each game decides what
`rules`, `start` and `result` hold.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass

from howdah.core.atomic_files import write_atomically
from howdah.core.errors import InvalidData, InvalidRecord
from howdah.core.jsonio import (
    Json,
    as_list,
    as_number,
    as_object,
    as_text,
    check_fields,
    parse_json,
    quote,
)

FORMAT = "howdah-record"
VERSION = 1

_FIELDS = ("format", "version", "game", "rules", "seats", "start", "actions", "result")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a name, and the agent that plays it if it is not a person.

    >>> Seat("Ada")
    Seat(name='Ada', agent=None)
    """

    name: str
    agent: str | None = None

    def to_json(self) -> dict[str, Json]:
        """The seat as the record writes it."""
        if self.agent is None:
            return {"name": self.name}
        return {"name": self.name, "agent": self.agent}


@dataclass(frozen=True)
class Record:
    """One game: replaying the actions gives every position of it."""

    game: str
    rules: dict[str, Json]
    seats: tuple[Seat, ...]
    start: dict[str, Json]
    actions: tuple[str, ...]
    result: dict[str, Json] | None = None
    meta: dict[str, Json] | None = None

    def to_json(self) -> dict[str, Json]:
        """The record as one JSON object, its fields in the order of the format."""
        found: dict[str, Json] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "seats": [seat.to_json() for seat in self.seats],
            "start": self.start,
            "actions": list(self.actions),
            "result": self.result,
        }
        return found if self.meta is None else found | {"meta": self.meta}

    def __str__(self) -> str:
        return json.dumps(self.to_json(), ensure_ascii=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all."""
        write_atomically(path, f"{self}\n")

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record a text holds; the rules of its game are not checked here."""
        try:
            return cls._from_json(parse_json(text))
        except InvalidData as error:
            raise InvalidRecord(error.where, error.message) from None

    @classmethod
    def _from_json(cls, value: Json) -> Record:
        found = as_object(value, "record")
        check_fields(found, "record", required=_FIELDS, optional=("meta",))
        _check_format(found)
        result, meta = found["result"], found.get("meta")
        return cls(
            game=as_text(found["game"], "game"),
            rules=as_object(found["rules"], "rules"),
            seats=_parse_seats(found["seats"]),
            start=as_object(found["start"], "start"),
            actions=_parse_actions(found["actions"]),
            result=None if result is None else as_object(result, "result"),
            meta=as_object(meta, "meta") if "meta" in found else None,
        )


def _check_format(found: dict[str, Json]) -> None:
    if found["format"] != FORMAT:
        raise InvalidData("format", f"should be {quote(FORMAT)}, not {quote(found['format'])}")
    if type(found["version"]) is not int or found["version"] != VERSION:
        raise InvalidData("version", f"should be {VERSION}, not {quote(found['version'])}")


def _parse_seats(value: Json) -> tuple[Seat, ...]:
    return tuple(
        _parse_seat(seat, f"seats[{number}]") for number, seat in enumerate(as_list(value, "seats"))
    )


def _parse_seat(value: Json, where: str) -> Seat:
    found = as_object(value, where)
    check_fields(found, where, required=("name",), optional=("agent",))
    agent = as_text(found["agent"], f"{where}.agent") if "agent" in found else None
    return Seat(as_text(found["name"], f"{where}.name"), agent)


def _parse_actions(value: Json) -> tuple[str, ...]:
    return tuple(
        as_text(action, f"actions[{number}]")
        for number, action in enumerate(as_list(value, "actions"))
    )


def check_seats(seats: tuple[Seat, ...], players: int) -> None:
    """Refuse a record whose seats are not one for each player."""
    as_number(len(seats), "the number of seats", low=players, high=players)


def read_texts(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """The record texts of a file, each with its line: one a line in `.jsonl`, else one a file.

    Lines that are blank are passed over. A file in another encoding than UTF-8 is refused.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise InvalidRecord("file", f"is not UTF-8 text: {error.reason}") from None
    lines = text.split("\n") if os.fspath(path).endswith(".jsonl") else [text]
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, line
