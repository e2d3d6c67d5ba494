from __future__ import annotations

from playwright.sync_api import expect

from howdah.provable_draws import commitment
from tests.browser.conftest import SEED, Visit
from tests.browser.hands import SMALL, close_menu, lay_a_tile, my_turn, open_menu, sit


def test_the_menu_promises_the_seed_and_proves_the_draws_when_the_game_is_over(
    visit: Visit,
) -> None:
    page = sit(visit, "me", game="bazar", rules=SMALL)
    my_turn(page)
    open_menu(page)
    expect(page.locator("#commitment")).to_have_text(commitment(SEED))
    expect(page.locator("#seed, #verdict")).to_have_count(0)
    assert SEED not in page.content()
    close_menu(page)
    while not page.locator(".scoring").count():
        lay_a_tile(page)
    open_menu(page)
    expect(page.locator("#seed")).to_have_text(SEED)
    expect(page.locator("#commitment")).to_have_text(commitment(SEED))
    expect(page.locator("#verdict")).to_have_text("Every draw was checked against the seed.")
