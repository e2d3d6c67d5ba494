"""Sounds are off until someone switches them on; then they say what happens."""

from __future__ import annotations

from playwright.sync_api import Page

from howdah.core.record import Record
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    close_menu,
    commit,
    open_menu,
    open_table,
    show_result,
    wait_for_turn,
)
from tests.browser.unfinished_games import store_unfinished
from tests.golden.files import FOLDER

LISTEN = """() => {
  window.played = [];
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    window.played.push(this.src.match(/(\\w+)\\.wav$/)[1]);
    return play.call(this);
  };
}"""


def _requests_for_sounds(page: Page) -> list[str]:
    """The sounds that are requested from now on."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if "/sounds/" in one.url else None)
    page.evaluate(LISTEN)
    return found


def _switch(page: Page) -> None:
    open_menu(page)
    page.locator("#sound").click()
    close_menu(page)


def _heard(page: Page, *sounds: str) -> None:
    """Wait until these sounds were played since the last time."""
    page.wait_for_function("wanted => String(window.played) === wanted", arg=",".join(sounds))
    page.evaluate("window.played.length = 0")


def test_nothing_is_played_or_loaded_until_someone_asks_for_it(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy")
    requested = _requests_for_sounds(page)
    for _ in range(2):
        wait_for_turn(page)
        act(page, "wait")
        commit(page)
    wait_for_turn(page)
    assert page.evaluate("window.played") == []
    assert requested == []
    with page.expect_response("**/static/sounds/turn.wav") as loaded:
        _switch(page)
    assert loaded.value.ok
    _heard(page, "turn")
    page.reload()
    wait_for_turn(page)
    page.evaluate(LISTEN)
    act(page, "wait")
    commit(page)
    page.wait_for_function("() => window.played.includes('turn')")
    _switch(page)
    page.evaluate("window.played.length = 0")
    wait_for_turn(page)
    act(page, "wait")
    assert page.evaluate("window.played") == []


def test_coins_and_the_end_have_sounds(visit: Visit, server: LiveServer) -> None:
    lines = (FOLDER / "bombay-records.jsonl").read_text().splitlines()
    record = next(one for one in map(Record.parse, lines) if len(one.seats) == 2)
    table = store_unfinished(server, record, ["random", "me"], turns_left=2)
    page = visit(table.links[1])
    wait_for_turn(page)
    _requests_for_sounds(page)
    _switch(page)
    _heard(page, "turn")
    act(page, "wait")
    _heard(page, "coins")
    page.locator("#commit").click()
    page.locator("#next-step").wait_for()
    page.evaluate("window.played.length = 0")
    page.locator("#next-step").click()
    _heard(page, "coins")
    show_result(page)
    _heard(page, "end")


def test_a_tile_is_heard_when_it_is_placed(visit: Visit) -> None:
    page = open_table(visit, "me", "link", game="bazar")
    wait_for_turn(page)
    page.evaluate(LISTEN)
    _switch(page)
    _heard(page, "turn")
    page.locator(".piles [data-pick]").first.click()
    page.locator("#drop").click()
    _heard(page, "piece")
