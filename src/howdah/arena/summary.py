"""What an arena found out: how each entrant fared, and who finishes ahead of whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from howdah.arena.confidence import Interval, interval
from howdah.arena.game_result import Outcome
from howdah.arena.ratings import Rating, ratings
from howdah.arena.schedule import Contest
from howdah.core.extras import MissingExtra
from howdah.core.jsonio import Json


@dataclass(frozen=True)
class Entrant:
    """How one agent fared, all its seats taken together."""

    agent: str
    games: int
    win_share: float
    """The part of the games that it won; a shared win counts in part."""
    interval: Interval | None
    """Where its true win share lies with 95 % confidence; None after a single deal."""
    fair_share: float
    """What it would win if all agents were alike: the part of the seats that is its own."""
    mean_score: float | None
    """Of the seats it played to the end; None if it forfeited every game."""
    forfeits: int
    seconds: float
    """Mean thinking time a decision."""
    actions: Mapping[str, float]
    """How often it plays each kind of action, a game and seat."""
    rating: Rating | None
    """None where openskill is not installed."""

    def to_json(self) -> dict[str, Json]:
        """The entrant as an arena file writes it."""
        rating = self.rating
        return {
            "agent": self.agent,
            "games": self.games,
            "win_share": round(self.win_share, 6),
            "interval": None if self.interval is None else [round(x, 6) for x in self.interval],
            "fair_share": round(self.fair_share, 6),
            "mean_score": None if self.mean_score is None else round(self.mean_score, 4),
            "forfeits": self.forfeits,
            "seconds_a_decision": round(self.seconds, 6),
            "actions": {kind: round(count, 4) for kind, count in self.actions.items()},
            "rating": None if rating is None else {"mu": rating.mu, "sigma": rating.sigma},
        }


@dataclass(frozen=True)
class Summary:
    """The figures of the deals that were played by every rotation."""

    deals: int
    entrants: tuple[Entrant, ...]
    ahead: Mapping[str, Mapping[str, float]]
    """How often the first finishes ahead of the second; level counts half."""

    def to_json(self) -> dict[str, Json]:
        """The figures as an arena file writes them."""
        return {
            "deals": self.deals,
            "entrants": [entrant.to_json() for entrant in self.entrants],
            "ahead": {
                a: {b: round(share, 6) for b, share in row.items()} for a, row in self.ahead.items()
            },
        }


def summary(contest: Contest, outcomes: Iterable[Outcome]) -> Summary:
    """The figures of a contest so far, in the order in which the agents were entered."""
    deals = whole_deals_of(contest, outcomes)
    if not deals:
        return Summary(0, (), {})
    games = [outcome for deal in deals for outcome in deal]
    rated = _rated(contest, games)
    entrants = tuple(_entrant(text, contest, deals, rated.get(text)) for text in contest.entrants)
    return Summary(len(deals), entrants, ahead(contest.entrants, games))


def whole_deals_of(contest: Contest, outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """The games of each deal whose every rotation is played, in their order."""
    deals: defaultdict[int, list[Outcome]] = defaultdict(list)
    for outcome in sorted(outcomes, key=lambda outcome: outcome.fixture):
        deals[outcome.fixture.deal].append(outcome)
    return [deal for deal in deals.values() if len(deal) == contest.rotations]


def ahead(entrants: Sequence[str], games: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """For every two entrants, how often a seat of the one finishes before a seat of the other."""
    pairs: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        for one, other, share in _met(game):
            pairs[one, other].append(share)
    return {
        one: {other: fmean(pairs[one, other]) for other in entrants if pairs[one, other]}
        for one in entrants
    }


def _met(game: Outcome) -> Iterator[tuple[str, str, float]]:
    """Every two seats of different entrants, with 1 for ahead, a half for level, 0 for behind."""
    table = list(zip(game.seats, game.places))
    for one, place in table:
        for other, others_place in table:
            if one != other:
                yield one, other, (1 + (place < others_place) - (place > others_place)) / 2


def _rated(contest: Contest, games: Sequence[Outcome]) -> dict[str, Rating]:
    try:
        return ratings(contest.entrants, games)
    except MissingExtra:
        return {}


def _entrant(
    text: str, contest: Contest, deals: Sequence[Sequence[Outcome]], rating: Rating | None
) -> Entrant:
    games = [game for deal in deals for game in deal]
    shares = [fmean(_won(text, game) for game in deal) for deal in deals]
    seats = [(game, seat) for game in games for seat in _seats(text, game)]
    scores = [game.scores[seat] for game, seat in seats if seat not in game.forfeited]
    kinds = _kinds(seats)
    return Entrant(
        agent=text,
        games=len(games),
        win_share=fmean(shares),
        interval=interval(shares) if len(contest.entrants) > 1 else None,
        fair_share=contest.agents.count(text) / contest.players,
        mean_score=fmean(scores) if scores else None,
        forfeits=sum(seat in game.forfeited for game, seat in seats),
        seconds=sum(game.seconds[seat] for game, seat in seats) / max(kinds.total(), 1),
        actions={kind: kinds[kind] / len(seats) for kind in sorted(kinds)},
        rating=rating,
    )


def _seats(text: str, game: Outcome) -> list[int]:
    return [seat for seat, other in enumerate(game.seats) if other == text]


def _won(text: str, game: Outcome) -> float:
    """The entrant's part of a game's win."""
    winners = [game.seats[seat] for seat in game.winners]
    return winners.count(text) / len(winners) if winners else 0.0


def _kinds(seats: Sequence[tuple[Outcome, int]]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for game, seat in seats:
        kinds.update(game.actions[seat])
    return kinds
