/* How the last round before the game ended: it stands on the board until the viewer closes it or begins to play. */

import { finishReveal } from "./board.js";
import { stepTime } from "./preferences.js";
import { byId, focusHeadline } from "./regions.js";

const region = byId("pregame-result"); // only where something is decided before the game

function close() {
  const result = region.firstElementChild;
  if (!result || result.hidden) return;
  const hadFocus = result.contains(document.activeElement);
  result.hidden = true;
  if (hadFocus) focusHeadline();
}

if (region) {
  new MutationObserver(() => stepTime() || finishReveal()).observe(region, { childList: true });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-close-result], [data-act], [data-pick]")) close();
    else if (region.contains(target)) finishReveal();
  });
}
