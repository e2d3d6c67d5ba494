"""The medals that decide who starts: everyone sees all hands, who is out and why, and who won."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from howdah.i18n import translate, translate_count, use_language
from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.page_actions import (
    links_of,
    open_table,
    place_a_tile,
    redraws,
    resize,
    table_of,
    wait_for_position,
    wait_for_selector,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.test_languages import LOCALES
from tests.browser.untranslated import find_untranslated
from tests.golden.files import FOLDER

SIZES = (LAPTOP, PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390})
RUNNING = """() => document.getAnimations()
  .filter((one) => one.playState === "running" && one.effect.target.closest(".reveal")).length"""
FITS = """() => {
  const result = document.querySelector(".round-result");
  const [card, board] = [result, document.querySelector(".board")]
    .map((one) => one.getBoundingClientRect());
  const isInside = card.left >= board.left && card.right <= board.right
    && card.top >= board.top && card.bottom <= board.bottom;
  return isInside && result.scrollHeight <= result.clientHeight;
}"""


def _open(visit: Visit, *who: str, **options: Any) -> Page:
    return open_table(visit, *who, game="bazar", rules={"starter": "medals"}, **options)


def _choose(page: Page, name: str, kept: int, call: str) -> None:
    """Keep medals and call, as soon as the page asks a player to."""
    expect(page.locator("#headline")).to_contain_text(f"{name},")
    page.locator(".medals label").filter(has=page.locator(f"[value='{kept}']")).click()
    page.locator(".medals label").filter(has=page.locator(f"[value={call}]")).click()
    page.locator("#medals-done").click()


def _shows(page: Page, *lines: str) -> None:
    """The board says so of the last round: hand by hand, then the total and what follows."""
    parts = page.locator(".round-result li .visually-hidden, .round-result p")
    expect(parts).to_have_text([*lines])
    expect(page.locator(".round-result")).to_be_visible()


def test_a_round_in_which_nobody_drops_out_says_so(visit: Visit) -> None:
    page = _open(visit, "me", "me")
    expect(page.locator("#pregame-log")).to_be_hidden()
    _choose(page, "Ada", 1, "odd")
    expect(page.locator("#headline")).to_contain_text("Bao,")
    assert page.locator(".round-result").count() == 0, "the first hand stays closed"
    _choose(page, "Bao", 3, "odd")
    _shows(
        page,
        "Ada: 1 medal, odd",
        "Bao: 3 medals, odd",
        "Total: 1 + 3 = 4, even.",
        "Everyone guessed wrong: nobody is out.",
        "Ada, Bao play again.",
    )
    _choose(page, "Ada", 2, "odd")
    _choose(page, "Bao", 1, "odd")
    _shows(
        page,
        "Ada: 2 medals, odd",
        "Bao: 1 medal, odd",
        "Total: 2 + 1 = 3, odd.",
        "Everyone guessed right: nobody is out.",
        "Ada, Bao play again.",
    )
    expect(page.locator("#pregame-log span")).to_have_text(
        [
            "Round 1 Ada: 1 medal, odd; Bao: 3 medals, odd. Total: 1 + 3 = 4, even. "
            "Everyone guessed wrong: nobody is out.",
            "Round 2 Ada: 2 medals, odd; Bao: 1 medal, odd. Total: 2 + 1 = 3, odd. "
            "Everyone guessed right: nobody is out.",
        ]
    )


def test_everyone_sees_the_hands_who_is_out_and_who_starts(visit: Visit) -> None:
    ada = _open(visit, "me", "link")
    bao = wait_for_table(visit(links_of(ada)[0]))
    watcher = wait_for_table(visit(table_of(ada)))
    _choose(ada, "Ada", 2, "even")
    _choose(bao, "Bao", 1, "odd")
    for page in (ada, bao, watcher):
        _shows(
            page,
            "Ada: 2 medals, even",
            "Bao: 1 medal, odd",
            "Total: 2 + 1 = 3, odd.",
            "Ada guessed even and is out.",
            "You start." if page is bao else "Bao starts.",
        )
        expect(page.get_by_role("status").filter(has_text="Ada guessed even")).to_be_visible()
        expect(page.locator("#pregame-log")).to_contain_text("is out.Bao starts.")
    _stays_until_the_viewer_plays(ada, bao, watcher)
    _is_in_the_replay(watcher)


def _stays_until_the_viewer_plays(ada: Page, bao: Page, watcher: Page) -> None:
    wait_for_turn(bao)
    with redraws(bao):
        bao.locator(".piles [data-pick]").first.click()
    expect(bao.locator(".round-result")).to_be_hidden()
    bao.locator("#drop").click()
    for page in (ada, bao, watcher):
        wait_for_position(page, 1, 1)
    expect(ada.locator(".round-result")).to_be_visible()
    expect(watcher.locator(".round-result")).to_be_visible()
    ada.locator("#close-result").click()
    expect(ada.locator(".round-result")).to_be_hidden()
    place_a_tile(ada)
    for page in (ada, bao, watcher):
        wait_for_position(page, 2, 2)
        expect(page.locator(".round-result")).to_be_hidden()
        expect(page.locator("#pregame-log")).to_contain_text("Bao starts.")


def _is_in_the_replay(page: Page) -> None:
    """The board shows the result before the first turn, the log at any time."""
    page.locator("#pregame-log a").click()
    wait_for_position(page, 0, 2)
    expect(page.locator(".round-result .next")).to_have_text("Bao starts.")
    expect(page.locator("#pregame-log")).to_have_attribute("aria-current", "true")
    page.keyboard.press("ArrowRight")
    wait_for_position(page, 1, 2)
    expect(page.locator(".round-result")).to_be_hidden()
    page.reload()
    wait_for_position(page, 1, 2)
    expect(page.locator("#pregame-log")).to_contain_text("Ada guessed even and is out.")


def test_those_who_guessed_right_play_on(visit: Visit) -> None:
    page = _open(visit, *["me"] * 4)
    for name, kept, call in (
        ("Ada", 2, "odd"),
        ("Bao", 3, "even"),
        ("Cleo", 1, "odd"),
        ("Dede", 1, "odd"),
    ):
        _choose(page, name, kept, call)
    expect(page.locator(".round-result p")).to_have_text(
        [
            "Total: 2 + 3 + 1 + 1 = 7, odd.",
            "Bao guessed even and is out.",
            "Ada, Cleo, Dede play again.",
        ]
    )
    for name, call in (("Ada", "even"), ("Cleo", "odd"), ("Dede", "even")):
        _choose(page, name, 1, call)
    _shows(
        page,
        "Ada: 1 medal, even",
        "Cleo: 1 medal, odd",
        "Dede: 1 medal, even",
        "Total: 1 + 1 + 1 = 3, odd.",
        "Ada, Dede guessed even and are out.",
        "Cleo starts.",
    )


def test_a_record_shows_its_medals(visit: Visit) -> None:
    records = map(json.loads, (FOLDER / "bazar-records.jsonl").read_text().splitlines())
    record = next(one for one in records if len(one["start"]["medals"]) > 1)
    text = json.dumps(record).encode()
    file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": text}
    page = visit("/")
    page.locator(".records summary").click()
    page.locator("#record-file").set_input_files(file)
    page.locator("form.record-form button").click()
    expect(wait_for_table(page).locator("#where")).to_contain_text("0 / ")
    name = record["seats"][record["start"]["first_player"]]["name"]
    expect(page.locator(".round-result .next")).to_have_text(f"{name} starts.")
    expect(page.locator("#pregame-log span")).to_have_count(len(record["start"]["medals"]))
    page.keyboard.press("End")
    page.locator(".scoring").wait_for()
    expect(page.locator(".round-result")).to_be_hidden()


def test_a_computer_shows_its_hand_too(visit: Visit) -> None:
    page = _open(visit, "me", "agent:greedy")
    rounds = page.locator("#pregame-log span")
    while page.locator("#medals-done").count():
        played = rounds.count()
        page.locator("#medals-done").click()
        expect(rounds).to_have_count(played + 1)
        wait_for_selector(page, "#medals-done, .decided")
    expect(page.locator(".round-result li .visually-hidden")).to_contain_text(["Ada: 1", "Bao: "])
    wait_for_turn(page)
    expect(page.locator(".decided")).to_be_visible()  # even if the computer has played
    with redraws(page):
        page.locator(".piles [data-pick]").first.click()
    page.locator("#drop").click()
    expect(page.locator(".decided")).to_be_hidden()


def test_lots_replace_the_medals_of_who_plays_against_computers(visit: Visit) -> None:
    page = _open(visit, "me", "agent:greedy", "agent:greedy")
    page.evaluate("Math.random = () => 0")
    page.locator("#draw-lots").click()
    wait_for_selector(page, ".decided")
    expect(page.locator("#pregame-log span").first).to_contain_text("Ada: 1 medal, even")
    assert _open(visit, "me", "me", "agent:greedy").locator("#draw-lots").count() == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_the_medals_are_in_the_language_of_the_reader(visit: Visit, locale: str) -> None:
    page, language = _open(visit, "me", "me", "me", locale=locale), LOCALES[locale]
    for name in ("Ada", "Bao", "Cleo"):
        _choose(page, name, 1, "even")
    for name, kept, call in (("Ada", 2, "even"), ("Bao", 3, "odd"), ("Cleo", 1, "odd")):
        _choose(page, name, kept, call)
    with use_language(language):
        nobody = translate("Everyone guessed wrong: nobody is out.")
        starts = translate("{name} starts.", name="Ada")
        out = translate_count(
            "{names} guessed odd and is out.",
            "{names} guessed odd and are out.",
            2,
            names="Bao, Cleo",
        )
    expect(page.locator(".round-result .next")).to_have_text(starts)
    expect(page.locator(".round-result .outcome")).to_have_text(out)
    expect(page.locator("#pregame-log span").first).to_contain_text(nobody)
    if language != "en":
        parts = page.locator(".round-result p, .round-result span, #pregame-log span")
        texts = parts.all_text_contents()
        assert [problem for text in texts for problem in find_untranslated(text, language)] == []


@pytest.mark.parametrize("way", ["key", "click", "patience"])
def test_the_hands_open_before_the_result_appears_unless_that_is_skipped(
    visit: Visit, way: str
) -> None:
    page = _open(visit, "me", "me", speed="normal")
    _choose(page, "Ada", 2, "even")
    _choose(page, "Bao", 1, "odd")
    page.wait_for_function(RUNNING)
    if way == "key":
        page.keyboard.press("s")
        assert page.evaluate(RUNNING) == 0
    elif way == "click":
        page.locator(".round-result h2").click()
        assert page.evaluate(RUNNING) == 0
    expect(page.locator(".round-result .next")).to_have_css("opacity", "1")
    expect(page.locator(".round-result .closed").first).to_have_css("opacity", "0")


@pytest.mark.parametrize(
    "options", [{"speed": "normal", "reduced_motion": "reduce"}, {"speed": "off"}]
)
def test_nothing_moves_for_who_wants_no_motion(visit: Visit, options: dict[str, str]) -> None:
    page = _open(visit, "me", "me", **options)
    _choose(page, "Ada", 2, "even")
    _choose(page, "Bao", 1, "odd")
    expect(page.locator(".round-result")).to_be_visible()
    assert page.evaluate(RUNNING) == 0


def test_the_result_is_closed_with_keys_and_the_focus_goes_on(visit: Visit) -> None:
    page = _open(visit, "me", "me")
    _choose(page, "Ada", 2, "even")
    _choose(page, "Bao", 1, "odd")
    page.locator("#close-result").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".round-result")).to_be_hidden()
    expect(page.locator("#headline")).to_be_focused()


def test_the_result_is_on_the_board_and_the_choice_in_sight(visit: Visit) -> None:
    page = _open(visit, *["me"] * 4)
    for size in SIZES:
        resize(page, size)
        expect(page.locator("#medals-done")).to_be_in_viewport(ratio=1)
    for name in ("Ada", "Bao", "Cleo", "Dede"):
        _choose(page, name, 1, "odd")
    expect(page.locator(".round-result")).to_be_visible()
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(FITS), size
        expect(page.locator("#medals-done")).to_be_in_viewport(ratio=1)


def test_a_quick_game_starts_by_lot(visit: Visit) -> None:
    page = visit("/")
    page.locator("#play-bazar").click()
    wait_for_turn(wait_for_table(page))
    assert page.locator("[data-pregame], #pregame-log, .round-result").count() == 0
    record = page.request.get(f"{page.url}/record").json()
    assert (record["rules"]["starter"], record["start"]["medals"]) == ("random", [])
