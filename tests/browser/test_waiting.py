"""How long a person waits while the computers play, with every turn shown."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.page_actions import open_table, wait_for_turn
from tests.fast.games import IS_LONG

ROUNDS = 4
"""A machine that is busy with something else is given other chances."""
BUSY = 1 if IS_LONG else 3
"""How much longer it may take while other tests run beside it."""
WAIT = """async () => {
  const until = (isTrue) => new Promise((resolve) => {
    const look = () => (isTrue() ? resolve() : setTimeout(look, 5));
    look();
  });
  const find = (selector) => document.querySelector(selector);
  const shown = new Set();
  const watch = new MutationObserver(() => shown.add(find("#where").textContent.split(" / ")[0]));
  find("#action-wait").click();
  await until(() => find("#commit:not([aria-disabled])"));
  watch.observe(find("#where"), { childList: true });
  const { send } = WebSocket.prototype;
  let requested = 0;
  WebSocket.prototype.send = function (message) {
    requested += message.includes('"ask":"frame"');
    return send.call(this, message);
  };
  const [first, start] = [Number(find("#where").textContent.split(" / ")[0]), performance.now()];
  find("#commit").click();
  await until(() => !document.body.matches(".my-turn"));
  await until(() => find("body.my-turn #undo"));
  const time = performance.now() - start;
  watch.disconnect();
  WebSocket.prototype.send = send;
  const last = Number(find("#where").textContent.split(" / ")[1]);
  return [time, last - first, shown.size, requested];
}"""
"""Plays a turn; returns the milliseconds until the next one, how many positions there were and were
shown, and how many frames the page requested."""


@pytest.mark.parametrize(("speed", "longest"), [("normal", 3000), ("fast", 1200)])
def test_three_computers_take_little_time_and_hide_nothing(
    visit: Visit, speed: str, longest: float
) -> None:
    page = open_table(visit, "me", *["agent:level:2"] * 3, speed=speed)
    wait_for_turn(page)
    times = []
    for _ in range(ROUNDS):
        time, played, shown, requested = page.evaluate(WAIT)
        assert shown >= played - 1, "some positions were not shown"
        assert not requested, "the turns that the server sent did not fit together"
        times.append(time)
        if time <= longest * BUSY:
            break
    print(f"\n{speed}: {times} ms")
    assert min(times) <= longest * BUSY
