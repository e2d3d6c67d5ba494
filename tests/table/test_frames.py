"""Frames: whole, small, and only what has changed for a page that says what it shows."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from howdah.ai.match import play_match
from howdah.games.registry import GAMES
from howdah.i18n import use_language
from howdah.render.phrases import ActionDescription, Gain
from howdah.table.create import new_seat
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Viewpoint, frame, hash_parts, omit_known
from howdah.table.jinja import action_button
from howdah.table.messages import PageSession
from howdah.table.model import Table
from howdah.table.panels import ActionButton
from howdah.table.updates import Updates

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
LARGEST = {"bombay": (12_400, 14_500), "bazar": (10_000, 13_500)}
"""The mean and the largest number of bytes in a frame of a game of four."""
LARGEST_SCORES = 12_500
"""How much larger the last frame may be: it has the final scores, and what they are made of."""
LARGEST_CHANGE = {"bombay": 6_300, "bazar": 6_900}
"""The mean number of bytes to a page that follows such a game."""


def played_table(game: str) -> Table:
    played = play_match(game, ["greedy"] * 4, seed="frames")
    return Table(
        id="t1",
        game_name=game,
        rules=played.rules(),
        seats=tuple(new_seat(name).seat for name in ("Ada", "Bhaskar", "Chitra", "Dev")),
        screens="hidden",
        version=played.turns_played,
        game=played,
    )


def frames_of(game: str) -> list[dict[str, Any]]:
    table, logs = played_table(game), EventLogCache()
    return [
        frame(table, Viewpoint(0, "wide"), logs, at=length) for length in range(table.length + 1)
    ]


@EVERY_GAME
def test_a_page_that_gets_what_has_changed_shows_the_same(game: str) -> None:
    shown: dict[str, str] = {}
    known: dict[str, int] = {}
    for whole in frames_of(game):
        sent = omit_known(whole, hash_parts(whole), known)
        known |= sent["hashes"]
        shown |= {**sent["layers"], **sent["regions"]}
        assert shown == {**whole["layers"], **whole["regions"]}


@EVERY_GAME
def test_only_the_last_frame_of_a_finished_game_is_over(game: str) -> None:
    """A page that catches up frame by frame shows the scoring when it comes there."""
    *earlier, last = frames_of(game)
    assert not any(one["over"] or one["regions"]["scores"] for one in earlier)
    assert last["over"]
    assert "score-table" in last["regions"]["scores"]


@pytest.mark.parametrize(("game", "verbs"), [("bombay", "build"), ("bazar", "place end-piece")])
def test_a_frame_says_that_a_piece_was_placed(game: str, verbs: str) -> None:
    played = played_table(game).game
    assert played is not None
    actions = [str(action).split(" ")[0] for action in played.actions]
    placed = [one["motion"].get("placed", False) for one in frames_of(game)[1:]]
    assert placed == [action in verbs.split() for action in actions]
    assert any(placed)


@EVERY_GAME
def test_what_a_page_shows_already_is_not_sent_again(game: str) -> None:
    (last, *_) = reversed(frames_of(game))
    sent = omit_known(last, hash_parts(last), {})
    again = omit_known(last, hash_parts(last), sent["hashes"])
    assert (again["layers"], again["regions"], again["hashes"]) == ({}, {}, {})
    assert again["event"] == last["event"]


@EVERY_GAME
def test_frames_are_small(game: str) -> None:
    table, logs = played_table(game), EventLogCache()
    assert table.game is not None
    sizes, changes, known = [], [], dict[str, int]()
    for length in range(table.length + 1):
        at_turn = Viewpoint(table.game.at(length).to_play, "wide")
        shown = frame(table, at_turn, logs, at=length)
        sent = omit_known(shown, hash_parts(shown), known)
        known |= sent["hashes"]
        sizes.append(count_bytes(shown))
        changes.append(count_bytes(sent))
    most, largest = LARGEST[game]
    assert mean(sizes) <= most
    assert max(sizes[:-1]) <= largest
    assert sizes[-1] <= largest + LARGEST_SCORES
    assert mean(changes[1:]) <= LARGEST_CHANGE[game]


def count_bytes(message: dict[str, Any]) -> int:
    return len(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode())


@pytest.mark.parametrize("known", [None, [], "x", 7, {"sites": 7}, {"": {}}])
def test_odd_hashes_are_as_if_the_page_showed_nothing(known: Any) -> None:
    table = played_table("bombay")
    message = {"ask": "frame", "at": 3, "shape": "wide", "known": known}
    logs = EventLogCache()
    answer = json.loads(PageSession(logs, Updates(logs)).answer(table, (0,), message, 0.0))
    assert answer["kind"] == "frame"
    assert answer["layers"]["sites"]


def test_what_an_action_gives_is_named_in_the_language_of_each_reader() -> None:
    button = ActionButton("wait", ActionDescription("x", gains=(Gain("rupees", 1),)))
    assert "title='gain 1 rupee'" in action_button(button)
    with use_language("fr"):
        assert "title='gagner 1 roupie'" in action_button(button)


def _cards_with_money(table: Table, *, is_past: bool) -> int:
    shown = frame(table, Viewpoint(0, "wide"), EventLogCache(), at=20, is_past=is_past)
    count: int = shown["regions"]["players"].count("class=rupees")
    return count


def test_who_looks_back_at_a_game_that_is_over_sees_what_everyone_had() -> None:
    assert _cards_with_money(played_table("bombay"), is_past=True) == 4


def test_the_last_turns_are_shown_behind_the_screens_until_one_looks_back() -> None:
    assert _cards_with_money(played_table("bombay"), is_past=False) == 1


def test_the_past_of_a_running_game_stays_behind_the_screens() -> None:
    table = played_table("bombay")
    assert table.game is not None
    running = replace(table, game=table.game.at(table.length - 1))
    assert _cards_with_money(running, is_past=True) == 1
