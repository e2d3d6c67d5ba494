"""The end of a game: the scoring at the reader's pace, nothing told too early, what comes next."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from howdah.core.record import Record
from howdah.games.registry import from_record
from howdah.render.phrases import winners
from howdah.table.turns import split_into_turns
from tests.browser.axe import find_violations
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    NAMES,
    act,
    open_menu,
    show_result,
    table_of,
    wait_for_position,
    wait_for_selector,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.scripted_games import ScriptedTable
from tests.browser.text_layout import find_misfits
from tests.browser.unfinished_games import store_unfinished
from tests.golden.files import FOLDER

LISTEN = """() => {
  const live = document.getElementById("live");
  window.announcements = [];
  const note = () => window.announcements.push(live.lastElementChild?.textContent ?? "");
  new MutationObserver(note).observe(live, { childList: true });
}"""
GOLD = """() => [...document.querySelectorAll(".card")].map((card) => {
  const { backgroundColor, borderColor, boxShadow } = getComputedStyle(card);
  return [backgroundColor, borderColor, boxShadow].join();
})"""
"""How the cards look: they look alike unless one of them is lit."""
WATCH_FLIGHTS = """() => {
  window.flights = [];
  const note = (changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const flying = added.filter((one) => one.matches(".flying"));
    window.flights.push(...flying.map((one) => one.textContent));
  };
  new MutationObserver(note).observe(document.body, { childList: true });
}"""
OUTSIDE = """() => [...document.querySelectorAll("#actions button, #actions a, #toggle-scores")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
  })
  .map((one) => one.id)"""
SIZES = ((320, 568), (390, 844), (844, 390), (683, 384), (1280, 720), (1366, 768), (2560, 1440))
"""683 x 384 is a laptop at a zoom of 200 %."""


def _record(game: str, players: int) -> Record:
    lines = (FOLDER / f"{game}-records.jsonl").read_text().splitlines()
    return next(one for one in map(Record.parse, lines) if len(one.seats) == players)


def _store_last_round(
    server: LiveServer, players: int = 4, *, agent: str = "random"
) -> ScriptedTable:
    """A game of Bombay before its last round; the person of the last seat begins it."""
    who = [agent] * (players - 1) + ["me"]
    return store_unfinished(server, _record("bombay", players), who, turns_left=players)


def _open_last_round(visit: Visit, table: ScriptedTable, **options: Any) -> Page:
    page = visit(table.links[-1], **options)
    wait_for_turn(page)
    page.evaluate(LISTEN)
    return page


def _play_last_turn(page: Page) -> None:
    act(page, "wait")
    page.locator("#commit").click()


def _tells_nothing(page: Page, players: int) -> None:
    """The page names no winner, lights no card, and shows no final rupees and no rank."""
    for told in (page.inner_text("body"), page.title(), *page.evaluate("window.announcements")):
        assert "win!" not in told
        assert "wins!" not in told
    assert len({*page.evaluate(GOLD)}) == 1
    expect(page.locator("#clock")).to_contain_text("Final scoring")
    expect(page.locator(".card .icon.screen:visible")).to_have_count(players)
    expect(page.locator(".score-table .rank:visible")).to_have_count(0)
    expect(page.locator(".trail:visible, .advice:visible")).to_have_count(0)


@pytest.mark.parametrize("speed", ["fast", "off"])
def test_four_players_see_the_scoring_step_by_step(
    visit: Visit, server: LiveServer, speed: str
) -> None:
    """Those who play, and those who watch; however fast the others play."""
    table = _store_last_round(server)
    page = _open_last_round(visit, table, speed=speed)
    watcher = wait_for_table(visit(table.path, speed=speed))
    watcher.evaluate(LISTEN)
    _play_last_turn(page)
    for viewer, hidden in ((page, 3), (watcher, 4)):
        button = viewer.locator("#next-step")
        button.wait_for()
        expect(viewer.locator(".score-table")).to_be_hidden()  # first, the board as it is
        _tells_nothing(viewer, hidden)
        for step in (1, 2, 3):
            button.click()
            expect(viewer.locator(f"tbody [data-step='{step}']")).to_be_visible()
            expect(viewer.locator(".score-table tbody tr:visible")).to_have_count(step)
            _tells_nothing(viewer, hidden)
        button.click()
        expect(viewer.locator("#headline .result")).to_be_visible()
        expect(viewer.locator(".score-table .rank:visible")).to_have_count(4)
        assert len({*viewer.evaluate(GOLD)}) == 2, "the winner's card is lit"
        expect(viewer.locator("#clock")).to_contain_text("The game is over.")
        _shows_where_the_scores_came_from(viewer)
        expect(viewer.locator(".card .icon.screen:visible")).to_have_count(0)
    late = wait_for_table(visit(table.path))
    _shows_where_the_scores_came_from(late)
    expect(late.locator("#headline .result")).to_be_visible()
    expect(late.locator("#next-step")).to_be_hidden()
    expect(late.locator(".score-table .rank:visible")).to_have_count(4)
    shown = page.locator(".score-table .total").all_inner_texts()
    assert late.locator(".score-table .total").all_inner_texts() == shown
    assert late.locator(".card .score:visible .rupees b").all_inner_texts() == shown


def _shows_where_the_scores_came_from(page: Page) -> None:
    """Every player's total again, a bar as long as its parts, and the parts in words."""
    totals = page.locator(".score-table .total").all_inner_texts()
    shown = page.locator(".trail-total").all_text_contents()
    assert [text.removeprefix("Total ") for text in shown] == totals
    for player, total in zip(page.locator(".trail ol > li").all(), totals):
        parts = player.locator("ul b").all_inner_texts()
        assert sum(int(part.replace("\N{MINUS SIGN}", "-")) for part in parts) == int(total)
        assert player.locator(".trail-bar rect").count() == len(parts)
    looks = page.locator(".trail pattern rect").evaluate_all(
        "all => all.map(e => getComputedStyle(e)).map(({ fill, height }) => fill + height)"
    )
    assert len({*looks}) == len(looks)
    assert all(look.endswith("px") for look in looks), "a share of nothing would not be seen"


def test_who_looked_back_when_the_game_ended_has_missed_nothing(
    visit: Visit, server: LiveServer
) -> None:
    table = _store_last_round(server)
    page = _open_last_round(visit, table)
    watcher = wait_for_table(visit(table.path, speed="fast"))
    watcher.evaluate(LISTEN)
    watcher.keyboard.press("Home")
    expect(watcher.locator("#headline")).to_have_text("You're viewing an earlier move.")
    _play_last_turn(page)
    page.locator("#next-step").wait_for()
    watcher.locator("#show-latest").click()
    watcher.locator("#next-step").wait_for()
    _tells_nothing(watcher, 4)
    watcher.locator("#next-step").click()
    watcher.keyboard.press("Home")
    expect(watcher.locator(".score-table")).to_have_count(0)
    watcher.keyboard.press("End")
    expect(watcher.locator(".score-table tbody tr:visible")).to_have_count(1)


def test_the_scoring_is_walked_through_and_skipped_with_keys(
    visit: Visit, server: LiveServer
) -> None:
    page = _open_last_round(visit, _store_last_round(server, 2))
    _play_last_turn(page)
    page.locator("#next-step").wait_for()
    page.keyboard.press("n")
    expect(page.locator(".score-table tbody tr:visible")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("#scores")).to_contain_text("Prizes go by rank")
    said = page.evaluate("window.announcements.at(-1)")
    assert said.startswith("Empire: most palaces and clients.")
    assert all(name in said for name in NAMES[:2])
    page.keyboard.press("s")
    expect(page.locator("#headline .result")).to_be_visible()
    expect(page.locator("#headline")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#headline .result")).to_be_visible()


def test_coins_fly_to_the_scores_and_nobody_has_to_wait_for_them(
    visit: Visit, server: LiveServer
) -> None:
    page = _open_last_round(visit, _store_last_round(server), speed="slow")
    _play_last_turn(page)
    page.locator("#skip-motion").click()
    page.locator("#next-step").wait_for()
    page.evaluate(WATCH_FLIGHTS)
    page.locator("#next-step").click()
    page.wait_for_function(
        "() => window.flights.length === 4"
    )  # the coins that were behind screens
    page.locator("#next-step").click()
    page.wait_for_function("() => window.flights.includes('+8')")
    page.locator("#show-result").click()
    expect(page.locator(".flying")).to_have_count(0)
    expect(page.locator("#headline .result")).to_be_visible()
    totals = page.locator(".score-table .total").all_inner_texts()
    piles = page.locator(".score-table .bar").evaluate_all("all => all.map(e => e.children.length)")
    assert [str(pile) for pile in piles] == totals


def test_nothing_moves_in_the_scoring_if_motion_is_reduced(
    visit: Visit, server: LiveServer
) -> None:
    table = _store_last_round(server, 2)
    page = _open_last_round(visit, table, speed="slow", reduced_motion="reduce")
    _play_last_turn(page)
    page.locator("#next-step").wait_for()
    page.evaluate(WATCH_FLIGHTS)
    for _ in range(4):
        page.locator("#next-step").click()
    expect(page.locator("#headline .result")).to_be_visible()
    assert page.evaluate("window.flights") == []


def test_the_scores_make_way_for_the_board_and_the_replay(visit: Visit, server: LiveServer) -> None:
    page = _open_last_round(visit, _store_last_round(server, 2))
    _play_last_turn(page)
    show_result(page)
    page.locator("#toggle-scores").click()
    expect(page.locator(".score-table")).to_be_hidden()
    page.locator("#toggle-scores").click()
    expect(page.locator(".score-table")).to_be_visible()
    length = page.locator("#log [data-at]").count()
    page.locator("#replay-game").click()
    wait_for_position(page, 0, length)
    expect(page.locator(".score-table")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#headline .result")).to_be_visible()
    expect(page.locator("#next-step")).to_be_hidden()


def test_one_plays_on_against_the_next_level(visit: Visit, server: LiveServer) -> None:
    page = _open_last_round(visit, _store_last_round(server, 2, agent="level:1"))
    _play_last_turn(page)
    show_result(page)
    before = table_of(page)
    expect(page.locator("#next-level")).to_have_text("Next level: Casual")
    page.locator("#next-level").click()
    page.wait_for_url(lambda url: before not in url)
    wait_for_table(page)
    assert page.locator("#players .player-name strong").all_inner_texts() == ["Bao", "Ada"]
    open_menu(page)
    expect(page.locator("#seats-panel")).to_contain_text("Casual (level 2)")


def _end_of_game(
    visit: Visit, server: LiveServer, seat: int, level: int, *results: str, take_backs: int = 0
) -> Page:
    """The end of a game for two on a device that holds earlier results at this level."""
    who = [f"level:{level}"] * 2
    who[seat] = "me"
    record = _record("bombay", 2)
    table = store_unfinished(server, record, who, turns_left=0, take_backs=take_backs)
    page = visit("/help", locale="pl-PL" if level == 4 else "en-GB")
    earlier = json.dumps([[f"earlier-{number}", one] for number, one in enumerate(results)])
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [_key(level), earlier])
    page.goto(server.url + table.links[seat])
    wait_for_table(page)
    return page


def _key(level: int) -> str:
    return f"howdah results bombay {level} 2"


def _results(page: Page, level: int) -> list[str]:
    text = page.evaluate("key => localStorage.getItem(key)", _key(level))
    return [result for _, result in json.loads(text)]


def _winner_of_two() -> int:
    return winners(from_record(_record("bombay", 2)).view())[0]


def test_after_two_wins_the_next_level_is_a_click_away(visit: Visit, server: LiveServer) -> None:
    page = _end_of_game(visit, server, _winner_of_two(), 2, "lost", "won")
    expect(page.locator(".advice:visible")).to_have_text(
        "You won your last two games at Casual. Try Solid."
    )
    page.reload()
    wait_for_table(page)
    assert _results(page, 2) == ["lost", "won", "won"], "each table counts once"
    assert find_violations(page) == []
    before = table_of(page)
    page.locator("#next-level.primary").click()
    page.wait_for_url(lambda url: before not in url)
    open_menu(wait_for_table(page))
    expect(page.locator("#seats-panel")).to_contain_text("Solid (level 3)")


def test_after_three_losses_a_lower_level_is_offered(visit: Visit, server: LiveServer) -> None:
    page = _end_of_game(visit, server, 1 - _winner_of_two(), 4, "won", "lost", "lost")
    expect(page.locator(".advice:visible")).to_contain_text("Spróbuj na jakiś czas")
    expect(page.locator("#next-level")).to_have_count(0)
    _fits_every_screen(page, "#lower-level")
    expect(page.locator("#lower-level.primary")).to_have_text("Niższy poziom: Solidny")


@pytest.mark.parametrize(
    ("level", "advice"),
    [
        (1, "Win once more and you're ready for Casual."),
        (6, "You beat the highest level, Champion!"),
    ],
)
def test_a_win_after_another_with_take_backs_is_the_first_one(
    visit: Visit, server: LiveServer, level: int, advice: str
) -> None:
    page = _end_of_game(visit, server, _winner_of_two(), level, "won", "assisted")
    expect(page.locator(".advice:visible")).to_have_text(advice)
    expect(page.locator(".end-buttons .primary")).to_have_text("Rematch")


def test_a_win_with_take_backs_leads_to_no_advice(visit: Visit, server: LiveServer) -> None:
    page = _end_of_game(visit, server, _winner_of_two(), 2, "won", take_backs=1)
    expect(page.locator("#next-level")).to_be_visible()
    expect(page.locator(".advice:visible")).to_have_count(0)
    assert _results(page, 2) == ["won", "assisted"]


def test_spectators_get_a_replay_and_a_new_game(visit: Visit, server: LiveServer) -> None:
    table = _store_last_round(server, 2, agent="level:1")
    page = _open_last_round(visit, table)
    watcher = wait_for_table(visit(table.path))
    _play_last_turn(page)
    show_result(watcher)
    buttons = watcher.locator(".end-buttons > :visible")
    expect(buttons).to_have_text(["Replay", "New game"])
    watcher.locator("#new-game").click()
    expect(watcher.locator("#begin")).to_be_visible()


@pytest.mark.parametrize("players", [2, 5])
def test_the_end_of_bombay_fits_every_screen(
    visit: Visit, server: LiveServer, players: int
) -> None:
    page = _open_last_round(visit, _store_last_round(server, players), locale="pl-PL")
    _play_last_turn(page)
    page.locator("#next-step").wait_for()
    for _ in range(3):
        page.locator("#next-step").click()
    _fits_every_screen(page, "#next-step")
    show_result(page)
    _fits_every_screen(page, "#rematch")


@pytest.mark.parametrize("players", [1, 4])
def test_the_end_of_the_bazar_fits_every_screen(
    visit: Visit, server: LiveServer, players: int
) -> None:
    record = _record("bazar", players)
    _, turns = split_into_turns(from_record(record))
    who = ["me" if seat == turns[-1].seat else "random" for seat in range(players)]
    table = store_unfinished(server, record, who, turns_left=1)
    page = visit(table.links[turns[-1].seat], locale="pl-PL")
    wait_for_turn(page)
    page.locator("#action-end-piece").click()
    page.locator("#next-step").wait_for()
    halos = page.locator("#pieces [href^='#halo-']:visible")
    expect(halos).to_have_count(0)
    page.locator("#next-step").click()
    _fits_every_screen(page, "#next-step")
    show_result(page)
    expect(halos).to_have_count(0 if players == 1 else 1)
    _fits_every_screen(page, "#new-game")


def _fits_every_screen(page: Page, button: str) -> None:
    """Whatever the size, the scores are over the board, and no button is out of sight."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_selector(page, f"body[data-shape={'wide' if width > height else 'tall'}]")
        expect(page.locator(button)).to_be_visible()
        misfits = [*page.evaluate(OUTSIDE), *find_misfits(page)]
        assert misfits == [], (width, height)
