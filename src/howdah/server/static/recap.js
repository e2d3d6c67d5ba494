/* What others did: a caption at the edge of the board while their turns are shown, and all of it since the viewer's last
   turn as a list, which opens from the caption and is set apart in the log. */

import { isDraw, lastOf, lineOf, make, markOf, phrasesOf, spanOf, turnAt, turnBefore, turnsAfter } from "./log.js";
import { prefersReducedMotion, stepTime } from "./preferences.js";
import { byId } from "./regions.js";
import { isLatest, isMyTurn, messages, names, seats, table } from "./table_state.js";

const CAPTION_TIME = 6000; // milliseconds
const PIECE = 26; // how far a piece reaches from its place, in pixels

const panel = byId("recap-panel");
const caption = byId("caption");
let timer;

/* The position after the viewer's last turn. */
export const lastTurnOfViewer = () => lastOf(table.seat ?? seats[0], table.news.length);

/* After a frame is shown: what is in the caption and in the list. */
export function updateRecap(frame, moving) {
  const isPlaying = Boolean(frame.draft?.length || table.pick);
  if (isPlaying) panel.open = false;
  if (isPlaying || (frame.over && table.isFollowing)) hideCaption();
  else if (!table.isFollowing) showCaption(frame.at);
  else if (moving && isNews(frame.event)) {
    showCaption(frame.at, CAPTION_TIME);
    requestAnimationFrame(() => clearWay(Object.values(frame.motion.ways ?? {}))); // when the page is laid out anyway
  }
  else if (isLatest() && panel.classList.contains("past")) hideCaption();
  if (table.isFollowing) updateList();
  updatePanel();
}

/* Whether an event is worth a caption: one's own are known, and where nothing moves a caption would only flicker. */
const isNews = (event) => event && (event.seat === null || event.seat !== table.seat) && stepTime() > 0 && !prefersReducedMotion();

function showCaption(position, time) {
  clearTimeout(timer);
  const turn = turnAt(position);
  if (!turn) return hideCaption();
  const before = isDraw(turn) ? turnBefore(turn) : null;
  const isBeforeNews = before && !isDraw(before) && before.seat !== table.seat;
  caption.replaceChildren(...(isBeforeNews ? [captionLine(before)] : []), captionLine(turn, position));
  panel.classList.add("captioned");
  panel.classList.toggle("past", !time);
  if (time) timer = setTimeout(() => (hideCaption(), updatePanel()), time);
}

/* Move the caption to the other edge if a piece moves under it; to the upper one when the viewer can play again. */
function clearWay(paths) {
  if (isMyTurn() && isLatest()) panel.classList.remove("below");
  if (!paths.length || (isMyTurn() && isLatest())) return;
  const { top, bottom, left, right } = panel.getBoundingClientRect();
  const isUnder = ({ x, y }) => x > left - PIECE && x < right + PIECE && y > top - PIECE && y < bottom + PIECE;
  if (paths.flatMap(endsOf).some(isUnder)) panel.classList.toggle("below");
}

/* Where a way begins and ends on the screen. */
function endsOf(path) {
  const numbers = path.match(/-?[\d.]+/g).map(Number);
  const matrix = byId("pieces").getScreenCTM();
  return [numbers.slice(0, 2), numbers.slice(-2)].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
}

function hideCaption() {
  clearTimeout(timer);
  panel.classList.remove("below");
  caption.replaceChildren();
  panel.classList.remove("captioned", "past");
}

/* A turn as far as it is shown: "Ada · moved to E4 · bought purple". */
function captionLine(turn, position) {
  if (isDraw(turn)) return make("span", { className: "caption-line" }, turn.events[0].short);
  const phrases = phrasesOf(turn, position).flatMap((phrase) => [" ", make("span", {}, phrase)]);
  return make("span", { className: `caption-line player-${turn.seat}` }, make("b", {}, markOf(turn.seat), names[turn.seat]), ...phrases);
}

let listed = ""; // what the list is made of

function updateList() {
  const isPlayer = seats.length > 0 && !table.news.over;
  const from = isPlayer ? lastTurnOfViewer() : 0;
  const found = isPlayer ? turnsAfter(from) : [];
  const turns = from || !found.every(isDraw) ? found : []; // the first restock alone is no news
  const state = `${from}: ${turns.map(spanOf)}`;
  if (state === listed) return;
  listed = state;
  const title = from ? messages.sinceLastTurn : messages.beforeFirstTurn;
  byId("recap-title").textContent = title;
  byId("recap-list").replaceChildren(...turns.map(listItem));
  divideLog(turns, title);
}

function listItem(turn) {
  if (isDraw(turn)) return make("li", { className: "log-draw" }, lineOf(turn));
  const button = make("button", { type: "button", title: messages.replayTurn }, lineOf(turn));
  button.dataset.replay = spanOf(turn);
  return make("li", { className: `player-${turn.seat}` }, button);
}

/* Set apart in the log what is new to the viewer. */
function divideLog(turns, title) {
  byId("log-divider")?.remove();
  if (!turns.length) return;
  const button = make("button", { type: "button" }, messages.watchAgain);
  button.dataset.command = "recap";
  turns[0].element.before(make("li", { id: "log-divider" }, make("span", {}, title), button));
}

function updatePanel() {
  const isEmpty = !byId("recap-list").childElementCount || Boolean(table.news?.over);
  if (isEmpty) panel.open = false;
  panel.inert = isEmpty;
  byId("recap-title").classList.toggle("visually-hidden", panel.classList.contains("captioned") && !panel.open);
  panel.hidden = isEmpty && !panel.classList.contains("captioned");
}

panel.addEventListener("toggle", updatePanel);
panel.addEventListener("click", ({ target }) => {
  if (target.closest("button")) panel.open = false;
});
panel.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !panel.open) return;
  panel.open = false;
  panel.firstElementChild.focus();
});
