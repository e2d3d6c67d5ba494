/* The table: follows the game frame by frame, and lets its players try out and commit turns. */

import "./common.js";
import { awaitAbsences, helpOut } from "./absence.js";
import { hurryUp, setPieces, setScene } from "./board.js";
import { Line, Lost, post } from "./socket.js";
import { commitsItself, read, rememberTable, speed, stepTime, write } from "./preferences.js";
import { addEvents, at, focusHeadline, keepingFocus, lastLogged, markLog, setRegions, tell, toast } from "./regions.js";
import { reveal, revealNext } from "./scoring.js";

const page = document.body.dataset;
const seats = page.seats ? page.seats.split(",").map(Number) : [];
const names = JSON.parse(page.names);
const words = JSON.parse(page.words);
const path = `/t/${page.table}`;
const isShared = seats.length > 1;
const hasScreens = page.screens === "hidden";

const table = {
  news: null, // where the table stands, as the server says
  shown: null, // how many actions the picture shows
  version: -1, // of the picture
  seat: seats.length === 1 ? seats[0] : null, // who looks at this screen
  follows: page.at === "", // or walks through the past
  shape: null,
  draft: [],
  redo: [],
  pick: null,
  isComplete: false,
  isTrying: false,
  isOver: null, // as the picture before said
  skips: false,
  busy: Promise.resolve(),
};

const fill = (text, name) => text.replace("{name}", name);
const shapeNow = () => (matchMedia("(max-aspect-ratio: 1/1)").matches ? "tall" : "wide");
const isMine = () => table.news && table.seat !== null && table.news.waiting.includes(table.seat);
const isNow = () => table.news && table.shown === table.news.length;

// The line to the server

const line = new Line(`${path}/live`, {
  onMessage: (news) => {
    table.news = news;
    if (news.rematch) toast("", { href: "#", textContent: words.rematch, onclick: (event) => (event.preventDefault(), rematch()) });
    queue(catchUp);
  },
  onChange: (isOpen) => {
    at("connection").hidden = isOpen;
    document.body.classList.toggle("offline", !isOpen);
  },
});

/* One thing after the other: whatever is shown next waits for what is being shown. */
function queue(job) {
  table.busy = table.busy.then(job).catch((error) => {
    if (error instanceof Lost) at("connection").hidden = false;
    else console.error(error);
  });
  return table.busy;
}

async function ensureScene() {
  const shape = shapeNow();
  if (table.shape === shape) return;
  setScene(await line.ask({ ask: "scene", shape }));
  table.shape = shape;
  document.body.dataset.shape = shape;
}

/* A frame tells of its own action; a log that has gaps is filled first. */
async function askFrame(position) {
  if (position > lastLogged() + 1) addEvents((await line.ask({ ask: "log", after: lastLogged() })).events);
  return line.ask({ ask: "frame", at: position, seat: table.seat, shape: table.shape, past: !table.follows });
}

// Following the game

async function catchUp() {
  const isSettled = table.version === table.news.version && isNow() && table.shape === shapeNow();
  if (isSettled && (table.draft.length || table.pick)) return;
  await ensureScene();
  if (!table.follows) {
    await show(await askFrame(table.shown ?? (Number(page.at) || 0)), { moving: false });
    return;
  }
  if (table.shown === null) table.shown = startingPoint();
  while (table.follows && table.shown < table.news.length && !table.skips && stepTime()) {
    at("skip-motion").hidden = table.news.length - table.shown < 2;
    const next = table.shown + 1;
    if (next === table.news.length) break;
    await show(await askFrame(next));
  }
  if (!table.follows) return;
  chooseSeat();
  await showNow();
  table.skips = false;
  at("skip-motion").hidden = true;
}

/* Whoever comes back to a table sees it as it stands; the recap tells what was missed. */
const startingPoint = () => table.news.length;

/* The table as it stands, with what the viewer may do. */
async function showNow() {
  const moving = table.shown === table.news.length - 1 && !table.skips;
  const frame = await askFrame(table.news.length);
  await show(frame, { moving });
  if (isMine() && table.draft.length) await tryOut({ moving: false });
  announceTurn();
}

let announced = -1;
function announceTurn() {
  document.body.classList.toggle("my-turn", Boolean(isMine()));
  if (!isMine() || announced === table.version) return;
  announced = table.version;
  tell(fill(words.yourTurn, names[table.seat]));
  document.title = document.title.replace(/^(● )?/, "● ");
}

async function show(frame, { moving = true } = {}) {
  if (frame.kind !== "frame") throw new Error(frame.message ?? "refused");
  if (frame.version !== table.version) forgetDraft(frame.version);
  table.shown = frame.at;
  table.version = frame.version;
  table.isComplete = Boolean(frame.complete);
  let arrival;
  keepingFocus(() => {
    setRegions(frame.regions);
    arrival = setPieces(frame.regions.pieces, frame.motion, { moving });
  });
  awaitAbsences();
  if (frame.event) addEvents([frame.event]);
  markLog(frame.at, isNow());
  at("where").textContent = `${frame.at} / ${frame.length}`;
  if (moving) tell(frame.said);
  showBest();
  reveal(frame.over && table.isOver === false);
  table.isOver = frame.over;
  remember();
  await arrival;
}

function remember() {
  const address = new URL(location);
  if (table.follows) address.searchParams.delete("at");
  else address.searchParams.set("at", table.shown);
  if (address.href !== location.href) history.replaceState(null, "", address);
  if (!isMine()) document.title = document.title.replace(/^● /, "");
}

// Who looks at this screen

function chooseSeat() {
  if (!isShared) return;
  const due = seats.find((seat) => table.news.waiting.includes(seat));
  if (due === undefined || due === table.seat) return;
  const isSecret = hasScreens && table.news.length > 0 && !table.news.over;
  if (!isSecret) {
    table.seat = due;
    return;
  }
  table.seat = null;
  const dialog = at("handover");
  at("handover-title").textContent = fill(words.handover, names[due]);
  const button = at("handover-done");
  button.textContent = fill(words.me, names[due]);
  button.onclick = () => {
    dialog.close();
    table.seat = due;
    forgetDraft(table.version);
    queue(showNow).then(focusHeadline);
  };
  dialog.oncancel = (event) => event.preventDefault();
  if (!dialog.open) dialog.showModal();
}

// Trying out a turn

const draftKey = () => `draft ${page.table}`;

function keepDraft() {
  const { version, seat, draft, redo } = table;
  sessionStorage.setItem(draftKey(), JSON.stringify({ version, seat, draft, redo }));
}

/* A draft belongs to one turn; a page that was loaded anew finds its own again. */
function forgetDraft(version) {
  Object.assign(table, { draft: [], redo: [], pick: null });
  const kept = JSON.parse(sessionStorage.getItem(draftKey()) ?? "null");
  if (kept && kept.version === version && kept.seat === table.seat) Object.assign(table, { draft: kept.draft, redo: kept.redo });
}

/* Show where the draft leads; only a fresh step has a way and a gain of its own. */
async function tryOut({ moving = true, isFresh = false } = {}) {
  keepDraft();
  const frame = await post(`${path}/draft`, {
    seat: table.seat,
    shape: table.shape,
    version: table.version,
    actions: table.draft,
    pick: table.pick,
    can_redo: table.redo.length > 0,
  });
  if (frame.error) {
    toast(frame.message);
    tell(frame.message);
    Object.assign(table, { draft: isFresh ? table.draft.slice(0, -1) : [], redo: [], pick: null });
    keepDraft();
    await showNow();
    return;
  }
  if (!isFresh) frame.motion = {};
  const arrival = show(frame, { moving });
  table.isTrying = false;
  await arrival;
}

/* One step at a time: what is on the screen belongs to the last one that was answered. */
function step(change, { isFresh = false } = {}) {
  if (table.isTrying) return;
  const before = { draft: [...table.draft], redo: [...table.redo], pick: table.pick };
  table.isTrying = true;
  hurryUp();
  change();
  queue(async () => {
    try {
      await tryOut({ isFresh });
    } catch (error) {
      Object.assign(table, before);
      keepDraft();
      throw error;
    } finally {
      table.isTrying = false;
    }
    if (isFresh && table.isComplete && commitsItself(page.game)) await commit();
  });
}

const act = (action) =>
  step(() => Object.assign(table, { draft: [...table.draft, action], redo: [], pick: null }), { isFresh: true });

const pick = (action) => step(() => (table.pick = action));

async function commit() {
  const { seat, version, draft } = table;
  const answer = await post(`${path}/turns?seat=${seat}`, { version, actions: draft });
  if (answer.error) {
    toast(answer.message);
    if (answer.error !== "stale-version") return;
  } else {
    table.shown += draft.length;
  }
  Object.assign(table, { draft: [], redo: [], pick: null });
  keepDraft();
}

// Walking through the game

function goTo(position) {
  const last = table.news.length;
  const wanted = Math.max(0, Math.min(position, last));
  table.follows = wanted === last;
  table.skips = true;
  hurryUp();
  queue(async () => {
    table.skips = false;
    if (table.follows) {
      table.shown = last;
      await catchUp();
    } else await show(await askFrame(wanted), { moving: Math.abs(wanted - table.shown) === 1 });
  });
}

/* From the end of my last turn on, step by step. */
function recap() {
  const lines = [...at("log").querySelectorAll("li")];
  const mine = lines.filter((line) => line.dataset.seat === String(table.seat ?? seats[0]) && Number(line.dataset.at) <= table.news.length);
  const from = mine.length ? Number(mine[mine.length - 1].dataset.at) : 0;
  table.follows = true;
  queue(async () => {
    await show(await askFrame(from), { moving: false });
    await catchUp();
  });
}

async function rematch() {
  const answer = await post(`${path}/rematch`);
  if (answer.error) toast(answer.message);
  else location.assign(answer.table);
}

const commands = {
  undo() {
    if (!table.pick && !table.draft.length) return;
    step(() => {
      if (table.pick) table.pick = null;
      else table.redo.push(table.draft.pop());
    });
  },
  redo() {
    if (table.redo.length) step(() => table.draft.push(table.redo.pop()));
  },
  commit() {
    if (table.isComplete) queue(commit);
    else toast(at("why-commit")?.textContent ?? "");
  },
  first: () => goTo(0),
  back: () => goTo(table.shown - 1),
  forward: () => goTo(table.shown + 1),
  last: () => goTo(Infinity),
  skip() {
    table.skips = true;
    hurryUp();
  },
  recap,
  rematch,
  step: revealNext,
};

// Hands: pointer, touch and keys

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act], [data-pick], [data-command], [data-goto], [data-copy], [aria-disabled=true]");
  if (!target) return;
  if (target.getAttribute("aria-disabled") === "true") {
    const why = target.dataset.why ?? at(target.getAttribute("aria-describedby"))?.textContent;
    if (why) toast(why.trim(), target.dataset.rule && { href: target.dataset.rule, target: "_blank", rel: "noopener", textContent: words.rule });
  } else if (target.dataset.act) act(target.dataset.act);
  else if (target.dataset.pick) pick(target.dataset.pick);
  else if (target.dataset.command) commands[target.dataset.command]();
  else if (target.dataset.copy) copy(target);
  else if (target.dataset.goto) {
    event.preventDefault();
    goTo(Number(target.dataset.goto));
  }
});

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    toast(words.copied);
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
  queue(async () => {
    const answer = await post(`${path}/${form.dataset.pregame}?seat=${form.dataset.seat}`, body);
    if (answer.error) toast(answer.message);
  });
});

// The menu, the log's drawer, what this device remembers

at("menu-button").onclick = () => {
  at("menu").showModal();
  showProof();
};
at("speed").value = speed();
at("speed").onchange = (event) => write("speed", event.target.value);
at("auto").checked = commitsItself(page.game);
at("auto").onchange = (event) => write(`auto ${page.game}`, event.target.checked);

const drawer = at("story-drawer");
at("story-button").onclick = () => {
  at("drawer").append(at("story"));
  drawer.showModal();
  at("log").scrollTop = at("log").scrollHeight;
};
drawer.onclose = () => document.querySelector(".side").append(at("story"));

/* Asked for whenever the menu opens: the game may be over by now, and the seed revealed. */
async function showProof() {
  const answer = await fetch(`${path}/fair`).catch(() => null);
  if (answer?.ok) at("fair").innerHTML = await answer.text();
}

function showBest() {
  const score = at("solo-score");
  if (!score) return;
  const key = `best ${score.dataset.board}`;
  const now = Number(score.dataset.score);
  const best = read(key, null);
  if (score.dataset.over === "true" && (best === null || now > best)) write(key, now);
  at("best-score").textContent = read(key, null) ?? "–";
}

matchMedia("(max-aspect-ratio: 1/1)").addEventListener("change", () => table.news && queue(catchUp));
if (seats.length) rememberTable(page.table, document.title);
helpOut(path);
document.body.classList.toggle("spectator", !seats.length);
