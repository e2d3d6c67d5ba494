/* The board: the pieces of a frame replace those of the one before, and move to their new places. */

import { prefersReducedMotion, stepTime } from "./preferences.js";

const SVG = "http://www.w3.org/2000/svg";
const SAMPLES = 16; // points along a curved path

const board = document.getElementById("board");
const pieces = document.getElementById("pieces");

function parseSvg(markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.childNodes].map((node) => document.importNode(node, true));
}

export function setScene(scene) {
  const [width, height] = scene.size;
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  board.dataset.shape = scene.shape;
  document.documentElement.style.setProperty("--board-ratio", width / height);
  document.getElementById("backdrop").replaceChildren(...parseSvg(scene.backdrop));
  pieces.replaceChildren();
}

/* The position of each piece with an id, from its translate. */
function piecePositions() {
  const positions = new Map();
  for (const piece of pieces.querySelectorAll("g[id][transform^='translate']")) {
    const [x, y] = piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    positions.set(piece.id, { x, y });
  }
  return positions;
}

const segmentNames = () =>
  new Set([...pieces.querySelectorAll("[data-segment]")].map((segment) => segment.dataset.segment));

/* Replace the pieces by those of a frame; resolves when all animations have finished. */
export async function setPieces(markup, motion, { moving = true } = {}) {
  const oldPositions = piecePositions();
  const oldSegments = segmentNames();
  const isFirst = !pieces.childElementCount;
  pieces.replaceChildren(...parseSvg(markup));
  const time = stepTime();
  if (isFirst || !moving || !time) return;
  if (prefersReducedMotion()) {
    await allFinished([pieces.animate([{ opacity: 0.45 }, { opacity: 1 }], 160)]);
    return;
  }
  await allFinished([
    ...movePieces(oldPositions, motion.ways ?? {}, time),
    ...growSegments(oldSegments, time),
    ...flyCoins(motion.gains ?? [], time),
    ...flyBolts(motion.flights ?? [], time),
  ]);
}

const allFinished = (animations) => Promise.all(animations.map((animation) => animation.finished.catch(() => {})));

function movePieces(oldPositions, paths, time) {
  const animations = [];
  for (const [id, position] of piecePositions()) {
    const old = oldPositions.get(id);
    if (!old || (Math.abs(old.x - position.x) < 0.6 && Math.abs(old.y - position.y) < 0.6)) continue;
    const piece = document.getElementById(id);
    const points = paths[id] ? pointsAlong(paths[id]) : [old, position];
    const keyframes = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    const options = { duration: time * (paths[id] ? 1.3 : 1), easing: "ease-in-out" };
    animations.push(piece.animate(keyframes, options));
  }
  return animations;
}

function pointsAlong(pathData) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", pathData);
  const length = path.getTotalLength();
  return Array.from({ length: SAMPLES + 1 }, (_, step) => path.getPointAtLength((length * step) / SAMPLES));
}

/* New segments grow one after the other, each along its centre line. */
function growSegments(oldSegments, time) {
  const added = [...pieces.querySelectorAll("[data-segment]")].filter((segment) => !oldSegments.has(segment.dataset.segment));
  const duration = Math.max(70, Math.min(time, (time * 4) / Math.max(added.length, 1)));
  return added.flatMap((segment, index) => growSegment(segment, duration, index * duration));
}

/* A line grows along the segment; the segment itself appears at the end, and the line is removed. */
function growSegment(segment, duration, delay) {
  const chord = segment.dataset.segment.split(":")[1];
  const centreLine = document.getElementById(`way-${chord}`);
  const seat = /trunk-(\d)/.exec(segment.parentElement.id)?.[1];
  const appearance = segment.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], { duration, delay, fill: "backwards" });
  if (!centreLine || seat === undefined) return [appearance];
  const length = centreLine.getTotalLength();
  const start = segment.dataset.from === chord[0] ? length : -length;
  const line = document.createElementNS(SVG, "use");
  for (const name of ["x", "y", "transform"]) {
    if (segment.hasAttribute(name)) line.setAttribute(name, segment.getAttribute(name));
  }
  line.setAttribute("href", `#way-${chord}`);
  line.setAttribute("class", "growing-segment");
  line.style.stroke = `var(--players-${seat}-body)`;
  line.style.strokeDasharray = length;
  segment.after(line);
  const growth = line.animate([{ strokeDashoffset: start }, { strokeDashoffset: 0 }], { duration, delay, fill: "backwards", easing: "ease-in-out" });
  growth.finished.catch(() => {}).finally(() => line.remove());
  return [appearance, growth];
}

/* Move an element over the page in an arc, from the middle of one element to the middle of another. */
function flyInArc(element, from, to, duration) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2];
  const [dx, dy] = [end.left + end.width / 2 - x, end.top + end.height / 2 - y];
  document.body.append(element);
  const keyframes = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const rise = 4 * share * (1 - share);
    return { transform: `translate(${x + dx * share}px, ${y + dy * share - 46 * rise}px) scale(${1 + 0.35 * rise})`, opacity: share === 1 ? 0.3 : 1 };
  });
  const animation = element.animate(keyframes, { duration, easing: "ease-in-out" });
  animation.finished.catch(() => {}).finally(() => element.remove());
  return animation;
}

/* A coin for each gain, from the piece that is to play to the card of the player who gains. */
function flyCoins(gains, time) {
  const from = pieces.querySelector("[data-to-play]") ?? board;
  return gains.flatMap(({ seat, count }) => {
    const card = document.getElementById(`card-${seat}`);
    const coin = Object.assign(document.createElement("span"), { className: "flying flying-coin", textContent: `+${count}` });
    return card ? [flyInArc(coin, from, card, time * 2)] : [];
  });
}

/* A bolt of silk from one piece to another, named by their ids. */
function flyBolts(flights, time) {
  return flights.flatMap(({ bolt, from, to }) => {
    const [start, end] = [document.getElementById(from), document.getElementById(to)];
    if (!start || !end) return [];
    const holder = document.createElement("span");
    holder.className = "flying";
    holder.innerHTML = `<svg viewBox="-2 -2 30 15" width="42" height="21"><use href="#${bolt}"/></svg>`;
    return [flyInArc(holder, start, end, time * 1.4)];
  });
}

/* Finish the animations of all pieces at once; those of the stylesheets go on. */
export function finishAnimations() {
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSAnimation) continue;
    if (animation.effect?.target?.closest?.("#pieces, .flying")) animation.finish();
  }
}
