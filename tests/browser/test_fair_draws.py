"""Devices take part in the seed without a click, and check the draws by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from howdah.core.record import Record
from howdah.core.shared_seed import hash_of
from howdah.provable_draws import check_draws
from howdah.table import seed_sharing
from tests.browser.conftest import LAPTOP, PHONE, Form, Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    SMALL,
    close_hand,
    close_menu,
    links_of,
    open_menu,
    place_a_tile,
    start_without_waiting,
    table_of,
    wait_for_position,
    wait_for_selector,
    wait_for_table,
    wait_for_turn,
)

BOMBAY = {"game": "bombay", "rule-set_up": "random"}
BAZAR = {"game": "bazar", "rule-board": SMALL["board"], "rule-starter": "random"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server whose draws are left to chance."""
    found = LiveServer(tmp_path / "data")
    yield found
    found.close()


def new_page(visit: Visit, form: dict[str, str], *who: str, **options: Any) -> Page:
    """The page of a new table, as soon as it is there."""
    seats = {f"who-{seat}": one for seat, one in enumerate(who)}
    names = {f"name-{seat}": name for seat, name in enumerate(("Ada", "Bao", "Cleo")[: len(who)])}
    page = visit("/new", form={**form, "players": str(len(who)), **seats, **names}, **options)
    wait_for_selector(page, "#actions > section")
    return page


def fair_of(page: Page) -> Any:
    """The proof in the record of the table."""
    record = page.request.get(page.url.partition("?")[0] + "/record").json()
    return record["meta"]["fair"]


def play_to_the_end(page: Page) -> None:
    """Place tiles until the game is over."""
    wait_for_turn(page)
    while not page.locator(".scoring").count():
        place_a_tile(page)


def outcomes(page: Page) -> dict[str, str]:
    """The outcome of each step that the panel shows."""
    wait_for_selector(page, "#verdict[class]")
    steps = page.locator("#fair-steps li")
    return dict(steps.evaluate_all("all => all.map(one => [one.dataset.step, one.className])"))


SHARED_STEPS = ("promise", "list", "own", "numbers", "secret", "seed", "draws", "shown")


def test_one_person_takes_part_without_a_click_and_the_page_proves_the_draws(
    visit: Visit,
) -> None:
    page = new_page(visit, BAZAR, "me")
    wait_for_turn(page)
    fair = fair_of(page)
    assert [given["seats"] for given in fair["contributions"]] == [[0]]
    open_menu(page)
    expect(page.locator("#commitment")).to_have_text(fair["commitment"])
    expect(page.locator("#seed-parts")).to_contain_text("Ada took part")
    expect(page.locator("#seed, #verdict")).to_have_count(0)
    close_menu(page)
    play_to_the_end(page)
    open_menu(page)
    expect(page.locator("#verdict")).to_have_text("All correct: nobody chose these draws.")
    expect(page.locator("#seed-counts")).to_contain_text("Revealed after the game: 1.")
    assert outcomes(page) == dict.fromkeys(SHARED_STEPS, "holds")
    fair = fair_of(page)
    assert hash_of(fair["secret"]) == fair["commitment"]
    page.locator("#fair-numbers summary").click()
    expect(page.locator("#seed")).to_have_text(fair["seed"])


LANDSCAPE = {"width": PHONE["height"], "height": PHONE["width"]}


@pytest.mark.parametrize("size", [LAPTOP, PHONE, LANDSCAPE], ids=["laptop", "phone", "landscape"])
def test_the_invitation_and_the_way_out_of_the_menu_are_in_sight(
    visit: Visit, size: dict[str, int]
) -> None:
    page = new_page(visit, BOMBAY, "me", "link", viewport=size)
    expect(page.locator("#invitations [data-copy]")).to_be_in_viewport(ratio=1)
    open_menu(page)
    expect(page.locator("#menu > form button")).to_be_in_viewport(ratio=1)


def lie(page: Page, change: Any) -> None:
    """Have the server send another record than the one that was played."""

    def answer(route: Route) -> None:
        record = json.loads(route.fetch().text())
        change(record["meta"]["fair"])
        route.fulfill(json=record)

    page.context.unroute("**/record")
    page.context.route("**/record", answer)


def drop_own_number(fair: Any) -> None:
    fair["left_out"] = [{"seats": [0], "why": "absent"}]
    fair["contributions"] = []


LIES = (
    (lambda fair: fair.update(commitment=hash_of("")), ["promise", "secret"]),
    (drop_own_number, ["list", "own", "seed"]),
)


def test_a_server_that_changes_the_proof_later_is_caught_by_those_who_were_there(
    visit: Visit,
) -> None:
    page = new_page(visit, BAZAR, "me")
    play_to_the_end(page)
    for change, broken in LIES:
        lie(page, change)
        page.reload()
        open_menu(wait_for_table(page))
        found = outcomes(page)
        assert [step for step, outcome in found.items() if outcome == "broken"] == broken
        expect(page.locator("#verdict")).to_contain_text("Something is wrong")
    other = wait_for_table(visit(table_of(page)))
    open_menu(other)
    unseen = dict.fromkeys(("promise", "list", "own", "shown"), "unknown")
    assert outcomes(other) == dict.fromkeys(SHARED_STEPS, "holds") | unseen
    expect(other.locator("#verdict")).to_have_text("Everything this device can check is correct.")
    expect(other.locator("#fair-steps")).to_contain_text("This device didn't see the SHA-256")


def test_a_table_waits_for_friends_and_starts_when_they_are_there(visit: Visit) -> None:
    ada = new_page(visit, BOMBAY, "me", "link", "agent:random")
    expect(ada.locator("#headline")).to_have_text("Waiting for Bao to open the link.")
    expect(ada.locator("#card-0")).to_contain_text("Ready")
    expect(ada.locator("#card-1")).to_contain_text("Not here yet")
    expect(ada.locator("#card-2")).to_contain_text("Computer")
    assert ada.locator("#pieces > *").count() == 0
    watcher = visit(table_of(ada))
    expect(watcher.locator("#headline")).to_have_text("Waiting for Bao to open the link.")
    expect(watcher.locator("#go-on")).to_be_hidden()
    bao = visit(links_of(ada)[0])
    for page in (ada, bao, watcher):
        wait_for_table(page)
        assert page.locator("#pieces > *").count() > 0
    fair = fair_of(ada)
    assert [given["seats"] for given in fair["contributions"]] == [[0], [1]]
    assert fair["left_out"] == []


def test_those_who_share_a_device_have_one_number(visit: Visit) -> None:
    page = wait_for_table(new_page(visit, BOMBAY, "me", "agent:random", "me"))
    assert [given["seats"] for given in fair_of(page)["contributions"]] == [[0, 2]]


def test_the_creator_starts_without_waiting_and_that_is_said(visit: Visit) -> None:
    ada = new_page(visit, BOMBAY, "me", "link")
    link = links_of(ada)[0]
    watcher = visit(table_of(ada))
    wait_for_selector(watcher, ".seed-sharing")
    start_without_waiting(ada)
    expect(watcher.locator("#toast")).to_have_text("Didn't take part in the draw: Bao")
    bao = wait_for_table(visit(link))
    open_menu(bao)
    expect(bao.locator("#seed-parts .left-out")).to_have_text("Bao didn't join in time")


def test_a_device_that_does_not_open_its_number_in_time_is_left_out(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seed_sharing, "SECONDS_TO_OPEN", 1.0)
    ada = new_page(visit, BOMBAY, "me", "link")
    link = links_of(ada)[0]
    bao = visit("/")
    bao.context.route("**/seed/number", lambda route: route.abort())
    bao.goto(bao.url.rstrip("/") + link)
    wait_for_table(ada)
    fair = fair_of(ada)
    assert [given["seats"] for given in fair["contributions"]] == [[0]]
    assert [(entry["seats"], entry["why"]) for entry in fair["left_out"]] == [([1], "silent")]
    wait_for_table(bao)


def test_after_ten_minutes_those_who_are_there_go_on(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seed_sharing, "SECONDS_TO_COME", 1.0)
    ada = new_page(visit, BOMBAY, "me", "link")
    wait_for_table(ada)
    assert fair_of(ada)["left_out"] == [{"seats": [1], "why": "absent"}]


def test_a_reload_at_any_moment_loses_no_number(visit: Visit) -> None:
    ada = new_page(visit, BOMBAY, "me", "link")
    ada.reload()
    link = links_of(ada)[0]
    bao = visit(link)
    bao.reload()
    for page in (ada, bao):
        wait_for_table(page)
    assert [given["seats"] for given in fair_of(ada)["contributions"]] == [[0], [1]]


def test_two_tabs_of_one_browser_make_one_contribution(visit: Visit) -> None:
    ada = new_page(visit, BOMBAY, "me", "link")
    tab = ada.context.new_page()
    tab.goto(ada.url)
    wait_for_selector(tab, ".seed-sharing")
    start_without_waiting(tab)
    assert [given["seats"] for given in fair_of(wait_for_table(ada))["contributions"]] == [[0]]


def test_medals_follow_the_seed(visit: Visit) -> None:
    form = {**BAZAR, "rule-starter": "medals"}
    ada = new_page(visit, form, "me", "link")
    bao = visit(links_of(ada)[0])
    for page, kept in ((ada, 3), (bao, 2)):
        wait_for_selector(page, "#medals-done")
        close_hand(page, kept, "odd" if kept == 3 else "even")
    wait_for_turn(ada)


def test_over_plain_http_the_page_takes_part_and_checks_too(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    form: Form = {**BAZAR, "players": "1", "who-0": "me", "name-0": "Ada"}
    page.goto(page.context.request.post(page.url + "new", form=form).url)
    play_to_the_end(page)
    open_menu(page)
    assert outcomes(page) == dict.fromkeys(SHARED_STEPS, "holds")
    record = page.request.get(page.url + "/record").text()
    check_draws(Record.parse(record))


def test_a_table_that_the_server_drew_alone_is_checked_too(
    visit: Visit, server: LiveServer
) -> None:
    page = visit("/")
    rules = {"board": "hexagon-19", "starter": "random"}
    body = {"game": "bazar", "rules": rules, "seats": [{"name": "Ada"}]}
    created = page.request.post(server.url + "/api/tables", data=body).json()
    page.goto(f"{server.url}/t/{created['id']}/seat/{created['seats'][0]['token']}")
    wait_for_turn(page)
    open_menu(page)
    expect(page.locator(".server-alone")).to_be_visible()
    close_menu(page)
    play_to_the_end(page)
    open_menu(page)
    assert outcomes(page) == dict.fromkeys(("promise", "secret", "draws", "shown"), "holds")


def test_what_the_device_saw_before_a_take_back_still_counts(visit: Visit) -> None:
    page = new_page(visit, BAZAR, "me")
    wait_for_turn(page)
    first = table_of(page)
    for _ in range(2):
        place_a_tile(page)
    page.keyboard.press("u")
    wait_for_position(page, 1, 1)
    assert table_of(page) != first
    play_to_the_end(page)
    assert f"/t/{fair_of(page)['table']}" == first, "the seed was made there"
    open_menu(page)
    assert outcomes(page) == dict.fromkeys(SHARED_STEPS, "holds")
    expect(page.locator("#fork-seed")).to_be_visible()


def test_only_the_draws_before_a_take_back_are_known_after_it(visit: Visit) -> None:
    page = visit("/")
    seen = {"commitment": "c", "numbers": ["n"], "accepted": "n", "list": [], "at": 1, "drawn": 3}
    draws: list[Any] = [
        {"label": label, "result": []} for label in ("demands", "one", "two", "three")
    ]
    for drawn, kept in ((3, 4), (2, 3), (0, 1), (5, 4)):
        found = page.evaluate(INHERIT, [{**seen, "draws": draws}, drawn])
        assert found["draws"] == draws[:kept]
        assert found["drawn"] == min(drawn, 3)
        assert {name: found[name] for name in ("commitment", "numbers", "accepted", "list")} == {
            name: seen[name] for name in ("commitment", "numbers", "accepted", "list")
        }
        assert page.evaluate(INHERIT_AGAIN, drawn) == found, "what was seen first stays"


INHERIT = """async ([seen, drawn]) => {
  const { inherit, recall } = await import("/static/seed_memory.js");
  localStorage.setItem("howdah seed old", JSON.stringify(seen));
  inherit("old", `new${drawn}`, drawn);
  return recall(`new${drawn}`);
}"""
INHERIT_AGAIN = """async (drawn) => {
  const { inherit, recall } = await import("/static/seed_memory.js");
  inherit("old", `new${drawn}`, 1);
  return recall(`new${drawn}`);
}"""
