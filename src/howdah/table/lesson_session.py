"""A lesson at a table of its own, which nobody stores: the page keeps how far its player is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from howdah.i18n import translate
from howdah.table.encoding import encode_json
from howdah.table.errors import TableError, invalid, stale, unknown_game
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Message
from howdah.table.jinja import render_template
from howdah.table.lesson import (
    CONFIRM,
    LEARNER,
    Lesson,
    LessonStep,
    NotThisStep,
    Place,
    Progress,
    StepStart,
    describe_step,
    explain_wrong,
    find_place,
    lesson_module,
    start_lesson,
    start_of_step,
)
from howdah.table.messages import PageSession, parse_draft, parse_turn
from howdah.table.model import Table, TableSeat
from howdah.table.turns import commit_turn
from howdah.table.updates import Updates

SEATS: Final = (LEARNER,)
"""The seats that the page of a lesson may play."""
CONFIRM_BUTTON: Final = ("#commit",)


@dataclass(frozen=True)
class LessonTable:
    """A lesson, how far its player is, and the table as it is then."""

    lesson: Lesson
    progress: Progress
    table: Table

    def place(self, *draft: str) -> Place:
        """Where the player is after some actions; `TableError` if they are not asked for now."""
        try:
            return find_place(self.lesson, self.progress, draft)
        except NotThisStep as error:
            raise _not_this_step(self.lesson, error.step) from None

    def play(self, actions: tuple[str, ...]) -> LessonTable:
        """Play a turn of the learner; `TableError` if it is not legal, or not what is asked for."""
        table = commit_turn(self.table, LEARNER, self.table.version, actions).table
        self.place(*actions, CONFIRM)
        progress = self.progress._replace(turns=(*self.progress.turns, actions))
        return replace(self, table=table, progress=progress)

    def reply(self) -> LessonTable:
        """Play the turns of the others that are due."""
        table, others = self.table, len(self.lesson.others)
        first = len(self.progress.turns) * others - others
        for actions in self.lesson.replies[max(0, first) : first + others]:
            seat = table.to_play or LEARNER
            agent = table.seats[seat].agent
            table = commit_turn(table, seat, table.version, actions, agent).table
        return replace(self, table=table)


def open_lesson(game: str, name: str, progress: Progress) -> LessonTable:
    """A lesson as far as its player is; `TableError` if that is not a way through it."""
    module = lesson_module(game)
    if module is None:
        raise unknown_game(game)
    found = LessonTable(module.LESSON, Progress(read=progress.read), _open_table(game, name))
    for turn in progress.turns:
        found = found.play(turn).reply()
    return found


def _open_table(game: str, name: str) -> Table:
    """The table of a lesson at its start position."""
    started = start_lesson(game, name)
    seats = (TableSeat(seat.name, seat.agent, None, is_remote=False) for seat in started.seats)
    return Table(
        id=f"lesson-{game}",
        game_name=game,
        rules=started.rules(),
        seats=tuple(seats),
        screens="open",
        version=started.turns_played,
        game=started,
    )


class LessonSession:
    """The conversation of one page with its lesson."""

    def __init__(self, opened: LessonTable) -> None:
        self.opened = opened
        logs = EventLogCache()
        self._page = PageSession(logs, Updates(logs))

    def update(self, now: float) -> str:
        """Return what the page needs to know of the table."""
        return self._page.update(self.opened.table, SEATS, now, here=SEATS)

    def answer(self, message: dict[str, Any], now: float) -> list[str]:
        """Answer a message of the page; the others' turns follow upon one of the learner."""
        asked = message.get("ask")
        if asked == "lesson":
            return [encode_json(self._describe_place(message))]
        if asked == "commit":
            return self._commit(message, now)
        answer = self._page.answer(self.opened.table, SEATS, message, now)  # is it legal?
        if asked == "draft":
            self.opened.place(*parse_draft(message).actions)
        return [answer]

    def _commit(self, message: dict[str, Any], now: float) -> list[str]:
        _, version, actions = parse_turn(message, SEATS)
        if version != self.opened.table.version:
            raise stale(self.opened.table.version)
        self.opened = self.opened.play(actions)
        committed = f'{{"kind":"committed","update":{self.update(now)}}}'
        before, self.opened = self.opened, self.opened.reply()
        is_same = before.table.version == self.opened.table.version
        return [committed] if is_same else [committed, self.update(now)]

    def _describe_place(self, message: dict[str, Any]) -> Message:
        """The step where the page is, what it should point at, and the way back."""
        read = message.get("read")
        if type(read) is not int or read < 0:
            raise invalid(translate("Invalid request."))
        progress = self.opened.progress._replace(read=read)
        self.opened = replace(self.opened, progress=progress)
        place = self.opened.place(*parse_draft(message).actions)
        lesson, last = self.opened.lesson, len(self.opened.lesson.steps) - 1
        number = min(place.number, last)  # who has read the last step sees it until they play on
        return {
            "kind": "lesson",
            "step": number,
            "steps": len(lesson.steps),
            "turns": str(self.opened.progress),
            "read": place.read,
            "targets": _targets(lesson, place),
            "expected": place.expected,
            "card": lesson.steps[number].card,
            "back": _encode_start(start_of_step(lesson, max(0, number - 1))),
            "html": _draw_step(lesson, number),
        }


def _targets(lesson: Lesson, place: Place) -> tuple[str, ...]:
    """The CSS selectors of what the page points at: the first one that it finds."""
    if place.expected == CONFIRM:
        return CONFIRM_BUTTON
    if place.expected is not None:
        return lesson.point_at(place.expected)
    card = lesson.steps[min(place.number, len(lesson.steps) - 1)].card
    any_card = f'[data-card^="{card}"]'
    return (f"[aria-disabled]{any_card}", any_card) if card else ()


def _encode_start(start: StepStart) -> dict[str, Any]:
    """A start of a step as a page keeps it."""
    return {"turns": str(start.progress), "read": start.progress.read, "draft": start.draft}


def _draw_step(lesson: Lesson, number: int) -> str:
    step = lesson.steps[number]
    return render_template(
        "lesson.html",
        number=number + 1,
        count=len(lesson.steps),
        text=describe_step(lesson, step),
        is_read_only=not step.actions,
        is_last=number == len(lesson.steps) - 1,
    )


def _not_this_step(lesson: Lesson, step: LessonStep) -> TableError:
    """A legal action that the lesson does not ask for now."""
    return TableError("not-this-step", explain_wrong(lesson, step))
