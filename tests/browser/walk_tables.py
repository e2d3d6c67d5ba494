"""The tables of the walk through all pages: each is at a moment that people should see.

They are made once; the walk changes nothing on them, so it can be repeated in every language.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import FilePayload, Page

import howdah
from howdah.games.registry import AnyGame
from tests.browser.conftest import SEED, Form, Visit
from tests.browser.page_actions import Rules, links_of, table_of, wait_for_selector, wait_for_table
from tests.golden.files import FOLDER

LONG_NAMES: Final = (
    "Brzęczyszczykiewicz-Chrząszczyżewoszycki",
    "Rindfleischetikettierungsüberwachungsges",
    "Konstantinopolitańczykiewiczówna Zofia M",
    "Wolfeschlegelsteinhausenbergerdorff Hubé",
    "Llanfairpwllgwyngyllgogerychwyrndrobwlll",
)
"""Names of forty letters, the longest that a table takes; some of them cannot be broken."""
Turn = Sequence[str]
TWO_BALES: Final[Sequence[Turn]] = (
    ("move E4", "buy"),
    ("wait",),
    ("move D4", "move G6", "move G3"),
    ("wait",),
    ("move H1", "move E1", "buy"),
    ("wait",),
)
"""Turns of Bombay after which the first player has two bales; two steps further one is sold."""
FIRST_GAME: Final = {"set_up": "first-game"}
ALL: Final = range(5)
SMALL: Final = {"board": "hexagon-19", "starter": "seat 0"}


@dataclass(frozen=True)
class WalkTables:
    """The paths of the tables, and of the links to their seats."""

    own_turn: str
    friends_missing: str
    open_link: str
    friend_away: str
    used_link: str
    played_for: str
    over: str
    medals: str
    medals_chosen: str
    medals_decided: str
    bazar: str
    blocked: str
    bazar_over: str
    solo_over: str
    record: str
    taken_back: str
    marked: str


def make_tables(url: str, visit: Visit, page: Page) -> WalkTables:
    """Make the tables of the walk; the browser of the page gets seats at all of them."""
    host = _Host(page, url)
    friends_missing = host.open_by_form("me", *["link"] * 4)
    open_link = links_of(page)[0]
    friend_away = host.open_by_form("me", "link", "me")
    used_link = links_of(page)[0]
    wait_for_table(visit(used_link))
    wait_for_table(page)
    host.play(friend_away, [(0, ["wait"])])
    over = host.open_by_form("me", "me")
    wait_for_table(page)
    host.play(over, _waits(howdah.new("bombay", players=2, seed=SEED, **FIRST_GAME)))
    own_turn = host.open_by_form("me", "me")
    wait_for_table(page)
    host.play(own_turn, ((number % 2, turn) for number, turn in enumerate(TWO_BALES)))
    taken_back, marked = _take_back_a_turn(host)
    return WalkTables(
        own_turn=own_turn,
        friends_missing=friends_missing,
        open_link=open_link,
        friend_away=friend_away,
        used_link=used_link,
        played_for=_make_table_played_for_the_host(host).path,
        over=over,
        medals=host.create("bazar", 4).path,
        medals_chosen=_make_table_of_medals(host).path,
        medals_decided=_make_table_after_medals(host).path,
        bazar=host.create("bazar", 4, {"starter": "seat 0"}).path,
        blocked=_make_small_bazar(host, 1, lambda legal: legal == ["end-piece"]).path,
        bazar_over=_make_small_bazar(host, 2, lambda legal: not legal).path,
        solo_over=_make_small_bazar(host, 1, lambda legal: not legal).path,
        record=host.open_record("bombay-records.jsonl"),
        taken_back=taken_back,
        marked=marked,
    )


@dataclass(frozen=True)
class _Created:
    """A table that was created by the HTTP interface."""

    id: str
    tokens: list[str]

    @property
    def path(self) -> str:
        return f"/t/{self.id}"

    @property
    def api(self) -> str:
        return f"/api/tables/{self.id}"


class _Host:
    """Makes tables in the browser of a page, which gets their seats."""

    def __init__(self, page: Page, url: str) -> None:
        self._page, self._url = page, url

    def open_by_form(self, *who: str) -> str:
        """Open a table of Bombay as people do, so that their devices take part in the seed."""
        form: Form = {"game": "bombay", "players": str(len(who)), "rule-set_up": "first-game"}
        for seat, one in enumerate(who):
            form |= {f"who-{seat}": one, f"name-{seat}": LONG_NAMES[seat]}
        self._page.goto(self._page.request.post(f"{self._url}/new", form=form).url)
        wait_for_selector(self._page, "#actions > section")
        return table_of(self._page)

    def create(
        self,
        game: str,
        players: int,
        rules: Rules | None = None,
        *,
        own: Sequence[int] = ALL,
        computers: int = 0,
    ) -> _Created:
        """Create a table without opening it, and take some of its seats, or all."""
        seats = [{"name": name} for name in LONG_NAMES[:players]]
        seats += [{"name": LONG_NAMES[-1], "agent": "random"}] * computers
        created = self.post(
            "/api/tables", {"game": game, "rules": {**(rules or {})}, "seats": seats}
        )
        table = _Created(created["id"], [seat["token"] for seat in created["seats"][:players]])
        for seat in own[:players]:
            link = f"{self._url}{table.path}/seat/{table.tokens[seat]}"
            self._page.request.post(link, max_redirects=0)
        return table

    def play(self, path: str, turns: Iterator[tuple[int, Turn]] | list[tuple[int, Turn]]) -> None:
        """Play the turns of seats that this browser has, from the beginning."""
        for version, (seat, actions) in enumerate(turns):
            body = {"version": version, "actions": [*actions]}
            self.post(f"{path}/turns?seat={seat}", body)

    def open_record(self, file: str) -> str:
        """Open the last game of a file for replay."""
        record = json.loads((FOLDER / file).read_text().splitlines()[-1])
        record["seats"] = [{"name": name} for name, _ in zip(LONG_NAMES, record["seats"])]
        text = json.dumps(record).encode()
        upload: FilePayload = {"name": file, "mimeType": "application/json", "buffer": text}
        answer = self._page.request.post(f"{self._url}/records", multipart={"record": upload})
        return answer.url.removeprefix(self._url).partition("?")[0]

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        """Send a request; with a token it is that of another player."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._page.request.post(f"{self._url}{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()


def _waits(game: AnyGame) -> Iterator[tuple[int, Turn]]:
    """A whole game of Bombay in which everybody waits."""
    while game.to_play is not None:
        yield game.to_play, ["wait"]
        game.play("wait")


def _make_small_bazar(host: _Host, players: int, is_done: Callable[[list[str]], bool]) -> _Created:
    """A short game of Bombay Bazar, in which everybody places the first tile that fits."""
    table = host.create("bazar", players, SMALL)
    game = howdah.new("bazar", players=players, seed=SEED, **SMALL)
    turns: list[tuple[int, Turn]] = []
    while not is_done(legal := [str(action) for action in game.legal_actions()]):
        turns.append((game.to_play or 0, legal[:1]))
        game.play(legal[0])
    host.play(table.path, turns)
    return table


def _take_back_a_turn(host: _Host) -> tuple[str, str]:
    """A table whose first turn was taken back, and the one at which the game went on."""
    table = host.create("bombay", 1, FIRST_GAME, computers=1)
    host.play(table.path, [(0, ["wait"])])
    fork = str(host.post(f"{table.path}/take-back", {"at": 0})["table"])
    host.play(fork, [(0, ["wait"])])
    return table.path, fork


def _make_table_of_medals(host: _Host) -> _Created:
    """All were wrong in the first round; in the second the host has chosen."""
    table = host.create("bazar", 3, own=[0])
    for version, seat in ((0, 0), (0, 1), (0, 2), (1, 0)):
        hand = {"version": version, "kept": 1, "call": "even"}
        host.post(f"{table.api}/medals", hand, table.tokens[seat])
    return table


def _make_table_after_medals(host: _Host) -> _Created:
    """Three of four were wrong in the first round."""
    table = host.create("bazar", 4)
    for seat, call in enumerate(("odd", "odd", "even", "odd")):
        hand = {"version": 0, "kept": 3, "call": call}
        host.post(f"{table.api}/medals", hand, table.tokens[seat])
    return table


def _make_table_played_for_the_host(host: _Host) -> _Created:
    table = host.create("bombay", 2, FIRST_GAME, own=[1])
    other = table.tokens[0]
    host.post(f"{table.api}/turns", {"version": 0, "actions": ["wait"]}, other)
    host.post(f"{table.api}/stand-in", {"seat": 1}, other)
    return table
