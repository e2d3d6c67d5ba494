from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from howdah.core.record import Record
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import (
    act,
    open_menu,
    open_table,
    redraws,
    show_result,
    wait_for_table,
    wait_for_turn,
)
from tests.browser.unfinished_games import store_unfinished
from tests.golden.files import FOLDER

GRAVE = ("serious", "critical")
COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""What the dark theme may change."""


def _is_open_to_everyone(page: Page) -> None:
    """In the light and the dark theme, axe finds nothing serious."""
    _set_theme(page, "light")
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    _set_theme(page, "dark")
    found += Axe().run(page, options=COLOURS).response["violations"]
    grave = [one for one in found if one["impact"] in GRAVE]
    assert [(one["id"], one["nodes"][0]["failureSummary"]) for one in grave] == [], page.url


def _set_theme(page: Page, light: str) -> None:
    page.evaluate("light => (document.documentElement.dataset.theme = light)", light)


def test_the_pages_are_open_to_everyone(visit: Visit) -> None:
    page = visit("/")
    home = page.url.rstrip("/")
    for path in ("/", "/new", "/rules/bombay"):
        page.goto(home + path)
        _is_open_to_everyone(page)


def test_a_table_of_bombay_is_open_to_everyone(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy", "link")
    wait_for_turn(page)
    _is_open_to_everyone(page)
    open_menu(page)
    _is_open_to_everyone(page)


def test_the_pages_of_a_link_are_open_to_everyone(visit: Visit) -> None:
    """Before it is used, where the request fails that takes the seat, and after it was used."""
    ada = open_table(visit, "me", "link")
    link = ada.locator(".invite .link").text_content() or ""
    bao = visit("/")
    bao.route("**/seat/*", _let_only_get_pass)
    bao.goto(link)
    expect(bao.get_by_role("button", name="Join the game")).to_be_visible()
    _is_open_to_everyone(bao)
    bao.unroute_all()
    ada.goto(link)
    wait_for_table(ada)
    bao.goto(link)
    expect(bao.locator("h1")).to_have_text("This link has already been used.")
    _is_open_to_everyone(bao)


def _let_only_get_pass(route: Route) -> None:
    if route.request.method == "GET":
        route.continue_()
    else:
        route.abort()


def test_a_table_of_the_bazar_is_open_to_everyone(visit: Visit) -> None:
    page = open_table(visit, "me", "me", game="bazar", rules={"starter": "medals"})
    _is_open_to_everyone(page)
    page = open_table(visit, "me", game="bazar")
    with redraws(page):
        page.locator("#pile-02").click()
    _is_open_to_everyone(page)


def test_the_steps_of_the_scoring_are_open_to_everyone(visit: Visit, server: LiveServer) -> None:
    record = Record.parse((FOLDER / "bombay-records.jsonl").read_text().splitlines()[0])
    table = store_unfinished(server, record, ["random", "me"], turns_left=2)
    page = visit(table.links[1])
    wait_for_turn(page)
    act(page, "wait")
    page.locator("#commit").click()
    for _ in range(3):
        page.locator("#next-step").click()
    _is_open_to_everyone(page)
    rows = page.get_by_role("table", name="Final scoring").get_by_role("row")
    expect(rows.get_by_role("rowheader")).to_have_text(["Rupees", "Empire", "Reputation", "Total"])
    show_result(page)
    _is_open_to_everyone(page)


def test_the_past_and_the_scoring_are_open_to_everyone(visit: Visit) -> None:
    page = visit("/")
    record = (FOLDER / "bombay-records.jsonl").read_text().splitlines()[0]
    file = {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
    page.locator("#record-file").set_input_files(file)  # type: ignore[arg-type]
    page.locator("form.record-form button").click()
    expect(wait_for_table(page).locator("#where")).to_contain_text("0 / ")
    _is_open_to_everyone(page)
    page.keyboard.press("End")
    page.locator(".scoring").wait_for()
    _is_open_to_everyone(page)
