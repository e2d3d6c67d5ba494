"""What an action did in a few words: for every kind of action, in every language, no secrets."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from functools import cache

import pytest

from howdah.ai.match import play_match
from howdah.games.registry import AnyGame
from howdah.i18n import LANGUAGES, Language, use_language
from howdah.table.create import new_seat
from howdah.table.event_log import Event, EventLogCache
from howdah.table.frames import log, log_event
from howdah.table.model import Table

NAMES = ("Ada", "Bhaskar", "Chitra", "Dev")
KINDS = {
    "bombay": {"restock", "move", "buy", "sell", "build", "take", "wait", "end"},
    "bazar": {"place", "end-piece"},
}
AGENTS = ("greedy", "random")
MINUS = "\N{MINUS SIGN}"
NAME = "(greedy|random)"
COLOUR = "(yellow|purple|blue|orange)"
CITY = "(Indore|Nagpur|Bombay|Hyderabad)"
ENGLISH = {
    "restock": r"New silk: \d \w+(, \d \w+)*",
    "move": rf"(moved to|then) ([A-Z]\d?|{CITY})( \({NAME} \+1\))?",
    "buy": rf"bought {COLOUR} \({MINUS}[12]\)",
    "sell": rf"sold {COLOUR} in {CITY} \(.+\)",
    "build": r"built at [A-Z]\d?( \((\+2|1 client|1 city token)\))?",
    "take": rf"took {COLOUR}",
    "wait": r"waited \(\+1\)",
    "end": r"passed|[12] stars? unused",
    "place": rf"placed a tile \(trunk \+\d+, now \d+(; {NAME} \+\d+, now \d+)*\)",
    "end-piece": r"placed the end piece \(final length \d+\)",
}
WORDS = re.compile(r"[^\W\d_]{2,}")


@cache
def played_tables(name: str) -> list[Table]:
    """Games of players who do all that one may do."""
    return [_table(name, play_match(name, [agent] * 4, seed="words")) for agent in AGENTS]


def _table(name: str, game: AnyGame) -> Table:
    seats = tuple(new_seat(one).seat for one in NAMES)
    return Table(
        id="t1",
        game_name=name,
        rules=game.rules(),
        seats=seats,
        screens="hidden",
        version=1,
        game=game,
    )


def phrases_of(name: str) -> dict[str, list[Event]]:
    """The events of some games by the kind of their action."""
    found = defaultdict(list)
    for table in played_tables(name):
        assert table.game is not None
        for action, event in zip(table.game.actions, EventLogCache().events_of(table)):
            found[str(action).split(" ")[0]].append(event)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_action_has_its_words(name: str) -> None:
    found = phrases_of(name)
    assert set(found) == KINDS[name]
    for kind, events in found.items():
        wrong = {event.short for event in events if not re.fullmatch(ENGLISH[kind], event.short)}
        assert not wrong


def test_a_way_over_several_sites_reads_as_one() -> None:
    events = EventLogCache().events_of(played_tables("bombay")[0])
    moves = [
        [event.short.split(" ")[0] for event in events if event.turn == turn and event.seat == seat]
        for turn, seat in {(event.turn, event.seat) for event in events if event.seat is not None}
    ]
    assert any(turn[:2] == ["moved", "then"] for turn in moves)
    assert not any("moved moved" in " ".join(turn) for turn in moves)
    assert not any(turn[0] == "then" for turn in moves), "a turn begins with a whole phrase"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", KINDS)
def test_every_language_has_words_of_its_own(name: str, language: Language) -> None:
    with use_language(language):
        found = phrases_of(name)
    for kind, events in found.items():
        text = events[0].short
        assert WORDS.search(text)
        assert "{" not in text
        assert bool(re.fullmatch(ENGLISH[kind], text)) == (language == "en"), text


def test_short_words_say_nothing_that_the_sentence_does_not() -> None:
    """The log shows the sentences to everyone; what is behind a screen is in neither."""
    for kind, events in phrases_of("bombay").items():
        for event in events if kind != "end" else ():  # the stars are on the table
            numbers = re.findall(r"\d", event.short)
            assert set(numbers) <= set(re.findall(r"\d", event.sentence)), event


def test_a_page_gets_the_words_as_plain_data() -> None:
    table = played_tables("bombay")[0]
    (event, *_) = events = EventLogCache().events_of(table)
    assert set(log_event(event)) == {"at", "seat", "turn", "sentence", "short"}
    sent = log(table, EventLogCache(), 0)["events"]
    assert len(json.dumps(sent)) / len(events) < 200
