from __future__ import annotations

from playwright.sync_api import expect

from howdah.provable_draws import commitment
from tests.browser.conftest import SEED, Visit
from tests.browser.page_actions import (
    SMALL,
    close_menu,
    open_menu,
    open_table,
    place_a_tile,
    wait_for_turn,
)


def test_the_menu_promises_the_seed_and_proves_the_draws_when_the_game_is_over(
    visit: Visit,
) -> None:
    page = open_table(visit, "me", game="bazar", rules=SMALL)
    wait_for_turn(page)
    open_menu(page)
    expect(page.locator("#commitment")).to_have_text(commitment(SEED))
    expect(page.locator("#seed, #verdict")).to_have_count(0)
    assert SEED not in page.content()
    close_menu(page)
    while not page.locator(".scoring").count():
        place_a_tile(page)
    open_menu(page)
    expect(page.locator("#seed")).to_have_text(SEED)
    expect(page.locator("#commitment")).to_have_text(commitment(SEED))
    expect(page.locator("#verdict")).to_have_text("Every draw was checked against the seed.")
