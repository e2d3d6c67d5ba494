/* The regions beside the board: each is replaced as a whole, and the focus stays where it was. */

import { isGridRegion, setGridRegion } from "./board_grid.js";

export const byId = (id) => document.getElementById(id);

/* A selector that finds the same control after its region was replaced. */
function selectorFor(element) {
  if (!element || element === document.body) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.act) return `[data-act="${CSS.escape(element.dataset.act)}"]`;
  return null;
}

/* Run a function that replaces elements; then focus the same control again, or the headline if it is gone. */
export function keepFocus(replaceElements) {
  const focused = document.activeElement;
  const isInRegion = focused?.closest?.("#actions, #pieces, #players, #extras, #pregame-result, #scores");
  const selector = selectorFor(focused);
  replaceElements();
  if (!isInRegion || document.contains(focused)) return;
  const replacement = selector && document.querySelector(selector);
  if (replacement && replacement !== byId("headline")) replacement.focus({ preventScroll: true });
  else focusHeadline();
}

let usesKeyboard = false;
document.addEventListener("pointerdown", () => (usesKeyboard = false), true);
document.addEventListener("keydown", ({ altKey, ctrlKey, metaKey }) => (usesKeyboard ||= !(altKey || ctrlKey || metaKey)), true);

/* Move the focus to what comes next. It is no control: only who uses the keyboard needs to see where the focus is. */
export function focusHeadline() {
  const target = byId("headline") ?? byId("actions");
  target.tabIndex = -1;
  target.toggleAttribute("data-no-ring", !usesKeyboard);
  target.focus({ preventScroll: true });
}

const hashes = new Map();

/* The hashes of the layers and regions on the page: a frame leaves out what has not changed. */
export const knownHashes = () => Object.fromEntries(hashes);

/* Forget what was on a board that is replaced. */
export function forgetLayers(names) {
  for (const name of names) hashes.delete(name);
}

/* Replace the regions that a frame brings. One that has not changed keeps what was entered in its form fields. */
export function setRegions(frame) {
  forgetLayers([...Object.keys(frame.layers), ...Object.keys(frame.regions)]);
  for (const [name, hash] of Object.entries(frame.hashes)) hashes.set(name, hash);
  for (const [id, html] of Object.entries(frame.regions)) {
    if (isGridRegion(id)) setGridRegion(id, html);
    else byId(id).innerHTML = html;
  }
}

/* Whether the page shows all that has these hashes, but for the parts with some names. */
export const showsAllBut = (names, expected) => Object.entries(expected).every(([name, hash]) => names.has(name) || hashes.get(name) === hash);

let toastTimer;

/* Show a short message for some seconds and have it read out, with a link if one is given as properties of an anchor. */
export function toast(text, link) {
  const element = byId("toast");
  announce(text || link?.textContent);
  element.textContent = text;
  if (link) {
    const anchor = Object.assign(document.createElement("a"), link);
    element.append(" ", anchor);
  }
  element.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (element.hidden = true), 6000);
}

const ANNOUNCEMENT_TIME = 20_000; // milliseconds

/* Have a screen reader say a text, after those that it has yet to say. */
export function announce(text) {
  if (!text) return;
  const line = Object.assign(document.createElement("p"), { textContent: text });
  byId("live").append(line); // one after the other: a new text would replace one that was not read yet
  setTimeout(() => line.remove(), ANNOUNCEMENT_TIME);
}
