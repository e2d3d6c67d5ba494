"""Ratings of the entrants by openskill: their strength with its standard deviation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from howdah.arena.game_result import GameResult
from howdah.core.extras import needs_extra


class Rating(NamedTuple):
    """The strength of an entrant and its standard deviation; the initial ones are 25 and 8.3."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"


def ratings(entrants: Sequence[str], games: Iterable[GameResult]) -> dict[str, Rating]:
    """Return the rating of every entrant after the games, in the order given.

    An entrant with several seats in a game is rated in each of them and takes the mean.
    """
    with needs_extra("ai"):
        from openskill.models import PlackettLuce
    model = PlackettLuce()
    found = {text: Rating(model.mu, model.sigma) for text in entrants}
    for game in games:
        teams = [[model.rating(*found[text])] for text in game.seats]
        if len(teams) > 1:
            rated = model.rate(teams, ranks=[float(place) for place in game.places])
            after = [Rating(team[0].mu, team[0].sigma) for team in rated]
            found.update(_means(game.seats, after))
    return found


def _means(seats: Sequence[str], after: Sequence[Rating]) -> dict[str, Rating]:
    by_entrant: dict[str, list[Rating]] = {}
    for text, rating in zip(seats, after):
        by_entrant.setdefault(text, []).append(rating)
    return {
        text: Rating(fmean(r.mu for r in found), fmean(r.sigma for r in found))
        for text, found in by_entrant.items()
    }
