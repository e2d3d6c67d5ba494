/* The log: an entry for each turn and each draw. A turn of several actions unfolds to a sentence for each. */

import { byId } from "./regions.js";
import { messages, names, page } from "./table_state.js";

const turns = []; // turns and draws, the earliest first
const logged = new Map(); // the turn of each event, by the position after it

/* Make an element with some children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/* The mark of a player. */
export function markOf(seat) {
  const holder = make("span", { innerHTML: `<svg class="player-mark" aria-hidden="true"><use href="#icon-mark-${seat}"/></svg>` });
  return holder.firstChild;
}

export const phrasesOf = (turn, last = Infinity) => turn.events.filter(({ at }) => at <= last).map(({ short }) => short);
export const isDraw = (turn) => turn.seat === null;

/* A turn in one line: "Ada: moved to E4, bought purple". */
export function lineOf(turn) {
  if (isDraw(turn)) return make("span", {}, turn.events[0].short);
  const fill = (part) => (part === "{name}" ? make("b", {}, names[turn.seat]) : part.replace("{actions}", () => phrasesOf(turn).join(", ")));
  return make("span", {}, markOf(turn.seat), ...messages.turnInLog.split(/(\{name\})/).map(fill));
}

export function addEvents(events) {
  const changed = new Set();
  for (const event of events) {
    if (logged.has(event.at)) continue;
    const turn = turnOf(event);
    turn.events.push(event);
    logged.set(event.at, turn);
    changed.add(turn);
  }
  for (const turn of changed) drawTurn(turn);
}

function turnOf({ seat, turn: number, at }) {
  const last = turns.at(-1);
  if (last && seat !== null && last.seat === seat && last.number === number) return last;
  const element = make("li", { className: seat === null ? "log-draw" : `log-turn player-${seat}` });
  const turn = { seat, number, first: at, events: [], element, details: null };
  turns.push(turn);
  byId("log").append(element);
  return turn;
}

function drawTurn(turn) {
  if (turn.events.length > 1) return drawFold(turn);
  const [event] = turn.events;
  turn.details = null;
  const link = linkTo(event, lineOf(turn));
  link.title = event.sentence;
  turn.element.replaceChildren(link, ...replayButton(turn));
  markEntry(turn.element, event);
}

function drawFold(turn) {
  if (!turn.details) {
    const summary = make("summary", { onclick: () => rememberFold(turn, !turn.details.open) });
    turn.details = make("details", { open: openTurns().includes(turn.number) }, summary, make("ol"));
    turn.element.replaceChildren(turn.details, ...replayButton(turn));
    turn.element.removeAttribute("data-at");
  }
  const [summary, list] = turn.details.children;
  summary.replaceChildren(lineOf(turn));
  turn.element.querySelector(".replay-turn").dataset.replay = spanOf(turn);
  for (const event of turn.events.slice(list.childElementCount)) {
    list.append(make("li", {}, linkTo(event, event.sentence)));
    markEntry(list.lastElementChild, event);
  }
}

const linkTo = ({ at }, content) => {
  const link = make("a", { href: `?at=${at}` }, content);
  link.dataset.goto = at;
  return link;
};

const markEntry = (entry, { at, seat, turn }) => Object.assign(entry.dataset, { at, seat: seat ?? "", turn });

/* The positions before and after a turn. */
export const spanOf = (turn) => `${turn.first - 1} ${turn.events.at(-1).at}`;

function replayButton(turn) {
  if (isDraw(turn)) return [];
  const button = make("button", { type: "button", className: "replay-turn", title: messages.replayTurn });
  button.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="m8 5 10 7-10 7z"/></svg>';
  button.append(make("span", { className: "visually-hidden" }, messages.replayTurn));
  button.dataset.replay = spanOf(turn);
  return [button];
}

// Which turns are unfolded: those that the viewer has unfolded, and the one that a replay has come to

const foldKey = () => `howdah unfolded ${page.table ?? page.lesson}`;

function openTurns() {
  try {
    return JSON.parse(sessionStorage.getItem(foldKey())) ?? [];
  } catch {
    return [];
  }
}

function rememberFold(turn, isOpen) {
  if (turn === unfolded) unfolded = null; // it is the viewer's now
  const others = openTurns().filter((number) => number !== turn.number);
  try {
    sessionStorage.setItem(foldKey(), JSON.stringify(isOpen ? [...others, turn.number] : others));
  } catch {
    /* Storage may be full or blocked; the page works without it. */
  }
}

let unfolded = null; // the turn that is open because a replay shows it

function unfoldOnly(turn) {
  if (turn === unfolded) return;
  if (unfolded?.details) unfolded.details.open = openTurns().includes(unfolded.number);
  unfolded = turn?.details && !turn.details.open ? turn : null;
  if (unfolded) unfolded.details.open = true;
}

/* Remove the events after a position: the game goes on from there in another way. */
export function trimLog(position) {
  for (const at of [...logged.keys()]) if (at > position) logged.delete(at);
  while (turns.length && turns.at(-1).first > position) turns.pop().element.remove();
  const last = turns.at(-1);
  if (!last || last.events.at(-1).at <= position) return;
  last.events = last.events.filter(({ at }) => at <= position);
  last.details = null;
  drawTurn(last);
}

/* Mark the event that led to a position and scroll to it; to the end of the log if that is the latest. */
export function markLog(position, isLatest) {
  const [log, turn] = [byId("log"), logged.get(position)];
  for (const entry of log.querySelectorAll("[aria-current]")) entry.removeAttribute("aria-current");
  unfoldOnly(isLatest ? null : turn);
  const entry = log.querySelector(`[data-at="${position}"]`);
  entry?.setAttribute("aria-current", "true");
  turn?.details?.firstElementChild.setAttribute("aria-current", "true");
  if (entry) log.scrollTop = isLatest ? log.scrollHeight : entry.offsetTop - log.offsetTop - log.clientHeight / 2;
}

export const lastLogged = () => turns.at(-1)?.events.at(-1).at ?? 0;
export const loggedEvents = () => turns.flatMap(({ events }) => events);

const MOST_SAID = 12;

/* What happened between two positions, but for the step to the second; only the last of it if it is much. */
export const loggedBetween = (from, to) =>
  loggedEvents().filter(({ at }) => at > from && at < to).map(({ sentence }) => sentence).slice(-MOST_SAID);

/* The position after the last action of a seat, of those up to a length; 0 if it has not played. */
export const lastOf = (seat, length) => loggedEvents().findLast((event) => event.seat === seat && event.at <= length)?.at ?? 0;

/* The turns and draws after a position. */
export const turnsAfter = (position) => turns.filter(({ first }) => first > position);

/* The turn that led to a position. */
export const turnAt = (position) => logged.get(position);

/* The turn before another one. */
export const turnBefore = (turn) => turns[turns.indexOf(turn) - 1];
