"""Both games in Firefox and in WebKitGTK: a turn, a dialog, zoom, a replay and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import httpx2
import pytest

from tests.browser.live_server import LiveServer
from tests.browser.page_actions import SMALL, USUAL
from tests.browser.scripted_games import ScriptedTable, play_by_script, play_on
from tests.engines.page import EnginePage
from tests.engines.processes import poll
from tests.fast.games import IS_LONG

pytestmark = [
    pytest.mark.skipif(not IS_LONG, reason="make test-long installs these browsers"),
    pytest.mark.parametrize("game", ["bombay", "bazar"]),
]

RULES: Final = {"bombay": USUAL["bombay"], "bazar": {**USUAL["bazar"], **SMALL}}
TURNS: Final = {"bombay": 32, "bazar": 13}
"""How long the games are that the script plays. Ada plays the last turn, and wins or shares."""
HEADLINE: Final = "#actions .scoring #headline"
ESCAPE: Final = "\ue00c"

ELEPHANT: Final = "() => document.getElementById('elephant-0').getAttribute('transform')"
LENGTH: Final = "() => document.querySelector('#card-0 .score b').textContent"
TILE: Final = "() => document.getElementById('drop')?.dataset.act"
PICTURE: Final = "() => document.getElementById('pieces').innerHTML"
SCALE: Final = "() => document.getElementById('pieces').getScreenCTM().a"
IS_MODAL: Final = "() => document.getElementById('menu').matches(':modal:focus-within')"
SCROLLBAR: Final = "() => getComputedStyle(document.getElementById('menu')).scrollbarColor"
IS_CLOSED: Final = "() => !document.getElementById('menu').open"


def _choose(legal: Sequence[str]) -> str:
    return "wait" if "wait" in legal else legal[len(legal) // 2]


def _take_a_seat(
    page: EnginePage, server: LiveServer, game: str, *, seat: int = 0, turns: int = 0
) -> ScriptedTable:
    """Create a table, let a script play some turns, and take a seat."""
    table = play_by_script(server, _choose, turns, game=game, rules=RULES[game])
    page.open(table.links[seat])
    page.wait_for("#actions > section")
    return table


def _wait_for_value(page: EnginePage, function: str, value: Any) -> None:
    page.wait_until(f"(value) => ({function})() === value", value)


def _wait_for_position(page: EnginePage, shown: int, length: int) -> None:
    page.wait_for_text("#where", f"{shown} / {length}")


def _keep_turns_back(page: EnginePage) -> None:
    """Turn off in the menu that turns are committed when they are complete."""
    page.click("#menu-button")
    page.click("#auto")
    page.click("#menu form[method=dialog] button")
    page.wait_until(IS_CLOSED)


def test_a_turn_is_drafted_on_the_map_and_confirmed(
    page: EnginePage, server: LiveServer, game: str
) -> None:
    table = _take_a_seat(page, server, game)
    drafted = ELEPHANT if game == "bombay" else LENGTH
    before = page.call(drafted)
    if game == "bombay":
        page.click("[data-act='move E4']")
    else:
        _keep_turns_back(page)
        _turn_and_place_a_tile(page)
    page.wait_for("#undo:not([aria-disabled])")
    after = page.call(drafted)
    assert after != before
    page.click("#undo")
    _wait_for_value(page, drafted, before)
    page.click("#redo")
    _wait_for_value(page, drafted, after)
    if game == "bombay":
        page.click("#action-end")
    page.wait_for("#commit:not([aria-disabled])")
    assert _read(server, table)["version"] == 0, "nothing has been played yet"
    page.click("#commit")
    page.wait_for_text("#headline", "Bao")
    assert _read(server, table)["to_play"] == 1


def _turn_and_place_a_tile(page: EnginePage) -> None:
    page.click("#pile-02")
    page.wait_for("#ghost")
    tile = page.call(TILE)
    page.click("#ghost")
    page.wait_until(f"(tile) => ({TILE})() !== tile", tile)
    page.click("#drop")


def _read(server: LiveServer, table: ScriptedTable) -> dict[str, Any]:
    address = server.url + table.path.replace("/t/", "/api/tables/")
    found: dict[str, Any] = httpx2.get(address).json()
    return found


def test_the_menu_opens_over_the_page_and_closes(
    page: EnginePage, server: LiveServer, game: str
) -> None:
    _take_a_seat(page, server, game)
    page.click("#menu-button")
    page.wait_until(IS_MODAL)
    page.wait_for("#fair *")
    assert page.call(SCROLLBAR) != "auto", "it would be white in the dark theme"
    page.click("#menu form[method=dialog] button")
    page.wait_until(IS_CLOSED)
    page.click("#menu-button")
    page.wait_until(IS_MODAL)
    page.press(ESCAPE)
    page.wait_until(IS_CLOSED)


def test_the_board_is_enlarged_and_fits_again(
    page: EnginePage, server: LiveServer, game: str
) -> None:
    _take_a_seat(page, server, game)
    fitted = page.call(SCALE)
    page.click("#zoom-button")
    page.wait_until(f"(least) => ({SCALE})() >= least", 1.9 * fitted)
    page.click("#fit-board")
    page.wait_until(f"(most) => ({SCALE})() <= most", 1.001 * fitted)
    page.scroll("#board", -400)
    page.wait_until(f"(least) => ({SCALE})() >= least", 1.4 * fitted)


def test_a_game_is_replayed(page: EnginePage, server: LiveServer, game: str) -> None:
    _take_a_seat(page, server, game, turns=6)
    length = page.call("() => Number(document.getElementById('where').textContent.split(' / ')[1])")
    now = page.call(PICTURE)
    for command, shown in (("first", 0), ("forward", 1), ("forward", 2), ("back", 1)):
        page.click(f"#replay [data-command={command}]")
        _wait_for_position(page, shown, length)
        assert page.call(PICTURE) != now
    page.click("#replay [data-command=last]")
    _wait_for_position(page, length, length)
    _wait_for_value(page, PICTURE, now)


def test_the_end_of_a_game_is_scored_step_by_step_and_names_the_winner(
    page: EnginePage, server: LiveServer, game: str
) -> None:
    table = _take_a_seat(page, server, game, seat=1, turns=TURNS[game] - 1)
    play_on(server, table, _choose, 1)
    assert _read(server, table)["over"]
    page.wait_for("#actions .scoring #next-step")
    assert not page.shows_text(HEADLINE, "Ada"), "nothing is shown before its step"
    poll(lambda: _see_winner_or_next_step(page), "the winner's name")


def _see_winner_or_next_step(page: EnginePage) -> bool | None:
    if page.shows_text(HEADLINE, "Ada"):
        return True
    page.click_if_shown("#next-step")
    return None
