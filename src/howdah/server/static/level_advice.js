/* Advice on the level of the computers at the end of a game, from the results of the games on this device.
   The server has written every sentence; here it is decided which one is true. */

import { read, write } from "./preferences.js";
import { page } from "./table_state.js";

const KEPT = 40; // results of each kind of game; an older game that is opened again counts again
const PRIMARY = { "won-once": "rematch", "won-twice": "next-level", "lost-thrice": "lower-level", "won-at-top": "rematch" };

/* Note the result of a game that is over, and show the advice that follows from it and from those before it. */
export function showLevelAdvice() {
  const end = document.querySelector("#actions [data-rivals]");
  if (!end || page.lesson) return;
  const advice = adviceAfter(notedResults(end.dataset)).map((when) => end.querySelector(`[data-when=${when}]`)).find(Boolean);
  if (!advice) return;
  advice.hidden = false;
  showPrimary(end, PRIMARY[advice.dataset.when]);
}

/* The results of games of this kind up to this one, each "won", "lost" or "assisted"; every table counts once. */
function notedResults({ rivals, players, won, takeBacks }) {
  const key = `results ${page.game} ${rivals} ${players}`;
  const noted = read(key, []);
  if (!noted.some(([id]) => id === page.table)) {
    const result = won === "false" ? "lost" : takeBacks === "0" ? "won" : "assisted";
    noted.push([page.table, result]);
    write(key, noted.slice(-KEPT));
  }
  return noted.slice(0, noted.findIndex(([id]) => id === page.table) + 1).map(([, result]) => result);
}

/* What may be advised after some results, the most fitting first. */
function adviceAfter(results) {
  const endsWith = (result, count) => results.length >= count && results.slice(-count).every((one) => one === result);
  if (endsWith("won", 2)) return ["won-twice", "won-at-top"];
  if (endsWith("won", 1)) return ["won-once", "won-at-top"];
  return endsWith("lost", 3) ? ["lost-thrice"] : [];
}

function showPrimary(end, id) {
  for (const button of end.querySelectorAll(".end-buttons .primary")) button.classList.remove("primary");
  const button = end.querySelector(`#${id}`);
  button.hidden = false;
  if (id === "lower-level") end.querySelector("#next-level")?.remove(); // it takes its place
  button.classList.add("primary");
}
