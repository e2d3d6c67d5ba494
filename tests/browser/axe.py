"""Find with axe what keeps people from using a page: violations of any impact, in both themes."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

ALL_RULES: Final = {"resultTypes": ["violations"]}
"""Best practices too."""
COLOURS: Final = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
"""What the dark theme may change."""
SET_THEME: Final = "theme => (document.documentElement.dataset.theme = theme)"


def find_violations(page: Page) -> list[str]:
    """What axe finds on a page in the light theme, and in the dark one."""
    before = page.evaluate("document.documentElement.dataset.theme ?? 'auto'")
    found = [*_run(page, "light", ALL_RULES), *_run(page, "dark", COLOURS)]
    page.evaluate(SET_THEME, before)
    return found


def _run(page: Page, theme: str, options: dict[str, Any]) -> list[str]:
    page.evaluate(SET_THEME, theme)
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']} ({theme}): {node['html'][:120]} {node['failureSummary']}"
        for one in violations
        for node in one["nodes"]
    ]
