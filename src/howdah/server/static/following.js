/* Following the game: show every turn that the server sends, step by step, then what the viewer may do. */

import { previewDraft } from "./drafts.js";
import { enqueue, loadScene, requestFrame, showFrame } from "./frames.js";
import { chooseSeat } from "./handover.js";
import { addEvents, loggedBetween } from "./log.js";
import { stepTime, turnTime } from "./preferences.js";
import { announce, byId, focusHeadline, showsAllBut } from "./regions.js";
import { playSound } from "./sound.js";
import { fillName, isLatest, isMyTurn, messages, names, page, screenShape, table } from "./table_state.js";

/* Whether the viewer has tried something in this turn, or can do it again. */
const hasDraft = () => table.draft.length || table.redo.length || table.pick;

/* Show what the page has not shown yet. */
export async function catchUp() {
  if (!table.news) return; // the page has moved to another table, and has not heard of it yet
  const isUpToDate = table.version === table.news.version && isLatest() && table.shape === screenShape();
  if (isUpToDate && hasDraft() && !table.news.continued_at) return;
  await loadScene();
  if (!table.isFollowing) {
    table.updates = [];
    await showFrame(await requestFrame(table.shown ?? (Number(page.at) || 0)), { moving: false });
    return;
  }
  // A page that was just loaded shows the latest position; "recap" shows what was missed.
  if (table.shown === null) table.shown = table.news.length;
  const isShown = await showUpdates();
  while (table.isFollowing && table.shown < table.news.length && !table.isSkipping && stepTime()) {
    byId("skip-motion").hidden = table.news.length - table.shown < 2;
    const next = table.shown + 1;
    if (next === table.news.length) break;
    await showFrame(await requestFrame(next));
  }
  if (!table.isFollowing) return;
  if (!isShown) {
    chooseSeat(showSeat);
    await showLatest();
  }
  table.isSkipping = false;
  byId("skip-motion").hidden = true;
}

/* Show the turns that the server has sent, step by step. Returns whether the page shows the table as it stands; if not,
   the frames that are missing are requested. */
async function showUpdates() {
  let isShown = false;
  for (let update = table.updates.shift(); update; update = table.updates.shift()) {
    isShown = table.isFollowing && (await showUpdate(update)) && update === table.news;
  }
  return isShown;
}

/* Show the steps of a turn, all in the time of a turn; those that the viewer has seen as a draft, or skips, are not shown one by one. */
async function showUpdate(update) {
  const isMeantForThis = update.seat === table.seat && update.shape === table.shape;
  if (!isMeantForThis || update.since > table.shown || update.version <= table.version) return false;
  addEvents(update.events ?? []); // of the own actions, which the page shows already
  const end = endOfTurn();
  const brought = new Set(); // what the steps bring: a later one may leave it as it is
  let steps = [];
  for (const step of update.steps) {
    steps.push(step);
    for (const name of Object.keys({ ...step.layers, ...step.regions })) brought.add(name);
    const isLast = step.at === update.length;
    if (!isLast && (step.at <= table.shown || table.isSkipping || !stepTime())) continue;
    if (isLast) chooseSeat(showSeat);
    if (!table.isFollowing || update.seat !== table.seat) return false;
    const frame = frameOfSteps(steps, update, isLast);
    if (isLast && !showsAllBut(brought, update.hashes)) return false;
    byId("skip-motion").hidden = isLast && !table.updates.length;
    addEvents(steps.map(({ event }) => event));
    const time = clampTime((end - performance.now()) / (update.length - step.at + 1));
    const said = steps.filter(({ at }) => at > table.shown).map((one) => one.said);
    await showFrame(frame, { moving: step.at === table.shown + 1 && !table.isSkipping, time, said });
    steps = [];
  }
  await endCatchingUp();
  return true;
}

const SHORTEST_STEP = 60; // milliseconds
const LATE = 600; // a turn that begins so soon after the one before has to make up for its delay
let lastEnd = 0;

const clampTime = (time) => Math.min(Math.max(time, SHORTEST_STEP), stepTime());

/* The moment at which a turn that is shown from now on should end: turns one after the other keep to their time, even if
   the device is slow. */
function endOfTurn() {
  const now = performance.now();
  lastEnd = (now - lastEnd < LATE ? Math.min(lastEnd, now) : now) + turnTime();
  return lastEnd;
}

/* One frame for some steps: later ones replace what earlier ones brought. */
function frameOfSteps(steps, { version, length, over, hashes }, isLast) {
  const layers = Object.assign({}, ...steps.map((step) => step.layers));
  const regions = Object.assign({}, ...steps.map((step) => step.regions));
  return { ...steps[steps.length - 1], kind: "frame", version, length, over: over && isLast, layers, regions, hashes: isLast ? hashes : {} };
}

/* Show the latest position, with what the viewer may do. */
async function showLatest() {
  const moving = table.shown === table.news.length - 1 && !table.isSkipping;
  const before = table.shown;
  const frame = await requestFrame(table.news.length);
  await showFrame(frame, { moving, said: before < frame.at ? [...loggedBetween(before, frame.at), frame.said] : [] });
  await endCatchingUp();
}

async function endCatchingUp() {
  if (isMyTurn() && hasDraft()) await previewDraft({ moving: false });
  announceTurn();
}

export function announceTurn() {
  document.body.classList.toggle("my-turn", Boolean(isMyTurn()));
  if (!isMyTurn() || table.announced === table.version) return;
  if (table.announced !== -1) playSound("turn", { evenIfHidden: true }); // not when a page is loaded
  table.announced = table.version;
  announce(fillName(messages.yourTurn, names[table.seat]));
  document.title = document.title.replace(/^(● )?/, "● ");
}

/* Show the table to the player who has just taken the device. */
const showSeat = () => enqueue(showLatest).then(focusHeadline);
