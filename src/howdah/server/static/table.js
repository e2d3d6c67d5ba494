/* The page of a table: follows the game frame by frame; its players draft turns and commit them. */

import "./common.js";
import { finishAnimations, loadSymbols, setLayers, setScene } from "./board.js";
import { setUpMenu } from "./menu.js";
import { confirmsByItself, rememberTable, stepTime } from "./preferences.js";
import { addEvents, announce, byId, focusHeadline, forgetLayers, keepFocus, knownHashes, lastLogged, markLog, setRegions, showsAllBut, toast } from "./regions.js";
import { showSeatNews } from "./seats.js";
import { showNextStep, showScoring, updateBestScore } from "./scoring.js";
import { followSeed, updateSeedButtons } from "./seed_sharing.js";
import { ConnectionLost, LiveSocket, post } from "./socket.js";
import { listenForStandInButtons, scheduleStandInPanels } from "./stand_in.js";

const page = document.body.dataset;
const seats = page.seats ? page.seats.split(",").map(Number) : []; // those that this browser may play
const names = JSON.parse(page.names);
const messages = JSON.parse(page.messages);
const path = `/t/${page.table}`;
const isShared = seats.length > 1;
const hasScreens = page.screens === "hidden";

const table = {
  news: null, // the state of the table, as the server last sent it
  shown: null, // how many actions the frame on screen shows
  version: -1, // of the frame on screen
  seat: seats.length === 1 ? seats[0] : null, // who looks at this screen
  isFollowing: page.at === "", // whether the page follows the game; else it shows an earlier position
  shape: null,
  draft: [],
  redo: [],
  pick: null,
  isComplete: false,
  isPreviewing: false, // a preview of the draft has been requested and not yet shown
  isOver: null, // whether the game was over in the frame before
  isSkipping: false, // show the latest position without the frames between
  updates: [], // turns that the server has sent and the page has not shown yet
  queue: Promise.resolve(),
};

const fillName = (text, name) => text.replace("{name}", name);
const screenShape = () => (matchMedia("(max-aspect-ratio: 1/1)").matches ? "tall" : "wide");
const isMyTurn = () => table.news && table.seat !== null && table.news.waiting.includes(table.seat);
const isLatest = () => table.news && table.shown === table.news.length;

// The connection to the server

const socket = new LiveSocket(`${path}/live`, {
  onNews: (news) => {
    table.news = news;
    if (news.kind === "turn") table.updates.push(news);
    if (!showSeatNews(news)) return;
    if (news.rematch) toast("", { href: "#", textContent: messages.rematch, onclick: (event) => (event.preventDefault(), openRematch()) });
    enqueue(catchUp);
    followSeed(news);
  },
  onConnectionChange: (isOpen) => {
    byId("connection").hidden = isOpen;
    document.body.classList.toggle("offline", !isOpen);
  },
});

/* Run a job after all jobs before it: one frame is shown completely before the next. */
function enqueue(job) {
  table.queue = table.queue.then(job).catch((error) => {
    if (error instanceof ConnectionLost) byId("connection").hidden = false;
    else console.error(error);
  });
  return table.queue;
}

const symbols = loadSymbols(page.art);

async function loadScene() {
  const shape = screenShape();
  if (table.shape === shape) return;
  await symbols;
  forgetLayers(setScene(await socket.request({ ask: "scene", shape })));
  table.shape = shape;
  document.body.dataset.shape = shape;
}

/* A frame contains the event of its last action only; request the events that are missing before it. */
async function requestFrame(position) {
  if (position > lastLogged() + 1) addEvents((await socket.request({ ask: "log", after: lastLogged() })).events);
  return socket.request({ ask: "frame", at: position, seat: table.seat, shape: table.shape, past: !table.isFollowing, known: knownHashes() });
}

// Following the game

async function catchUp() {
  const isUpToDate = table.version === table.news.version && isLatest() && table.shape === screenShape();
  if (isUpToDate && (table.draft.length || table.pick)) return;
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
    chooseSeat();
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

/* Show the steps of a turn; those that the viewer has seen as a draft, or skips, are not shown one by one. */
async function showUpdate(update) {
  const isMeantForThis = update.seat === table.seat && update.shape === table.shape;
  if (!isMeantForThis || update.since > table.shown || update.version <= table.version) return false;
  let steps = [];
  for (const step of update.steps) {
    steps.push(step);
    const isLast = step.at === update.length;
    if (!isLast && (step.at <= table.shown || table.isSkipping || !stepTime())) continue;
    if (isLast) chooseSeat();
    if (!table.isFollowing || update.seat !== table.seat) return false;
    const frame = frameOfSteps(steps, update, isLast);
    if (isLast && !showsAllBut(frame, update.hashes)) return false;
    byId("skip-motion").hidden = isLast && !table.updates.length;
    addEvents(steps.map(({ event }) => event));
    await showFrame(frame, { moving: step.at === table.shown + 1 && !table.isSkipping });
    steps = [];
  }
  await endCatchingUp();
  return true;
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
  const frame = await requestFrame(table.news.length);
  await showFrame(frame, { moving });
  await endCatchingUp();
}

async function endCatchingUp() {
  if (isMyTurn() && table.draft.length) await previewDraft({ moving: false });
  announceTurn();
}

let announcedVersion = -1;
function announceTurn() {
  document.body.classList.toggle("my-turn", Boolean(isMyTurn()));
  if (!isMyTurn() || announcedVersion === table.version) return;
  announcedVersion = table.version;
  announce(fillName(messages.yourTurn, names[table.seat]));
  document.title = document.title.replace(/^(● )?/, "● ");
}

async function showFrame(frame, { moving = true } = {}) {
  if (frame.kind !== "frame") throw new Error(frame.message ?? "refused");
  if (frame.version !== table.version) restoreDraft(frame.version);
  table.shown = frame.at;
  table.version = frame.version;
  table.isComplete = Boolean(frame.complete);
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

// The seat of the viewer, on a device that several people share

/* Switch to the seat whose turn it is. If it has secrets, show nothing before its player has taken the device. */
function chooseSeat() {
  if (!isShared) return;
  const next = seats.find((seat) => table.news.waiting.includes(seat));
  if (next === undefined || next === table.seat) return;
  const hasSecrets = hasScreens && table.news.length > 0 && !table.news.over;
  if (!hasSecrets) {
    table.seat = next;
    return;
  }
  table.seat = null;
  const dialog = byId("handover");
  byId("handover-title").textContent = fillName(messages.handover, names[next]);
  const button = byId("handover-done");
  button.textContent = fillName(messages.me, names[next]);
  button.onclick = () => {
    dialog.close();
    table.seat = next;
    restoreDraft(table.version);
    enqueue(showLatest).then(focusHeadline);
  };
  dialog.oncancel = (event) => event.preventDefault();
  if (!dialog.open) dialog.showModal();
}

// Drafting a turn

const draftKey = () => `draft ${page.table}`;

function saveDraft() {
  const { version, seat, draft, redo } = table;
  sessionStorage.setItem(draftKey(), JSON.stringify({ version, seat, draft, redo }));
}

/* Clear the draft, or restore the saved one if it belongs to this turn and seat: a page may have been reloaded. */
function restoreDraft(version) {
  Object.assign(table, { draft: [], redo: [], pick: null });
  const saved = JSON.parse(sessionStorage.getItem(draftKey()) ?? "null");
  if (saved && saved.version === version && saved.seat === table.seat) Object.assign(table, { draft: saved.draft, redo: saved.redo });
}

/* Show the position that the draft leads to; only a new action is animated with its path and gains. */
async function previewDraft({ moving = true, isNewAction = false } = {}) {
  saveDraft();
  const frame = await socket.request({
    ask: "draft",
    seat: table.seat,
    shape: table.shape,
    version: table.version,
    actions: table.draft,
    pick: table.pick,
    can_redo: table.redo.length > 0,
    known: knownHashes(),
  });
  if (frame.error) {
    toast(frame.message);
    announce(frame.message);
    Object.assign(table, { draft: isNewAction ? table.draft.slice(0, -1) : [], redo: [], pick: null });
    saveDraft();
    await showLatest();
    return;
  }
  if (!isNewAction) frame.motion = {};
  const shown = showFrame(frame, { moving });
  table.isPreviewing = false;
  await shown;
}

/* Change the draft and preview it. A click before the answer is ignored: it belongs to the old position.
   If the connection is lost, the draft stays as it was. */
function changeDraft(change, { isNewAction = false } = {}) {
  if (table.isPreviewing) return;
  const before = { draft: [...table.draft], redo: [...table.redo], pick: table.pick };
  table.isPreviewing = true;
  finishAnimations();
  change();
  enqueue(async () => {
    try {
      await previewDraft({ isNewAction });
    } catch (error) {
      Object.assign(table, before);
      saveDraft();
      throw error;
    } finally {
      table.isPreviewing = false;
    }
    if (isNewAction && table.isComplete && confirmsByItself(page.game)) await commitTurn();
  });
}

const addAction = (action) =>
  changeDraft(() => Object.assign(table, { draft: [...table.draft, action], redo: [], pick: null }), { isNewAction: true });

const pickAction = (action) => changeDraft(() => (table.pick = action));

async function commitTurn() {
  const { seat, version, draft } = table;
  const answer = await socket.request({ ask: "commit", seat, version, actions: draft });
  if (answer.error) {
    toast(answer.message);
    if (answer.error !== "stale-version") return;
  } else {
    table.shown += draft.length;
  }
  Object.assign(table, { draft: [], redo: [], pick: null });
  saveDraft();
}

// Replay

function goTo(position) {
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
  const entries = [...byId("log").querySelectorAll("li")];
  const own = entries.filter((entry) => entry.dataset.seat === String(table.seat ?? seats[0]) && Number(entry.dataset.at) <= table.news.length);
  const from = own.length ? Number(own[own.length - 1].dataset.at) : 0;
  table.isFollowing = true;
  enqueue(async () => {
    await showFrame(await requestFrame(from), { moving: false });
    await catchUp();
  });
}

async function openRematch() {
  const answer = await post(`${path}/rematch`);
  if (answer.error) toast(answer.message);
  else location.assign(answer.table);
}

const commands = {
  undo() {
    if (!table.pick && !table.draft.length) return;
    changeDraft(() => {
      if (table.pick) table.pick = null;
      else table.redo.push(table.draft.pop());
    });
  },
  redo() {
    if (table.redo.length) changeDraft(() => table.draft.push(table.redo.pop()));
  },
  commit() {
    if (table.isComplete) enqueue(commitTurn);
    else toast(byId("why-commit")?.textContent ?? "");
  },
  first: () => goTo(0),
  back: () => goTo(table.shown - 1),
  forward: () => goTo(table.shown + 1),
  last: () => goTo(Infinity),
  skip() {
    table.isSkipping = true;
    finishAnimations();
  },
  recap,
  rematch: openRematch,
  step: showNextStep,
};

// Pointer, touch and keyboard

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act], [data-pick], [data-command], [data-goto], [data-copy], [aria-disabled=true]");
  if (!target) return;
  if (target.getAttribute("aria-disabled") === "true") {
    const reason = target.querySelector(".why") ?? byId(target.getAttribute("aria-describedby"));
    const why = target.dataset.why ?? reason?.textContent;
    const rule = target.dataset.rule ?? reason?.dataset.rule ?? target.parentElement.querySelector(".rule")?.getAttribute("href");
    if (why) toast(why.trim(), rule && { href: rule, target: "_blank", rel: "noopener", textContent: messages.rule });
  } else if (target.dataset.act) addAction(target.dataset.act);
  else if (target.dataset.pick) pickAction(target.dataset.pick);
  else if (target.dataset.command) commands[target.dataset.command]();
  else if (target.dataset.copy) copyText(target);
  else if (target.dataset.goto) {
    event.preventDefault();
    goTo(Number(target.dataset.goto));
  }
});

/* Copy the text of a button; where the clipboard is not available, select the text before it. */
async function copyText(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    toast(messages.copied);
  } catch {
    getSelection().selectAllChildren(button.previousElementSibling);
  }
}

const KEYS = { u: "undo", r: "redo", c: "commit", s: "skip", w: "recap", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea")) return;
  const svgButton = event.target.closest("#pieces [role=button]");
  if (svgButton && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    svgButton.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  } else if (KEYS[event.key]) {
    event.preventDefault();
    commands[KEYS[event.key]]();
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-pregame]");
  if (!form) return;
  event.preventDefault();
  const body = { version: table.version };
  for (const [name, value] of new FormData(form)) body[name] = /^\d+$/.test(value) ? Number(value) : value;
  enqueue(async () => {
    const answer = await post(`${path}/${form.dataset.pregame}?seat=${form.dataset.seat}`, body);
    if (answer.error) toast(answer.message);
  });
});

// Set-up

matchMedia("(max-aspect-ratio: 1/1)").addEventListener("change", () => table.news && enqueue(catchUp));
if (seats.length) rememberTable(page.table, document.title);
setUpMenu(path, page);
listenForStandInButtons(path);
document.body.classList.toggle("spectator", !seats.length);
