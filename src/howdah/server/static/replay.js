/* Replay: show earlier positions, or everything since one's last turn again. */

import { finishAnimations } from "./board.js";
import { catchUp } from "./following.js";
import { enqueue, requestFrame, showFrame } from "./frames.js";
import { byId } from "./regions.js";
import { seats, table } from "./table_state.js";

export function goTo(position) {
  if (!table.news) return; // nothing is known of the table yet
  const last = table.news.length;
  const wanted = Math.max(0, Math.min(position, last));
  table.isFollowing = wanted === last;
  table.isSkipping = true;
  finishAnimations();
  enqueue(async () => {
    table.isSkipping = false;
    if (table.isFollowing) {
      table.shown = last;
      await catchUp();
    } else await showFrame(await requestFrame(wanted), { moving: Math.abs(wanted - table.shown) === 1 });
  });
}

/* Show everything since the viewer's last turn again, step by step. */
function recap() {
  if (!table.news) return;
  const entries = [...byId("log").querySelectorAll("li")];
  const own = entries.filter((entry) => entry.dataset.seat === String(table.seat ?? seats[0]) && Number(entry.dataset.at) <= table.news.length);
  const from = own.length ? Number(own[own.length - 1].dataset.at) : 0;
  table.isFollowing = true;
  enqueue(async () => {
    await showFrame(await requestFrame(from), { moving: false });
    await catchUp();
  });
}

export const replayCommands = {
  first: () => goTo(0),
  back: () => goTo(table.shown - 1),
  forward: () => goTo(table.shown + 1),
  last: () => goTo(Infinity),
  skip() {
    table.isSkipping = true;
    finishAnimations();
  },
  recap,
};
