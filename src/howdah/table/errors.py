"""What a table refuses, with a code, a sentence in the reader's language and the way out."""

from __future__ import annotations

from typing import Any

from howdah.core.errors import HowdahError
from howdah.i18n import translate


class TableError(Exception):
    """A request that the table refuses; nothing has changed."""

    def __init__(self, code: str, sentence: str, **details: Any) -> None:
        self.code = code
        self.sentence = sentence
        self.details = details
        super().__init__(sentence)

    def to_json(self) -> dict[str, Any]:
        """The error as every answer writes it."""
        return {"error": self.code, "message": self.sentence, **self.details}


class NotAllowed(TableError):
    """A request that is someone else's to make."""


class OutOfDate(TableError):
    """A request that does not fit the state of the table, now or any more."""


def invalid(sentence: str, **details: Any) -> TableError:
    """A request that cannot be understood."""
    return TableError("invalid-request", sentence, **details)


def unknown_game(name: str) -> TableError:
    """A request for a game that is not registered."""
    return invalid(translate("There is no game called {name}.", name=name[:40]))


def unknown_agent(name: str, error: HowdahError) -> TableError:
    """A request for an agent that does not exist."""
    sentence = translate("There is no computer player called {name}.", name=name[:40])
    return invalid(sentence, detail=str(error))


def invalid_options(error: HowdahError) -> TableError:
    """Options that the game refuses; what the engine says of them is for programmers."""
    return invalid(translate("These options can't be used together."), detail=str(error))


def moved_on(**details: Any) -> OutOfDate:
    """Something else happened at the table at the same moment."""
    sentence = translate("The game has moved on. Here is the latest position.")
    return OutOfDate("stale-version", sentence, **details)


def stale(version: int) -> OutOfDate:
    """A turn for another version of the table than the current one."""
    return moved_on(version=version)


def goes_on_elsewhere(table: str | None) -> OutOfDate:
    """Something that can no longer be done, for the game goes on at another table."""
    sentence = translate("This game continues at another table.")
    return OutOfDate("continued", sentence, continued_at=table)


def not_your_seat() -> NotAllowed:
    """A seat for which no valid token was shown."""
    return NotAllowed("not-your-seat", translate("This isn't your seat."))


def not_your_turn(to_play: int | None) -> NotAllowed:
    """A turn of someone else."""
    return NotAllowed("not-your-turn", translate("It isn't your turn."), to_play=to_play)


def played_for(seat: int) -> NotAllowed:
    """A turn of a person whose seat an agent plays at the moment."""
    sentence = translate('The computer is playing for you. Press "I\'m back" to take over.')
    return NotAllowed("played-for", sentence, seat=seat)
