"""The making of a seed: promises, a closed list, numbers, and who is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from howdah.core.shared_seed import Contribution, LeftOut, hash_of
from howdah.table.errors import TableError
from howdah.table.seed_sharing import (
    SECONDS_TO_COME,
    SECONDS_TO_OPEN,
    SeedSharing,
    start_sharing,
)

NOW = 1_000_000.0
NUMBERS = [f"{seat:x}" * 64 for seat in range(1, 6)]
PROMISES = [hash_of(number) for number in NUMBERS]


def sharing(people: int = 3, local: tuple[int, ...] = (0,)) -> SeedSharing:
    """The sharing of a new table."""
    return start_sharing(range(people), local, NOW)


def refused(code: str, act: Any, *arguments: Any) -> TableError:
    """What a step is refused with; it must be, with a code."""
    with pytest.raises(TableError) as caught:
        act(*arguments)
    assert caught.value.code == code
    return caught.value


def test_a_seed_is_made_when_all_have_promised_and_opened() -> None:
    now = sharing(2)
    assert (now.stage, now.missing, now.seconds_left(NOW)) == ("promises", (0, 1), 600)
    now = now.promise([1], PROMISES[1], NOW + 10)
    assert (now.stage, now.missing) == ("promises", (0,))
    now = now.promise([0], PROMISES[0], NOW + 20)
    assert (now.stage, now.missing, now.seconds_left(NOW + 20)) == ("numbers", (0, 1), 5)
    now = now.open_number([1], NUMBERS[1])
    assert (now.stage, now.missing) == ("numbers", (0,))
    now = now.open_number([0], NUMBERS[0])
    assert (now.stage, now.missing, now.left_out) == ("drawn", (), ())
    assert now.contributions == (
        Contribution((0,), PROMISES[0], NUMBERS[0]),
        Contribution((1,), PROMISES[1], NUMBERS[1]),
    )


def test_one_device_has_one_number_for_all_its_seats() -> None:
    now = sharing(3, (0, 2)).promise([2, 0], PROMISES[0], NOW)
    assert now.missing == (1,)
    now = now.promise([1], PROMISES[1], NOW).open_number([0, 2], NUMBERS[0])
    now = now.open_number([1], NUMBERS[1])
    assert [given.seats for given in now.contributions] == [(0, 2), (1,)]


def test_a_device_that_takes_another_seat_later_needs_another_number() -> None:
    now = sharing(2).promise([0], PROMISES[0], NOW)
    refused("invalid-request", now.promise, [0, 1], PROMISES[0], NOW)
    now = now.promise([0, 1], PROMISES[1], NOW)
    assert [promise.seats for promise in now.promises] == [(0,), (1,)]


def test_the_first_promise_of_a_seat_stands() -> None:
    now = sharing(2).promise([0], PROMISES[0], NOW)
    assert now.promise([0], PROMISES[1], NOW) is now
    closed = now.promise([1], PROMISES[1], NOW)
    assert closed.promise([1], PROMISES[1], NOW) is closed


def test_a_number_is_opened_once_and_only_after_the_list_is_closed() -> None:
    now = sharing(2).promise([0], PROMISES[0], NOW)
    refused("too-early", now.open_number, [0], NUMBERS[0])
    now = now.promise([1], PROMISES[1], NOW)
    refused("broken-promise", now.open_number, [0], NUMBERS[1])
    refused("broken-promise", now.open_number, [0], NUMBERS[2])
    now = now.open_number([0], NUMBERS[0])
    assert now.open_number([0], NUMBERS[0]) is now


def test_nobody_sees_a_number_before_the_seed_is_made() -> None:
    now = sharing(2).promise([0], PROMISES[0], NOW).promise([1], PROMISES[1], NOW)
    now = now.open_number([0], NUMBERS[0])
    assert NUMBERS[0] not in repr(now.view())
    assert PROMISES[0] in repr(now.view())


def test_the_creator_need_not_wait_for_those_who_do_not_come() -> None:
    now = sharing(3)
    refused("invalid-request", now.go_on, [0], NOW)  # without a promise of their own
    now = now.promise([0], PROMISES[0], NOW).promise([1], PROMISES[1], NOW)
    error = refused("too-early", now.go_on, [1], NOW + 1)
    assert error.details["retry_after"] == SECONDS_TO_COME - 1
    now = now.go_on([0], NOW + 1)
    assert (now.stage, now.missing) == ("numbers", (0, 1))
    refused("too-late", now.promise, [2], PROMISES[2], NOW + 2)
    now = now.open_number([0], NUMBERS[0]).open_number([1], NUMBERS[1])
    assert (now.stage, now.left_out) == ("drawn", (LeftOut((2,), "absent"),))


def test_after_ten_minutes_anyone_who_is_there_goes_on() -> None:
    now = sharing(2).promise([1], PROMISES[1], NOW)
    late = NOW + SECONDS_TO_COME
    refused("invalid-request", now.go_on, [0], late)
    assert now.go_on([1], late).stage == "numbers"


def test_where_all_come_by_a_link_anyone_who_is_there_may_go_on() -> None:
    now = sharing(2, ()).promise([1], PROMISES[1], NOW)
    assert now.go_on([1], NOW).stage == "numbers"


def test_a_promise_that_is_not_kept_in_time_is_left_out_by_name() -> None:
    now = sharing(2).promise([0], PROMISES[0], NOW).promise([1], PROMISES[1], NOW)
    now = now.open_number([1], NUMBERS[1])
    error = refused("too-early", now.go_on, [1], NOW + SECONDS_TO_OPEN - 1)
    assert error.details["retry_after"] == 1
    now = now.go_on([1], NOW + SECONDS_TO_OPEN)
    assert now.contributions == (Contribution((1,), PROMISES[1], NUMBERS[1]),)
    assert now.left_out == (LeftOut((0,), "silent", PROMISES[0]),)
    refused("too-late", now.open_number, [0], NUMBERS[0])
    assert now.go_on([0], NOW + 60) == now


def test_a_late_number_counts_as_long_as_nobody_has_gone_on() -> None:
    now = sharing(1).promise([0], PROMISES[0], NOW)
    assert now.seconds_left(NOW + 60) == 0
    assert now.open_number([0], NUMBERS[0]).stage == "drawn"


@pytest.mark.parametrize("text", ["", "7", "A" * 64, "a" * 63, "a" * 65, f"{'a' * 64}\n", "é" * 64])
def test_what_is_no_hash_or_number_is_refused(text: str) -> None:
    now = sharing(1)
    refused("invalid-request", now.promise, [0], text, NOW)
    now = now.promise([0], PROMISES[0], NOW)
    refused("invalid-request", now.open_number, [0], text)


class AnyOrder(RuleBasedStateMachine):
    """Whatever players do and whenever, the seed is made of what was promised and opened."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.sharing = NOW, sharing(4, (0, 1))
        self.promised: dict[int, str] = {}
        self.opened: set[str] = set()

    def attempt(self, act: Any, *arguments: Any) -> bool:
        """Whether a step was taken; a step that is refused changes nothing."""
        before = self.sharing
        try:
            self.sharing = act(*arguments)
        except TableError:
            assert self.sharing is before
            return False
        return self.sharing != before

    @rule(seats=st.sets(st.integers(0, 3), min_size=1), number=st.sampled_from(NUMBERS))
    def promise(self, seats: set[int], number: str) -> None:
        new = self.sharing.absent
        if self.attempt(self.sharing.promise, seats, hash_of(number), self.now):
            self.promised |= {seat: number for seat in seats if seat in new}

    @precondition(lambda self: self.promised)
    @rule(seat=st.integers(0, 3), number=st.sampled_from(NUMBERS))
    def open_number(self, seat: int, number: str) -> None:
        if self.attempt(self.sharing.open_number, [seat], number):
            assert self.promised[seat] == number
            self.opened.add(number)

    @rule(seat=st.integers(0, 3))
    def go_on(self, seat: int) -> None:
        self.attempt(self.sharing.go_on, [seat], self.now)

    @rule(seconds=st.sampled_from([0.5, 4.0, 300.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @invariant()
    def everyone_is_named_once(self) -> None:
        now = self.sharing
        named = [seat for entry in (*now.contributions, *now.left_out) for seat in entry[0]]
        assert sorted(named) == [0, 1, 2, 3]
        assert {given.number for given in now.contributions} == self.opened
        assert list(now.contributions) == sorted(now.contributions)
        assert not (now.stage == "promises" and self.opened)

    @invariant()
    def it_is_stored_and_restored(self) -> None:
        stored = json.loads(json.dumps(self.sharing.to_json()))
        assert SeedSharing.from_json(stored) == self.sharing


TestAnyOrder = AnyOrder.TestCase
