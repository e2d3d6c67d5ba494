"""Updates: a page that gets each turn as one message shows what a page that asks would show."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from howdah.games.registry import GAMES
from howdah.i18n import use_language
from howdah.table.create import NewTable, create_table, new_seat
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Viewpoint, frame, hash_parts
from howdah.table.messages import PageSession
from howdah.table.model import Table
from howdah.table.turns import commit_turn
from howdah.table.updates import MAX_STEPS, Updates

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
RULES: dict[str, dict[str, str]] = {"bazar": {"starter": "seat 0"}}
NAMES = ("Ada", "Bo", "Cy")
Parts = dict[str, str]


def new_table(game: str) -> Table:
    seats = tuple(new_seat(name) for name in NAMES)
    return create_table(NewTable(game, RULES.get(game, {}), seats), "a seed")


def play_a_turn(table: Table, choice: random.Random) -> Table:
    assert table.game is not None
    assert table.to_play is not None
    draft, actions = table.game.at(table.length), list[str]()
    while draft.turns_played == table.game.turns_played:
        actions.append(choice.choice(draft.view(table.to_play).legal_actions))
        draft.play(actions[-1])
    return commit_turn(table, table.to_play, table.version, actions).table


def parts_of(message: dict[str, Any]) -> Parts:
    return {**message["layers"], **message["regions"]}


class Page:
    """A page that applies what it is sent, as `table.js` does."""

    def __init__(self, seat: int | None, logs: EventLogCache, updates: Updates) -> None:
        self.seat, self.shown = seat, dict[str, str]()
        self.log: list[int] = []
        self.seats = () if seat is None else (seat,)
        self.session = PageSession(logs, updates)

    def ask(self, table: Table, **more: Any) -> dict[str, Any]:
        message = {"ask": "frame", "seat": self.seat, "shape": "wide", **more}
        if not self.shown:  # a socket sends news as soon as it is open
            assert json.loads(self.update(table))["kind"] == "news"
        text = self.session.answer(table, self.seats, message, 0.0)
        answer: dict[str, Any] = json.loads(text)
        assert answer["kind"] == "frame"
        self.shown |= parts_of(answer)
        return answer

    def update(self, table: Table) -> str:
        return self.session.update(table, self.seats, 0.0)

    def receive(self, table: Table) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.update(table))
        for step in message.get("steps", ()):
            self.shown |= parts_of(step)
            self.log.append(step["at"])
        return message


def expected(table: Table, seat: int | None, at: int | None = None) -> Parts:
    length = table.length if at is None else at
    return parts_of(frame(table, Viewpoint(seat, "wide"), EventLogCache(), at=length))


@EVERY_GAME
def test_a_page_that_is_sent_turns_shows_the_same_as_one_that_asks(game: str) -> None:
    logs, choice, table = EventLogCache(), random.Random(3), new_table(game)
    updates = Updates(logs)
    pages = [Page(seat, logs, updates) for seat in (None, 0, 1, 2)]
    for page in pages:
        page.ask(table)
    while not table.is_over:
        table = play_a_turn(table, choice)
        for page in pages:
            message = page.receive(table)
            assert message["kind"] == "turn"
            assert (message["version"], message["length"]) == (table.version, table.length)
            assert page.shown == expected(table, page.seat)
            assert message["hashes"] == hash_parts({"layers": page.shown, "regions": {}})


@EVERY_GAME
def test_every_step_of_anothers_turn_is_sent_in_its_order(game: str) -> None:
    logs, choice, table = EventLogCache(), random.Random(5), new_table(game)
    page = Page(None, logs, Updates(logs))
    page.ask(table)
    for _ in range(12):
        since, table = table.length, play_a_turn(table, choice)
        message = json.loads(page.update(table))
        assert message["since"] == since
        assert [step["at"] for step in message["steps"]] == [*range(since + 1, table.length + 1)]
        for step in message["steps"]:
            page.shown |= parts_of(step)
            assert page.shown == expected(table, None, step["at"])
            assert step["event"]["at"] == step["at"]


@EVERY_GAME
def test_a_player_is_not_sent_the_actions_of_the_own_draft(game: str) -> None:
    logs, choice, table = EventLogCache(), random.Random(5), new_table(game)
    for _ in range(12):
        seat, since = table.to_play, table.length
        page = Page(seat, logs, Updates(logs))
        page.ask(table)
        table = play_a_turn(table, choice)
        message = page.receive(table)
        assert table.game is not None
        events = logs.events_of(table)[since:]
        drawn = [event.at for event in events if event.seat is None]
        assert page.log == (drawn or [table.length])
        logged = [*message.get("events", ()), *(step["event"] for step in message["steps"])]
        assert [event["at"] for event in logged] == [event.at for event in events]
        assert message["since"] <= table.length
        assert page.shown == expected(table, seat)


def test_what_has_not_changed_is_not_sent_again() -> None:
    logs, table = EventLogCache(), new_table("bombay")
    page = Page(None, logs, Updates(logs))
    page.ask(table)
    after = commit_turn(table, table.to_play or 0, table.version, ["wait"]).table
    (step,) = page.receive(after)["steps"]
    assert "sites" not in step["layers"]
    assert "bales" not in step["layers"]
    assert "elephants" in step["layers"]


def test_viewers_who_see_the_same_share_one_message() -> None:
    logs, table = EventLogCache(), new_table("bombay")
    updates = Updates(logs)
    pages = [Page(seat, logs, updates) for seat in (None, None, 0)]
    for page in pages:
        page.ask(table)
    after = play_a_turn(table, random.Random(1))
    one, other, seated = (page.update(after) for page in pages)
    assert one is other
    assert seated != one


def test_viewers_in_two_languages_get_their_own() -> None:
    logs, table = EventLogCache(), new_table("bombay")
    updates, texts = Updates(logs), []
    pages = {code: Page(None, logs, updates) for code in ("en", "pl")}
    for code, page in pages.items():
        with use_language(code):  # type: ignore[arg-type]
            page.ask(table)
    after = play_a_turn(table, random.Random(1))
    for code, page in pages.items():
        with use_language(code):  # type: ignore[arg-type]
            texts.append(page.receive(after)["steps"][0]["said"])
    assert texts[0] != texts[1]


def test_no_update_shows_a_seat_what_is_behind_another_screen() -> None:
    logs, choice, table = EventLogCache(), random.Random(2), new_table("bombay")
    updates = Updates(logs)
    pages = [Page(seat, logs, updates) for seat in (None, 0, 1, 2)]
    for page in pages:
        page.ask(table)
    for _ in range(20):
        table = play_a_turn(table, choice)
        for page in pages:
            page.receive(table)
            own = 0 if page.seat is None else 1
            assert page.shown["players"].count("#icon-coin") == own


def test_a_page_that_looks_back_gets_news_only() -> None:
    logs, table = EventLogCache(), new_table("bazar")
    page = Page(None, logs, Updates(logs))
    page.ask(table, at=0, past=True)
    after = play_a_turn(table, random.Random(1))
    assert page.receive(after)["kind"] == "news"
    page.ask(after)
    assert page.receive(play_a_turn(after, random.Random(1)))["kind"] == "turn"


def test_a_page_that_has_asked_for_nothing_gets_news_only() -> None:
    logs, table = EventLogCache(), new_table("bazar")
    page = Page(None, logs, Updates(logs))
    assert page.receive(play_a_turn(table, random.Random(1)))["kind"] == "news"


def test_several_turns_at_once_are_one_update_and_too_many_are_news() -> None:
    logs, choice, table = EventLogCache(), random.Random(7), new_table("bombay")
    page, late = Page(None, logs, Updates(logs)), Page(None, logs, Updates(logs))
    page.ask(table)
    late.ask(table)
    since = table.length
    for _ in range(3):
        table = play_a_turn(table, choice)
    message = page.receive(table)
    assert (message["kind"], message["version"]) == ("turn", 3)
    assert page.log == [*range(since + 1, table.length + 1)]
    assert page.shown == expected(table, None)
    while table.length - since <= MAX_STEPS:
        table = play_a_turn(table, choice)
    assert late.receive(table)["kind"] == "news"


def test_a_draft_is_what_the_next_update_starts_from() -> None:
    logs, table = EventLogCache(), new_table("bombay")
    seat = table.to_play or 0
    page = Page(seat, logs, Updates(logs))
    page.ask(table)
    page.ask(table, ask="draft", version=table.version, actions=["wait"])
    after = commit_turn(table, seat, table.version, ["wait"]).table
    page.receive(after)
    assert page.shown == expected(after, seat)


def test_a_page_whose_seat_was_taken_gets_news_and_nothing_of_that_seat() -> None:
    logs, table = EventLogCache(), new_table("bombay")
    page = Page(1, logs, Updates(logs))
    page.ask(table)
    page.seats = ()
    message = page.receive(play_a_turn(table, random.Random(1)))
    assert (message["kind"], message["seats"]) == ("news", [])
