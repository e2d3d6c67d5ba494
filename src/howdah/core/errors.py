"""The errors of the engine: each says what is wrong and what would be right.

All of them are `HowdahError`, so a caller can catch one name; a bug is never one of them.
"""

from __future__ import annotations

from howdah.core.reasons import Reason


class HowdahError(ValueError):
    """Something the caller can put right."""


class UnknownGame(HowdahError):
    """No game of that name is registered."""


class InvalidOption(HowdahError):
    """An option does not exist or does not fit."""


class InvalidAction(HowdahError):
    """A text is not an action of this game, on any position."""


class IllegalAction(HowdahError):
    """An action breaks a rule in this position; nothing has changed.

    `reasons` holds every rule it breaks, `legal` the texts of what may be played instead.
    """

    def __init__(self, action: str, reasons: tuple[Reason, ...], legal: tuple[str, ...]) -> None:
        self.action = action
        self.reasons = reasons
        self.legal = legal
        super().__init__(action, reasons, legal)

    def __str__(self) -> str:
        broken = "".join(f" {reason.sentence} [{reason.rule}]" for reason in self.reasons)
        why = f":{broken}" if broken else "."
        return f"'{self.action}' is not legal{why} Legal: {', '.join(self.legal) or 'nothing'}."


class NothingToUndo(HowdahError):
    """No action has been played yet."""


class GameNotOver(HowdahError):
    """What was asked for is a secret until the game is over."""


class InvalidData(HowdahError):
    """Data from outside is not as it should be; `where` points at the place, as in `sites[3].x`."""

    def __init__(self, where: str, message: str) -> None:
        self.where = where
        self.message = message
        super().__init__(where, message)

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class InvalidBoard(InvalidData):
    """A board breaks a rule of the validator."""


class InvalidRecord(InvalidData):
    """A record breaks the format or the rules; an illegal action is its `__cause__`."""
