from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    SMALL,
    open_table,
    place_a_tile,
    position,
    redraws,
    wait_for_position,
    wait_for_table,
)


def _pick(page: Page, design: str) -> None:
    with redraws(page):
        page.locator(f"#pile-{design}").click()
    expect(page.locator(f"#pile-{design}")).to_have_attribute("aria-pressed", "true")


def test_tiles_are_picked_turned_and_placed(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar")
    page.locator("#pile-01").click(force=True)
    expect(page.locator("#info-card")).to_contain_text(
        "This tile doesn't fit here, whichever way you turn it."
    )
    assert page.locator("#ghost").count() == 0
    _pick(page, "03")
    _pick(page, "02")
    expect(page.locator("#pile-03")).to_have_attribute("aria-pressed", "false")
    drop = page.locator("#drop")
    expect(drop).to_have_attribute("data-act", "place 02 2")
    with redraws(page):
        page.locator("#ghost").click()
    expect(drop).to_have_attribute("data-act", "place 02 4")
    with redraws(page):
        page.locator("#action-turn").click()
    expect(drop).to_have_attribute("data-act", "place 02 2")
    drop.click()
    wait_for_position(page, 1, 1)
    expect(page.locator("#headline")).to_contain_text("Your turn, Bao")
    expect(page.locator("#card-0 .score b")).to_have_text("1")
    expect(page.locator("#pile-02 b")).to_have_text("3")
    _pick(page, "02-14")
    page.locator("[id^=action-place]").click()
    wait_for_position(page, 2, 2)
    expect(page.locator("#log li")).to_contain_text(["Ada", "Bao"])


def test_a_solo_game_ends_with_a_score_and_the_best_is_kept(visit: Visit) -> None:
    page = open_table(visit, "me", game="bazar", rules=SMALL, viewport=PHONE, speed="fast")
    expect(page.locator("#solo .best")).to_be_hidden()
    expect(page.locator("#solo .details")).to_have_text(
        re.compile(r"openings 0$"), use_inner_text=True
    )
    expect(page.locator("#solo-score")).to_have_text("\N{MINUS SIGN}16")
    while not page.locator(".scoring").count():
        place_a_tile(page)
    headline, score = page.locator("#headline .result"), page.locator("#solo-score").inner_text()
    for step in (1, 2):
        page.locator("#next-step").click()
        expect(page.locator(f".score-table tbody [data-step='{step}']").first).to_be_visible()
        expect(headline).to_be_hidden()
    page.locator("#next-step").click()
    expect(headline).to_have_text(f"Your score: {score}")
    expect(page.locator(".score-table .total")).to_have_text(score.replace("-", "\N{MINUS SIGN}"))
    expect(page.locator("[data-new-best]")).to_be_visible()
    expect(page.locator("#best-score")).to_have_text(score)
    expect(page.locator("#solo .best")).to_be_attached()
    first = page.url
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: url != first)
    expect(wait_for_table(page).locator("#best-score")).to_have_text(score)
    assert position(page) == (0, 0)
