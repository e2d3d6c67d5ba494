/* Which own turns can be taken back, and the buttons for it. */

import { loggedEvents } from "./log.js";
import { byId } from "./regions.js";
import { messages, page, seats, table } from "./table_state.js";

/* What the viewer has played; nothing at a table where turns cannot be taken back. */
const ownEvents = () => (page.takeBack && !table.news?.continued_at ? loggedEvents().filter(({ seat }) => seat === seats[0]) : []);

/* Whether an own turn has actions after a position: it can be played again from there. */
export const hasTurnAfter = (position) => ownEvents().some(({ at }) => at > position);

/* The position at which the last own turn began, of those that began before another one; undefined if there is none. */
export function lastTurnStart(before = Infinity) {
  const starts = new Map();
  for (const { turn, at } of ownEvents()) if (!starts.has(turn)) starts.set(turn, at - 1);
  return [...starts.values()].filter((start) => start < before).at(-1);
}

/* After a frame is shown. Undo has something to do at the beginning of a turn, too. */
export function updateTakeBackButtons() {
  const isPossible = lastTurnStart() !== undefined;
  const undo = byId("undo");
  if (undo && isPossible && !table.draft.length && !table.pick) {
    undo.removeAttribute("aria-disabled");
    undo.title = `${messages.takeBack} (U)`;
  }
  for (const element of document.querySelectorAll("#try-again, .take-back-note")) element.hidden = !hasTurnAfter(table.shown);
  byId("take-back").hidden = !isPossible;
}

/* Show that a game was played with take-backs. */
export function showTakeBacks(count = 0) {
  const [mark, text] = [byId("take-backs"), messages.takeBacks.replace("{count}", count)];
  mark.hidden = !count;
  mark.title = text;
  mark.ariaLabel = text;
  mark.querySelector("b").textContent = count;
}
