"""A walk through all pages, and through all that a table shows before, during and after a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from tests.browser.longest_texts import LongestTexts
from tests.browser.page_actions import (
    act,
    close_menu,
    is_handed_over,
    open_menu,
    redraws,
    take_the_screen,
    undo,
    wait_for_selector,
)
from tests.browser.walk_tables import WalkTables

OPEN_DETAILS: Final = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
}"""
SET_TEXTS: Final = """(texts) => {
  for (const [selector, text] of Object.entries(texts)) {
    for (const one of document.querySelectorAll(selector)) {
      Object.assign(one, { textContent: text, hidden: false });
    }
  }
}"""
NO_RECORD: Final[FilePayload] = {"name": "x", "mimeType": "application/json", "buffer": b"{}"}
ERRORS: Final = ("/nowhere", "/t/nowhere", "/play")
"""Addresses that lead to an error page."""


class Walk:
    """A walk in the language of the browser; every stop is a page that is ready to be looked at."""

    def __init__(self, page: Page, url: str, tables: WalkTables, longest: LongestTexts) -> None:
        self.page, self.url, self.tables, self.longest = page, url, tables, longest

    def stops(self) -> Iterator[str]:
        """The names of the stops, one after the other."""
        games = (self._bombay, self._bazar, self._ends, self._replay, self._take_backs)
        for part in (self._pages, self._errors, self._links, *games, self._rules):
            yield from part()

    def _go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def _go_to_table(self, path: str) -> None:
        """Open a table, and wait until it is drawn."""
        self.page.goto(self.url + path, wait_until="commit")
        wait_for_selector(self.page, "#handover[open], #actions > section")

    def _open_details(self) -> None:
        self.page.evaluate(OPEN_DETAILS)

    # Pages

    def _pages(self) -> Iterator[str]:
        for path in ("/help", "/"):
            self._go(path)
            self._open_details()
            expect(self.page.locator(".summary.plain")).to_have_count(0)
            yield path
        self.page.locator("#record-file").set_input_files(NO_RECORD)
        self.page.locator("form.record-form button").click()
        self.page.locator("main details").wait_for()
        self._open_details()
        yield "refused record"
        for game in ("bazar", "bombay"):
            self._go(f"/new?game={game}")
            yield f"new table of {game}"
            self.page.locator(".player-count label").last.click()
            yield f"new table of {game} for many"
        self.page.locator("#seat-1").click()
        yield "chooser of a seat"
        self.page.locator("#more-options").click()
        self.page.locator("[name=rule-client_limit]").fill("999999999")
        self.page.locator("#begin").click()
        self.page.locator(".form-error").wait_for()
        yield "refused form"

    def _errors(self) -> Iterator[str]:
        for path in (*ERRORS, f"{self.tables.over}/seat/x", f"{self.tables.over}?at=x"):
            self._go(path)
            self._open_details()
            yield f"error {path.partition('?')[2] or path.rpartition('/')[2]}"

    def _rules(self) -> Iterator[str]:
        for game in ("bombay", "bazar"):
            self._go(f"/rules/{game}")
            yield f"/rules/{game}"

    # Links and absent friends

    def _links(self) -> Iterator[str]:
        yield from self._open_link()
        self._go(self.tables.used_link)
        yield "used link"
        self._go_to_table(self.tables.friends_missing)
        self.page.locator("#go-on").wait_for()
        yield "friends missing"
        yield from self._menu("of a table with links")
        self._go_to_table(self.tables.friend_away)
        if is_handed_over(self.page):
            take_the_screen(self.page)
        yield "friend away"
        self._go_to_table(self.tables.played_for)
        self.page.locator("#come-back").wait_for()
        yield "played for"

    def _open_link(self) -> Iterator[str]:
        """The page of a link before its script takes the seat."""
        before, self.page = self.page, self.page.context.new_page()
        self.page.route("**/claim.js*", lambda route: route.abort())  # slow: no page is cached
        self._go(self.tables.open_link)
        yield "open link"
        self.page.close()
        self.page = before

    def _menu(self, where: str) -> Iterator[str]:
        with self.page.expect_response("**/fair"), self.page.expect_response("**/seats"):
            open_menu(self.page)
        expect(self.page.locator("#verdict:not([class]), #fair-steps li:empty")).to_have_count(0)
        self._open_details()
        yield f"menu {where}"
        close_menu(self.page)

    # Games

    def _bombay(self) -> Iterator[str]:
        self._go_to_table(self.tables.own_turn)
        expect(self.page.locator("#handover")).to_be_visible()
        yield "handover"
        take_the_screen(self.page)
        yield "own turn in Bombay"
        yield from self._on_a_laptop("own turn in Bombay")
        yield from self._explain("#actions .unavailable button", "refused action")
        yield from self._explain("#pieces [data-card^='demand:']", "card of a demand")
        yield from self._legend("of Bombay")
        for step in ("move F3", "move D2"):
            act(self.page, step)
            yield f"draft of Bombay, {step}"
        self.page.locator("#commit").click(force=True)
        expect(self.page.locator("#toast")).to_be_visible()
        yield "incomplete turn"
        act(self.page, "sell blue")
        yield "complete turn"
        undo(self.page)
        yield from self._with_longest_texts(self.longest.bombay)

    def _bazar(self) -> Iterator[str]:
        for name, path in (
            ("medals", self.tables.medals),
            ("medals are chosen", self.tables.medals_chosen),
            ("medals have decided", self.tables.medals_decided),
            ("blocked in a solo game", self.tables.blocked),
            ("own turn in Bombay Bazar", self.tables.bazar),
        ):
            self._go_to_table(path)
            yield name
        yield from self._explain("#pile-01", "refused tile")
        yield from self._legend("of Bombay Bazar")
        with redraws(self.page):
            self.page.locator("#pile-02").click()
        yield "picked tile"
        yield from self._menu("of Bombay Bazar")
        yield from self._with_longest_texts(self.longest.bazar)

    def _explain(self, what: str, stop: str) -> Iterator[str]:
        """The card of something that cannot be played."""
        self.page.locator(what).first.click(force=True)
        expect(self.page.locator("#info-card")).to_be_visible()
        yield stop
        self.page.locator("[data-close-card]").click()

    def _legend(self, where: str) -> Iterator[str]:
        self.page.locator("#legend-button").click()
        expect(self.page.locator("#legend-list li").last).to_be_attached()
        yield f"legend {where}"
        self.page.locator("#legend-close").click()

    def _on_a_laptop(self, where: str) -> Iterator[str]:
        """The same on a large screen, whose board is another one."""
        small = self.page.viewport_size
        assert small is not None
        with redraws(self.page):
            self.page.set_viewport_size(ViewportSize(width=1366, height=768))
        yield f"{where} on a laptop"
        with redraws(self.page):
            self.page.set_viewport_size(small)

    def _with_longest_texts(self, texts: Mapping[str, str]) -> Iterator[str]:
        """The page with the longest texts that there can be; the draft is given up."""
        self.page.evaluate(SET_TEXTS, texts)
        yield f"longest texts of {self.page.title().partition(':')[0]}"
        self.page.evaluate("sessionStorage.clear()")

    # After the game

    def _ends(self) -> Iterator[str]:
        for name, path in (
            ("end of Bombay", self.tables.over),
            ("end of Bombay Bazar", self.tables.bazar_over),
            ("end of a solo game", self.tables.solo_over),
        ):
            self._go_to_table(path)
            self.page.locator(".scoring").wait_for()
            yield name
            if path == self.tables.over:
                yield from self._menu("at the end of Bombay")

    def _take_backs(self) -> Iterator[str]:
        self._go_to_table(self.tables.taken_back)
        self.page.locator("#go-to-continuation").wait_for()
        yield "game that continues elsewhere"
        yield from self._menu("of a game that continues elsewhere")
        self._go_to_table(f"{self.tables.marked}?at=0")
        self.page.locator("#try-again").wait_for()
        yield "earlier turn against a computer"
        yield from self._menu("of a game with take-backs")

    def _replay(self) -> Iterator[str]:
        self._go_to_table(f"{self.tables.record}?at=9")
        yield "replay"
        with redraws(self.page):
            self.page.keyboard.press("End")
        self.page.locator("#log-button").click()
        yield "log of a replay"
        self.page.locator("#log-dialog form .primary").click()
        yield from self._menu("of a replay")
