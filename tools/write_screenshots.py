"""Take the screenshots of the README in a real browser: always the same pages and positions.

`make screenshots` runs this; it needs Chromium, as the browser tests do.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    FilePayload,
    Page,
    ViewportSize,
    sync_playwright,
)
from tests.browser.conftest import ARGUMENTS, LAPTOP, PHONE, SEED, browser_path, run_server
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import act, wait_for_table

from howdah.ai.match import play_match
from howdah.table.turns import RecordedTurn, split_into_turns

IMAGES: Final = Path(__file__).parent.parent / "docs" / "images"
NAMES: Final = ("Ada", "Bhaskar", "Chitra", "Dev")
RULES: Final[Mapping[str, dict[str, Any]]] = {"bombay": {}, "bazar": {"starter": "seat 0"}}
TURNS: Final = {"bombay": 22, "bazar": 34}
"""After how many turns each picture is taken."""
DRAFTED: Final = {"bombay": 2, "bazar": 0}
"""How many actions of the next turn have been tried."""

SHOTS: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "table-bombay": ("bombay", {"viewport": LAPTOP}),
    "table-bombay-dark": ("bombay", {"viewport": LAPTOP, "color_scheme": "dark"}),
    "table-bazar": ("bazar", {"viewport": LAPTOP}),
    "phone-bombay": ("bombay", {"viewport": PHONE, "device_scale_factor": 1.5}),
    "phone-bazar": (
        "bazar",
        {"viewport": PHONE, "device_scale_factor": 1.5, "color_scheme": "dark"},
    ),
}
"""Each picture: the game, and the options of the browser."""


def main() -> None:
    """Take every screenshot again."""
    with (
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        games = {game: _turns(game) for game in RULES}
        for name, (game, look) in SHOTS.items():
            _take(browser, server, name, game, games[game], look)
        _take_home(browser, server)
        _take_lesson(browser, server)
        _take_end(browser, server)
        browser.close()


def _take_home(browser: Browser, server: LiveServer) -> None:
    with _open_page(browser, server, "/") as page:
        page.locator("#learn-first").wait_for()
        _save(page, "home")


def _take_lesson(browser: Browser, server: LiveServer) -> None:
    with _open_page(browser, server, "/learn/bombay") as page:
        page.locator("#pointer").wait_for()
        _save(page, "lesson-bombay")


def _take_end(browser: Browser, server: LiveServer) -> None:
    match = play_match("bombay", ["greedy"] * len(NAMES), seed=SEED)
    record = match.record().to_json() | {"seats": [{"name": name} for name in NAMES]}
    file: FilePayload = {
        "name": "game.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    with _open_page(browser, server, "/") as page:
        answer = page.request.post(f"{server.url}/records", multipart={"record": file})
        page.goto(answer.url)
        wait_for_table(page)
        page.keyboard.press("End")
        page.locator(".trail").wait_for()
        _save(page, "end-bombay")


@contextmanager
def _open_page(browser: Browser, server: LiveServer, path: str) -> Iterator[Page]:
    size: ViewportSize = {"width": LAPTOP["width"], "height": LAPTOP["height"]}
    context = browser.new_context(locale="en-GB", viewport=size)
    context.add_init_script("localStorage.setItem('howdah speed', '\"off\"')")
    page = context.new_page()
    page.goto(server.url + path)
    yield page
    context.close()


def _save(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(600)  # until animations have ended
    page.screenshot(path=IMAGES / f"{name}.jpg", quality=80)
    print(f"docs/images/{name}.jpg")


def _turns(game: str) -> list[RecordedTurn]:
    """The turns of a game between four computers."""
    match = play_match(game, ["greedy"] * len(NAMES), seed=SEED, **RULES[game])
    return split_into_turns(match)[1]


def _take(
    browser: Browser,
    server: LiveServer,
    name: str,
    game: str,
    turns: list[RecordedTurn],
    look: dict[str, Any],
) -> None:
    played, upcoming = turns[: TURNS[game]], turns[TURNS[game]]
    context = browser.new_context(locale="en-GB", **look)
    context.add_init_script("localStorage.setItem('howdah speed', '\"off\"')")
    path = _play(context, server.url, game, played, upcoming.seat)
    page = context.new_page()
    page.goto(server.url + path)
    wait_for_table(page)
    for action in upcoming.actions[: DRAFTED[game]]:
        act(page, action)
    _save(page, name)
    context.close()


def _play(
    context: BrowserContext, url: str, game: str, turns: list[RecordedTurn], seat: int
) -> str:
    """Create a table, play some turns, and give the browser a seat; return the path."""
    seats = [{"name": name} for name in NAMES]
    body = {"game": game, "rules": RULES[game], "seats": seats}
    created = context.request.post(f"{url}/api/tables", data=body).json()
    path, tokens = f"/t/{created['id']}", [found["token"] for found in created["seats"]]
    for version, turn in enumerate(turns):
        answer = context.request.post(
            f"{url}/api/tables/{created['id']}/turns",
            data={"version": version, "actions": turn.actions},
            headers={"Authorization": f"Bearer {tokens[turn.seat]}"},
        )
        assert answer.ok, answer.text()
    context.request.post(f"{url}{path}/seat/{tokens[seat]}", max_redirects=0)
    return path


if __name__ == "__main__":
    main()
