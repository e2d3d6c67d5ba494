"""Players that play on whatever happens, and record all that was acknowledged."""

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
from tests.faults.server_process import PATIENCE
from tests.server.clients import bearer, table_body

PAUSE: Final = 0.02
SMALL: Final = {"board": "hexagon-19", "starter": "seat 0"}
TABLE_BODIES: Final[Sequence[dict[str, Any]]] = (
    table_body("bombay", "Ada", "Bo", "Cy"),
    table_body("bombay", "Ada", None),
    table_body("bazar", "Ada", "Bo"),
    table_body("bazar", "Ada", None, None),
    table_body("bazar", "Ada", rules=SMALL),
    {"game": "bombay", "seats": [{"agent": "greedy"}, {"name": "Bo"}, {"agent": "random"}]},
)
"""Both games; people among themselves, alone, and with agents; with medals and without."""
BODIES_WITH_AGENTS: Final[Sequence[dict[str, Any]]] = (
    {"game": "bazar", "rules": SMALL, "seats": [{"agent": "uct:0.05s"}, {"agent": "greedy"}]},
    table_body("bazar", None, None, rules={"board": "hexagon-19"}),
    table_body("bazar", "Ada", None, rules=SMALL),
    table_body("bombay", None, None),
    table_body("bombay", "Ada", None, None),
)
"""Agents among themselves, and with people; short games first."""

Outcome = Literal["unknown", "acknowledged", "refused"]


@dataclass
class SentTurn:
    """A turn, or a hand of medals, that was sent, and its outcome."""

    seat: int
    version: int
    actions: list[Any]
    outcome: Outcome = "unknown"


@dataclass
class PlayedTable:
    """A table, and what was sent to it."""

    id: str
    tokens: tuple[str | None, ...]
    """One for each seat of a person; None for an agent."""
    turns: list[SentTurn] = field(default_factory=list)
    choices: list[SentTurn] = field(default_factory=list)
    newest: int = 0
    """The version that was acknowledged last."""

    @property
    def path(self) -> str:
        """Where the table is."""
        return f"/api/tables/{self.id}"


class Players:
    """Several players; what they do is counted.

    Of several servers, every request goes to the next one.
    """

    def __init__(self, *urls: str, seed: int = 0, pause: float = 0.01) -> None:
        self.tables: list[PlayedTable] = []
        self.counts: Counter[str] = Counter()
        self.is_last_game = False
        """Set when no other game should begin."""
        self.is_stopping = False
        """Set when everyone should stop after the current request."""
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

    # Playing

    async def play(self, body: dict[str, Any]) -> None:
        """Play one game after another, until all should stop."""
        while not self.is_last_game and not self.is_stopping:
            await self.play_at(await self.create_table(body))

    async def create_table(self, body: dict[str, Any]) -> PlayedTable:
        """Create a table, with retries."""
        while (answer := await self.request("POST", "/api/tables", json=body)) is None:
            await asyncio.sleep(self._pause)
        created = _body_of(answer, 201)
        tokens = tuple(seat.get("token") for seat in created["seats"])
        self.tables.append(PlayedTable(created["id"], tokens))
        return self.tables[-1]

    async def play_at(self, table: PlayedTable) -> None:
        """Play for every person at a table, until the game is over or all should stop."""
        while not self.is_stopping and not (seen := await self.state(table))["over"]:
            await asyncio.sleep(self.choice.uniform(0, 2 * self._pause))
            seat = seen["to_play"]
            if "still_in" in seen["view"]:
                await self.choose_medals(table, seen)
            elif table.tokens[seat] is not None:
                await self.take_a_turn(table, seen)
            else:
                await asyncio.sleep(5 * self._pause)
        self.counts["games to the end"] += not self.is_stopping

    async def state(self, table: PlayedTable, seat: int | None = None) -> Any:
        """Get the state of a table, with retries."""
        headers = bearer(None if seat is None else table.tokens[seat])
        while (answer := await self.request("GET", table.path, headers=headers)) is None:
            await asyncio.sleep(self._pause)
        seen = _body_of(answer, 200)
        assert seen["version"] >= table.newest, "what was acknowledged is not there"
        return seen

    async def take_a_turn(self, table: PlayedTable, seen: Any) -> None:
        """Send a turn until it is committed."""
        seat, version = seen["to_play"], seen["version"]
        actions = random_turn(game_of(seen), self.choice)
        while version == seen["version"]:
            sent = SentTurn(seat, version, actions)
            table.turns.append(sent)
            body = {"version": version, "actions": actions}
            await self._send(table, "turns", sent, body)
            if sent.outcome == "acknowledged":
                return
            seen = await self.state(table)
        self.counts["turns committed without an answer"] += 1

    async def choose_medals(self, table: PlayedTable, seen: Any) -> None:
        """Close a hand for each person who has not; agents do it for themselves."""
        for seat in seen["view"]["waiting_for"]:
            if table.tokens[seat] is None:
                continue
            kept, call = self.choice.randint(1, 3), self.choice.choice(["even", "odd"])
            sent = SentTurn(seat, seen["version"], [kept, call])
            table.choices.append(sent)
            body = {"version": seen["version"], "kept": kept, "call": call}
            await self._send(table, "medals", sent, body)

    async def _send(self, table: PlayedTable, what: str, sent: SentTurn, body: Any) -> None:
        headers = bearer(table.tokens[sent.seat])
        with self._is_sending():
            answer = await self.request("POST", f"{table.path}/{what}", json=body, headers=headers)
        if answer is None:
            self.counts["retries"] += 1
        elif answer.status_code in (200, 202):
            version = answer.json()["version"]
            assert version >= sent.version + (what == "turns"), answer.text
            table.newest = max(table.newest, version)
            sent.outcome = "acknowledged"
            self.counts[f"{what} acknowledged"] += 1
        else:
            self._check_refusal(table, sent, answer)
            sent.outcome = "refused"

    @staticmethod
    def _check_refusal(table: PlayedTable, sent: SentTurn, answer: Response) -> None:
        """A turn may be refused only if it was sent before and its outcome is unknown.

        A hand may be sent again by a player who saw the table before the round was opened.
        """
        outcomes = {
            other.outcome
            for other in (*table.turns, *table.choices)
            if other is not sent and (other.seat, other.version) == (sent.seat, sent.version)
        }
        is_choice = any(sent is choice for choice in table.choices)
        assert "unknown" in outcomes or (is_choice and "acknowledged" in outcomes), answer.text
        assert answer.json()["error"] in ("stale-version", "not-your-turn"), answer.text

    async def request(self, method: str, path: str, **options: Any) -> Response | None:
        """Send a request; return None if there was no response, or the store was unavailable."""
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

    # Waiting

    @contextmanager
    def _is_sending(self) -> Iterator[None]:
        self._sending += 1
        try:
            yield
        finally:
            self._sending -= 1

    async def until_someone_sends(self) -> None:
        """Wait for a moment at which a turn is on its way."""
        await wait_until(lambda: self._sending > 0, pause=0.001)

    async def until_more(self, what: str, number: int = 1) -> None:
        """Wait until something that is counted has happened so many times more."""
        await self.until(what, self.counts[what] + number)

    async def until(self, what: str, number: int) -> None:
        """Wait until something has happened so many times."""
        await wait_until(lambda: self.counts[what] >= number)


async def wait_until(condition: Any, *, pause: float = PAUSE) -> None:
    """Wait for a condition, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(pause)


def _body_of(answer: Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def game_of(seen: Any) -> AnyGame:
    """The game of a public state."""
    view = seen["view"]
    seats = tuple(map(Seat, view["names"]))
    record = Record(view["game"], view["rules"], seats, view["start"], tuple(view["actions"]))
    return game_class(record.game).resume(record)


def random_turn(game: AnyGame, choice: random.Random) -> list[str]:
    """Some turn of the player to play."""
    actions, turn = [], game.turns_played
    while game.turns_played == turn:
        actions.append(str(choice.choice(game.legal_actions())))
        game.play(actions[-1])
    return actions
