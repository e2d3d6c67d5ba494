"""What people do on a page: create a table, choose, commit, hand the screen over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import Visit

NAMES: Final = ("Ada", "Bao", "Cleo", "Dede", "Eve")
"""The names of the seats."""


Rules = Mapping[str, str]

USUAL: Final = {"bombay": {"set_up": "first-game"}, "bazar": {"starter": "seat 0"}}
"""The rules of each game by which the first seat begins."""


SMALL: Final = {"board": "hexagon-19"}
"""The rules of a short game of the Bazar."""


def create_table_by_form(page: Page, *who: str) -> Page:
    """Fill in the form for a new table, with a seat for each of `who`, and submit it."""
    page.locator(".player-count label").filter(has_text=str(len(who))).click()
    for seat, one in enumerate(who):
        page.locator(f"#seat-{seat}").click()
        page.locator(f"[name=who-{seat}][value='{one}']").click()
        page.locator(f"[name=name-{seat}]").fill(NAMES[seat])
    page.locator("#begin").click()
    return wait_for_table(page)


def open_table(
    visit: Visit, *who: str, game: str = "bombay", rules: Rules | None = None, **options: Any
) -> Page:
    """Open a new table whose form was posted without being filled in.

    The game starts without those who come by a link.
    """
    form = {"game": game, "players": str(len(who))}
    form |= {f"rule-{name}": value for name, value in {**USUAL[game], **(rules or {})}.items()}
    for seat, one in enumerate(who):
        form |= {f"who-{seat}": one, f"name-{seat}": NAMES[seat]}
    page = visit("/new", form=form, **options)
    return start_without_waiting(page) if "link" in who else wait_for_table(page)


def wait_for_table(page: Page) -> Page:
    """Wait until the table is drawn, with its set-up."""
    wait_for_selector(page, "#actions > section:not(.seed-sharing)")
    return page


def start_without_waiting(page: Page) -> Page:
    """Start without those who have not come, and wait until the set-up is drawn."""
    page.locator("#go-on").click()
    return wait_for_table(page)


def wait_for_selector(page: Page, wanted: str) -> None:
    """Wait until something matches a selector."""
    page.wait_for_function("wanted => document.querySelector(wanted)", arg=wanted)


@contextmanager
def redraws(page: Page) -> Iterator[None]:
    """Wait at the end of the context until the table has been redrawn."""
    picture = page.evaluate_handle(NEXT_PICTURE)
    yield
    picture.evaluate("next => next.drawn")


NEXT_PICTURE: Final = """() => ({ drawn: new Promise((resolve, reject) => {
  const watch = new MutationObserver(() => (watch.disconnect(), resolve()));
  watch.observe(document.getElementById("pieces"), { attributeFilter: ["data-frame"] });
  setTimeout(() => reject(new Error("the table was not redrawn")), 15000);
}) })"""


def resize(page: Page, size: Mapping[str, int]) -> None:
    """Give the page of a table another size, and wait until the board has the shape for it."""
    width, height = size["width"], size["height"]
    shape = "wide" if width > height else "tall"
    viewport = ViewportSize(width=width, height=height)
    if page.locator("body").get_attribute("data-shape") == shape:
        page.set_viewport_size(viewport)
        return
    with redraws(page):
        page.set_viewport_size(viewport)


def act(page: Page, action: str) -> None:
    """Click an action's button or its place on the board, as part of a turn."""
    with redraws(page):
        page.locator(f'[data-act="{action}"]').first.click()


def choices(page: Page) -> list[str]:
    """The actions that can be clicked: buttons and places on the board."""
    found = page.evaluate("[...document.querySelectorAll('[data-act]')].map(e => e.dataset.act)")
    return cast(list[str], found)


def undo(page: Page) -> None:
    """Take the last action back."""
    with redraws(page):
        page.locator("#undo").click()


def redo(page: Page) -> None:
    """Do again what was taken back."""
    with redraws(page):
        page.locator("#redo").click()


def commit(page: Page) -> None:
    """Commit the turn, and wait until the table is redrawn."""
    with redraws(page):
        page.locator("#commit").click()


def wait_for_fortune(page: Page) -> None:
    """Play the shortest turn of Bombay."""
    act(page, "wait")
    commit(page)


def place_a_tile(page: Page) -> None:
    """Place the first tile that fits, or the end piece if none does; the turn commits itself."""
    length = position(page)[1] + 1
    blocked = page.locator("#action-end-piece")
    if blocked.is_visible():
        blocked.click()
    else:
        page.locator(".piles [data-pick]").first.click()
        page.locator("#drop").click()
    wait_for_position(page, length, length)


def close_hand(page: Page, kept: int, call: str) -> None:
    """Keep medals in the hand and call; another hand, or the game, comes next."""
    with redraws(page):
        page.locator(".medals label").filter(has=page.locator(f"[value='{kept}']")).click()
        page.locator(".medals label").filter(has=page.locator(f"[value={call}]")).click()
        page.locator("#medals-done").click()


def show_result(page: Page) -> None:
    """Skip the steps of the final scoring."""
    page.locator("#show-result").click()
    page.locator("#headline .result").wait_for()


def take_the_screen(page: Page) -> None:
    """Take over the screen as the player to play, and see what is behind it."""
    with redraws(page):
        page.locator("#handover-done").click()


def is_handed_over(page: Page) -> bool:
    """Whether the page waits for the next player; two turns in a row need no handing over."""
    return page.locator("#handover").is_visible()


def wait_for_turn(page: Page) -> None:
    """Wait until it is the turn of the page's seat."""
    wait_for_selector(page, "body.my-turn #undo")


def position(page: Page) -> tuple[int, int]:
    """How many actions the picture shows, and how many there are."""
    shown, length = (page.locator("#where").text_content() or "").split(" / ")
    return int(shown), int(length)


def go_to_logged(page: Page, at: int) -> None:
    """Choose an entry of the log, in the turn that it belongs to."""
    entry = page.locator(f"#log [data-at='{at}'] a")
    if not entry.is_visible():
        page.locator(f"#log .log-turn:has([data-at='{at}']) summary").click()
    entry.click()


def wait_for_position(page: Page, shown: int, length: int) -> None:
    """Wait until the picture shows so many actions of so many."""
    is_there = "text => document.getElementById('where')?.textContent === text"
    page.wait_for_function(is_there, arg=f"{shown} / {length}")


def table_of(page: Page) -> str:
    """The path of the table."""
    return "/t/" + (page.locator("body").get_attribute("data-table") or "")


def links_of(page: Page) -> list[str]:
    """The secret links that the host is shown beside the board, by path."""
    links: list[str] = page.locator("#invitations [data-link]").evaluate_all(
        "all => all.map(one => one.dataset.link)"
    )
    return [re.sub(r"^http://[^/]+", "", link) for link in links]


def open_menu(page: Page) -> None:
    """Open the menu of the table."""
    page.locator("#menu-button").click()
    page.locator("#menu").wait_for()


def let_turns_commit_themselves(page: Page) -> None:
    """Choose in the menu that a turn is committed when it is complete."""
    open_menu(page)
    page.locator("#auto").check()
    close_menu(page)


def close_menu(page: Page) -> None:
    """Close the menu of the table."""
    page.locator("#menu form[method=dialog] button").click()
    page.locator("#menu").wait_for(state="hidden")
