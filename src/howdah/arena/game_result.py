"""The result of one game of an arena: scores, places and forfeits, and the same as JSON."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from howdah.arena.schedule import Contest, Fixture
from howdah.core.errors import InvalidData
from howdah.core.jsonio import (
    Json,
    as_count,
    as_list,
    as_number,
    as_object,
    as_text,
    check_fields,
    quote,
)
from howdah.games.registry import plugin_for

_FIELDS: Final = (
    "deal",
    "rotation",
    "seats",
    "scores",
    "places",
    "winners",
    "forfeits",
    "actions",
    "seconds",
)
_LEGAL_IN_MESSAGE: Final = 8


@dataclass(frozen=True)
class Forfeit:
    """The loss of a game by an agent that raised or gave no legal action."""

    seat: int
    agent: str
    what: str
    """What the agent did, as the rest of a sentence that begins with its name."""
    legal: tuple[str, ...] = ()
    """The actions that were legal."""

    def message(self, game_number: int) -> str:
        """Return the forfeit as a message to people."""
        legal = ", ".join(self.legal[:_LEGAL_IN_MESSAGE])
        more = len(self.legal) - _LEGAL_IN_MESSAGE
        rest = f" and {more} more" if more > 0 else ""
        choices = f" Legal: {legal}{rest}." if legal else ""
        return (
            f"Game {game_number} is forfeit: {self.agent} in seat {self.seat} {self.what}.{choices}"
        )

    def to_json(self) -> dict[str, Json]:
        """Return the forfeit as an arena file writes it; the agent is that of the seat."""
        return {"seat": self.seat, "what": self.what, "legal": list(self.legal)}


@dataclass(frozen=True)
class GameResult:
    """One finished game; all tuples are by seat."""

    fixture: Fixture
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 is the best; level seats share a place, and all that forfeit share the last."""
    forfeits: tuple[Forfeit, ...]
    actions: tuple[Mapping[str, int], ...]
    """How often the agent played each kind of action: `move`, `buy` and the like."""
    seconds: tuple[float, ...] = field(compare=False)
    """The thinking time of the agent in the whole game."""

    @property
    def forfeited(self) -> frozenset[int]:
        """The seats that forfeited."""
        return frozenset(forfeit.seat for forfeit in self.forfeits)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none if all of them forfeited."""
        places = enumerate(self.places)
        return tuple(s for s, place in places if place == 1 and s not in self.forfeited)

    def to_json(self) -> dict[str, Json]:
        """Return the game as an arena file writes it."""
        return {
            "deal": self.fixture.deal,
            "rotation": self.fixture.rotation,
            "seats": list(self.seats),
            "scores": list(self.scores),
            "places": list(self.places),
            "winners": list(self.winners),
            "forfeits": [forfeit.to_json() for forfeit in self.forfeits],
            "actions": [dict(found) for found in self.actions],
            "seconds": list(self.seconds),
        }


def parse_game_result(value: Json, where: str, contest: Contest) -> GameResult:
    """Parse a game of an arena file; `InvalidData` if it is no game of the contest."""
    found = as_object(value, where)
    check_fields(found, where, required=_FIELDS)
    deal = as_count(found["deal"], f"{where}.deal", range(contest.deals))
    rotation = as_count(found["rotation"], f"{where}.rotation", range(contest.rotations))
    seats = contest.seats(rotation)
    if found["seats"] != list(seats):
        raise InvalidData(f"{where}.seats", f"should be {quote(seats)}")
    by_seat = {
        name: _by_seat(found[name], f"{where}.{name}", contest.players)
        for name in ("scores", "places", "actions", "seconds")
    }
    return GameResult(
        Fixture(deal, rotation),
        seats,
        scores=tuple(_score(score, f"{where}.scores") for score in by_seat["scores"]),
        places=tuple(
            as_count(place, f"{where}.places", range(1, contest.players + 1))
            for place in by_seat["places"]
        ),
        forfeits=tuple(
            _parse_forfeit(forfeit, f"{where}.forfeits", seats)
            for forfeit in as_list(found["forfeits"], f"{where}.forfeits")
        ),
        actions=tuple(_parse_actions(one, f"{where}.actions") for one in by_seat["actions"]),
        seconds=tuple(_duration(one, f"{where}.seconds") for one in by_seat["seconds"]),
    )


def _by_seat(value: Json, where: str, players: int) -> list[Json]:
    found = as_list(value, where)
    as_number(len(found), f"the length of {where}", low=players, high=players)
    return found


def _score(value: Json, where: str) -> int:
    """Parse a score: a whole number, which may be negative in a solo game."""
    if type(value) is not int:
        raise InvalidData(where, f"should be a whole number, not {quote(value)}")
    return value


def _duration(value: Json, where: str) -> float:
    if type(value) not in (int, float) or not isinstance(value, int | float) or value < 0:
        raise InvalidData(where, f"should be a number of seconds, not {quote(value)}")
    return float(value)


def _parse_actions(value: Json, where: str) -> dict[str, int]:
    found = as_object(value, where)
    return {kind: as_number(count, f"{where}.{kind}", low=1) for kind, count in found.items()}


def _parse_forfeit(value: Json, where: str, seats: tuple[str, ...]) -> Forfeit:
    found = as_object(value, where)
    check_fields(found, where, required=("seat", "what", "legal"))
    seat = as_count(found["seat"], f"{where}.seat", range(len(seats)))
    legal = as_list(found["legal"], f"{where}.legal")
    texts = tuple(as_text(action, f"{where}.legal") for action in legal)
    return Forfeit(seat, seats[seat], as_text(found["what"], f"{where}.what"), texts)


def scores_of(game: str, result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the score of each seat.

    >>> scores_of("bazar", {"lengths": [34, 31], "solo_score": None, "winners": [0]})
    (34, 31)
    """
    solo = result.get("solo_score")
    return tuple(result[plugin_for(game).ranking_keys[0]]) if solo is None else (solo,)


def places_of(
    game: str, result: Mapping[str, Any], forfeited: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the place of each seat: level seats share it, all that forfeited share the last.

    >>> places_of("bombay", {"rupees": [30, 21, 30], "clients": [4, 3, 5]})
    (2, 3, 1)
    >>> places_of("bombay", {"rupees": [30, 21, 30], "clients": [4, 3, 5]}, forfeited=[2])
    (1, 2, 3)
    """
    ranks = list(zip(*(result[name] for name in plugin_for(game).ranking_keys)))
    ranked = [rank for seat, rank in enumerate(ranks) if seat not in forfeited]
    return tuple(
        len(ranked) + 1 if seat in forfeited else _place(rank, ranked)
        for seat, rank in enumerate(ranks)
    )


def _place(rank: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> int:
    return 1 + sum(other > rank for other in others)
