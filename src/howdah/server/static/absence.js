/* Someone is waited for: after a while the others may let an opponent play on, and back again. */

import { post } from "./socket.js";
import { toast } from "./regions.js";

let timers = [];

/* What may be asked only later appears when it may. */
export function awaitAbsences() {
  timers.forEach(clearTimeout);
  timers = [...document.querySelectorAll(".absent[data-shown-in]")].map((one) =>
    setTimeout(() => (one.hidden = false), Number(one.dataset.shownIn) * 1000),
  );
}

export function helpOut(path) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-stand-in], [data-return]");
    if (!button) return;
    const isBack = "return" in button.dataset;
    const seat = Number(button.dataset.standIn);
    const answer = await (isBack ? post(`${path}/return`) : post(`${path}/stand-in`, { seat })).catch(() => ({}));
    if (answer.error) toast(answer.message);
  });
}
