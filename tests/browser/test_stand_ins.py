from __future__ import annotations

import math
import os

import pytest
from playwright.sync_api import Page, expect

from howdah.table import stand_ins
from howdah.table.model import Table
from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    links_of,
    open_table,
    table_of,
    wait_for_fortune,
    wait_for_table,
    wait_for_turn,
)


def seen(page: Page, name: str) -> None:
    """Keep a picture, where one is asked for."""
    if folder := os.environ.get("HOWDAH_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.fixture(autouse=True)
def _short_absence(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds_left(table: Table, now: float) -> int:
        return max(0, math.ceil(table.last_turn_at + 1.5 - now))

    monkeypatch.setattr(stand_ins, "_seconds_left", seconds_left)
    monkeypatch.setattr(stand_ins, "STAND_IN", "random")


def test_an_opponent_plays_for_a_friend_who_vanished_until_they_come_back(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    link = links_of(ada)[0]
    wait_for_fortune(ada)
    offer = ada.locator("#stand-in-1")
    expect(offer).to_be_hidden()
    expect(offer).to_be_visible()
    seen(ada, "offer")
    offer.click()
    wait_for_turn(ada)
    expect(ada.locator("#log li").last).to_contain_text("Bao")
    bao = wait_for_table(visit(link, viewport=PHONE))
    expect(bao.locator(".stand-in")).to_contain_text("The computer is playing for you.")
    seen(bao, "played-for")
    bao.locator("#come-back").click()
    expect(bao.locator("#come-back")).to_have_count(0)
    wait_for_fortune(ada)
    wait_for_turn(bao)


def test_who_only_watches_decides_nothing(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    watcher = wait_for_table(visit(table_of(ada)))
    expect(watcher.locator("#headline")).to_have_text("It's Ada's turn.")
    expect(watcher.locator(".stand-in")).to_have_count(0)
