"""Set-up and restocks worked out from the seed by the words of docs/chance.md alone."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from howdah.games.bombay.game import Bombay


def numbers(seed: str, label: str) -> Iterator[int]:
    count = 0
    while True:
        digest = sha256(f"{seed}/{label}/{count}".encode()).digest()
        yield from (int.from_bytes(digest[place : place + 8], "big") for place in (0, 8, 16, 24))
        count += 1


def drawn(seed: str, label: str, items: list[Any], count: int) -> list[Any]:
    words, rest = numbers(seed, label), list(items)
    found: list[Any] = []
    while len(found) < count:
        word = next(words)
        if word < 2**64 - 2**64 % len(rest):
            found.append(rest.pop(word % len(rest)))
    return found


@pytest.mark.parametrize("seed", ["1", "howdah", "2f9c0e"])
@pytest.mark.parametrize("players", [2, 4, 5])
def test_anyone_can_repeat_the_set_up_and_the_restocks(seed: str, players: int) -> None:
    game = Bombay.new(players, seed=seed)
    start: Any = game.start()
    data: Any = game.board.to_json()
    assert start["first_player"] == next(numbers(seed, "first player")) % players
    colours = ["yellow", "purple", "blue", "orange"] * (1 if players < 4 else 2)
    assert list(start["posts"].values()) == drawn(seed, "posts", colours, len(colours))
    tokens = data["palace_token_faces"][game.options.face]
    assert list(start["palace_tokens"].values()) == drawn(seed, "palace tokens", tokens, 8)
    assert list(start["demands"].values()) == drawn(seed, "demands", data["demand_columns"], 4)
    while not game.is_over:
        game.play("end")
    restocks = [str(action) for action in game.actions if str(action).startswith("restock")]
    for number, restock in enumerate(restocks, start=1):
        letters = drawn(seed, f"restock {number}", list("yyyppppbbbbbooooo"), 9)
        assert restock == "restock " + "".join(sorted(letters, key="ypbo".index))
