"""Refusals: whatever the table will not do, told with a code, a sentence and the way out."""

from __future__ import annotations

from typing import Any

from howdah.i18n import say


class Refusal(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, status: int, code: str, sentence: str, **more: Any) -> None:
        self.status = status
        self.code = code
        self.sentence = sentence
        self.more = more
        super().__init__(sentence)

    def to_json(self) -> dict[str, Any]:
        """The refusal as every answer tells it."""
        return {"error": self.code, "message": self.sentence, **self.more}


def no_table(table_id: str) -> Refusal:
    """There is no such table."""
    return Refusal(404, "no-table", say("There is no table {id}.", id=table_id[:40]))


def stale(version: int) -> Refusal:
    """The table has moved on."""
    sentence = say("The table has moved on: look at it again.")
    return Refusal(409, "stale-version", sentence, version=version)


def not_your_seat() -> Refusal:
    """The token does not open a seat at this table."""
    return Refusal(403, "not-your-seat", say("This is not your seat."))


def not_your_turn(to_play: int | None) -> Refusal:
    """Someone else is to play."""
    return Refusal(403, "not-your-turn", say("It is not your turn."), to_play=to_play)


def played_for(seat: int) -> Refusal:
    """An agent plays in the place of the person who asks."""
    sentence = say("An opponent plays for you. Say that you are back, and the seat is yours again.")
    return Refusal(403, "played-for", sentence, seat=seat)


def invalid(sentence: str, **more: Any) -> Refusal:
    """What was sent cannot be understood."""
    return Refusal(422, "invalid-request", sentence, **more)
