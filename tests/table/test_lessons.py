"""Lessons as data: every step can be played, says little, and answers what else one may try."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from howdah.ai.match import play_match
from howdah.games.bazar.growth import grow_trunk
from howdah.games.registry import GAMES, plugin_for
from howdah.i18n import Language, translate, use_language
from howdah.i18n.translation import CODES, SOURCE
from howdah.table.errors import TableError
from howdah.table.lesson import (
    CONFIRM,
    LEARNER,
    Lesson,
    LessonStep,
    NotThisStep,
    Place,
    Progress,
    describe_step,
    explain_wrong,
    find_place,
    find_tip,
    lesson_module,
    start_of_step,
)
from howdah.table.lesson_session import LessonSession, open_lesson
from tests.games.bombay.scene import Scene

LESSONS = [game for game in GAMES if plugin_for(game).lesson is not None]
MOST_WORDS = {SOURCE: 20, "fr": 26, "pt": 26, "pl": 26}
MOST_CLICKS = 40
NAME = "Kim"


def lesson_of(game: str) -> Lesson:
    module = lesson_module(game)
    assert module is not None
    return module.LESSON


def ask(session: LessonSession, **message: Any) -> list[Any]:
    found = {"seat": LEARNER, "shape": "wide", "actions": [], "pick": None, **message}
    return [json.loads(answer) for answer in session.answer(found, now=0.0)]


def place_of(session: LessonSession, read: int, *draft: str) -> Any:
    (answer,) = ask(session, ask="lesson", read=read, actions=[*draft])
    assert answer["kind"] == "lesson"
    return answer


def test_both_games_have_a_lesson() -> None:
    assert LESSONS == ["bombay", "bazar"]
    assert [len(lesson_of(game).steps) for game in LESSONS] == [10, 5]


# What is said


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("game", LESSONS)
def test_no_step_and_no_tip_says_much(game: str, language: Language) -> None:
    module = lesson_module(game)
    assert module is not None
    with use_language(language):
        texts = [describe_step(module.LESSON, step) for step in module.LESSON.steps]
        texts += [explain_wrong(module.LESSON, step) for step in module.LESSON.steps]
        texts += [translate(tip.text) for tip in module.TIPS]
    long = [text for text in texts if len(text.split()) > MOST_WORDS[language]]
    assert long == []


@pytest.mark.parametrize("game", LESSONS)
def test_every_step_that_is_played_says_why_not_something_else(game: str) -> None:
    assert all(step.wrong for step in lesson_of(game).steps if step.actions)


def test_without_a_reason_of_its_own_a_step_has_the_usual_one() -> None:
    lesson = lesson_of("bombay")
    assert explain_wrong(lesson, LessonStep("Wait.", ("wait",))).startswith("You could do that")


# A whole lesson


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_played_from_the_first_step_to_the_last(game: str, language: Language) -> None:
    with use_language(language):
        _play_lesson(game)


def _play_lesson(game: str) -> None:
    lesson, session = lesson_of(game), LessonSession(open_lesson(game, NAME, Progress()))
    session.update(now=0.0)
    read, clicks, draft = 0, 0, list[str]()
    for number, step in enumerate(lesson.steps):
        assert place_of(session, read, *draft)["step"] == number
        assert session.opened.table.to_play == LEARNER, "the learner never waits between two steps"
        if not step.actions:
            read, clicks = read + 1, clicks + 1
            continue
        for expected in step.actions:
            clicks += 1 + expected.startswith("place ") * 3  # the pile, and at most two turns
            assert place_of(session, read, *draft)["expected"] == expected
            version = session.opened.table.version
            if expected == CONFIRM:
                first, *_ = ask(session, ask="commit", version=version, actions=draft)
                assert first["kind"] == "committed"
                draft = []
            else:
                draft.append(expected)
                (shown,) = ask(session, ask="draft", version=version, actions=draft)
                assert shown["kind"] == "frame", shown
    assert not session.opened.table.is_over
    assert clicks <= MOST_CLICKS


@pytest.mark.parametrize("game", LESSONS)
def test_the_others_have_a_turn_for_each_of_the_learner_as_long_as_they_come_next(
    game: str,
) -> None:
    lesson = lesson_of(game)
    turns = sum(step.actions.count(CONFIRM) for step in lesson.steps)
    opened = open_lesson(game, NAME, start_of_step(lesson, len(lesson.steps)).progress)
    assert opened.table.to_play == LEARNER
    assert turns - len(lesson.replies) in (0, 1), "a set may end with the learner's turn"


def test_the_lesson_of_bombay_shows_what_its_steps_say() -> None:
    lesson = lesson_of("bombay")
    before = open_lesson("bombay", NAME, start_of_step(lesson, 3).progress).table.game
    assert before is not None
    game = before.copy()
    game.play("sell purple")
    player = game.view(LEARNER).players[LEARNER]
    old = before.view(LEARNER).players[LEARNER]
    gained = (player.rupees - old.rupees, player.clients, player.city_tokens)
    assert gained == (4, 1, 1), "4 rupees for the top demand, 1 client for purple, 1 city token"
    assert game.view().demands["D4"][-1] == "purple", "purple sank to the bottom"
    toll = open_lesson("bombay", NAME, start_of_step(lesson, 8).progress).table.game
    assert toll is not None
    entered = toll.at(toll.length - 1)
    gain = entered.view(LEARNER).players[LEARNER].rupees
    assert gain == entered.at(entered.length - 1).view(LEARNER).players[LEARNER].rupees + 1
    over = open_lesson("bombay", NAME, start_of_step(lesson, 9).progress).table.game
    assert over is not None
    assert str(over.actions[-1]).startswith("restock "), "a new set brings new silk"


def test_the_lesson_of_the_bazar_shows_what_its_steps_say() -> None:
    lesson = lesson_of("bazar")
    for number, crosses in ((2, False), (3, True)):
        start = start_of_step(lesson, number)
        game = open_lesson("bazar", NAME, start.progress).table.game
        assert game is not None
        view = game.view(LEARNER)
        grown = grow_trunk(view, game.parse(lesson.steps[number].actions[0])).segments
        assert len(grown) == 3
        rival = {segment.cell for segment in view.players[1].trunk}
        assert any(segment.cell in rival for segment in grown[1:]) == crosses
        faded = set(view.piles) - {action.split(" ")[1] for action in view.legal_actions}
        assert faded, "some tiles don't fit"


# Where a player is


def test_who_tries_something_else_is_told_why_not() -> None:
    session = LessonSession(open_lesson("bombay", NAME, Progress()))
    version = session.opened.table.version
    with pytest.raises(TableError, match="E4 sells purple silk") as refused:
        ask(session, ask="draft", version=version, actions=["move H1"])
    assert refused.value.code == "not-this-step"
    with pytest.raises(TableError) as illegal:
        ask(session, ask="draft", version=version, actions=["buy"])
    assert illegal.value.code == "illegal-action", "what is not legal is answered as at any table"
    with pytest.raises(TableError, match="E4 sells purple silk"):
        ask(session, ask="commit", version=version, actions=["wait"])
    assert session.opened.table.version == version


def test_a_turn_has_to_fit_the_version_and_to_be_whole() -> None:
    session = LessonSession(open_lesson("bombay", NAME, Progress()))
    version = session.opened.table.version
    for wrong, actions, code in (
        (version + 1, ["wait"], "stale-version"),
        (version, ["move E4"], "unfinished-turn"),
    ):
        with pytest.raises(TableError) as refused:
            ask(session, ask="commit", version=wrong, actions=actions)
        assert refused.value.code == code


def test_a_step_back_undoes_an_action_a_text_or_a_turn() -> None:
    lesson = lesson_of("bombay")
    assert start_of_step(lesson, 1) == (Progress(), ("move E4",))
    assert start_of_step(lesson, 3).draft == ()
    assert start_of_step(lesson, 3).progress.turns == (("move E4", "buy", "move D4"),)
    assert start_of_step(lesson, 5) == (start_of_step(lesson, 4).progress._replace(read=1), (
        "sell purple",
    ))  # fmt: skip


@pytest.mark.parametrize("game", LESSONS)
def test_the_start_of_every_step_is_the_place_of_that_step(game: str) -> None:
    lesson = lesson_of(game)
    for number in range(len(lesson.steps)):
        start = start_of_step(lesson, number)
        opened = open_lesson(game, NAME, start.progress)
        assert opened.place(*start.draft).number == number
        assert str(Progress.parse(str(start.progress), 0)) == str(start.progress)


def test_who_plays_on_has_read_what_came_before() -> None:
    lesson = lesson_of("bombay")
    turns = start_of_step(lesson, 4).progress.turns
    assert find_place(lesson, Progress(turns), ("sell purple",)) == Place(4, None, 0)
    assert find_place(lesson, Progress(turns), ("sell purple", "move E4")) == Place(5, "buy", 1)
    with pytest.raises(NotThisStep):
        find_place(lesson, Progress(turns), ("sell purple", "move G8"))


def test_after_the_last_step_there_is_nothing_to_play() -> None:
    lesson = lesson_of("bazar")
    end = start_of_step(lesson, len(lesson.steps)).progress
    assert find_place(lesson, end).number == len(lesson.steps)
    with pytest.raises(NotThisStep):
        find_place(lesson, end, ("place 01 0",))
    session = LessonSession(open_lesson("bazar", NAME, end))
    assert place_of(session, end.read)["step"] == len(lesson.steps) - 1, "it stays in sight"


@pytest.mark.parametrize(
    "progress",
    ["move H1,move E1,end", "wait", "move E4", "move E4,buy,move D4;wait", "x", ",", "a,b;" * 99],
)
def test_a_lesson_that_was_not_played_so_is_refused(progress: str) -> None:
    with pytest.raises(TableError):
        open_lesson("bombay", NAME, Progress.parse(progress, 0))


def test_a_game_without_a_lesson_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")
    with pytest.raises(TableError, match="noughts"):
        open_lesson("noughts", NAME, Progress())


@pytest.mark.parametrize("read", [-1, "2", None, True, 1.5])
def test_what_is_no_number_of_texts_is_refused(read: Any) -> None:
    session = LessonSession(open_lesson("bazar", NAME, Progress()))
    with pytest.raises(TableError):
        place_of(session, read)


# Tips


@pytest.mark.parametrize(("game", "games"), [("bombay", 5), ("bazar", 25)])
def test_every_tip_is_due_in_some_games_and_each_is_shown_once(game: str, games: int) -> None:
    module = lesson_module(game)
    assert module is not None
    keys = [tip.key for tip in module.TIPS]
    assert len({*keys}) == len(keys)
    seen: list[str] = []
    for view in _views(game, games):
        while (tip := find_tip(view, seen)) is not None:
            seen.append(tip.key)
    assert sorted(seen) == sorted(keys)


def _views(game: str, games: int) -> Iterator[Any]:
    """What the player to play sees, position by position."""
    for seed in range(games):
        played = play_match(game, ["greedy", "random"], seed=str(seed))
        for position in played.positions(0):
            if position.to_play is not None:
                yield position.view(position.to_play, screens="open")


def test_tips_are_for_the_player_to_play_alone() -> None:
    scene = Scene()
    assert find_tip(scene.game.view(None), ()) is None
