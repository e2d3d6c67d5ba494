"""Lessons: a first game step by step, as data, and tips for the game that follows.

A lesson is a position, what its player does there step by step, and the turns of the others. A
game provides one, and the tips, in a module that `GamePlugin.lesson` names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, cast

from howdah.core.jsonio import Json
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.games.registry import AnyGame, game_class, plugin_for
from howdah.i18n import translate

LEARNER: Final = 0
"""The seat of the person who learns."""
CONFIRM: Final = "confirm"
"""What a step calls the end of a turn."""


def point_at_action(action: str) -> tuple[str, ...]:
    """The CSS selectors of an action that one click plays."""
    return (f'[data-act="{action}"]',)


@dataclass(frozen=True)
class LessonStep:
    """One thing to learn: what to read, and what to do before the lesson goes on."""

    text: str
    """A message; `{name}` is the first of the others."""
    actions: tuple[str, ...] = ()
    """What is done in this step, in this order; `CONFIRM` ends a turn."""
    wrong: str = ""
    """A message: why it should not be something else that is legal."""
    card: str = ""
    """In a step without actions: what the keys of the info cards begin with that it is about."""


@dataclass(frozen=True)
class Lesson:
    """A first game, from its start position until the player goes on without help."""

    rules: Mapping[str, Json]
    start: Mapping[str, Json]
    opening: tuple[str, ...]
    """The actions before the first step."""
    steps: tuple[LessonStep, ...]
    replies: tuple[tuple[str, ...], ...]
    """The turns of the others, in the order in which they are played."""
    others: tuple[str, ...] = ("Dev",)
    """The names of the other players."""
    agent: str = "level:1"
    """Who plays for the others when the lesson is over."""
    seed: str = "lesson"
    """What is drawn during the lesson depends on it."""
    point_at: Callable[[str], tuple[str, ...]] = point_at_action
    """The CSS selectors of the control that leads to an action: the first one that is found."""


class Tip(NamedTuple):
    """A hint at the right moment of a first game."""

    key: str
    """A tip is shown once in a game."""
    text: str
    """A message."""
    is_due: Callable[[Any], bool]
    """Whether it is of use to the player of a view, whose turn it is."""


class LessonModule(Protocol):
    """What a game provides; a module with these names will do."""

    LESSON: Lesson
    TIPS: Sequence[Tip]
    """The more useful ones first."""


def lesson_module(game: str) -> LessonModule | None:
    """The lesson and the tips of the game with a public name; None if it has none."""
    plugin = plugin_for(game)
    return None if plugin.lesson is None else cast(LessonModule, plugin.load("lesson"))


def find_tip(view: Any, seen: Collection[str]) -> Tip | None:
    """The most useful tip for the player of a view that they have not seen yet."""
    module = lesson_module(view.game)
    if module is None or view.seat is None or view.seat != view.to_play:
        return None
    return next((tip for tip in module.TIPS if tip.key not in seen and tip.is_due(view)), None)


class Progress(NamedTuple):
    """How far a player is in a lesson: it is all that has to be kept of one."""

    turns: tuple[tuple[str, ...], ...] = ()
    """The turns that the player has confirmed."""
    read: int = 0
    """How many steps without actions the player has read."""

    @classmethod
    def parse(cls, turns: str, read: int) -> Progress:
        """Read turns as `str` writes them.

        >>> Progress.parse("move E4,buy;end", 0).turns
        (('move E4', 'buy'), ('end',))
        """
        found = tuple(tuple(turn.split(",")) for turn in turns.split(";") if turn)
        return cls(found, read)

    def __str__(self) -> str:
        return ";".join(",".join(turn) for turn in self.turns)


class Place(NamedTuple):
    """Where a player is in a lesson."""

    number: int
    """Of the step, from 0; the number of steps if the lesson is over."""
    expected: str | None
    """The next action of the step; None if there is nothing to do but to read."""
    read: int
    """How many steps without actions come before the step."""


class NotThisStep(Exception):
    """What was played is not what a step asks for."""

    def __init__(self, step: LessonStep) -> None:
        self.step = step
        super().__init__(step.text)


def find_place(lesson: Lesson, progress: Progress, draft: Sequence[str] = ()) -> Place:
    """Where a player is who has drafted some actions; raise `NotThisStep` if they do not fit.

    Who goes on playing has read what came before.
    """
    played = [action for turn in progress.turns for action in (*turn, CONFIRM)] + [*draft]
    unread, read = progress.read, 0
    for number, step in enumerate(lesson.steps):
        if not step.actions:
            if not unread and not played:
                return Place(number, None, read)
            unread, read = max(0, unread - 1), read + 1
            continue
        done = _count_equal(step.actions, played)
        if done < min(len(step.actions), len(played)):
            raise NotThisStep(step)
        if done < len(step.actions):
            return Place(number, step.actions[done], read)
        del played[:done]
    if played:
        raise NotThisStep(lesson.steps[-1])
    return Place(len(lesson.steps), None, read)


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    """How many elements two sequences begin with alike."""
    differences = (number for number, pair in enumerate(zip(one, other)) if pair[0] != pair[1])
    return next(differences, min(len(one), len(other)))


class StepStart(NamedTuple):
    """How things stand when a step begins."""

    progress: Progress
    draft: tuple[str, ...]


def start_of_step(lesson: Lesson, number: int) -> StepStart:
    """How things stand for someone who has done all steps before one."""
    earlier = lesson.steps[:number]
    turns: list[tuple[str, ...]] = []
    draft: list[str] = []
    for action in (action for step in earlier for action in step.actions):
        if action == CONFIRM:
            turns.append(tuple(draft))
            draft = []
        else:
            draft.append(action)
    read = sum(not step.actions for step in earlier)
    return StepStart(Progress(tuple(turns), read), tuple(draft))


def start_lesson(game: str, name: str) -> AnyGame:
    """The game of a lesson at its start position; the learner has a name."""
    module = lesson_module(game)
    assert module is not None
    lesson = module.LESSON
    seats = (Seat(name), *(Seat(other, lesson.agent) for other in lesson.others))
    record = Record(game, {**lesson.rules}, seats, {**lesson.start}, lesson.opening)
    return game_class(game).resume(record, dealer=Dealer(lesson.seed))


def describe_step(lesson: Lesson, step: LessonStep) -> str:
    """The text of a step in the reader's language."""
    return translate(step.text, name=lesson.others[0])


def explain_wrong(lesson: Lesson, step: LessonStep) -> str:
    """Why something else than what a step asks for should not be played now."""
    usual = translate("You could do that, but this step shows something else.")
    return translate(step.wrong, name=lesson.others[0]) if step.wrong else usual
