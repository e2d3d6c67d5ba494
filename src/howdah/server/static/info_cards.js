/* Info cards: what a thing on the table is, what it does now, and the rule. They come from the server when somebody points
   at a thing, focuses it and waits or presses I, presses it for long, or clicks what cannot be played. There is one card
   at a time. It never takes the focus, hides the thing or keeps anybody from playing. */

import { cellAt, cellBox, isCell } from "./board_grid.js";
import { clearMark, markThing, placeCard } from "./card_place.js";
import { socket } from "./frames.js";
import { announce, byId } from "./regions.js";
import { ConnectionLost } from "./socket.js";
import { isLatest, isMyTurn, messages, page, table } from "./table_state.js";

const HOVER = 350; // milliseconds until a card is shown
const NEXT_HOVER = 180; // while another one is open
const LEAVE = 260; // until it is closed: time enough to move into the card
const FOCUS = 800;
const LONG_PRESS = 500;
const STRAY = 10; // pixels that a finger may move meanwhile
const NAVIGATION = 200; // milliseconds after a key in which the focus follows from it
const THINGS = "[data-card], [data-act]";
const CONTROLS = "[data-act], [data-pick], [data-command], [data-goto], a, button, input, select, summary, label";

const card = byId("info-card");
export const hasCards = Boolean(card);

let open = null; // the thing whose card is shown, and how it came: hover, focus, key or click
let wanted = null; // the thing whose card has been asked for
let hovered = null; // what the mouse points at
let timer;
let described; // the control that the card describes

// Things

/* An empty attribute stands for the id, so that frames are small. */
function fillKeys() {
  for (const element of document.querySelectorAll('[data-card=""]')) element.dataset.card = element.id.replace("-", ":");
}

const keyOf = ({ dataset }) => dataset.card ?? (dataset.act && `action:${dataset.act}`);

/* The thing at a place of the page: an element with a card, or the cell of the board. */
export function thingAt(target, x, y) {
  const element = target.closest?.(THINGS);
  if (element) return thingOf(element, x, y);
  const cell = target.closest?.("#board") && cellAt(x, y);
  return cell?.dataset.card ? thingOf(cell, x, y) : null;
}

export const thingOf = (element, x, y) => ({ key: keyOf(element), element, x, y });

/* The element that a key belongs to, preferably on the board; it may have been redrawn. */
export const elementOf = (key) =>
  [...document.querySelectorAll("#pieces [data-card], #extras [data-card], #pieces [data-act], .sidebar [data-card], .sidebar [data-act], #grid [data-card]")].find(
    (element) => keyOf(element) === key,
  );

const isSame = (one, other) => one?.key === other?.key && one?.element === other?.element;

/* Whether a click on an element does something else than to show a card. What cannot be played now has the attribute. */
function isPlayable(target) {
  const control = target.closest(CONTROLS);
  return Boolean(control) && (control.getAttribute("aria-disabled") !== "true" || Boolean(control.dataset.command));
}

const isBlocked = () => Boolean(document.querySelector("dialog[open]"));

// Asking and showing

const answers = new Map(); // at the position that is shown

function request(key) {
  if (!answers.has(key)) {
    const answer = socket.request({ ask: "card", key, ...shownPosition() }, { isRepeatable: false });
    answer.catch(() => answers.delete(key));
    answers.set(key, answer);
  }
  return answers.get(key);
}

/* What the page shows: a position of the game, or what the draft leads to. */
export function shownPosition() {
  const hasDraft = isMyTurn() && isLatest() && (table.draft.length || table.pick);
  const draft = hasDraft ? { version: table.version, actions: table.draft, pick: table.pick } : {};
  return { at: table.shown, seat: table.seat, shape: table.shape, past: !table.isFollowing, ...draft };
}

/* Show the card of a thing. `how` is hover, focus, key or click; a reader hears it when it was asked for. */
export async function showCard(thing, how) {
  clearTimeout(timer);
  wanted = thing;
  let answer;
  try {
    answer = await request(thing.key);
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    return;
  }
  if (wanted !== thing || answer.error || isBlocked() || !document.contains(thing.element)) return;
  fill(answer, thing);
  open = { ...thing, how };
  card.classList.toggle("stays", how === "click" || how === "key");
  card.hidden = false;
  markThing(thing);
  placeCard(card, boxOf(thing));
  describe(thing, how);
  if (how === "key" || how === "click") announce(textOf(card));
  document.dispatchEvent(new CustomEvent("howdah:card", { detail: { key: thing.key } }));
}

function fill(answer, { element }) {
  card.innerHTML = answer.html;
  card.scrollTop = 0;
  const state = element.querySelector?.(".seat-state")?.dataset.state;
  if (state) byId("info-card-text").prepend(Object.assign(document.createElement("p"), { className: "now", textContent: `${messages[state]}.` }));
}

const textOf = (element) => [...element.querySelectorAll("p")].map((line) => line.textContent.trim().replace(/[^.!?…]$/, "$&.")).join(" ");

/* Where a thing is: a cell where its place on the board is; of what is large, the place that was pointed at. */
function boxOf({ element, x, y }) {
  if (isCell(element)) return cellBox(element);
  const box = element.getBoundingClientRect();
  const isLarge = box.width > innerWidth / 3 || box.height > innerHeight / 3;
  return isLarge && x !== undefined ? new DOMRect(x - 12, y - 12, 24, 24) : box;
}

/* The control with the focus is described by the card. */
function describe({ element }, how) {
  undescribe();
  if (how !== "focus" && how !== "key") return;
  described = { element, before: element.getAttribute("aria-describedby") };
  element.setAttribute("aria-describedby", [described.before, "info-card-text"].filter(Boolean).join(" "));
}

function undescribe() {
  if (!described) return;
  const { element, before } = described;
  if (before) element.setAttribute("aria-describedby", before);
  else element.removeAttribute("aria-describedby");
  described = null;
}

export function closeCard() {
  clearTimeout(timer);
  wanted = null;
  if (!open) return false;
  const hadFocus = card.contains(document.activeElement);
  if (hadFocus) open.element.focus({ preventScroll: true });
  open = null;
  card.hidden = true;
  clearMark();
  undescribe();
  return true;
}

/* After a frame the card says what is so now, unless its thing is gone. */
function refresh() {
  fillKeys();
  answers.clear();
  if (hovered && !document.contains(hovered.element)) hovered = { ...hovered, element: null };
  if (!open) return;
  const element = document.contains(open.element) ? open.element : elementOf(open.key);
  const { how, x, y, key } = open;
  if (!element || keyOf(element) !== key || isBlocked()) closeCard();
  else if (how === "hover" || how === "focus") closeCard();
  else showCard({ key, element, x, y }, how);
}

// The mouse

let muted = null; // the thing that was just clicked: its card would only be in the way

function followMouse(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  if (card.contains(event.target)) {
    clearTimeout(timer);
    return;
  }
  const found = isBlocked() ? null : thingAt(event.target, event.clientX, event.clientY);
  if (found) silence(event.target, found.element);
  if (found?.key !== muted) muted = null;
  if (isSame(found, hovered) || (found && hovered && !hovered.element && hovered.key === found.key)) {
    hovered = found;
    return;
  }
  hovered = found;
  clearTimeout(timer);
  if (open?.how === "click" || open?.how === "key") return;
  if (!found) timer = setTimeout(closeCard, LEAVE);
  else if (found.key !== muted && !isSame(found, open)) timer = setTimeout(() => showCard(found, "hover"), open ? NEXT_HOVER : HOVER);
}

/* A tooltip beside the card would say the same again: its text becomes the name of the element instead. */
function silence(target, last) {
  for (let element = target; element; element = element === last ? null : element.parentElement) {
    const title = element.querySelector?.(":scope > title");
    const text = title?.textContent ?? element.getAttribute("title");
    if (text === null || text === undefined) continue;
    const isNamed = element.hasAttribute("aria-label") || (element.getAttribute("role") !== "img" && !title && element.textContent.trim());
    if (!isNamed) element.setAttribute("aria-label", text);
    title?.remove();
    element.removeAttribute("title");
  }
}

// Touch and pen

let press = null; // a finger that rests on a thing
let isPressed = false; // it has rested there for long: what follows is no click

function startPress(event) {
  if (event.pointerType === "mouse" || !event.isPrimary) return cancelPress();
  isPressed = false;
  const found = isBlocked() ? null : thingAt(event.target, event.clientX, event.clientY);
  if (!found) return;
  press = { x: event.clientX, y: event.clientY };
  press.timer = setTimeout(() => {
    isPressed = true;
    showCard(found, "click");
  }, LONG_PRESS);
}

function cancelPress() {
  clearTimeout(press?.timer);
  press = null;
}

function endPress() {
  cancelPress();
  if (isPressed) setTimeout(() => (isPressed = false), 400); // after the click that follows
}

// Clicks

/* A click on what cannot be played shows its card; any other click closes the card that is open. */
function handleClick(event) {
  if (event.target.closest("[data-close-card]")) return closeCard();
  if (card.contains(event.target) || isBlocked()) return;
  const found = thingAt(event.target, event.clientX, event.clientY);
  if (!found || isPlayable(event.target)) {
    muted = found?.key ?? null;
    closeCard();
  } else if (open?.how === "click" && isSame(found, open)) closeCard();
  else showCard(found, "click");
}

// Keys

let navigatedAt = -Infinity;
const NAVIGATION_KEYS = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "b"];

function followFocus({ target }) {
  const isReached = performance.now() - navigatedAt < NAVIGATION && target.matches?.(THINGS);
  clearTimeout(timer);
  if (card.contains(target)) return;
  if (open?.how === "focus" || open?.how === "key") closeCard();
  if (isReached && !isBlocked()) timer = setTimeout(() => document.activeElement === target && showCard(thingOf(target), "focus"), FOCUS);
}

/* Show the card of what has the focus, or of what the mouse points at; the second time go to its link. */
function showByKey() {
  const focused = document.activeElement.closest?.(THINGS);
  const thing = focused ? thingOf(focused) : hovered?.element ? hovered : open;
  if (!thing) return;
  if (open?.how === "key" && isSame(thing, open)) card.querySelector("a, button")?.focus();
  else showCard(thing, "key");
}

export const cardCommands = { card: () => hasCards && showByKey() };

export function setUpCards() {
  if (!hasCards) return;
  document.addEventListener("pointermove", followMouse);
  document.documentElement.addEventListener("pointerleave", () => (hovered = null));
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && !card.contains(event.target) && isPlayable(event.target)) {
      muted = hovered?.key ?? null;
      closeCard();
    }
    startPress(event);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => press && Math.hypot(clientX - press.x, clientY - press.y) > STRAY && cancelPress());
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, endPress);
  document.addEventListener("contextmenu", (event) => (press || isPressed) && event.preventDefault());
  addEventListener(
    "click",
    (event) => {
      if (!isPressed || !event.detail) return;
      isPressed = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener("click", handleClick);
  document.addEventListener("keydown", ({ key }) => NAVIGATION_KEYS.includes(key) && (navigatedAt = performance.now()), { capture: true });
  document.addEventListener("focusin", followFocus);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && closeCard()) event.preventDefault();
  });
  document.addEventListener("howdah:frame", refresh);
  document.addEventListener("howdah:handover", () => {
    answers.clear();
    closeCard();
  });
  addEventListener("resize", closeCard);
}
