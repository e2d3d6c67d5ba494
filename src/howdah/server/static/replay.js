/* Replay: show earlier positions, or everything since one's last turn again. */

import { finishAnimations } from "./board.js";
import { catchUp } from "./following.js";
import { enqueue, requestFrame, showFrame } from "./frames.js";
import { prefersReducedMotion, stepTime } from "./preferences.js";
import { lastTurnOfViewer } from "./recap.js";
import { byId } from "./regions.js";
import { table } from "./table_state.js";

let replays = 0; // how often the viewer has chosen what to look at: what was chosen before ends

export function goTo(position) {
  if (!table.news) return; // nothing is known of the table yet
  ++replays;
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

/* Show a turn again, action by action. The game stays where it ends, unless that is where it stands. */
export function replayTurn(from, to) {
  if (!table.news || !stepTime() || prefersReducedMotion()) return goTo(to);
  const replay = ++replays;
  Object.assign(table, { isFollowing: false, isSkipping: true });
  finishAnimations();
  enqueue(async () => {
    if (replay !== replays) return;
    table.isSkipping = false;
    for (let at = from; at <= to && replay === replays; at += 1) {
      if (table.isSkipping) return goTo(to);
      if (at === table.news.length) table.isFollowing = true;
      byId("skip-motion").hidden = to - at < 2;
      if (table.isFollowing) await catchUp();
      else await showFrame(await requestFrame(at), { moving: at > from });
    }
    byId("skip-motion").hidden = true;
  });
}

/* Show everything since the viewer's last turn again, step by step. */
function recap() {
  if (!table.news) return;
  const from = lastTurnOfViewer();
  ++replays;
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
