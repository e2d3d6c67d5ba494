from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256

import pytest

from howdah.core.rng import Dealer, Draw, Stream


def test_the_numbers_are_those_of_sha_256() -> None:
    """As docs/chance.md tells it: other programs must get the same."""
    digests = b"".join(sha256(f"7/x/{number}".encode()).digest() for number in range(3))
    words = [int.from_bytes(digests[place : place + 8], "big") for place in range(0, 96, 8)]
    stream = Stream("7", "x")
    assert [stream.randbelow(2**64) for _ in range(12)] == words
    assert words[0] == 0x1FB356EC07A15096


def test_a_seed_may_be_a_number_or_a_text() -> None:
    assert Dealer(7).seed == Dealer("7").seed == "7"
    assert repr(Dealer(7)) == "Dealer('7')"


def test_without_a_seed_every_dealer_is_new() -> None:
    assert len({Dealer().seed for _ in range(50)}) == 50


def test_labels_are_independent_of_each_other() -> None:
    dealer = Dealer(1)
    alone = [dealer.stream("b").randbelow(1000) for _ in range(3)]
    dealer.stream("a").randbelow(10)
    assert [dealer.stream("b").randbelow(1000) for _ in range(3)] == alone
    assert dealer.stream("a").shuffled(range(50)) != dealer.stream("b").shuffled(range(50))


def test_every_number_is_about_as_likely() -> None:
    stream = Stream("seed", "fairness")
    counts = Counter(stream.randbelow(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_is_about_as_likely() -> None:
    stream = Stream("seed", "orders")
    counts = Counter("".join(stream.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_words_that_would_favour_small_numbers_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = iter([2**64 - 1, 5])
    monkeypatch.setattr(Stream, "_next_word", lambda _: next(words))
    assert Stream("seed", "bias").randbelow(3) == 2


# Draws as data


def test_a_draw_is_from_the_seed_that_gives_its_result() -> None:
    numbers = Stream("7", "cards")
    draw = Draw("cards", (*"abcdef",), tuple(numbers.sample("abcdef", 4)))
    assert draw.is_from("7")
    assert not draw.is_from("8")
    assert not draw._replace(label="other cards").is_from("7")
    assert not draw._replace(result=draw.result[::-1]).is_from("7")


def test_a_draw_without_an_order_is_in_that_of_its_items() -> None:
    drawn = Stream("7", "bag").sample("aabbcc", 4)
    draw = Draw("bag", (*"aabbcc",), tuple(sorted(drawn)), is_ordered=False)
    assert draw.is_from("7")
    assert draw.repeat("7") == tuple(sorted(drawn))
    assert drawn != sorted(drawn)
    assert not draw._replace(result=tuple(drawn)).is_from("7")


def test_a_draw_is_written_as_json() -> None:
    draw = Draw("cards", ([1, 2], [3, 4]), ([3, 4],))
    assert json.loads(json.dumps(draw.to_json())) == {
        "label": "cards",
        "items": [[1, 2], [3, 4]],
        "result": [[3, 4]],
        "is_ordered": True,
    }
