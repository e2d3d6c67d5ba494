"""Take-backs in a browser: go back, try again and play on, without the page being loaded again."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    SMALL,
    act,
    choices,
    close_menu,
    commit,
    go_to_logged,
    open_menu,
    open_table,
    place_a_tile,
    position,
    redraws,
    table_of,
    wait_for_fortune,
    wait_for_position,
    wait_for_table,
    wait_for_turn,
)


@pytest.fixture
def solo(visit: Visit) -> Page:
    """A solo game after three tiles."""
    page = open_table(visit, "me", game="bazar", rules=SMALL)
    for _ in range(3):
        place_a_tile(page)
    wait_for_turn(page)
    page.evaluate("window.isSamePage = true")
    return page


@pytest.fixture
def against(visit: Visit) -> Page:
    """A game of Bombay against a computer, after two rounds."""
    page = open_table(visit, "me", "agent:level:1")
    for _ in range(2):
        wait_for_turn(page)
        wait_for_fortune(page)
    wait_for_turn(page)
    page.evaluate("window.isSamePage = true")
    return page


def log_of(page: Page) -> list[str]:
    return page.locator("#log [data-at]").all_inner_texts()


def picture(page: Page) -> str:
    return page.locator("#pieces [data-layer=pieces], #tiles").first.inner_html()


def listed_tables(page: Page) -> list[str]:
    """The tables that the device lists, newest first."""
    listed = page.evaluate("localStorage.getItem('howdah tables')")
    return [f"/t/{table['id']}" for table in json.loads(listed)]


# Solo


def test_undo_takes_the_last_turn_back_and_redo_plays_it_again(solo: Page) -> None:
    first, log, tiles = table_of(solo), log_of(solo), picture(solo)
    expect(solo.locator("#undo")).to_have_attribute("title", "Take back my last turn (U)")
    solo.locator("#undo").click()
    wait_for_position(solo, 2, 2)
    wait_for_turn(solo)
    second = table_of(solo)
    assert second != first
    assert solo.url.endswith(second)
    assert log_of(solo) == log[:2]
    assert solo.evaluate("window.isSamePage"), "the page is not loaded again"
    with redraws(solo):
        solo.keyboard.press("r")
    commit(solo)
    wait_for_position(solo, 3, 3)
    assert (log_of(solo), picture(solo)) == (log, tiles)
    expect(solo.locator("#take-backs")).to_be_hidden()
    assert listed_tables(solo) == [second]


def test_one_undoes_turn_after_turn_to_the_beginning(solo: Page) -> None:
    tables = {table_of(solo)}
    for left in (2, 1, 0):
        solo.keyboard.press("u")
        wait_for_position(solo, left, left)
        wait_for_turn(solo)
        tables.add(table_of(solo))
    assert len(tables) == 4
    expect(solo.locator("#undo")).to_have_attribute("aria-disabled", "true")
    solo.keyboard.press("u")  # there is nothing more to undo
    place_a_tile(solo)
    assert table_of(solo) in tables
    solo.reload()
    wait_for_position(wait_for_table(solo), 1, 1)
    wait_for_turn(solo)


def test_one_tries_again_from_any_position_of_a_finished_game(solo: Page) -> None:
    while not solo.locator(".scoring").is_visible():
        place_a_tile(solo)
    finished, length = table_of(solo), position(solo)[1]
    log = log_of(solo)
    solo.keyboard.press("Home")
    wait_for_position(solo, 0, length)
    go_to_logged(solo, 2)
    wait_for_position(solo, 2, length)
    expect(solo.locator(".take-back-note")).to_have_count(0)
    solo.locator("#try-again").click()
    wait_for_position(solo, 2, 2)
    wait_for_turn(solo)
    assert log_of(solo) == log[:2]
    assert "?" not in solo.url
    place_a_tile(solo)
    while not solo.locator(".scoring").is_visible():
        place_a_tile(solo)
    assert listed_tables(solo) == [table_of(solo), finished], "a finished game stays in the list"
    solo.keyboard.press("u")  # also at the end
    wait_for_turn(solo)


def test_a_click_on_the_last_turn_of_the_replay_has_nothing_to_try_again(solo: Page) -> None:
    solo.keyboard.press("ArrowLeft")
    wait_for_position(solo, 2, 3)
    expect(solo.locator("#try-again")).to_be_visible()
    solo.keyboard.press("End")
    wait_for_position(solo, 3, 3)
    solo.keyboard.press("t")
    assert position(solo) == (3, 3)


# Against computers


def test_against_computers_undo_shows_the_last_turn_first(against: Page) -> None:
    first, length = table_of(against), position(against)[1]
    against.locator("#undo").click()
    expect(against.locator("#try-again")).to_be_visible()
    start, _ = position(against)
    expect(against.locator(".take-back-note")).to_be_visible()
    assert table_of(against) == first, "nothing is taken back yet"
    against.locator("#show-latest").click()
    wait_for_position(against, length, length)
    against.keyboard.press("u")
    wait_for_position(against, start, length)
    against.keyboard.press("u")  # the turn before: that was the first
    wait_for_position(against, 1, length)
    against.keyboard.press("u")
    assert position(against) == (1, length)
    against.keyboard.press("End")
    wait_for_position(against, length, length)
    wait_for_turn(against)


def test_one_goes_back_and_plays_on_and_the_game_is_marked(against: Page) -> None:
    first, length = table_of(against), position(against)[1]
    against.keyboard.press("u")
    expect(against.locator("#try-again")).to_be_visible()
    start, _ = position(against)
    against.keyboard.press("t")
    wait_for_position(against, start, start)
    wait_for_turn(against)
    assert against.evaluate("window.isSamePage"), "the page is not loaded again"
    mark = against.locator("#take-backs")
    expect(mark).to_have_attribute("title", "with take-backs (1)")
    expect(against.get_by_role("img", name="with take-backs (1)")).to_have_text("1")
    other = next(action for action in choices(against) if action.startswith("move"))
    act(against, other)
    act(against, "end")
    commit(against)
    wait_for_turn(against)
    assert position(against)[1] != start
    second = table_of(against)
    record = against.context.request.get(against.url.replace(second, f"{second}/record")).json()
    assert record["meta"]["take_backs"] == 1
    old = against.context.request.get(against.url.replace(second, f"{first}/record")).json()
    assert len(old["actions"]) == length, "the log is append-only"
    against.reload()
    wait_for_table(against)
    expect(mark).to_have_attribute("title", "with take-backs (1)")


def test_from_the_middle_of_a_turn_one_plays_on_with_what_was_done(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:level:1")
    wait_for_turn(page)
    act(page, "move E4")
    act(page, "buy")
    commit(page)
    wait_for_turn(page)
    entries = page.locator("#log [data-at]").evaluate_all(
        "all => all.map(one => Number(one.dataset.at))"
    )
    assert entries == [*range(1, position(page)[1] + 1)], "the log has what was seen as a draft"
    go_to_logged(page, 2)
    expect(page.locator("#log li[data-at='2']")).to_have_attribute("aria-current", "true")
    there = page.locator("#elephant-0").get_attribute("transform")
    page.locator("#try-again").click()
    wait_for_position(page, 1, 1)
    expect(page.locator("#undo")).to_have_attribute("title", "Undo (U)")
    assert page.locator("#elephant-0").get_attribute("transform") == there
    expect(page.locator("#card-0 .bales .icon")).to_have_count(0)
    with redraws(page):
        page.keyboard.press("r")
    expect(page.locator("#card-0 .bales .icon")).to_have_count(1)
    commit(page)
    wait_for_turn(page)


def test_the_page_follows_the_table_that_it_has_moved_to(against: Page, visit: Visit) -> None:
    against.keyboard.press("u")
    against.locator("#try-again").click()
    expect(against.locator("#take-backs")).to_be_visible()
    wait_for_turn(against)
    table = table_of(against)
    open_menu(against)
    for link in ("#download", "#before-take-back"):
        expect(against.locator(link)).to_be_visible()
    assert against.locator("#download").get_attribute("href") == f"{table}/record"
    assert against.locator("#before-take-back").get_attribute("href") != table
    expect(against.locator("#seats-panel code").first).to_contain_text(table)
    assert against.locator("#menu [name=back]").first.get_attribute("value") == table
    close_menu(against)
    watcher = wait_for_table(visit(table))
    wait_for_fortune(against)
    wait_for_turn(against)
    length = position(against)[1]
    wait_for_position(watcher, length, length)
    expect(watcher.locator("#take-backs")).to_be_visible()
    assert watcher.locator("#take-back").is_hidden()


# The old table


def test_an_old_table_leads_to_the_new_one(solo: Page, visit: Visit, server: LiveServer) -> None:
    first = table_of(solo)
    tab = solo.context.new_page()
    tab.goto(server.url + first)
    wait_for_turn(tab)
    watcher = wait_for_table(visit(first))
    solo.keyboard.press("u")
    wait_for_position(solo, 2, 2)
    second = table_of(solo)
    for other in (tab, watcher):
        expect(other.locator("#headline")).to_have_text("This game continues at another table.")
        assert other.locator("[data-act], [data-pick]").count() == 0
        other.locator("#go-to-continuation").click()
        other.wait_for_url(f"**{second}")
        wait_for_position(wait_for_table(other), 2, 2)
    wait_for_turn(tab)
    assert listed_tables(tab) == [second]
    assert watcher.locator("[data-pick]").count() == 0
    assert watcher.evaluate("localStorage.getItem('howdah tables')") is None


def test_a_draft_on_another_tab_is_dropped(solo: Page, server: LiveServer) -> None:
    tab = solo.context.new_page()
    tab.goto(server.url + table_of(solo))
    wait_for_turn(tab)
    with redraws(tab):
        tab.locator(".piles [data-pick]").first.click()
    solo.keyboard.press("u")
    wait_for_position(solo, 2, 2)
    expect(tab.locator("#go-to-continuation")).to_be_visible()


def test_a_double_click_and_a_lost_answer_make_one_table(solo: Page) -> None:
    answers: list[str] = []

    def lose_the_first(route: Route) -> None:
        answer = route.fetch()
        answers.append(answer.json()["table"])
        if len(answers) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    first = table_of(solo)
    solo.route("**/take-back", lose_the_first)
    solo.locator("#undo").dblclick()
    wait_for_position(solo, 2, 2)
    wait_for_turn(solo)
    assert answers == [table_of(solo)] * 2
    assert table_of(solo) != first
