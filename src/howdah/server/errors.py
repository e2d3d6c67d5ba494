"""The errors of the public interface: a status, a code, a sentence, and fields that help."""

from __future__ import annotations

from typing import Any

from howdah.i18n import translate


class ApiError(Exception):
    """A request that is refused; it has changed nothing."""

    def __init__(self, status: int, code: str, sentence: str, **more: Any) -> None:
        self.status = status
        self.code = code
        self.sentence = sentence
        self.more = more
        super().__init__(sentence)

    def to_json(self) -> dict[str, Any]:
        """Return the body of the error response."""
        return {"error": self.code, "message": self.sentence, **self.more}


def no_table(table_id: str) -> ApiError:
    """There is no such table."""
    return ApiError(404, "no-table", translate("There is no table {id}.", id=table_id[:40]))


def stale(version: int) -> ApiError:
    """The request names a version that is not the current one."""
    sentence = translate("The table has moved on: look at it again.")
    return ApiError(409, "stale-version", sentence, version=version)


def not_your_seat() -> ApiError:
    """The token is not that of a seat at this table."""
    return ApiError(403, "not-your-seat", translate("This is not your seat."))


def not_your_turn(to_play: int | None) -> ApiError:
    """It is another seat's turn."""
    return ApiError(403, "not-your-turn", translate("It is not your turn."), to_play=to_play)


def played_for(seat: int) -> ApiError:
    """A stand-in plays for the person who sends the request."""
    sentence = translate(
        "An opponent plays for you. Say that you are back, and the seat is yours again."
    )
    return ApiError(403, "played-for", sentence, seat=seat)


def invalid(sentence: str, **more: Any) -> ApiError:
    """The request does not fit what the interface expects."""
    return ApiError(422, "invalid-request", sentence, **more)
