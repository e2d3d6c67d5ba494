"""Take the screenshots of the README: a real table in a real browser, always the same position.

`make screenshots` runs this; it needs Chromium, as the browser tests do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import ARGUMENTS, LAPTOP, PHONE, browser_path
from tests.browser.live_server import LiveServer

from howdah.ai.match import play_match

IMAGES: Final = Path(__file__).parent.parent / "docs" / "images"
NAMES: Final = ("Ada", "Bhaskar", "Chitra", "Dev")

SHOTS: Final[Mapping[str, tuple[str, int, dict[str, Any]]]] = {
    "table-bombay": ("bombay", 92, {"viewport": LAPTOP}),
    "table-bombay-dark": ("bombay", 92, {"viewport": LAPTOP, "color_scheme": "dark"}),
    "table-bazar": ("bazar", 44, {"viewport": LAPTOP}),
    "phone-bombay": ("bombay", 92, {"viewport": PHONE, "device_scale_factor": 1.5}),
    "phone-bazar": (
        "bazar",
        44,
        {"viewport": PHONE, "device_scale_factor": 1.5, "color_scheme": "dark"},
    ),
}
"""Each picture: the game, after how many actions, and the options of the browser."""


def main() -> None:
    """Take every screenshot again."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = LiveServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        try:
            for name, (game, at, look) in SHOTS.items():
                _take(browser, server, name, game, at, look)
        finally:
            browser.close()
            server.close()


def _take(
    browser: Browser, server: LiveServer, name: str, game: str, at: int, look: dict[str, Any]
) -> None:
    context = browser.new_context(**look)
    page = context.new_page()
    page.goto(server.url)
    page.set_input_files("#record-file", [_record(game)])
    page.click(".record-form button")
    page.wait_for_selector("#pieces use", state="attached")
    page.goto(f"{page.url.split('?')[0]}?at={at}")
    page.wait_for_selector(f'#log [data-at="{at}"][aria-current]', state="attached")
    _settle(page)
    page.screenshot(path=IMAGES / f"{name}.jpg", quality=80)
    print(f"docs/images/{name}.jpg")
    context.close()


def _record(game: str) -> Any:
    record = play_match(game, ["greedy"] * 4, seed="postcard").record()
    text = str(record)
    for name in NAMES:
        text = text.replace('"name": "greedy"', f'"name": "{name}"', 1)
    return {"name": f"{game}.json", "mimeType": "application/json", "buffer": text.encode()}


def _settle(page: Page) -> None:
    """Wait until animations have ended."""
    page.wait_for_timeout(600)


if __name__ == "__main__":
    main()
