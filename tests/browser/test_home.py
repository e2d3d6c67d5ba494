"""The home page in a browser: what it offers depends on what this device has played."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.axe import find_violations
from tests.browser.conftest import PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import SMALL, open_table, table_of, wait_for_table

STEP = {"turns": "", "read": 1, "step": 3, "steps": 10}


def go_home(page: Page, server: LiveServer) -> Page:
    page.goto(server.url)
    expect(page.locator(".summary.plain")).to_have_count(0)
    return page


def store(page: Page, key: str, value: object) -> None:
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])


def is_above(page: Page, one: str, other: str) -> bool:
    boxes = [page.locator(selector).first.bounding_box() for selector in (one, other)]
    assert all(boxes)
    return bool(boxes[0] and boxes[1] and boxes[0]["y"] < boxes[1]["y"])


def test_who_is_new_is_offered_a_lesson_first_and_can_continue_it(visit: Visit) -> None:
    page = visit("/", viewport=PHONE)
    first = page.locator("#learn-first")
    expect(first).to_be_in_viewport(ratio=1)
    expect(first).to_have_text("Learn Bombay in 5 minutes")
    expect(page.locator("#play-first")).to_be_in_viewport(ratio=1)
    expect(page.locator("#my-games")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('#play-bombay')).color") == (
        page.evaluate("getComputedStyle(document.querySelector('#new-table')).color")
    ), "to play comes second"
    store(page, "howdah lesson bazar", STEP)
    page.reload()
    expect(first).to_have_text("Continue the lesson: step 4 of 10")
    expect(first).to_have_attribute("href", "/learn/bazar")
    store(page, "howdah lesson bazar", {"turns": "place 01-24", "read": 0})
    page.reload()
    expect(first).to_have_text("Continue the lesson")


def test_a_running_game_is_on_top_and_leads_back_to_its_table(
    visit: Visit, server: LiveServer
) -> None:
    page = open_table(visit, "me", "agent:random")
    table = table_of(page)
    go_home(page, server)
    card = page.locator("#running-games a")
    expect(card).to_have_count(1)
    expect(card.locator(".status")).to_have_text("Your turn")
    expect(card.locator("time")).to_have_text("this minute")
    assert is_above(page, "#running-games", ".game")
    expect(page.locator("#learn-first")).to_be_hidden()
    assert find_violations(page) == []
    card.click()
    assert table_of(wait_for_table(page)) == table


def test_a_game_leaves_the_list_and_comes_back(visit: Visit, server: LiveServer) -> None:
    page = open_table(visit, "me", "agent:random", game="bazar", rules=SMALL)
    go_home(page, server)
    page.locator("#running-games .remove").click()
    undo = page.locator(".removed button")
    expect(undo).to_be_focused()
    expect(page.locator("#running-games a")).to_have_count(0)
    undo.click()
    expect(page.locator("#running-games a")).to_be_focused()
    page.locator("#running-games .remove").click()
    page.reload()
    expect(page.locator("#my-games")).to_be_hidden()


def test_games_are_in_the_order_in_which_they_need_their_player(
    visit: Visit, server: LiveServer
) -> None:
    page = open_table(visit, "me", "link")
    own = table_of(page)
    alone = {"game": "bazar", "rules": SMALL, "seats": [{"agent": "random"}]}
    body = {**alone, "seats": [{"name": "Bo"}, {"name": "Ada"}], "rules": {"starter": "seat 0"}}
    answers = [page.request.post(f"{server.url}/api/tables", data=one) for one in (body, alone)]
    waiting, over = [answer.json()["id"] for answer in answers]
    seen = [(waiting, 2e12), (over, 2e12), ("nowhere", 2e12), (own.removeprefix("/t/"), 1e12)]
    tables = [{"id": table, "title": "?", "seen": time} for table, time in seen]
    store(page, "howdah tables", tables)
    state = f"{server.url}/api/tables/{over}"
    while not page.request.get(state).json()["over"]:
        page.wait_for_timeout(50)
    go_home(page, server)
    links = page.locator("#running-games a, #finished-games a")
    expect(links).to_have_count(3)
    paths = [own, f"/t/{waiting}", f"/t/{over}"]
    assert [link.get_attribute("href") for link in links.all()] == paths
    expect(page.locator("#finished-games .status")).to_contain_text("Your score")
    assert is_above(page, ".game", "#finished-games")


def test_a_name_is_asked_for_once(visit: Visit, server: LiveServer) -> None:
    page = visit("/")
    page.get_by_label("Your name").fill("Zoé")
    page.locator("#play-solo").click()
    expect(wait_for_table(page).locator("#headline")).to_be_visible()
    assert page.request.get(f"{page.url}/record").json()["seats"][0]["name"] == "Zoé"
    go_home(page, server)
    expect(page.get_by_label("Your name")).to_have_value("Zoé")
    assert page.locator("#start-solo [name=name]").input_value() == "Zoé"
