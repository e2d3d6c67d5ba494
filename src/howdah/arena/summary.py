"""The summary of an arena: the figures of each entrant, and who finishes ahead of whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from howdah.arena.confidence import Interval, confidence_interval
from howdah.arena.game_result import GameResult
from howdah.arena.ratings import Rating, ratings
from howdah.arena.schedule import Contest
from howdah.core.extras import MissingExtra
from howdah.core.jsonio import Json


@dataclass(frozen=True)
class Entrant:
    """The figures of one agent, over all its seats."""

    agent: str
    games: int
    win_share: float
    """The share of the games that it won; a tie counts in part."""
    interval: Interval | None
    """The 95 % confidence interval of the win share; None after a single deal."""
    fair_share: float
    """The win share if all agents were equal: its share of the seats."""
    mean_score: float | None
    """The mean over the seats that it did not forfeit; None if there are none."""
    forfeits: int
    seconds: float
    """The mean thinking time of a decision."""
    actions: Mapping[str, float]
    """How often it plays each kind of action, per game and seat."""
    rating: Rating | None
    """None where openskill is not installed."""

    def to_json(self) -> dict[str, Json]:
        """Return the entrant as an arena file writes it."""
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
    """The figures of the deals that are complete: played by every rotation."""

    deals: int
    entrants: tuple[Entrant, ...]
    ahead: Mapping[str, Mapping[str, float]]
    """How often the first finishes ahead of the second; a tie counts half."""

    def to_json(self) -> dict[str, Json]:
        """Return the figures as an arena file writes them."""
        return {
            "deals": self.deals,
            "entrants": [entrant.to_json() for entrant in self.entrants],
            "ahead": {
                a: {b: round(share, 6) for b, share in row.items()} for a, row in self.ahead.items()
            },
        }


def summarize(contest: Contest, results: Iterable[GameResult]) -> Summary:
    """Return the figures of a contest so far, in the order in which the agents were given."""
    deals = complete_deals(contest, results)
    if not deals:
        return Summary(0, (), {})
    games = [game for deal in deals for game in deal]
    rated = _ratings(contest, games)
    entrants = tuple(_entrant(text, contest, deals, rated.get(text)) for text in contest.entrants)
    return Summary(len(deals), entrants, ahead_shares(contest.entrants, games))


def complete_deals(contest: Contest, results: Iterable[GameResult]) -> list[list[GameResult]]:
    """Return the games of each deal that every rotation has played, in order."""
    deals: defaultdict[int, list[GameResult]] = defaultdict(list)
    for game in sorted(results, key=lambda game: game.fixture):
        deals[game.fixture.deal].append(game)
    return [deal for deal in deals.values() if len(deal) == contest.rotations]


def ahead_shares(
    entrants: Sequence[str], games: Sequence[GameResult]
) -> dict[str, dict[str, float]]:
    """Return for every two entrants how often a seat of one finishes before one of the other."""
    pairs: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for game in games:
        for one, other, share in _pairs_of(game):
            pairs[one, other].append(share)
    return {
        one: {other: fmean(pairs[one, other]) for other in entrants if pairs[one, other]}
        for one in entrants
    }


def _pairs_of(game: GameResult) -> Iterator[tuple[str, str, float]]:
    """Yield every two seats of different entrants with 1 for ahead, 0.5 for a tie, 0 for behind."""
    seats = list(zip(game.seats, game.places))
    for one, place in seats:
        for other, others_place in seats:
            if one != other:
                yield one, other, (1 + (place < others_place) - (place > others_place)) / 2


def _ratings(contest: Contest, games: Sequence[GameResult]) -> dict[str, Rating]:
    try:
        return ratings(contest.entrants, games)
    except MissingExtra:
        return {}


def _entrant(
    text: str, contest: Contest, deals: Sequence[Sequence[GameResult]], rating: Rating | None
) -> Entrant:
    games = [game for deal in deals for game in deal]
    shares = [fmean(_win_share(text, game) for game in deal) for deal in deals]
    seats = [(game, seat) for game in games for seat in _seats(text, game)]
    scores = [game.scores[seat] for game, seat in seats if seat not in game.forfeited]
    kinds = _action_counts(seats)
    return Entrant(
        agent=text,
        games=len(games),
        win_share=fmean(shares),
        interval=confidence_interval(shares) if len(contest.entrants) > 1 else None,
        fair_share=contest.agents.count(text) / contest.players,
        mean_score=fmean(scores) if scores else None,
        forfeits=sum(seat in game.forfeited for game, seat in seats),
        seconds=sum(game.seconds[seat] for game, seat in seats) / max(kinds.total(), 1),
        actions={kind: kinds[kind] / len(seats) for kind in sorted(kinds)},
        rating=rating,
    )


def _seats(text: str, game: GameResult) -> list[int]:
    return [seat for seat, other in enumerate(game.seats) if other == text]


def _win_share(text: str, game: GameResult) -> float:
    """Return the entrant's share of the win of a game."""
    winners = [game.seats[seat] for seat in game.winners]
    return winners.count(text) / len(winners) if winners else 0.0


def _action_counts(seats: Sequence[tuple[GameResult, int]]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for game, seat in seats:
        kinds.update(game.actions[seat])
    return kinds
