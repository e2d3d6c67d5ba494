"""How one game of an arena came out, and the same as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

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
    shown,
)

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
_LEGAL_TOLD: Final = 8


@dataclass(frozen=True)
class Forfeit:
    """An agent that broke down or broke the rules: the game is lost for its seat."""

    seat: int
    agent: str
    what: str
    """What it did, as a sentence tells it after the agent's name."""
    legal: tuple[str, ...] = ()
    """What it could have played."""

    def told(self, game_number: int) -> str:
        """The forfeit as a message."""
        legal = ", ".join(self.legal[:_LEGAL_TOLD])
        more = len(self.legal) - _LEGAL_TOLD
        rest = f" and {more} more" if more > 0 else ""
        choices = f" Legal: {legal}{rest}." if legal else ""
        return (
            f"Game {game_number} is forfeit: {self.agent} in seat {self.seat} {self.what}.{choices}"
        )

    def to_json(self) -> dict[str, Json]:
        """The forfeit as an arena file writes it; the agent is that of the seat."""
        return {"seat": self.seat, "what": self.what, "legal": list(self.legal)}


@dataclass(frozen=True)
class Outcome:
    """One finished game; all lists are by seat."""

    fixture: Fixture
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 is the best; those who are level share a place, and all who forfeit share the last."""
    forfeits: tuple[Forfeit, ...]
    actions: tuple[Mapping[str, int], ...]
    """How often the agent played each kind of action: `move`, `buy` and the like."""
    seconds: tuple[float, ...] = field(compare=False)
    """How long the agent thought in all."""

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
        """The game as an arena file writes it."""
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


def parse_outcome(value: Json, where: str, contest: Contest) -> Outcome:
    """The game that an arena file holds; `InvalidData` if it is no game of the contest."""
    found = as_object(value, where)
    check_fields(found, where, required=_FIELDS)
    deal = as_count(found["deal"], f"{where}.deal", range(contest.deals))
    rotation = as_count(found["rotation"], f"{where}.rotation", range(contest.rotations))
    seats = contest.seats(rotation)
    if found["seats"] != list(seats):
        raise InvalidData(f"{where}.seats", f"should be {shown(seats)}")
    by_seat = {
        name: _by_seat(found[name], f"{where}.{name}", contest.players)
        for name in ("scores", "places", "actions", "seconds")
    }
    return Outcome(
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
    """A whole number; that of a solo game may be below nothing."""
    if type(value) is not int:
        raise InvalidData(where, f"should be a whole number, not {shown(value)}")
    return value


def _duration(value: Json, where: str) -> float:
    if type(value) not in (int, float) or not isinstance(value, int | float) or value < 0:
        raise InvalidData(where, f"should be a number of seconds, not {shown(value)}")
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
