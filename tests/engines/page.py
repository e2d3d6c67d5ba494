"""A page in any browser, and what a person does there."""

from __future__ import annotations

from typing import Any, Protocol

from tests.engines.processes import poll


class Driver(Protocol):
    """What drives the page of a browser."""

    def open(self, address: str) -> None: ...

    def call(self, function: str, *values: Any) -> Any: ...

    def perform(self, actions: dict[str, Any]) -> None: ...

    def resize(self, width: int, height: int) -> None: ...

    def screenshot(self) -> bytes: ...

    def errors(self) -> list[str]: ...


IS_VISIBLE = """(selector) => {
  const element = document.querySelector(selector);
  return Boolean(element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
}"""
SHOWS_TEXT = f"""(selector, text) =>
  ({IS_VISIBLE})(selector) && document.querySelector(selector).innerText.includes(text)"""
MIDDLE = """(selector) => {
  const element = document.querySelector(selector);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  return element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
"""The middle of an element, if nothing else lies over it."""


class EnginePage:
    """A page of a server, with a pointer and a keyboard."""

    def __init__(self, driver: Driver, server: str) -> None:
        self._driver = driver
        self._server = server

    def open(self, path: str) -> None:
        self._driver.open(self._server + path)

    def call(self, function: str, *values: Any) -> Any:
        """What a JavaScript function returns for some values."""
        return self._driver.call(function, *values)

    def wait_until(self, function: str, *values: Any) -> None:
        """Wait until a function returns something true."""
        poll(lambda: self.call(function, *values) or None, f"{function} of {values}")

    def wait_for(self, selector: str) -> None:
        """Wait until an element is visible."""
        self.wait_until(IS_VISIBLE, selector)

    def wait_for_text(self, selector: str, text: str) -> None:
        """Wait until an element is visible and contains a text."""
        self.wait_until(SHOWS_TEXT, selector, text)

    def shows_text(self, selector: str, text: str) -> bool:
        """Whether an element is visible and contains a text."""
        return bool(self.call(SHOWS_TEXT, selector, text))

    def click(self, selector: str) -> None:
        """Click an element in the middle, as soon as it is at rest and nothing lies over it."""
        places: list[tuple[int, int] | None] = [None]

        def is_at_rest() -> tuple[int, int] | None:
            places.append(self.call(MIDDLE, selector))
            return places[-1] if places[-1] == places[-2] else None

        self._click_at(*poll(is_at_rest, f"{selector} to be clickable"))

    def click_if_shown(self, selector: str) -> None:
        """Click an element in the middle, unless it is hidden."""
        if place := self.call(MIDDLE, selector):
            self._click_at(*place)

    def _click_at(self, x: int, y: int) -> None:
        move = {"type": "pointerMove", "x": x, "y": y}
        buttons = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._driver.perform({"type": "pointer", "id": "mouse", "actions": [move, *buttons]})

    def scroll(self, selector: str, pixels: int) -> None:
        """Turn the wheel over the middle of an element."""
        x, y = self.call(MIDDLE, selector)
        turn = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": pixels}
        self._driver.perform({"type": "wheel", "id": "wheel", "actions": [turn]})

    def press(self, key: str) -> None:
        """Press a key, given as WebDriver writes it."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._driver.perform({"type": "key", "id": "keyboard", "actions": strokes})
