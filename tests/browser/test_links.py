from __future__ import annotations

import httpx2
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    close_menu,
    commit,
    links_of,
    open_menu,
    open_table,
    resize,
    table_of,
    wait_for_fortune,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.scripted_games import play_by_script


def test_friends_by_a_link_see_each_others_turns_and_so_does_a_spectator(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    bao = wait_for_table(visit(links_of(ada)[0]))
    watcher = wait_for_table(visit(table_of(ada)))
    expect(bao.locator("#headline")).to_have_text("It's Ada's turn.")
    for page, seat in ((ada, 0), (bao, 1), (watcher, None)):
        _sees_rupees_of(page, seat)
    for page, seat in ((bao, 1), (bao, 0), (watcher, 0)):
        _is_refused(page, seat)
    wait_for_fortune(ada)
    wait_for_turn(bao)
    for page in (ada, bao, watcher):
        expect(page.locator("#log li").last).to_contain_text("Ada")
    act(bao, "wait")
    expect(watcher.locator("#headline")).to_have_text("It's Bao's turn.")
    commit(bao)
    wait_for_turn(ada)
    for page in (ada, bao, watcher):
        expect(page.locator("#log li").last).to_contain_text("Bao")


def _sees_rupees_of(page: Page, own: int | None) -> None:
    for seat in (0, 1):
        expect(page.locator(f"#card-{seat} .rupees")).to_have_count(int(seat == own))
        expect(page.locator(f"#card-{seat} .icon.screen")).to_have_count(int(seat != own))


def _is_refused(page: Page, seat: int) -> None:
    """There is nothing to click, and a request without the page is refused."""
    assert page.locator("[data-act], #commit, #actions button:visible").count() == 0
    turn = {"version": 0, "actions": ["wait"]}
    answer = page.request.post(f"{page.url}/turns?seat={seat}", data=turn)
    assert answer.status == 403, answer.text()


def test_only_the_creator_of_a_table_can_hand_out_links(visit: Visit, server: LiveServer) -> None:
    ada = open_table(visit, "me", "link", "link")
    links = links_of(ada)
    assert len({*links}) == 2
    guest = visit(table_of(ada))
    assert has_no_links(wait_for_table(guest))
    guest.goto(f"{server.url}{table_of(ada)}/seat/guessed")
    expect(guest.locator("h1")).to_have_text("This isn't your seat.")
    guest.goto(server.url + links[0])
    assert has_no_links(wait_for_table(guest))
    assert guest.url.endswith(table_of(ada)), "the secret is not left in the address"


def has_no_links(page: Page) -> bool:
    """Whether a page has no link to a seat, shown or not."""
    return page.locator("[data-link], .qr svg").count() == 0 and "/seat/" not in page.content()


# Links that belong to their owner


def test_the_creator_cannot_read_the_seat_of_a_friend_who_has_come(
    visit: Visit, server: LiveServer
) -> None:
    ada = open_table(visit, "me", "link")
    (link,) = links_of(ada)
    bao = wait_for_table(visit(link))
    _sees_rupees_of(bao, 1)
    second = visit(link)
    for page in (ada, second):
        page.goto(server.url + link)
        expect(page.locator("h1")).to_have_text("This link has already been used.")
        page.get_by_role("link", name="Watch the game").click()
        wait_for_table(page)
        expect(page.locator("#card-1 .rupees")).to_have_count(0)
    open_menu(ada)
    expect(ada.locator("#seats-panel .new-invite")).to_have_count(1)
    assert has_no_links(ada)
    assert page_seats(bao) == "1"


def page_seats(page: Page) -> str | None:
    """The seats that a page may play."""
    return page.locator("body").get_attribute("data-seats")


def test_a_preview_of_a_link_does_not_use_it_up(visit: Visit, server: LiveServer) -> None:
    ada = open_table(visit, "me", "link")
    (link,) = links_of(ada)
    for _ in range(3):
        assert "Join as Bao" in httpx2.get(server.url + link).text
    assert links_of(ada) == [link]
    bao = wait_for_table(visit(link))
    assert page_seats(bao) == "1"


def test_a_seat_is_taken_without_scripts_too(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    bao = visit(links_of(ada)[0], java_script_enabled=False)
    bao.get_by_role("button", name="Join the game").click()
    assert bao.url.endswith(table_of(ada))
    assert page_seats(bao) == "1"


def test_a_player_moves_to_another_device(visit: Visit, server: LiveServer) -> None:
    ada = open_table(visit, "me", "link")
    bao = wait_for_table(visit(links_of(ada)[0]))
    open_menu(bao)
    bao.get_by_role("button", name="Move this seat to another device").click()
    expect(bao.locator("#link-dialog .qr svg")).to_be_visible()
    link = bao.locator("#link-text").text_content() or ""
    phone = wait_for_table(visit(link.removeprefix(server.url), viewport=PHONE))
    assert page_seats(phone) == "1"
    expect(bao.locator("#seat-moved")).to_contain_text("Now playing on another device: Bao.")
    wait_for_table(bao)
    expect(bao.locator("#card-1 .rupees")).to_have_count(0)
    assert page_seats(bao) == ""
    bao.locator("#seat-moved button").click()
    bao.reload()
    expect(bao.locator("#seat-moved")).to_be_hidden()
    wait_for_fortune(ada)
    wait_for_turn(phone)
    expect(ada.locator("#link-notice")).to_be_hidden()


def test_everyone_is_shown_that_the_host_made_a_link_to_the_seat_of_another(
    visit: Visit, server: LiveServer
) -> None:
    ada = open_table(visit, "me", "link")
    bao = wait_for_table(visit(links_of(ada)[0]))
    watcher = wait_for_table(visit(table_of(ada)))
    open_menu(ada)
    ada.locator(".new-invite summary").click()
    ada.get_by_role("button", name="Create a new link").click()
    expect(ada.locator("#link-dialog .qr svg")).to_be_visible()
    link = ada.locator("#link-text").text_content() or ""
    ada.locator("#link-dialog").get_by_role("button", name="Close").click()
    expect(ada.locator("#menu .invite")).to_contain_text("Invite link for Bao")
    close_menu(ada)
    notice = "Turn 1: Ada created 1 new link for Bao's seat."
    late = wait_for_table(visit(table_of(ada)))
    for page in (ada, bao, watcher, late):
        expect(page.locator("#link-notice p")).to_have_text(notice)
        expect(page.locator("#link-notice")).to_be_visible()
        expect(page.locator("#log-panel #notices li")).to_have_text(notice)
    bao.locator("#link-notice button").click()
    bao.reload()
    wait_for_table(bao)
    expect(bao.locator("#notices li")).to_have_text(notice)
    expect(bao.locator("#link-notice")).to_be_hidden()
    assert page_seats(bao) == "1"
    thief = visit(link.removeprefix(server.url))
    assert page_seats(wait_for_table(thief)) == "1"
    expect(bao.locator("#seat-moved")).to_be_visible()


OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const { left, right, top, bottom } = box(document.querySelector("#link-notice"));
  return [...document.querySelectorAll(".toolbar, #players, #invitations, #actions")]
    .filter((one) => one.checkVisibility() && box(one).left < right && box(one).right > left)
    .filter((one) => box(one).top < bottom && box(one).bottom > top)
    .map((one) => one.id || one.className);
}"""


def test_a_notice_about_links_covers_no_controls(visit: Visit) -> None:
    ada = open_table(visit, "me", "link")
    bao = wait_for_table(visit(links_of(ada)[0]))
    ada.request.post(f"{ada.url}/links", data={"seat": 1})
    expect(bao.locator("#link-notice")).to_be_visible()
    for size in (LAPTOP, PHONE, {"width": 844, "height": 390}, {"width": 320, "height": 568}):
        resize(bao, size)
        expect(bao.locator("#link-notice")).to_be_in_viewport(ratio=1)
        assert bao.evaluate(OVERLAPS) == [], size


def test_when_one_asks_for_a_rematch_the_others_get_a_link_to_it(
    visit: Visit, server: LiveServer
) -> None:
    rules = {"starter": "seat 0", "board": "hexagon-19"}
    table = play_by_script(server, lambda legal: legal[0], 23, game="bazar", rules=rules)
    ada, bao = (wait_for_table(visit(link)) for link in table.links)
    ada.locator("#rematch").click()
    bao.locator("#toast a").click()
    for page in (ada, bao):
        page.wait_for_url(lambda url: table.path not in url)
    assert ada.url == bao.url
    wait_for_turn(wait_for_table(bao))
    assert bao.locator("#players .player-name").all_inner_texts() == ["Bao", "Ada"]
