"""Every page: nothing is left in English, all texts fit a small phone, and axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page

from howdah.i18n import Language
from howdah.i18n.translation import CODES, SOURCE
from howdah.server.middleware.security import LANGUAGE_COOKIE
from howdah.table import stand_ins
from tests.browser.axe import find_violations
from tests.browser.conftest import run_server, visits_to
from tests.browser.longest_texts import longest_texts
from tests.browser.page_walk import Walk
from tests.browser.text_layout import find_misfits
from tests.browser.untranslated import STOP_WORDS, find_untranslated, page_texts, vocabulary
from tests.browser.walk_tables import WalkTables, make_tables
from tests.fast.games import IS_LONG

SMALLEST = {"width": 320, "height": 568}
FOREIGN = [language for language in CODES if language != SOURCE]
SEEN_BY_AXE = CODES if IS_LONG else ("pl",)
"""The languages in which axe looks at the pages: a run takes as long as all else at a stop."""
DISTINCT_STOPS = (
    *("/", "/help", "new table of bombay", "new table of bazar for many", "refused form"),
    *("error x", "open link", "friends missing", "menu of a table with links", "played for"),
    *("handover", "refused action", "legend of Bombay", "incomplete turn", "medals", "picked tile"),
    *("end of Bombay", "log of a replay", "/rules/bazar"),
)
"""Where axe looks, unless it does everywhere: the other stops differ little from one of these."""


@dataclass
class Seen:
    """What was seen on a walk: each text with the first stop that has it, and what does not fit."""

    texts: dict[str, str] = field(default_factory=dict)
    misfits: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def look(self, page: Page, stop: str, *, with_axe: bool) -> None:
        for text in page_texts(page):
            self.texts.setdefault(text, stop)
        self.misfits += (f"{stop}: {misfit}" for misfit in find_misfits(page))
        if with_axe and (IS_LONG or stop in DISTINCT_STOPS):
            self.violations += (f"{stop}: {violation}" for violation in find_violations(page))


@dataclass(frozen=True)
class Walker:
    """A browser on the smallest phone, with seats at the tables of the walk."""

    page: Page
    url: str
    tables: WalkTables
    walks: dict[Language, Seen] = field(default_factory=dict)

    def walk(self, language: Language) -> Seen:
        """What is seen on the walk in a language; it is taken once."""
        if language not in self.walks:
            self.page.context.add_cookies(
                [{"name": LANGUAGE_COOKIE, "value": language, "url": self.url}]
            )
            seen, longest = Seen(), longest_texts(language)
            walk = Walk(self.page, self.url, self.tables, longest)
            for stop in walk.stops():
                seen.look(walk.page, stop, with_axe=language in SEEN_BY_AXE)
            self.walks[language] = seen
        return self.walks[language]


@pytest.fixture(scope="module")
def walker(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walker]:
    with (
        pytest.MonkeyPatch.context() as patch,
        run_server(tmp_path_factory.mktemp("walk")) as server,
        visits_to(server, browser) as visit,
    ):
        patch.setattr(stand_ins, "_seconds_left", lambda *_: 0)
        patch.setattr(stand_ins, "STAND_IN", "random")
        page = visit(viewport=SMALLEST)
        yield Walker(page, server.url, make_tables(server.url, visit, page))


@pytest.mark.parametrize("language", FOREIGN)
def test_no_page_is_left_in_english(walker: Walker, language: Language) -> None:
    texts = walker.walk(language).texts
    assert len(texts) > 1000
    found = [
        f"{stop}: {text!r} has {', '.join(problems)}"
        for text, stop in texts.items()
        if (problems := find_untranslated(text, language))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", CODES if IS_LONG else FOREIGN)
def test_the_longest_texts_fit_on_the_smallest_phone(walker: Walker, language: Language) -> None:
    misfits = walker.walk(language).misfits
    assert not misfits, "\n".join(misfits)


@pytest.mark.parametrize("language", SEEN_BY_AXE)
def test_axe_finds_nothing_on_any_page(walker: Walker, language: Language) -> None:
    violations = walker.walk(language).violations
    assert not violations, "\n".join(violations)


# The checks find what they look for


NAMELESS_AND_PALE = """() => {
  document.querySelector(".brand").removeAttribute("aria-label");
  const pale = "[data-theme=dark] h1 { color: #333 !important; background: #444 !important; }";
  document.styleSheets[0].insertRule(pale);
}"""


def test_axe_finds_what_is_wrong_in_either_theme(walker: Walker) -> None:
    walker.page.goto(walker.url)
    walker.page.evaluate(NAMELESS_AND_PALE)
    found = [violation.partition(":")[0] for violation in find_violations(walker.page)]
    assert found == ["link-name (light)", "color-contrast (dark)"]


@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.parametrize(
    "text",
    [
        "Confirm your turn, or undo.",
        "Undo (U)",
        "Your turn, Zoë",
        "Set 1 of 3 · tour 2/5",
        "Tab, Enter, then use it",
        "Choose one of these",
        "deccan",
        "hexagon-61",
        "level:2",
        "greedy",
        "tip_rule",
        "first_game",
        "client_limit",
        "move E4",
        "place 01-24 3",
        "sell blue",
        "{name}",
        "undefined",
    ],
)
def test_english_and_ids_are_found(text: str, language: Language) -> None:
    assert find_untranslated(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Bombay est un jeu de Cyril Demaegd."),
        ("fr", "Démarrez Howdah avec\N{NARROW NO-BREAK SPACE}: howdah play --lan"),
        ("fr", "Début (Home)"),
        ("pt", "Menu"),
        ("pt", "Zoë, é a sua vez."),
        ("pl", "Ada i\N{NO-BREAK SPACE}Bo, do gry!"),
    ],
)
def test_texts_in_the_language_of_the_reader_are_not(language: Language, text: str) -> None:
    assert find_untranslated(text, language) == []


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_has_an_english_word(language: Language) -> None:
    assert vocabulary(language) & STOP_WORDS == frozenset()


NARROW_BUTTON = """() => {
  const style = { flex: "none", width: "60px", whiteSpace: "nowrap", padding: "0" };
  Object.assign(document.querySelector("#new-table").style, style);
}"""
SMALL_BOX = """() => {
  Object.assign(document.querySelector("h1").style, { height: "20px", overflow: "hidden" });
}"""
COVERED = """() => {
  const style = { position: "relative", top: "-90px" };
  Object.assign(document.querySelector("#play-bombay").style, style);
}"""


@pytest.mark.parametrize(
    ("change", "misfit"),
    ids=["narrow button", "small box", "covered text"],
    argvalues=[
        (NARROW_BUTTON, "spills over"),
        (SMALL_BOX, "cut off"),
        (COVERED, "over #play-bombay"),
    ],
)
def test_texts_that_do_not_fit_are_found(walker: Walker, change: str, misfit: str) -> None:
    walker.page.goto(walker.url)
    assert find_misfits(walker.page) == []
    walker.page.evaluate(change)
    assert [found for found in find_misfits(walker.page) if misfit in found]
