/* The board: frames are swapped in, and pieces glide from where they were to where they are. */

import { isStill, stepTime } from "./preferences.js";

const SVG = "http://www.w3.org/2000/svg";
const SAMPLES = 16;

const board = document.getElementById("board");
const pieces = document.getElementById("pieces");

function parsed(markup) {
  const holder = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return [...holder.documentElement.childNodes].map((node) => document.importNode(node, true));
}

export function setScene(scene) {
  const [width, height] = scene.size;
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  board.dataset.shape = scene.shape;
  document.documentElement.style.setProperty("--board-ratio", width / height);
  document.getElementById("backdrop").replaceChildren(...parsed(scene.backdrop));
  pieces.replaceChildren();
}

/* Where each named piece is, by its own translate. */
function places() {
  const found = new Map();
  for (const piece of pieces.querySelectorAll("g[id][transform^='translate']")) {
    const [x, y] = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    found.set(piece.id, { x, y });
  }
  return found;
}

const segments = () =>
  new Set([...pieces.querySelectorAll("[data-segment]")].map((one) => one.dataset.segment));

/* Swap in the pieces of a frame; resolves when all of them have arrived. */
export async function setPieces(markup, motion, { moving = true } = {}) {
  const before = places();
  const grown = segments();
  const isFirst = !pieces.childElementCount;
  pieces.replaceChildren(...parsed(markup));
  const time = stepTime();
  if (isFirst || !moving || !time) return;
  if (isStill()) {
    await finished([pieces.animate([{ opacity: 0.45 }, { opacity: 1 }], 160)]);
    return;
  }
  await finished([...glides(before, motion.ways ?? {}, time), ...growth(grown, time), ...coins(motion.gains ?? [], time), ...bolts(motion.flights ?? [], time)]);
}

const finished = (animations) => Promise.all(animations.map((one) => one.finished.catch(() => {})));

function glides(before, ways, time) {
  const found = [];
  for (const [id, now] of places()) {
    const old = before.get(id);
    if (!old || (Math.abs(old.x - now.x) < 0.6 && Math.abs(old.y - now.y) < 0.6)) continue;
    const piece = document.getElementById(id);
    const steps = ways[id] ? alongWay(ways[id]) : [old, now];
    const keyframes = steps.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const options = { duration: time * (ways[id] ? 1.3 : 1), easing: "ease-in-out" };
    found.push(piece.animate(keyframes, options));
  }
  return found;
}

function alongWay(line) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", line);
  const length = path.getTotalLength();
  return Array.from({ length: SAMPLES + 1 }, (_, step) => path.getPointAtLength((length * step) / SAMPLES));
}

/* Segments that were not there before grow one after the other, each along its centre line. */
function growth(grown, time) {
  const fresh = [...pieces.querySelectorAll("[data-segment]")].filter((one) => !grown.has(one.dataset.segment));
  const each = Math.max(70, Math.min(time, (time * 4) / Math.max(fresh.length, 1)));
  return fresh.flatMap((segment, place) => grow(segment, each, place * each));
}

function grow(segment, duration, delay) {
  const chord = segment.dataset.segment.split(":")[1];
  const way = document.getElementById(`way-${chord}`);
  const seat = /trunk-(\d)/.exec(segment.parentElement.id)?.[1];
  const reveal = segment.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], { duration, delay, fill: "backwards" });
  if (!way || seat === undefined) return [reveal];
  const length = way.getTotalLength();
  const start = segment.dataset.from === chord[0] ? length : -length;
  const sprout = document.createElementNS(SVG, "use");
  for (const name of ["x", "y", "transform"]) {
    if (segment.hasAttribute(name)) sprout.setAttribute(name, segment.getAttribute(name));
  }
  sprout.setAttribute("href", `#way-${chord}`);
  sprout.setAttribute("class", "sprout");
  sprout.style.stroke = `var(--players-${seat}-body)`;
  sprout.style.strokeDasharray = length;
  segment.after(sprout);
  const sprouting = sprout.animate([{ strokeDashoffset: start }, { strokeDashoffset: 0 }], { duration, delay, fill: "backwards", easing: "ease-in-out" });
  sprouting.finished.catch(() => {}).finally(() => sprout.remove());
  return [reveal, sprouting];
}

/* Whatever flies over the table does so in an arc, from the middle of one thing to another's. */
function flight(thing, from, to, duration) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2];
  const [dx, dy] = [end.left + end.width / 2 - x, end.top + end.height / 2 - y];
  document.body.append(thing);
  const arc = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const rise = 4 * share * (1 - share);
    return { transform: `translate(${x + dx * share}px, ${y + dy * share - 46 * rise}px) scale(${1 + 0.35 * rise})`, opacity: share === 1 ? 0.3 : 1 };
  });
  const animation = thing.animate(arc, { duration, easing: "ease-in-out" });
  animation.finished.catch(() => {}).finally(() => thing.remove());
  return animation;
}

/* Coins go to the card of whoever gains them. */
function coins(gains, time) {
  const from = pieces.querySelector("[data-to-play]") ?? board;
  return gains.flatMap(({ seat, count }) => {
    const card = document.getElementById(`card-${seat}`);
    const coin = Object.assign(document.createElement("span"), { className: "flying flying-coin", textContent: `+${count}` });
    return card ? [flight(coin, from, card, time * 2)] : [];
  });
}

/* A bolt of silk goes from a market to an elephant, or from there to a city. */
function bolts(flights, time) {
  return flights.flatMap(({ bolt, from, to }) => {
    const [start, end] = [document.getElementById(from), document.getElementById(to)];
    if (!start || !end) return [];
    const holder = document.createElement("span");
    holder.className = "flying";
    holder.innerHTML = `<svg viewBox="-2 -2 30 15" width="42" height="21"><use href="#${bolt}"/></svg>`;
    return [flight(holder, start, end, time * 1.4)];
  });
}

/* Let every piece arrive at once. */
export function hurryUp() {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSAnimation) continue;
    if (animation.effect?.target?.closest?.("#pieces, .flying")) animation.finish();
  }
}
