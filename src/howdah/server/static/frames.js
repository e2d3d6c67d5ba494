/* Frames: request the position of a table from the server, and show it on the page. */

import { clearAcknowledgement } from "./acknowledge.js";
import { updateBestScore } from "./best_score.js";
import { setGrid, updateGrid } from "./board_grid.js";
import { loadSymbols, setLayers, setScene } from "./board.js";
import { restoreDraft } from "./draft_storage.js";
import { showLevelAdvice } from "./level_advice.js";
import { addEvents, lastLogged, markLog } from "./log.js";
import { updateRecap } from "./recap.js";
import { announce, byId, forgetLayers, keepFocus, knownHashes, setRegions } from "./regions.js";
import { beginScoring, showScores } from "./scoring.js";
import { markCards } from "./seat_states.js";
import { updateSeedButtons } from "./seed_sharing.js";
import { LiveSocket } from "./socket.js";
import { playSound } from "./sound.js";
import { scheduleStandInPanels } from "./stand_in.js";
import { fitUnlessHeld } from "./zoom.js";
import { updateTakeBackButtons } from "./take_back_buttons.js";
import { isLatest, isMyTurn, livePath, page, screenShape, table } from "./table_state.js";

export const socket = new LiveSocket(livePath);

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
  const scene = await socket.request({ ask: "scene", shape });
  forgetLayers(setScene(scene));
  setGrid(scene.grid);
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

/* Show a frame, with what a screen reader says of it; resolves when its pieces have arrived, after `time` milliseconds
   or those of a step. */
export async function showFrame(frame, { moving = true, time, said = moving ? [frame.said] : [] } = {}) {
  if (frame.kind !== "frame") throw new Error(frame.message ?? "refused");
  if (frame.version !== table.version) {
    restoreDraft(frame.version);
    fitUnlessHeld();
  }
  table.shown = frame.at;
  table.version = frame.version;
  table.isComplete = Boolean(frame.complete);
  if (frame.over) beginScoring();
  let animations;
  clearAcknowledgement();
  keepFocus(() => {
    setRegions(frame);
    animations = setLayers(frame.layers, frame.motion, { moving, time });
  });
  markCards();
  updateGrid();
  scheduleStandInPanels();
  updateSeedButtons();
  if (frame.event) addEvents([frame.event]);
  updateTakeBackButtons();
  updateRecap(frame, moving);
  markLog(frame.at, isLatest());
  byId("where").textContent = `${frame.at} / ${frame.length}`;
  said.forEach(announce);
  if (moving) playSoundsOf(frame.motion);
  updateBestScore();
  showLevelAdvice();
  showScores();
  document.body.classList.toggle("past", !table.isFollowing);
  document.body.classList.toggle("over", frame.over);
  updateAddressAndTitle();
  document.dispatchEvent(new CustomEvent("howdah:frame"));
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
