"""The page for a new table: presets, opponents by keys and by touch, options, and no script."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import open_menu, table_of, wait_for_table


def current(page: Page, seat: int) -> str:
    """Who sits at a seat, as the page shows it."""
    return page.locator(f"#seat-{seat} .current").inner_text()


def start(page: Page) -> dict[str, Any]:
    """Create the table of the form; its record."""
    page.locator("#begin").click()
    wait_for_table(page)
    answer = page.request.get(page.url.split("/t/")[0] + table_of(page) + "/record")
    record: dict[str, Any] = json.loads(answer.text())
    return record


def test_a_preset_fills_in_the_form_and_its_table_is_one_click_away(visit: Visit) -> None:
    page = visit("/new")
    page.locator("#preset-first-game").click()
    expect(page.locator("#preset-first-game")).to_have_attribute("aria-current", "true")
    expect(page.locator("#begin")).to_be_in_viewport(ratio=1)
    expect(page.locator(".seat:visible")).to_have_count(3)
    expect(page.locator("[name=rule-set_up]")).to_be_hidden()
    expect(page.locator(".unusual")).to_contain_text("Set-up: Fixed, for a first game")
    page.locator(".player-count label").filter(has_text="2").click()
    expect(page.locator(".seat:visible")).to_have_count(2)
    expect(page.locator(".presets [aria-current]")).to_have_count(0)
    record = start(page)
    assert record["rules"]["set_up"] == "first-game"
    assert [seat.get("agent") for seat in record["seats"]] == [None, "level:1"]


def test_an_opponent_is_chosen_by_keys(visit: Visit) -> None:
    page = visit("/new?preset=duel")
    page.locator("#seat-1").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#seat-1")).to_be_visible()
    assert current(page, 1).startswith("Champion (level 6)")
    page.keyboard.press("Enter")
    expect(page.locator("#seat-1")).to_be_focused()
    expect(page.locator(".chooser[open]")).to_have_count(0)
    assert page.url.endswith("/new?preset=duel"), "Enter has chosen, and has not sent the form"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#seat-1")).to_be_focused()
    assert start(page)["seats"][1] == {"name": "Bhaskar", "agent": "level:6"}


def test_an_opponent_is_chosen_by_touch_on_a_phone(visit: Visit) -> None:
    page = visit("/new?game=bazar", viewport=PHONE, has_touch=True)
    page.locator("#seat-1").tap()
    faces = page.locator(".chooser[open] .choice")
    expect(faces).to_have_count(10)
    for box in faces.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)"):
        assert box >= 44
    faces.filter(has_text="Friend (invite link)").tap()
    expect(faces).to_have_count(0)
    assert current(page, 1).startswith("Friend (invite link)")
    expect(page.locator("[name=name-1]")).to_have_attribute("placeholder", "Player 2")


def test_options_are_folded_away_and_are_sent_all_the_same(visit: Visit) -> None:
    page = visit("/new?game=bombay&preset=champion")
    page.locator("#more-options").click()
    page.locator("[name=rule-client_limit]").fill("12")
    page.locator("[name=screens]").select_option("open")
    page.locator("#more-options").click()
    chosen = page.locator(".unusual")
    expect(chosen).to_contain_text("Client token limit: 12")
    expect(chosen).to_contain_text("Screens: Open: everyone sees everything")
    page.locator("#more-options").click()
    limit = page.locator("[name=rule-client_limit]")
    limit.fill("999999999")
    page.locator("#begin").click()
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(limit).to_be_in_viewport()
    limit.fill("12")
    assert start(page)["rules"]["client_limit"] == 12


def test_without_a_script_the_form_shows_and_sends_what_is_chosen(visit: Visit) -> None:
    page = visit("/new?game=bazar&preset=duel", java_script_enabled=False)
    page.locator(".player-count label").filter(has_text="3").click()
    expect(page.locator(".seat:visible")).to_have_count(3)
    page.locator("#seat-2").click()
    page.locator("[name=who-2][value='agent:greedy']").click()
    assert current(page, 2).startswith("Careful beginner")
    page.locator("#begin").click()
    seats = page.locator(".seat-list li span").all_text_contents()
    assert seats[1:] == ["Computer: Solid (level 3)", "Computer: Careful beginner"]


def test_the_first_seat_has_the_name_of_the_person_at_this_device(visit: Visit) -> None:
    page = visit("/new?game=bombay&preset=duel")
    name = page.locator("[name=name-0]")
    name.fill("Ada")
    page.reload()
    expect(name).to_have_value("Ada")
    page.locator("#seat-0").click()
    page.locator("[name=who-0][value='agent:greedy']").click()
    expect(name).to_have_value("")
    page.locator("#seat-0").click()
    page.locator("[name=who-0][value=me]").click()
    expect(name).to_have_value("Ada")
    start(page)
    open_menu(page)
    expect(page.locator(".seat-list")).to_contain_text("Ada")
