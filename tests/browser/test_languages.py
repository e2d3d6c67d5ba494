from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from howdah.i18n import Language, mark, translate, use_language
from tests.browser.conftest import Visit
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import act, open_menu, open_table, wait_for_table

LOCALES: dict[str, Language] = {"en-GB": "en", "fr-FR": "fr", "pt-PT": "pt", "pl-PL": "pl"}
NO_BALE = mark("Your elephant carries no silk.")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_says_why_not_in_the_language_of_the_browser(visit: Visit, locale: str) -> None:
    page = open_table(visit, "me", "link", locale=locale)
    with use_language(LOCALES[locale]):
        no_bale, your_turn = translate(NO_BALE), translate("Your turn")
    sell = page.locator("#action-sell")
    expect(sell.locator(".why")).to_have_text(no_bale)
    expect(page.locator("#headline")).to_contain_text(your_turn)
    sell.click(force=True)
    expect(page.locator("#info-card")).to_contain_text(no_bale)
    assert (page.locator("html").get_attribute("lang") or "")[:2] == locale[:2]


def test_a_rule_opens_in_a_tab_of_its_own(visit: Visit) -> None:
    page = open_table(visit, "me", "link")
    page.locator("#action-sell").click(force=True)
    with page.context.expect_page() as open_page:
        page.locator("#info-card a").click()
    address, _, section = open_page.value.url.partition("#")
    assert address.endswith("/rules/bombay")
    expect(open_page.value.locator(f"section[id='{section}'] > :first-child")).to_be_visible()


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_every_rule_that_is_named_has_its_section(
    visit: Visit, server: LiveServer, game: str
) -> None:
    page = open_table(visit, "me", "link", game=game)
    rules = page.locator("#actions [data-rule], #actions .rule")
    address = "one.dataset.rule ?? one.getAttribute('href')"
    wanted = {*rules.evaluate_all(f"all => all.map((one) => {address})")}
    assert wanted
    page.goto(f"{server.url}/rules/{game}")
    for rule in wanted:
        expect(page.locator(f"section[id='{rule.partition('#')[2]}']")).to_be_visible()


def test_language_and_light_are_changed_at_the_table_and_the_draft_stays(visit: Visit) -> None:
    page = open_table(visit, "me", "link", color_scheme="light")
    act(page, "move E4")
    site, day = page.locator("#elephant-0").get_attribute("transform"), _ground(page)
    open_menu(page)
    page.locator("#menu form.theme-form select").select_option("dark")
    page.locator("html[data-theme=dark]").wait_for()
    assert _ground(wait_for_table(page)) != day
    open_menu(page)
    page.locator("#menu form.language-form select").select_option("fr")
    page.locator("html[lang=fr]").wait_for()
    expect(wait_for_table(page).locator("#undo:not([aria-disabled])")).to_be_visible()
    with use_language("fr"):
        expect(page.locator("#undo")).to_have_attribute("title", f"{translate('Undo')} (U)")
        expect(page.locator("#action-sell .why")).to_have_text(translate(NO_BALE))
    assert page.locator("#elephant-0").get_attribute("transform") == site


def _ground(page: Page) -> str:
    return str(page.locator(".turn").evaluate("one => getComputedStyle(one).backgroundColor"))
