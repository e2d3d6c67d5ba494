"""The host sees whom to invite beside the board, and everyone sees who is here."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Form, Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    NAMES,
    USUAL,
    close_menu,
    links_of,
    open_menu,
    open_table,
    resize,
    start_without_waiting,
    table_of,
    wait_for_selector,
    wait_for_table,
    wait_for_turn,
)

SIZES = {
    "laptop": LAPTOP,
    "phone": PHONE,
    "landscape": {"width": 844, "height": 390},
    "smallest": {"width": 320, "height": 568},
    "laptop at 200 %": {"width": 683, "height": 384},
}
SCROLL_TO_TOP = """(one) => {
  for (const part of [one, ...one.querySelectorAll("*")]) part.scrollTop = 0;
}"""
LEAVING = 10_000
"""Milliseconds until someone who has left is shown so: the page waits for a moment."""
SHARE = "navigator.share = async (data) => { window.shared = data; };"
WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


def invite(visit: Visit, *who: str, game: str = "bombay", **options: Any) -> Page:
    """The page of a new table that waits for its friends."""
    form = {"game": game, "players": str(len(who))}
    form |= {f"rule-{name}": value for name, value in USUAL[game].items()}
    for seat, one in enumerate(who):
        form |= {f"who-{seat}": one, f"name-{seat}": NAMES[seat]}
    page = visit("/new", form=form, **options)
    wait_for_selector(page, "#actions > section")
    return page


def row(page: Page, name: str) -> Any:
    """The row of a friend in the panel."""
    return page.locator("#invitations li").filter(has_text=name)


def mark(page: Page, seat: int) -> Any:
    """The mark on a card that says whether a player is here."""
    return page.locator(f"#card-{seat} .seat-state")


# Who is invited, and who has come


def test_the_host_sees_whom_to_invite_until_all_have_come(visit: Visit) -> None:
    ada = invite(visit, "me", "link", "agent:random", "link")
    expect(ada.locator("#invitations summary")).to_contain_text("0 of 2 joined")
    expect(ada.locator("#invitations li")).to_have_count(2)
    for name in ("Bao", "Dede"):
        expect(row(ada, name)).to_contain_text("Not here yet")
        expect(row(ada, name).get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
        expect(row(ada, name).get_by_role("button", name="QR code")).to_be_in_viewport(ratio=1)
    first, second = links_of(ada)
    bao = visit(first)
    expect(ada.locator("#toast")).to_have_text("Bao has joined.")
    expect(row(ada, "Bao")).to_contain_text("Here now")
    expect(row(ada, "Bao").get_by_role("button")).to_have_count(0)
    expect(ada.locator("#invitations summary")).to_contain_text("1 of 2 joined")
    bao.close()
    expect(row(ada, "Bao")).to_contain_text("Joined, not here now", timeout=LEAVING)
    dede = visit(second)
    expect(ada.locator("#toast")).to_have_text("Dede has joined.")
    expect(ada.locator("#invitations")).to_be_hidden()
    assert dede.locator("#invitations details").count() == 0


def test_only_the_host_is_shown_the_panel(visit: Visit) -> None:
    ada = invite(visit, "me", "link", "link")
    bao = visit(links_of(ada)[0])
    watcher = visit(table_of(ada))
    for page in (bao, watcher):
        wait_for_selector(page, "#actions > section")
        expect(page.locator("#invitations")).to_be_hidden()
        assert page.locator("[data-link]").count() == 0


@pytest.mark.parametrize("game", USUAL)
def test_the_panel_is_folded_when_the_game_starts_and_stays_until_all_have_come(
    visit: Visit, game: str
) -> None:
    ada = invite(visit, "me", "link", game=game)
    expect(row(ada, "Bao")).to_be_visible()
    start_without_waiting(ada)
    wait_for_turn(ada)
    summary = ada.locator("#invitations summary")
    expect(row(ada, "Bao")).to_be_hidden()
    expect(summary).to_be_visible()
    expect(mark(ada, 1)).to_have_attribute("title", "Not here yet")
    ada.reload()
    wait_for_turn(ada)
    expect(row(ada, "Bao")).to_be_hidden()
    summary.click()
    expect(row(ada, "Bao")).to_contain_text("Not here yet")
    bao = wait_for_table(visit(links_of(ada)[0]))
    expect(ada.locator("#invitations")).to_be_hidden()
    expect(mark(ada, 1)).to_have_attribute("title", "Here now")
    expect(mark(bao, 0)).to_have_attribute("title", "Here now")
    expect(mark(bao, 1)).to_have_count(0)


def test_the_menu_leads_to_the_panel(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    open_menu(ada)
    ada.get_by_role("button", name="Invite friends").click()
    expect(ada.locator("#menu")).to_be_hidden()
    expect(row(ada, "Bao").get_by_role("button", name="Copy")).to_be_focused()


def test_everyone_sees_on_the_cards_who_is_here(visit: Visit) -> None:
    ada = open_table(visit, "me", "link", "link")
    first, _ = links_of(ada)
    bao = wait_for_table(visit(first))
    watcher = wait_for_table(visit(table_of(ada)))
    for page in (ada, watcher):
        expect(mark(page, 1)).to_have_attribute("title", "Here now")
        expect(mark(page, 2)).to_have_attribute("title", "Not here yet")
    bao.reload()
    wait_for_table(bao)
    expect(mark(ada, 1)).to_have_attribute("title", "Here now")
    ada.close()
    expect(mark(bao, 0)).to_have_attribute("title", "Joined, not here now", timeout=LEAVING)


def test_no_card_is_marked_where_people_share_a_device(visit: Visit) -> None:
    page = open_table(visit, "me", "me", "agent:random")
    expect(page.locator(".card")).to_have_count(3)
    assert page.locator(".seat-state").count() == 0


# Copy, share, QR code


def test_a_link_is_copied(visit: Visit, server: LiveServer) -> None:
    ada = invite(visit, "me", "link", permissions=["clipboard-read", "clipboard-write"])
    copy = row(ada, "Bao").get_by_role("button", name="Copy")
    copy.click()
    expect(row(ada, "Bao").get_by_role("button", name="Copied")).to_be_visible()
    assert ada.evaluate("navigator.clipboard.readText()") == server.url + links_of(ada)[0]
    expect(copy).to_be_visible()


def test_a_link_is_copied_where_the_page_has_no_clipboard(visit: Visit, server: LiveServer) -> None:
    """As at home, where other devices open the table without HTTPS."""
    ada = visit("/")
    ada.context.add_init_script(WITHOUT_CLIPBOARD)
    form: Form = {"game": "bombay", "players": "2", "who-1": "link", "name-1": "Bao"}
    ada.goto(ada.request.post(f"{server.url}/new", form=form).url)
    row(ada, "Bao").get_by_role("button", name="Copy").click()
    expect(row(ada, "Bao").get_by_role("button", name="Copied")).to_be_visible()
    link = server.url + links_of(ada)[0]
    ada.goto(f"{server.url}/new")
    ada.locator("[name=name-0]").fill("")
    ada.keyboard.press("Control+V")
    assert ada.locator("[name=name-0]").input_value() == link[:40]


def test_a_device_that_can_share_offers_it(visit: Visit, server: LiveServer) -> None:
    ada = invite(visit, "me", "link")
    expect(ada.locator("#invitations [data-share]")).to_be_hidden()
    ada.context.add_init_script(SHARE)
    ada.reload()
    row(ada, "Bao").get_by_role("button", name="Share").click()
    assert ada.evaluate("window.shared") == {
        "title": "Bombay: Ada, Bao",
        "url": server.url + links_of(ada)[0],
    }


IS_SCANNABLE = """(svg) => {
  const { width, height } = svg.getBoundingClientRect();
  return Math.min(width, height) / svg.viewBox.baseVal.width;
}"""


def test_a_qr_code_is_large_enough_and_in_sight_on_every_screen(visit: Visit) -> None:
    ada = invite(visit, "me", "link")
    ada.context.add_init_script(SHARE)
    ada.reload()
    wait_for_selector(ada, "#actions > section")
    for name, size in SIZES.items():
        resize(ada, size)
        _shows_a_qr_code(ada, name)


def _shows_a_qr_code(ada: Page, size: str) -> None:
    row(ada, "Bao").get_by_role("button", name="QR code").click()
    dialog = ada.locator("#link-dialog")
    code = dialog.locator(".qr svg")
    expect(code).to_be_in_viewport(ratio=1)
    assert code.evaluate(IS_SCANNABLE) >= 3, f"pixels for each module: {size}"
    expect(dialog.locator("#link-title")).to_have_text("Invite link for Bao")
    for name in ("Copy", "Share", "Close"):
        button = dialog.get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)
    if "200 %" not in size:
        expect(code).to_be_in_viewport(ratio=1)  # all of it without scrolling
    dialog.get_by_role("button", name="Close").click()
    expect(row(ada, "Bao").get_by_role("button", name="QR code")).to_be_focused()


def test_the_panel_fits_every_screen(visit: Visit) -> None:
    ada = invite(visit, "me", *["link"] * 3)
    for name, size in SIZES.items():
        resize(ada, size)
        _shows_the_panel(ada, name)


def _shows_the_panel(ada: Page, size: str) -> None:
    ada.locator("#invitations").evaluate(SCROLL_TO_TOP)
    copy = row(ada, "Bao").get_by_role("button", name="Copy")
    if "200 %" not in size:
        expect(copy).to_be_in_viewport(ratio=1)
    for element in (*ada.locator("#invitations button").all(), ada.locator("#go-on")):
        if element.is_visible():
            element.scroll_into_view_if_needed()
            expect(element).to_be_in_viewport(ratio=1)
            box = element.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.9
    wide, high = ada.evaluate(
        "[document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert (wide, high) <= (0, 0), "the page scrolls"


# One's own seat on another device


@pytest.mark.parametrize("size", ["laptop", "phone", "smallest"])
def test_one_takes_ones_own_seat_to_another_device(
    visit: Visit, server: LiveServer, size: str
) -> None:
    """Alone against the computer too: nobody has to be invited for that."""
    ada = visit("/", viewport=SIZES[size])
    ada.context.add_init_script(SHARE)
    form: Form = {"game": "bombay", "players": "2", "who-1": "agent:random", "name-0": "Ada"}
    ada.goto(ada.request.post(f"{server.url}/new", form=form).url)
    wait_for_table(ada)
    open_menu(ada)
    ada.get_by_role("button", name="Move this seat to another device").click()
    dialog = ada.locator("#link-dialog")
    expect(dialog.locator(".qr svg")).to_be_in_viewport(ratio=1)
    expect(dialog).to_contain_text("after that, you can only watch here")
    link = dialog.locator("#link-text").text_content() or ""
    dialog.get_by_role("button", name="Share").click()
    assert ada.evaluate("window.shared.url") == link
    dialog.get_by_role("button", name="Close").click()
    ada.get_by_role("button", name="Move this seat to another device").click()
    expect(dialog.locator("#link-text")).to_have_text(link)
    dialog.get_by_role("button", name="Close").click()
    close_menu(ada)
    other = wait_for_table(visit(link.removeprefix(server.url)))
    expect(other.locator("body")).to_have_attribute("data-seats", "0")
    expect(ada.locator("#seat-moved")).to_contain_text("You can only watch here.")


def test_each_person_at_a_shared_device_can_move(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar")
    open_menu(page)
    for name in ("Ada", "Bao"):
        expect(page.get_by_role("button", name=f"Move {name} to another device")).to_be_visible()
