/* Stand-ins: players may let an agent play for someone who is away; that person can return at any time. */

import { postUntilAnswered } from "./socket.js";
import { toast } from "./regions.js";

let timers = [];

/* A stand-in may be requested only after a while: show its panel when the time has come. */
export function scheduleStandInPanels() {
  timers.forEach(clearTimeout);
  timers = [...document.querySelectorAll(".stand-in[data-shown-after]")].map((panel) =>
    setTimeout(() => (panel.hidden = false), Number(panel.dataset.shownAfter) * 1000),
  );
}

export function listenForStandInButtons(path) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-stand-in], [data-return]");
    if (!button) return;
    const isReturn = "return" in button.dataset;
    const seat = Number(button.dataset.standIn);
    const answer = await (isReturn ? postUntilAnswered(`${path}/return`) : postUntilAnswered(`${path}/stand-in`, { seat }));
    if (answer.error) toast(answer.message);
  });
}
