/* Zoom and pan of the board, by wheel, pinch, drag, double tap, keys and buttons. The board fits itself again with every
   turn, unless its zoom is held. */

import { prefersReducedMotion } from "./preferences.js";

const LARGEST_SCALE = 8;
const STEP = 1.5; // of the keys and buttons
const USUAL_SCALE = 2; // of a double tap, where everything can be read already
const READABLE_TEXT = 9; // pixels
const TOUCHABLE = 44;
const DRAG = 6; // pixels after which a press is not a click
const DOUBLE_TAP = { time: 350, distance: 30 };
const ANIMATION_TIME = 180; // milliseconds

const board = document.getElementById("board");
const controls = document.getElementById("zoom-controls");
const button = document.getElementById("zoom-button");
const hold = document.getElementById("hold-zoom");

const map = { width: 1, height: 1 }; // in its own units
let view = { scale: 1, x: 0.5, y: 0.5 }; // what is in the middle of the board, in units of the map
let isHeld = false;

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const isZoomed = () => view.scale > 1.01;

/* The part of the map, in its units, that a view shows in the whole element; at scale 1 the map fits into it. */
function visiblePart({ scale, x, y }) {
  const { width, height } = board.getBoundingClientRect();
  const ratio = width && height ? width / height : map.width / map.height;
  const fitted = Math.max(map.width, map.height * ratio);
  const [wide, high] = [fitted / scale, fitted / ratio / scale];
  const middle = (value, size, whole) => (size >= whole ? whole / 2 : clamp(value, size / 2, whole - size / 2));
  return { x: middle(x, wide, map.width), y: middle(y, high, map.height), width: wide, height: high };
}

function show() {
  const part = visiblePart(view);
  Object.assign(view, { x: part.x, y: part.y });
  const box = isZoomed() ? [part.x - part.width / 2, part.y - part.height / 2, part.width, part.height] : [0, 0, map.width, map.height];
  board.setAttribute("viewBox", box.map((value) => Math.round(value * 100) / 100).join(" "));
  board.classList.toggle("zoomed", isZoomed());
  controls.hidden = !isZoomed();
  button.setAttribute("aria-pressed", isZoomed());
}

let animation = 0;

/* Change the view in a few frames. */
function animateTo(target) {
  cancelAnimationFrame(animation);
  const [from, start] = [view, performance.now()];
  const step = (now) => {
    const share = prefersReducedMotion() ? 1 : clamp((now - start) / ANIMATION_TIME, 0, 1);
    const at = (key) => from[key] + (target[key] - from[key]) * share;
    view = { scale: at("scale"), x: at("x"), y: at("y") };
    show();
    if (share < 1) animation = requestAnimationFrame(step);
  };
  step(start);
}

/* The board shows a map of this size from now on. */
export function setMapSize(width, height) {
  cancelAnimationFrame(animation);
  Object.assign(map, { width, height });
  view = { scale: 1, x: width / 2, y: height / 2 };
  show();
}

/* Show the whole map again, unless the viewer holds the zoom. */
export function fitUnlessHeld() {
  if (isZoomed() && !isHeld) fit();
}

function fit() {
  setHeld(false);
  animateTo({ scale: 1, x: map.width / 2, y: map.height / 2 });
}

function setHeld(isWanted) {
  isHeld = isWanted;
  hold.setAttribute("aria-pressed", isHeld);
}

/* A point of the page in units of the map. */
const toMap = (x, y) => new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());

/* The view in which a point of the map stays at a point of the page. */
function viewAround(point, scale, { clientX, clientY }) {
  const { left, top, width, height } = board.getBoundingClientRect();
  const part = visiblePart({ ...view, scale });
  const x = point.x - ((clientX - left) / width - 0.5) * part.width;
  const y = point.y - ((clientY - top) / height - 0.5) * part.height;
  return { scale, x, y };
}

function zoomBy(factor, place) {
  const scale = clamp(view.scale * factor, 1, LARGEST_SCALE);
  view = viewAround(toMap(place.clientX, place.clientY), scale, place);
  show();
}

/* The size of a text on the page, at scale 1; texts of symbols have that of where they are used. */
function textSizes() {
  const size = (text, element) => parseFloat(getComputedStyle(text).fontSize) * Math.abs(element.getScreenCTM().a);
  const own = [...board.querySelectorAll("text")].map((text) => size(text, text));
  const used = [...board.querySelectorAll("use")].flatMap((use) =>
    [...(document.querySelector(use.getAttribute("href"))?.querySelectorAll("text") ?? [])].map((text) => size(text, use)),
  );
  return [...own, ...used].filter((height) => height > 0);
}

/* The scale at which every text can be read and every place touched. */
function readableScale() {
  const targets = [...board.querySelectorAll("[data-act], [data-pick]")].map((target) => target.getBoundingClientRect());
  const needed = [
    USUAL_SCALE,
    ...textSizes().map((size) => (READABLE_TEXT * view.scale) / size),
    ...targets.map(({ width, height }) => (TOUCHABLE * view.scale) / Math.max(Math.min(width, height), 1)),
  ];
  return Math.min(Math.max(...needed), LARGEST_SCALE);
}

/* The middle of the piece to play, or of the place that pulses, else of the board. */
function pointOfInterest() {
  const element = board.querySelector("[data-to-play]") ?? board.querySelector(".breath") ?? board;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function toggle(place) {
  if (isZoomed()) fit();
  else animateTo(viewAround(toMap(place.clientX, place.clientY), readableScale(), place));
}

function zoomTo(factor) {
  const { left, top, width, height } = board.getBoundingClientRect();
  const place = isZoomed() ? { clientX: left + width / 2, clientY: top + height / 2 } : pointOfInterest();
  const scale = clamp(view.scale * factor, 1, LARGEST_SCALE);
  if (scale <= 1.01) fit();
  else animateTo(viewAround(toMap(place.clientX, place.clientY), scale, place));
}

function pan(x, y) {
  const part = visiblePart(view);
  animateTo({ ...view, x: view.x + (x * part.width) / 4, y: view.y + (y * part.height) / 4 });
}

export const zoomCommands = {
  zoom: () => toggle(pointOfInterest()),
  zoomIn: () => zoomTo(STEP),
  zoomOut: () => zoomTo(1 / STEP),
  fit,
  holdZoom: () => setHeld(!isHeld),
};

const PAN = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* Pan with Shift and an arrow key; returns whether the key was one. */
export function panByKey(event) {
  if (!event.shiftKey || !PAN[event.key] || !isZoomed()) return false;
  pan(...PAN[event.key]);
  return true;
}

// Pointers: one drags the map, two pinch it

const pointers = new Map();
let hasDragged = false;
let lastTap = { time: 0, clientX: 0, clientY: 0 };

const distance = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
const between = (one, other) => ({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });

board.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  if (!pointers.size) hasDragged = false;
  pointers.set(event.pointerId, { start: event, last: event });
});

addEventListener("pointermove", (event) => {
  const pointer = pointers.get(event.pointerId);
  if (!pointer) return;
  const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)?.[1];
  if (!other && !hasDragged && distance(event, pointer.start) < DRAG) return;
  if (other) pinch(pointer.last, event, other.last);
  else if (isZoomed()) drag(pointer.last, event);
  else return;
  hasDragged = true;
  pointer.last = event;
});

function drag(from, to) {
  cancelAnimationFrame(animation);
  const [start, end] = [toMap(from.clientX, from.clientY), toMap(to.clientX, to.clientY)];
  view = { ...view, x: view.x + start.x - end.x, y: view.y + start.y - end.y };
  show();
}

function pinch(from, to, other) {
  cancelAnimationFrame(animation);
  const point = toMap(...Object.values(between(from, other)));
  const scale = clamp((view.scale * distance(to, other)) / Math.max(distance(from, other), 1), 1, LARGEST_SCALE);
  view = viewAround(point, scale, between(to, other));
  show();
}

for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => pointers.delete(event.pointerId));

/* The end of a drag is no click. Two clicks on the map, and not on something that can be played, zoom. */
board.addEventListener(
  "click",
  (event) => {
    if (hasDragged && event.detail) return event.stopPropagation();
    if (event.target.closest("[data-act], [data-pick], [data-command]")) return;
    const tap = { time: event.timeStamp, clientX: event.clientX, clientY: event.clientY };
    const isSecond = tap.time - lastTap.time < DOUBLE_TAP.time && distance(tap, lastTap) < DOUBLE_TAP.distance;
    lastTap = isSecond ? { time: 0, clientX: 0, clientY: 0 } : tap;
    if (isSecond) toggle(tap);
  },
  { capture: true },
);

board.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    cancelAnimationFrame(animation);
    zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event);
  },
  { passive: false },
);

/* Pan so that an element of the board is in view. */
export function bringIntoView(element) {
  if (!isZoomed()) return;
  const [part, box] = [board.getBoundingClientRect(), element.getBoundingClientRect()];
  const isVisible = box.left >= part.left && box.right <= part.right && box.top >= part.top && box.bottom <= part.bottom;
  const { x, y } = toMap(box.left + box.width / 2, box.top + box.height / 2);
  if (!isVisible) animateTo({ ...view, x, y });
}

/* The listener is not on the drawing itself: Chromium lets the focus go to an SVG element with a listener of this kind. */
board.parentElement.addEventListener("focusin", ({ target }) => {
  if (board.contains(target) && target.matches(":focus-visible")) bringIntoView(target);
});

new ResizeObserver(show).observe(board);
