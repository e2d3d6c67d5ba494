"""A crowd that plays on whatever happens, and writes down all that it was promised."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any, Final, Literal, Self

from httpx2 import AsyncClient, Response, TransportError

from howdah.core.record import Record, Seat
from howdah.games.registry import AnyGame, game_class
from tests.faults.houses import PATIENCE
from tests.server.clients import bearer, order

PAUSE: Final = 0.02
SMALL: Final = {"board": "hexagon-19", "starter": "seat 0"}
ORDERS: Final[Sequence[dict[str, Any]]] = (
    order("bombay", "Ada", "Bo", "Cy"),
    order("bombay", "Ada", None),
    order("bazar", "Ada", "Bo"),
    order("bazar", "Ada", None, None),
    order("bazar", "Ada", rules=SMALL),
    {"game": "bombay", "seats": [{"agent": "greedy"}, {"name": "Bo"}, {"agent": "random"}]},
)
"""Both games; people among themselves, alone, and with agents; with medals and without."""
WITH_AGENTS: Final[Sequence[dict[str, Any]]] = (
    {"game": "bazar", "rules": SMALL, "seats": [{"agent": "uct:0.05s"}, {"agent": "greedy"}]},
    order("bazar", None, None, rules={"board": "hexagon-19"}),
    order("bazar", "Ada", None, rules=SMALL),
    order("bombay", None, None),
    order("bombay", "Ada", None, None),
)
"""Agents among themselves, and with people; short games first."""

Fate = Literal["unknown", "acknowledged", "refused"]


@dataclass
class Sent:
    """A turn, or a hand of medals, that was sent; and what became of it."""

    seat: int
    version: int
    actions: list[Any]
    fate: Fate = "unknown"


@dataclass
class Seating:
    """A table, as the crowd knows it."""

    id: str
    tokens: tuple[str | None, ...]
    """One for each seat of a person; None for an agent."""
    turns: list[Sent] = field(default_factory=list)
    hands: list[Sent] = field(default_factory=list)
    newest: int = 0
    """The version that was acknowledged last."""

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"/api/tables/{self.id}"


class Crowd:
    """Several players; what they do is counted.

    Of several houses, every request goes to the next one.
    """

    def __init__(self, *urls: str, seed: int = 0, pause: float = 0.01) -> None:
        self.tables: list[Seating] = []
        self.counts: Counter[str] = Counter()
        self.is_late = False
        """Set when nobody should begin another game."""
        self.is_leaving = False
        """Set when everyone should leave after what they do just now."""
        self.choice = random.Random(seed)
        self._urls = urls
        self._numbers = count()
        self._pause = pause
        self._sending = 0
        self._client = AsyncClient(trust_env=False, timeout=PATIENCE)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    # What happens

    async def play(self, body: dict[str, Any]) -> None:
        """Play one game after another, until it is late or all should leave."""
        while not self.is_late and not self.is_leaving:
            await self.play_at(await self.lay(body))

    async def lay(self, body: dict[str, Any]) -> Seating:
        """A new table, as soon as somebody lays one."""
        while (answer := await self.ask("POST", "/api/tables", json=body)) is None:
            await asyncio.sleep(self._pause)
        told = _told(answer, 201)
        tokens = tuple(seat.get("token") for seat in told["seats"])
        self.tables.append(Seating(told["id"], tokens))
        return self.tables[-1]

    async def play_at(self, seating: Seating) -> None:
        """Play for every person at a table, until the game is over or all should leave."""
        while not self.is_leaving and not (seen := await self.look(seating))["over"]:
            await asyncio.sleep(self.choice.uniform(0, 2 * self._pause))
            seat = seen["to_play"]
            if "still_in" in seen["view"]:
                await self.choose_medals(seating, seen)
            elif seating.tokens[seat] is not None:
                await self.take_a_turn(seating, seen)
            else:
                await asyncio.sleep(5 * self._pause)
        self.counts["games to the end"] += not self.is_leaving

    async def look(self, seating: Seating, seat: int | None = None) -> Any:
        """The table as it stands, as soon as somebody tells."""
        headers = bearer(None if seat is None else seating.tokens[seat])
        while (answer := await self.ask("GET", seating.path, headers=headers)) is None:
            await asyncio.sleep(self._pause)
        seen = _told(answer, 200)
        assert seen["version"] >= seating.newest, "what was acknowledged is not there"
        return seen

    async def take_a_turn(self, seating: Seating, seen: Any) -> None:
        """Send a turn until it is there; it is sent again if it is not."""
        seat, version = seen["to_play"], seen["version"]
        actions = a_turn(game_of(seen), self.choice)
        while version == seen["version"]:
            sent = Sent(seat, version, actions)
            seating.turns.append(sent)
            body = {"version": version, "actions": actions}
            await self._send(seating, "turns", sent, body)
            if sent.fate == "acknowledged":
                return
            seen = await self.look(seating)
        self.counts["turns kept though nobody said so"] += 1

    async def choose_medals(self, seating: Seating, seen: Any) -> None:
        """Close a hand for each person who has not; agents do it for themselves."""
        for seat in seen["view"]["waiting_for"]:
            if seating.tokens[seat] is None:
                continue
            kept, call = self.choice.randint(1, 3), self.choice.choice(["even", "odd"])
            sent = Sent(seat, seen["version"], [kept, call])
            seating.hands.append(sent)
            body = {"version": seen["version"], "kept": kept, "call": call}
            await self._send(seating, "medals", sent, body)

    async def _send(self, seating: Seating, what: str, sent: Sent, body: Any) -> None:
        headers = bearer(seating.tokens[sent.seat])
        with self._is_sending():
            answer = await self.ask("POST", f"{seating.path}/{what}", json=body, headers=headers)
        if answer is None:
            self.counts["retries"] += 1
        elif answer.status_code in (200, 202):
            version = answer.json()["version"]
            assert version >= sent.version + (what == "turns"), answer.text
            seating.newest = max(seating.newest, version)
            sent.fate = "acknowledged"
            self.counts[f"{what} acknowledged"] += 1
        else:
            self._check_refusal(seating, sent, answer)
            sent.fate = "refused"

    @staticmethod
    def _check_refusal(seating: Seating, sent: Sent, answer: Response) -> None:
        """Only who has sent something before may hear that it is there already.

        A hand may be closed again by whoever looks before the round is opened.
        """
        fates = {
            other.fate
            for other in (*seating.turns, *seating.hands)
            if other is not sent and (other.seat, other.version) == (sent.seat, sent.version)
        }
        is_hand = any(sent is hand for hand in seating.hands)
        assert "unknown" in fates or (is_hand and "acknowledged" in fates), answer.text
        assert answer.json()["error"] in ("stale-version", "not-your-turn"), answer.text

    async def ask(self, method: str, path: str, **options: Any) -> Response | None:
        """The answer to a request; None if there was none, or the house could not answer."""
        url = self._urls[next(self._numbers) % len(self._urls)]
        try:
            answer = await self._client.request(method, f"{url}{path}", **options)
        except TransportError:
            self.counts["broken requests"] += 1
            return None
        assert answer.status_code != 500, answer.text
        if answer.status_code != 503:
            return answer
        assert answer.json()["error"] == "unavailable", answer.text
        assert answer.json()["message"], answer.text
        self.counts["unavailable"] += 1
        return None

    # What others wait for

    @contextmanager
    def _is_sending(self) -> Iterator[None]:
        self._sending += 1
        try:
            yield
        finally:
            self._sending -= 1

    async def until_someone_sends(self) -> None:
        """Wait for a moment at which a turn is on its way."""
        await happens(lambda: self._sending > 0, pause=0.001)

    async def until_more(self, what: str, number: int = 1) -> None:
        """Wait until something that is counted has happened so many times more."""
        await self.until(what, self.counts[what] + number)

    async def until(self, what: str, number: int) -> None:
        """Wait until something has happened so many times."""
        await happens(lambda: self.counts[what] >= number)


async def happens(condition: Any, *, pause: float = PAUSE) -> None:
    """Look again and again, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(pause)


def _told(answer: Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def game_of(seen: Any) -> AnyGame:
    """The game as its public record tells it."""
    view = seen["view"]
    seats = tuple(map(Seat, view["names"]))
    record = Record(view["game"], view["rules"], seats, view["start"], tuple(view["actions"]))
    return game_class(record.game).resume(record)


def a_turn(game: AnyGame, choice: random.Random) -> list[str]:
    """Some turn of the player to play."""
    actions, turn = [], game.turns_played
    while game.turns_played == turn:
        actions.append(str(choice.choice(game.legal_actions())))
        game.play(actions[-1])
    return actions
