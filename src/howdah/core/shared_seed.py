"""Seeds that a server and the players make together, so that nobody can choose the draws.

The server promises a secret and each player a number, by their hashes; when all promises are
known, the players open their numbers, and the seed is the hash of everything. The transcript
says who took part. `docs/chance.md` describes every byte, what this proves, and what it does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from howdah.core.errors import InvalidData
from howdah.core.jsonio import (
    Json,
    as_choice,
    as_list,
    as_number,
    as_object,
    as_text,
    check_fields,
    quote,
)

VERSION: Final = 2
"""Of the transcript; a proof without a version is of a seed that the server chose alone."""
SEED_LABEL: Final = "howdah-seed-2"
"""The first line of the text that the seed is the hash of."""
HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
NUMBER: Final = HASH
"""A number of a player has 256 bits, in lower-case hexadecimal digits; a hash too."""
SECRET: Final = re.compile(r"[0-9a-f]{32,64}", re.ASCII)
TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)

Why = Literal["absent", "silent"]
"""Why someone has no part in a seed: no promise came in time, or no number after the promise."""


class Contribution(NamedTuple):
    """What one player, or several who share a device, gave to the seed."""

    seats: tuple[int, ...]
    promise: str
    number: str

    def to_json(self) -> dict[str, Json]:
        """The contribution as a transcript writes it."""
        return {"seats": list(self.seats), "promise": self.promise, "number": self.number}


class LeftOut(NamedTuple):
    """Players who have no part in the seed, and why."""

    seats: tuple[int, ...]
    why: Why
    promise: str | None = None
    """Of those who promised a number and did not open it."""

    def to_json(self) -> dict[str, Json]:
        """The entry as a transcript writes it."""
        found: dict[str, Json] = {"seats": list(self.seats), "why": self.why}
        return found if self.promise is None else found | {"promise": self.promise}


@dataclass(frozen=True)
class Transcript:
    """How a seed was made; the secret and the seed are known when the game is over."""

    table: str
    commitment: str
    contributions: tuple[Contribution, ...]
    left_out: tuple[LeftOut, ...]
    secret: str | None = None
    seed: str | None = None

    def to_json(self) -> dict[str, Json]:
        """The transcript as a record writes it in `meta.fair`."""
        found: dict[str, Json] = {
            "version": VERSION,
            "table": self.table,
            "commitment": self.commitment,
            "contributions": [given.to_json() for given in self.contributions],
            "left_out": [entry.to_json() for entry in self.left_out],
        }
        return found if self.secret is None else found | {"secret": self.secret, "seed": self.seed}


def hash_of(text: str) -> str:
    """Return the hash that promises a text: it fits no other text, and does not reveal this one.

    >>> hash_of("7")
    '7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451'
    """
    return sha256(text.encode()).hexdigest()


def seed_text(table: str, secret: str, contributions: Iterable[Contribution]) -> str:
    r"""Return the text whose hash is the seed: one line for each part, each ended by a newline.

    >>> seed_text("t1", "5ec2e7", [Contribution((0, 2), "", "ab"), Contribution((1,), "", "cd")])
    'howdah-seed-2\nt1\n5ec2e7\n0,2 ab\n1 cd\n'
    """
    numbers = (f"{','.join(map(str, given.seats))} {given.number}" for given in contributions)
    return "".join(f"{line}\n" for line in (SEED_LABEL, table, secret, *numbers))


def shared_seed(table: str, secret: str, contributions: Iterable[Contribution]) -> str:
    """Return the seed that a secret and the numbers of the players make."""
    return hash_of(seed_text(table, secret, contributions))


def check_transcript(found: Transcript, people: Collection[int], where: str) -> None:
    """Refuse a transcript that leaves someone out silently, or in which a hash does not fit.

    `people` are the seats that no agent plays. `InvalidData` names the first thing wrong.
    """
    _check_seats(found, people, where)
    for number, given in enumerate(found.contributions):
        if hash_of(given.number) != given.promise:
            place = f"{where}.contributions[{number}].number"
            raise InvalidData(place, f"does not fit its promise {given.promise}")
    if found.secret is None:
        raise InvalidData(where, "holds no secret; it is revealed when the game is over")
    if hash_of(found.secret) != found.commitment:
        hashed = hash_of(found.secret)
        raise InvalidData(f"{where}.commitment", f"should be {hashed}, the hash of the secret")
    seed = shared_seed(found.table, found.secret, found.contributions)
    if found.seed != seed:
        raise InvalidData(f"{where}.seed", f"should be {seed}, the hash of all contributions")


def _check_seats(found: Transcript, people: Collection[int], where: str) -> None:
    """Every person is named once; seats ascend, so that there is one text for one transcript."""
    for name in ("contributions", "left_out"):
        seats: Sequence[tuple[int, ...]] = [entry.seats for entry in getattr(found, name)]
        if any(first >= second for first, second in pairwise(seats)):
            raise InvalidData(f"{where}.{name}", "should be in the order of the seats")
    entries: list[Contribution | LeftOut] = [*found.contributions, *found.left_out]
    named = sorted(seat for entry in entries for seat in entry.seats)
    if named != sorted(people):
        expected = ", ".join(map(str, sorted(people)))
        raise InvalidData(where, f"should name each of the seats {expected} once, not {named}")


def parse_transcript(value: Json, where: str) -> Transcript:
    """Parse what a record holds in `meta.fair`; the hashes are not checked here."""
    found = as_object(value, where)
    required = ("version", "table", "commitment", "contributions", "left_out")
    revealed = ("secret", "seed")
    has_secret = any(name in found for name in revealed)
    check_fields(found, where, required=(*required, *revealed) if has_secret else required)
    if type(found["version"]) is not int or found["version"] != VERSION:
        raise InvalidData(f"{where}.version", f"should be {VERSION}, not {quote(found['version'])}")
    return Transcript(
        table=_as_match(found["table"], f"{where}.table", TABLE),
        commitment=_as_match(found["commitment"], f"{where}.commitment", HASH),
        contributions=tuple(
            _parse_contribution(item, f"{where}.contributions[{number}]")
            for number, item in enumerate(as_list(found["contributions"], f"{where}.contributions"))
        ),
        left_out=tuple(
            _parse_left_out(item, f"{where}.left_out[{number}]")
            for number, item in enumerate(as_list(found["left_out"], f"{where}.left_out"))
        ),
        secret=_as_match(found["secret"], f"{where}.secret", SECRET) if has_secret else None,
        seed=_as_match(found["seed"], f"{where}.seed", HASH) if has_secret else None,
    )


def _parse_contribution(value: Json, where: str) -> Contribution:
    found = as_object(value, where)
    check_fields(found, where, required=("seats", "promise", "number"))
    return Contribution(
        _parse_seats(found["seats"], f"{where}.seats"),
        _as_match(found["promise"], f"{where}.promise", HASH),
        _as_match(found["number"], f"{where}.number", NUMBER),
    )


def _parse_left_out(value: Json, where: str) -> LeftOut:
    found = as_object(value, where)
    why = cast(Why, as_choice(found.get("why"), f"{where}.why", get_args(Why)))
    promise = ("promise",) if why == "silent" else ()
    check_fields(found, where, required=("seats", "why", *promise))
    seats = _parse_seats(found["seats"], f"{where}.seats")
    if why == "absent":
        return LeftOut(seats, why)
    return LeftOut(seats, why, _as_match(found["promise"], f"{where}.promise", HASH))


def _parse_seats(value: Json, where: str) -> tuple[int, ...]:
    items: list[Any] = as_list(value, where)
    seats = tuple(as_number(item, f"{where}[{n}]", low=0) for n, item in enumerate(items))
    if not seats or list(seats) != sorted(set(seats)):
        raise InvalidData(where, f"should be seats in their order, not {quote(value)}")
    return seats


def _as_match(value: Json, where: str, pattern: re.Pattern[str]) -> str:
    text = as_text(value, where)
    if not pattern.fullmatch(text):
        raise InvalidData(where, f"should match {pattern.pattern}, not {quote(text)}")
    return text
