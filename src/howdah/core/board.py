"""What the boards of all games have: a name, where they come from, and their own words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final, TypedDict

from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json, as_choice, as_text, shown

PROVENANCES: Final = ("attested", "derived", "reconstructed")


@dataclass(frozen=True, repr=False)
class AnyBoard:
    """A validated board of any game."""

    name: str
    provenance: str
    note: str
    source: str = field(compare=False)
    """The JSON text of the object that the board was made from; its order means nothing."""

    def __repr__(self) -> str:
        return f"<Board {self.name}>"

    def to_json(self) -> dict[str, Json]:
        """The board as the object that it was made from."""
        found: dict[str, Json] = json.loads(self.source)
        return found


class Title(TypedDict):
    """The fields of `AnyBoard`."""

    name: str
    provenance: str
    note: str
    source: str


def parse_title(found: dict[str, Json]) -> Title:
    """The fields that all boards have, from a board's object."""
    return Title(
        name=_parse_name(found["name"]),
        provenance=as_choice(found["provenance"], "provenance", PROVENANCES),
        note=as_text(found.get("note", ""), "note"),
        source=json.dumps(found, ensure_ascii=False),
    )


def _parse_name(value: Json) -> str:
    name = as_text(value, "name")
    if not 1 <= len(name) <= 60 or not name.isprintable():
        raise InvalidData("name", f"should be 1 to 60 printable characters, not {shown(name)}")
    return name
