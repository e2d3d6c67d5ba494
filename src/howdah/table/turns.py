"""Playing a turn: on a draft, or for good."""

from __future__ import annotations

from collections.abc import Sequence

from howdah.core.errors import IllegalAction, InvalidAction
from howdah.games.registry import AnyGame
from howdah.i18n import translate
from howdah.render.phrases import explain, join_with_commas
from howdah.server.errors import ApiError


def played(game: AnyGame, actions: Sequence[str]) -> AnyGame:
    """A copy of a game with some actions of the present turn played; more than it has is refused.

    With the game's dealer, what is to be drawn after the turn is drawn.
    """
    copy = game.copy()
    turn = copy.turns_played
    for index, action in enumerate(actions):
        if copy.turns_played != turn:
            raise _after_the_end(index, action)
        _play(copy, index, action)
    return copy


def is_finished(before: AnyGame, after: AnyGame) -> bool:
    """Whether the turn that was being played before is over."""
    return after.turns_played != before.turns_played


def unfinished(game: AnyGame, count: int) -> ApiError:
    """A turn that was committed before it is over."""
    sentence = translate("The turn is not over yet: spend all stars, or end it.")
    return _refused(game, count, None, "unfinished-turn", sentence)


def _after_the_end(index: int, action: str) -> ApiError:
    """Nothing is legal in a turn that is over; what the next one offers is not to be told.

    It would give away what is drawn in between, to someone who may still play another turn.
    """
    sentence = translate("The turn is over before this action.")
    facts = {"index": index, "action": action, "reason": sentence, "legal": []}
    return ApiError(422, "turn-over", sentence, **facts)


def _play(game: AnyGame, index: int, action: str) -> None:
    try:
        game.play(action)
    except InvalidAction as error:
        raise _refused(game, index, action, "invalid-action", str(error)) from error
    except IllegalAction as error:
        names = [seat.name for seat in game.seats]
        sentence = join_with_commas(explain(reason, names) for reason in error.reasons)
        reasons = [reason.to_json() for reason in error.reasons]
        raise _refused(game, index, action, "illegal-action", sentence, reasons=reasons) from error


def _refused(
    game: AnyGame, index: int, action: str | None, code: str, sentence: str, **more: object
) -> ApiError:
    legal = [str(other) for other in game.legal_actions()]
    return ApiError(
        422, code, sentence, index=index, action=action, reason=sentence, legal=legal, **more
    )
