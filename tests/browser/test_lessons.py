"""Lessons in the browser: by clicks, by keys and on a phone; wrong tries, steps back, reloads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import find_violations
from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import close_menu, open_menu, wait_for_selector

MOST_CLICKS = 40
STEPS = {"bombay": 10, "bazar": 5}
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SMALL = {"width": 320, "height": 568}
POINTED_AT = """async () => {
  const { pointedAt } = await import("/static/pointer.js");
  document.querySelector("[data-pointed-at]")?.removeAttribute("data-pointed-at");
  pointedAt()?.setAttribute("data-pointed-at", "");
}"""
UNTIL_STEP = """([step, pointer]) => document.getElementById("lesson").dataset.step === String(step)
  && (!pointer || !document.getElementById("pointer").hidden)"""
IS_OUTSIDE = """() => [...document.querySelectorAll(".lesson, .lesson button, #actions button")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.id, one.getBoundingClientRect()])
  .filter(([id, { top, left, bottom, right }]) =>
    top < 0 || left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
  .map(([id]) => id)"""


def open_lesson(visit: Visit, game: str, **options: object) -> Page:
    page = visit(f"/learn/{game}", **options)
    wait_for_step(page, 0)
    return page


def wait_for_step(page: Page, step: int, *, pointer: bool = False) -> None:
    """Wait until the page shows a step, counted from 0."""
    page.wait_for_function(UNTIL_STEP, arg=[step, pointer])


def step_of(page: Page) -> int:
    return int(page.locator("#lesson").get_attribute("data-step") or "-1")


def target_of(page: Page) -> Locator:
    """What the page points at."""
    expect(page.locator("#pointer")).to_be_visible()
    page.evaluate(POINTED_AT)
    return page.locator("[data-pointed-at]")


def do_step(page: Page, *, by_touch: bool = False) -> int:
    """Do what the page points at until the next step; return the clicks it took."""
    step, clicks = step_of(page), 0
    while step_of(page) == step:
        reading = page.locator("#lesson-next")
        target = reading if reading.count() else target_of(page)
        frame = page.locator("#pieces").get_attribute("data-frame")
        if by_touch:
            target.tap(force=True)
        else:
            target.click(force=True)
        clicks += 1
        page.wait_for_function(
            "([step, frame]) => document.getElementById('lesson').dataset.step !== step"
            " || document.getElementById('pieces').dataset.frame !== frame",
            arg=[str(step), frame],
        )
        page.wait_for_timeout(50)
        assert clicks < MOST_CLICKS
    return clicks


def play_lesson(page: Page, game: str, *, by_touch: bool = False) -> int:
    clicks = 0
    for step in range(STEPS[game] - 1):
        wait_for_step(page, step)
        clicks += do_step(page, by_touch=by_touch)
    wait_for_step(page, STEPS[game] - 1)
    return clicks


@pytest.mark.parametrize(("game", "locale"), [("bombay", "en-GB"), ("bazar", "fr-FR")])
def test_a_lesson_is_done_by_clicks_and_its_game_goes_on(
    visit: Visit, game: str, locale: str
) -> None:
    page = open_lesson(visit, game, locale=locale)
    assert play_lesson(page, game) + 1 <= MOST_CLICKS
    page.locator("#lesson-play").click()
    page.wait_for_url("**/t/*")
    wait_for_selector(page, "body.my-turn #undo")
    expect(page.locator("#log [data-seat='1']").first).to_be_attached()
    assert page.evaluate("localStorage.getItem('howdah lessons')") == f'["{game}"]'


@pytest.mark.parametrize(
    ("game", "locale", "size"), [("bombay", "pt-PT", PHONE), ("bazar", "pl-PL", SMALL)]
)
def test_a_lesson_is_done_on_a_phone(
    visit: Visit, game: str, locale: str, size: dict[str, int]
) -> None:
    page = open_lesson(visit, game, locale=locale, **{**TOUCH, "viewport": size})
    assert page.evaluate(IS_OUTSIDE) == []
    play_lesson(page, game, by_touch=True)
    expect(page.locator("#lesson-play")).to_be_visible()
    assert page.evaluate(IS_OUTSIDE) == []


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_a_lesson_is_done_by_keys(visit: Visit, game: str) -> None:
    page = open_lesson(visit, game)
    for step in range(STEPS[game] - 1):
        wait_for_step(page, step)
        while step_of(page) == step:
            frame = page.locator("#pieces").get_attribute("data-frame")
            if page.locator("#lesson-next").count():
                page.locator("#lesson-next").focus()
            else:
                target_of(page)
                page.keyboard.press("g")
            page.keyboard.press("Enter")
            page.wait_for_function(
                "([step, frame]) => document.getElementById('lesson').dataset.step !== step"
                " || document.getElementById('pieces').dataset.frame !== frame",
                arg=[str(step), frame],
            )
            page.wait_for_timeout(50)
    page.locator("#lesson-play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def test_each_step_is_announced(visit: Visit) -> None:
    page = open_lesson(visit, "bombay")
    expect(page.locator("#live")).to_contain_text("Your turn, Player.")
    expect(page.locator("#live")).to_contain_text("Step 1 of 10: Most rupees wins.")
    do_step(page)
    expect(page.locator("#live")).to_contain_text("Step 2 of 10: Posts sell at market prices.")


def test_a_wrong_try_is_answered_and_changes_nothing(visit: Visit) -> None:
    page = open_lesson(visit, "bombay")
    target_of(page)
    page.locator('[data-act="move H1"]').click()
    expect(page.locator("#toast")).to_contain_text("E4 sells purple silk")
    page.locator("#action-buy").click(force=True)
    expect(page.locator("#info-card")).to_contain_text("no trading post")
    assert do_step(page) == 1
    wait_for_step(page, 1)
    target_of(page)
    page.locator('[data-act="move B"]').click()
    expect(page.locator("#toast")).to_contain_text("buy a purple bale first")
    expect(page.locator("#undo")).not_to_have_attribute("aria-disabled", "true")
    assert do_step(page) == 1, "what was done before the wrong try is still there"


def test_a_wrong_tile_is_answered(visit: Visit) -> None:
    page = open_lesson(visit, "bazar")
    page.locator("#pile-03").click()
    page.locator("#drop").click()
    expect(page.locator("#toast")).to_contain_text("take the one with the arrow")
    assert do_step(page) == 2


def test_one_may_go_back_and_have_it_done(visit: Visit) -> None:
    page = open_lesson(visit, "bombay")
    expect(page.locator("#lesson-back")).to_have_attribute("aria-disabled", "true")
    for step in range(4):
        wait_for_step(page, step)
        page.locator("#lesson-do").click()
    wait_for_step(page, 4)
    for step in (3, 2, 1, 0):
        page.locator("#lesson-back").click()
        wait_for_step(page, step, pointer=True)
    expect(page.locator("#where")).to_have_text("4 / 4")
    expect(page.locator("#log [data-at='5']")).to_have_count(0)
    assert do_step(page) == 1


def test_a_lesson_goes_on_after_a_reload(visit: Visit) -> None:
    page = open_lesson(visit, "bombay")
    for step in range(3):
        wait_for_step(page, step)
        do_step(page)
    wait_for_step(page, 3)
    do_step(page)
    page.reload()
    wait_for_step(page, 4)
    page.evaluate('localStorage.setItem(\'howdah lesson bombay\', \'{"turns":"wait","read":0}\')')
    page.reload()
    wait_for_step(page, 0)  # what the lesson does not know begins again


def test_a_lesson_can_be_skipped(visit: Visit) -> None:
    page = open_lesson(visit, "bazar")
    page.locator("#lesson-skip").click()
    page.wait_for_url("**/t/*")
    wait_for_selector(page, "body.my-turn #undo")


def test_tips_come_at_the_right_moment_and_can_be_switched_off(visit: Visit) -> None:
    page = visit("/learn/bombay", form={"turns": ""})
    wait_for_selector(page, "body.my-turn #undo")
    tip = page.locator("#lesson")
    expect(tip).to_be_hidden()
    for action in ("move E4", "buy", "move D4"):
        page.locator(f'[data-act="{action}"]').click()
        page.wait_for_timeout(100)
    page.locator("#commit").click()
    expect(tip).to_contain_text("best price")
    page.locator("#tip-done").click()
    expect(tip).to_be_hidden()
    page.reload()
    wait_for_selector(page, "body.my-turn #undo")
    expect(tip).to_be_hidden()
    open_menu(page)
    page.locator("#tips").uncheck()
    close_menu(page)
    assert page.evaluate("localStorage.getItem('howdah tips')") == "false"


@pytest.mark.parametrize("game", ["bombay", "bazar"])
@pytest.mark.parametrize("screen", [{}, TOUCH], ids=["laptop", "phone"])
def test_lessons_are_open_to_everyone(visit: Visit, game: str, screen: dict[str, object]) -> None:
    page = open_lesson(visit, game, **screen)
    target_of(page)
    assert find_violations(page) == []
