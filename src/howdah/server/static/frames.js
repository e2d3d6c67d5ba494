/* Frames: request the position of a table from the server, and show it on the page. */

import { updateBestScore } from "./best_score.js";
import { loadSymbols, setLayers, setScene } from "./board.js";
import { restoreDraft } from "./draft_storage.js";
import { addEvents, announce, byId, forgetLayers, keepFocus, knownHashes, lastLogged, markLog, setRegions } from "./regions.js";
import { beginScoring, showScores } from "./scoring.js";
import { updateSeedButtons } from "./seed_sharing.js";
import { ConnectionLost, LiveSocket } from "./socket.js";
import { playSound } from "./sound.js";
import { scheduleStandInPanels } from "./stand_in.js";
import { isLatest, isMyTurn, page, path, screenShape, table } from "./table_state.js";

export const socket = new LiveSocket(`${path}/live`);

let queue = Promise.resolve();

/* Run a job after all jobs before it: one frame is shown completely before the next. */
export function enqueue(job) {
  queue = queue.then(job).catch((error) => {
    if (error instanceof ConnectionLost) byId("connection").hidden = false;
    else console.error(error);
  });
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

/* A frame contains the event of its last action only; request the events that are missing before it. */
export async function requestFrame(position) {
  if (position > lastLogged() + 1) addEvents((await socket.request({ ask: "log", after: lastLogged() })).events);
  return socket.request({ ask: "frame", at: position, seat: table.seat, shape: table.shape, past: !table.isFollowing, known: knownHashes() });
}

/* Show a frame; resolves when its animations have finished. */
export async function showFrame(frame, { moving = true } = {}) {
  if (frame.kind !== "frame") throw new Error(frame.message ?? "refused");
  if (frame.version !== table.version) restoreDraft(frame.version);
  table.shown = frame.at;
  table.version = frame.version;
  table.isComplete = Boolean(frame.complete);
  if (frame.over) beginScoring();
  let animations;
  keepFocus(() => {
    setRegions(frame);
    animations = setLayers(frame.layers, frame.motion, { moving });
  });
  scheduleStandInPanels();
  updateSeedButtons();
  if (frame.event) addEvents([frame.event]);
  markLog(frame.at, isLatest());
  byId("where").textContent = `${frame.at} / ${frame.length}`;
  if (moving) announce(frame.said);
  if (moving) playSoundsOf(frame.motion);
  updateBestScore();
  showScores();
  updateAddressAndTitle();
  await animations;
}

function playSoundsOf(motion) {
  if (motion?.placed) playSound("piece");
  if (motion?.gains) playSound("coins");
}

function updateAddressAndTitle() {
  const address = new URL(location);
  if (table.isFollowing) address.searchParams.delete("at");
  else address.searchParams.set("at", table.shown);
  if (address.href !== location.href) history.replaceState(null, "", address);
  if (!isMyTurn()) document.title = document.title.replace(/^● /, "");
}
