/* Frames: request the position of a table from the server, and show it on the page. */

import { clearAcknowledgement } from "./acknowledge.js";
import { loadSymbols, setLayers, setScene } from "./board.js";
import { restoreDraft } from "./draft_storage.js";
import { addEvents, announce, byId, forgetLayers, keepFocus, knownHashes, lastLogged, markLog, setRegions } from "./regions.js";
import { showScoring, updateBestScore } from "./scoring.js";
import { updateSeedButtons } from "./seed_sharing.js";
import { LiveSocket } from "./socket.js";
import { scheduleStandInPanels } from "./stand_in.js";
import { updateTakeBackButtons } from "./take_back_buttons.js";
import { isLatest, isMyTurn, page, path, screenShape, table } from "./table_state.js";

export const socket = new LiveSocket(`${path}/live`);

let queue = Promise.resolve();

/* Run a job after all jobs before it: one frame is shown completely before the next. */
export function enqueue(job) {
  queue = queue.then(job).catch((error) => console.error(error));
  return queue;
}

const symbols = loadSymbols(page.art);

/* Show the empty board of this table in the shape of the screen, unless it is there already. */
export async function loadScene() {
  const shape = screenShape();
  if (table.shape === shape) return;
  await symbols;
  forgetLayers(setScene(await socket.request({ ask: "scene", shape })));
  table.shape = shape;
  document.body.dataset.shape = shape;
}

/* A frame contains the event of its last action only; request the events that are missing before it, and those after it
   for who looks back. */
export async function requestFrame(position) {
  const isMissing = position > lastLogged() + 1 || (!table.isFollowing && lastLogged() < table.news.length);
  if (isMissing) addEvents((await socket.request({ ask: "log", after: lastLogged() })).events);
  return socket.request({ ask: "frame", at: position, seat: table.seat, shape: table.shape, past: !table.isFollowing, known: knownHashes() });
}

/* Show a frame; resolves when its animations have finished. */
export async function showFrame(frame, { moving = true } = {}) {
  if (frame.kind !== "frame") throw new Error(frame.message ?? "refused");
  if (frame.version !== table.version) restoreDraft(frame.version);
  table.shown = frame.at;
  table.version = frame.version;
  table.isComplete = Boolean(frame.complete);
  let animations;
  clearAcknowledgement();
  keepFocus(() => {
    setRegions(frame);
    animations = setLayers(frame.layers, frame.motion, { moving });
  });
  scheduleStandInPanels();
  updateSeedButtons();
  if (frame.event) addEvents([frame.event]);
  updateTakeBackButtons();
  markLog(frame.at, isLatest());
  byId("where").textContent = `${frame.at} / ${frame.length}`;
  if (moving) announce(frame.said);
  updateBestScore();
  showScoring(frame.over && table.isOver === false);
  table.isOver = frame.over;
  updateAddressAndTitle();
  await animations;
}

function updateAddressAndTitle() {
  const address = new URL(location);
  if (table.isFollowing) address.searchParams.delete("at");
  else address.searchParams.set("at", table.shown);
  if (address.href !== location.href) history.replaceState(null, "", address);
  if (!isMyTurn()) document.title = document.title.replace(/^● /, "");
}
