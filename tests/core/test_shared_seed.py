"""A shared seed is the hash of all that was promised; a transcript says who took part."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json
from howdah.core.shared_seed import (
    Contribution,
    LeftOut,
    Transcript,
    check_transcript,
    hash_of,
    parse_transcript,
    seed_text,
    shared_seed,
)

SECRET = "0123456789abcdef" * 2
NUMBERS = [f"{seat}" * 64 for seat in range(4)]
ADA = Contribution((0,), hash_of(NUMBERS[0]), NUMBERS[0])
BO_AND_CY = Contribution((1, 2), hash_of(NUMBERS[1]), NUMBERS[1])
DI = LeftOut((3,), "absent")
EVE = LeftOut((4,), "silent", hash_of(NUMBERS[3]))
WHOLE = Transcript(
    "a-table",
    hash_of(SECRET),
    (ADA, BO_AND_CY),
    (DI, EVE),
    SECRET,
    shared_seed("a-table", SECRET, (ADA, BO_AND_CY)),
)
PEOPLE = range(5)


def refused(transcript: Transcript, people: Any = PEOPLE) -> str:
    """What a transcript is refused with; it must be."""
    with pytest.raises(InvalidData) as caught:
        check_transcript(transcript, people, "fair")
    return str(caught.value)


def unreadable(value: Json) -> str:
    """What cannot be read as a transcript is refused with."""
    with pytest.raises(InvalidData) as caught:
        parse_transcript(value, "fair")
    return str(caught.value)


def test_the_seed_is_the_hash_of_one_line_for_each_part() -> None:
    text = f"howdah-seed-2\na-table\n{SECRET}\n0 {NUMBERS[0]}\n1,2 {NUMBERS[1]}\n"
    assert seed_text("a-table", SECRET, (ADA, BO_AND_CY)) == text
    assert WHOLE.seed == sha256(text.encode("ascii")).hexdigest()


numbers = st.text("0123456789abcdef", min_size=64, max_size=64)
secrets = st.text("0123456789abcdef", min_size=32, max_size=64)
tables = st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True)
lists = st.lists(st.tuples(st.sets(st.integers(0, 4), min_size=1), numbers), max_size=3)


def made(table: str, secret: str, entries: list[tuple[set[int], str]]) -> str:
    given_by = [Contribution(tuple(sorted(seats)), "", number) for seats, number in entries]
    return seed_text(table, secret, given_by)


@given(a=st.tuples(tables, secrets, lists), b=st.tuples(tables, secrets, lists))
def test_different_parts_never_make_the_same_text(a: Any, b: Any) -> None:
    assert (made(*a) == made(*b)) is (a == b)


def test_every_part_changes_the_seed() -> None:
    others = [
        shared_seed("b-table", SECRET, (ADA, BO_AND_CY)),
        shared_seed("a-table", SECRET[::-1], (ADA, BO_AND_CY)),
        shared_seed("a-table", SECRET, (ADA,)),
        shared_seed("a-table", SECRET, ()),
        shared_seed("a-table", SECRET, (ADA, BO_AND_CY._replace(seats=(1,)))),
        shared_seed("a-table", SECRET, (ADA, BO_AND_CY._replace(number=NUMBERS[2]))),
    ]
    assert len({WHOLE.seed, *others}) == 7


# Transcripts


def test_a_right_transcript_is_accepted_and_written_as_it_was_read() -> None:
    check_transcript(WHOLE, PEOPLE, "fair")
    assert parse_transcript(WHOLE.to_json(), "fair") == WHOLE
    running = replace(WHOLE, secret=None, seed=None)
    assert "secret" not in running.to_json()
    assert parse_transcript(running.to_json(), "fair") == running


def test_a_transcript_without_any_contribution_is_right_if_it_says_so() -> None:
    seed = shared_seed("t", SECRET, ())
    alone = Transcript("t", hash_of(SECRET), (), (LeftOut((0,), "absent"),), SECRET, seed)
    check_transcript(alone, [0], "fair")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"secret": SECRET[::-1]}, "fair.commitment: should be "),
        ({"commitment": hash_of("")}, "fair.commitment: should be "),
        ({"seed": hash_of("")}, f"fair.seed: should be {WHOLE.seed}, the hash of all"),
        ({"table": "b-table"}, "fair.seed: should be "),
        ({"secret": None, "seed": None}, "fair: holds no secret; it is revealed when"),
        (
            {"contributions": (ADA, BO_AND_CY._replace(number=NUMBERS[2]))},
            "fair.contributions[1].number: does not fit its promise",
        ),
        ({"contributions": (BO_AND_CY, ADA)}, "fair.contributions: should be in the order"),
        ({"left_out": (EVE, DI)}, "fair.left_out: should be in the order"),
        ({"left_out": (DI,)}, "fair: should name each of the seats 0, 1, 2, 3, 4 once"),
        ({"contributions": (ADA,)}, "fair: should name each of the seats 0, 1, 2, 3, 4 once"),
        ({"left_out": (LeftOut((2, 3), "absent"), EVE)}, "fair: should name each of the seats"),
    ],
)
def test_a_changed_transcript_is_refused_by_name(changes: dict[str, Any], message: str) -> None:
    assert refused(replace(WHOLE, **changes)).startswith(message)


def test_an_agent_contributes_nothing() -> None:
    assert "should name each of the seats 0, 1, 2, 3 once" in refused(WHOLE, range(4))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("version",), 3, "fair.version: should be 2, not 3"),
        (("version",), True, "fair.version: should be 2, not true"),
        (("table",), "a\ntable", "fair.table: should match"),
        (("table",), "", "fair.table: should match"),
        (("commitment",), hash_of("").upper(), "fair.commitment: should match"),
        (("secret",), "abc", "fair.secret: should match"),
        (("secret",), None, "fair.secret: should be a text, not null"),
        (("seed",), f"{WHOLE.seed}\n", "fair.seed: should match"),
        (("contributions",), {}, "fair.contributions: should be a list"),
        (("contributions", 0, "seats"), [], "fair.contributions[0].seats: should be seats"),
        (("contributions", 1, "seats"), [2, 1], "fair.contributions[1].seats: should be seats"),
        (("contributions", 1, "seats"), [1, 1], "fair.contributions[1].seats: should be seats"),
        (("contributions", 1, "seats"), [-1], "fair.contributions[1].seats[0]: should be a whole"),
        (("contributions", 0, "number"), "7", "fair.contributions[0].number: should match"),
        (("contributions", 0, "more"), 1, 'fair.contributions[0]: has an unknown field "more"'),
        (("left_out", 0, "why"), "late", "fair.left_out[0].why: should be one of absent, silent"),
        (("left_out", 0, "why"), "silent", 'fair.left_out[0]: lacks the field "promise"'),
        (("left_out", 1, "why"), "absent", 'fair.left_out[1]: has an unknown field "promise"'),
        (("more",), 1, 'fair: has an unknown field "more"'),
    ],
)
def test_what_is_no_transcript_is_refused_by_name(path: Any, value: Any, message: str) -> None:
    found: Any = WHOLE.to_json()
    *inner, last = path
    place = found
    for key in inner:
        place = place[key]
    place[last] = value
    assert unreadable(found).startswith(message)


@pytest.mark.parametrize("field", ["table", "commitment", "contributions", "left_out", "seed"])
def test_a_transcript_lacks_nothing(field: str) -> None:
    found = WHOLE.to_json()
    del found[field]
    assert unreadable(found) == f'fair: lacks the field "{field}"'
