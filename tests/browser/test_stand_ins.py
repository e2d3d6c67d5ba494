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
    open_menu,
    open_table,
    redraws,
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


def place_a_tile(page: Page) -> None:
    """Place the first tile that fits; the turn commits itself, and the computer may answer."""
    page.locator(".piles [data-pick]").first.click()
    with redraws(page):
        page.locator("#drop").click()


SAID = """
- list:
  - listitem
  - listitem:
    - text: {text}
"""
"""What a screen reader finds on the cards."""
PLAY_A_TURN = {"bombay": wait_for_fortune, "bazar": place_a_tile}


@pytest.mark.parametrize("game", PLAY_A_TURN)
def test_the_card_of_a_player_shows_that_the_computer_plays_for_them(
    visit: Visit, game: str
) -> None:
    ada = open_table(visit, "me", "link", game=game)
    link = links_of(ada)[0]
    watcher = wait_for_table(visit(table_of(ada), viewport=PHONE))
    PLAY_A_TURN[game](ada)
    ada.locator("#stand-in-1").click()
    wait_for_turn(ada)
    played_for = "Played by the computer for now"
    for page in (ada, watcher):
        expect(page.locator("#card-1").get_by_title(played_for)).to_be_visible()
        expect(page.locator("#players")).to_match_aria_snapshot(SAID.format(text=played_for))
        expect(page.locator("#card-0 [data-state=stand-in]")).to_have_count(0)
    PLAY_A_TURN[game](ada)  # the cards are drawn again, and again when the computer has played
    wait_for_turn(ada)
    seen(ada, f"stand-in-{game}")
    seen(watcher, f"stand-in-{game}-phone")
    bao = wait_for_table(visit(link))
    for page in (ada, watcher, bao):
        expect(page.locator("#card-1").get_by_title(played_for)).to_be_visible()
    open_menu(ada)
    expect(ada.locator(".seat-list")).to_contain_text(f"Friend (invite link) · {played_for}")
    bao.locator("#come-back").click()
    for page in (ada, watcher):
        expect(page.locator("#card-1").get_by_title("Here now")).to_be_visible()
        expect(page.get_by_title(played_for)).to_have_count(0)
