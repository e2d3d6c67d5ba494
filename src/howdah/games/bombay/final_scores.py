"""The end of a game of Bombay as a table shows it: what everyone has, gets and has in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from howdah.games.bombay.rules import PLANS
from howdah.games.bombay.scoring import (
    empire,
    empire_prize,
    final_rupees,
    is_winner,
    reputation,
    reputation_prize,
)
from howdah.games.bombay.state import SEATS, Seat, State
from howdah.i18n import translate
from howdah.render.phrases import Gain, join_with_commas


@dataclass(frozen=True)
class FinalScore:
    """How the rupees of a player come about."""

    seat: int
    name: str
    rupees: int
    """Earned during play."""
    palaces: int
    clients: int
    empire_rank: int
    """How many have a larger empire, plus one."""
    empire_prize: int
    city_tokens: int
    reputation_prize: int
    total: int
    rank: int
    """How many come before, plus one."""
    is_winner: bool

    @property
    def empire(self) -> int:
        """Palaces built plus client tokens."""
        return self.palaces + self.clients


def final_scores(state: State, names: Sequence[str]) -> list[FinalScore]:
    """The final scores of all players, by seat."""
    seats = SEATS[: state.players]
    return [_final_score(state, seat, names[seat]) for seat in seats]


def _final_score(state: State, seat: Seat, name: str) -> FinalScore:
    others = SEATS[: state.players]
    return FinalScore(
        seat,
        name,
        rupees=state.rupees[seat],
        palaces=state.palaces_built[seat],
        clients=state.clients[seat],
        empire_rank=1 + sum(empire(state, other) > empire(state, seat) for other in others),
        empire_prize=empire_prize(state, seat),
        city_tokens=reputation(state, seat),
        reputation_prize=reputation_prize(state, seat),
        total=final_rupees(state, seat),
        rank=1 + sum(_standing(state, other) > _standing(state, seat) for other in others),
        is_winner=is_winner(state, seat),
    )


def _standing(state: State, seat: Seat) -> tuple[int, int]:
    """What decides who comes first: rupees, then client tokens."""
    return final_rupees(state, seat), state.clients[seat]


def empire_prizes(players: int) -> tuple[int, ...]:
    """The prizes by the rank of the empire."""
    return PLANS[players].empire_prizes[:players]


def describe_margin(scores: Sequence[FinalScore]) -> str:
    """Why the winners won: by how much, or by which tie-break."""
    winners = [score for score in scores if score.is_winner]
    others = [score for score in scores if not score.is_winner]
    most = Gain("rupees", winners[0].total)
    if len(winners) > 1:
        return translate("Tied at {rupees}, with as many clients.", rupees=most)
    second = max(score.total for score in others)
    if second == winners[0].total:
        return translate("Tied at {rupees}: more clients decide.", rupees=most)
    return translate(
        "{rupees}, {count} more than {names}.",
        rupees=most,
        count=winners[0].total - second,
        names=join_with_commas(score.name for score in others if score.total == second),
    )
