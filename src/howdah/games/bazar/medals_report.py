"""The medals game in words: what every hand showed, who is out and why, and who starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from howdah.games.bazar.medals import Choice, MedalsView, Round, RoundResult, result_of
from howdah.games.bazar.names import Call
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import join_with_commas

CALL_NAMES: Final[Mapping[Call, str]] = {"even": mark("even"), "odd": mark("odd")}


@dataclass(frozen=True)
class OpenHand:
    """The hand of a seat as everyone sees it after a round."""

    seat: int
    name: str
    kept: int
    call: str
    """As a word in the reader's language."""
    is_right: bool
    is_out: bool
    text: str
    """All of it in words."""


@dataclass(frozen=True)
class RoundReport:
    """A round in words."""

    number: int
    hands: tuple[OpenHand, ...]
    total: str
    outcome: str
    """Who is out and why, or that nobody is."""


def report_rounds(rounds: Sequence[Round], names: Sequence[str]) -> tuple[RoundReport, ...]:
    """All rounds, in their order."""
    return tuple(
        RoundReport(number, _open_hands(choices, result, names), *_describe(choices, result, names))
        for number, choices in enumerate(rounds, start=1)
        for result in [result_of(choices)]
    )


def describe_next(view: MedalsView, names: Sequence[str]) -> str:
    """Who starts, or who plays another round."""
    if view.first_player is None:
        return translate("{names} play again.", names=_names_of(view.still_in, names))
    if view.first_player == view.seat:
        return translate("You start.")
    return translate("{name} starts.", name=names[view.first_player])


def describe_choice(name: str, choice: Choice) -> str:
    """How many medals a hand shows, and what its owner said."""
    return translate_count(
        "{name}: {count} medal, {call}",
        "{name}: {count} medals, {call}",
        choice.kept,
        name=name,
        call=translate(CALL_NAMES[choice.call]),
    )


def _open_hands(choices: Round, result: RoundResult, names: Sequence[str]) -> tuple[OpenHand, ...]:
    return tuple(
        OpenHand(
            seat,
            names[seat],
            choice.kept,
            translate(CALL_NAMES[choice.call]),
            is_right=seat in result.right,
            is_out=seat in result.out,
            text=describe_choice(names[seat], choice),
        )
        for seat, choice in enumerate(choices)
        if choice is not None
    )


def _describe(choices: Round, result: RoundResult, names: Sequence[str]) -> tuple[str, str]:
    """The total and the outcome of a round."""
    numbers = " + ".join(str(choice.kept) for choice in choices if choice is not None)
    total = translate(
        "Total: {sum}, {call}.",
        sum=f"{numbers} = {result.total}",
        call=translate(CALL_NAMES[result.right_call]),
    )
    return total, describe_outcome(result, names)


def describe_outcome(result: RoundResult, names: Sequence[str]) -> str:
    """Who is out and why, or that nobody is."""
    if not result.right:
        return translate("Everyone guessed wrong: nobody is out.")
    if not result.out:
        return translate("Everyone guessed right: nobody is out.")
    count, out = len(result.out), _names_of(result.out, names)
    if result.right_call == "even":
        return translate_count(
            "{names} guessed odd and is out.", "{names} guessed odd and are out.", count, names=out
        )
    return translate_count(
        "{names} guessed even and is out.", "{names} guessed even and are out.", count, names=out
    )


def _names_of(seats: Iterable[int], names: Sequence[str]) -> str:
    return join_with_commas(names[seat] for seat in seats)
