"""A third game, registered by one line, is played on the table page like the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from howdah.games.registry import GAMES
from tests.browser.conftest import Visit


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")


def test_a_third_game_is_played_to_its_end_on_the_table_page(visit: Visit) -> None:
    page = visit("/")
    page.locator("#play-noughts").click()
    scoring = page.locator(".scoring #headline")
    cells = page.locator("#pieces [data-act]")
    while True:
        expect(cells.first.or_(scoring)).to_be_visible()
        if scoring.is_visible():
            break
        before = page.locator("#log [data-at]").count()
        cells.first.click()
        expect(page.locator("#log [data-at]").nth(before)).to_be_attached()
    expect(page.locator("#where")).to_contain_text("/")
    page.locator("#next-step").click()
    expect(scoring.locator(".result")).to_contain_text("win")
    expect(page.locator("#scores")).to_be_visible()
    assert page.locator("#pieces g[id^=cell]").count() >= 5


def test_a_game_without_a_grid_is_played_on_its_drawing_with_keys(visit: Visit) -> None:
    page = visit("/")
    page.locator("#play-noughts").click()
    cells = page.locator("#pieces [role=button]")
    expect(cells.first).to_be_visible()
    expect(page.locator("#grid")).to_have_count(0)
    expect(page.locator("#board")).to_have_role("group")
    page.keyboard.press("b")  # there is no grid to go to
    before = page.locator("#log [data-at]").count()
    cells.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#log [data-at]").nth(before)).to_be_attached()
