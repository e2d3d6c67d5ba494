/* The board: the pieces of a frame replace those of the one before, and move to their new places. */

import { prefersReducedMotion, stepTime } from "./preferences.js";
import { setMapSize } from "./zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const SAMPLES = 16; // points along a curved path
const RETRY_DELAY = 2000; // in milliseconds

const board = document.getElementById("board");
const pieces = document.getElementById("pieces");
const marker = document.getElementById("marker");
const isHiddenFromReaders = board.getAttribute("aria-hidden") === "true"; // the game has a grid instead

function parseSvg(markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.childNodes].map((node) => document.importNode(node, true));
}

/* Load the drawings of the game into the page; try again until the server answers. */
export async function loadSymbols(address) {
  for (;;) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) {
      const sheet = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
      document.getElementById("symbols").replaceChildren(...[...sheet.documentElement.childNodes].map((node) => document.importNode(node, true)));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

/* Show an empty board; returns the names of the layers that were on the one before. */
export function setScene(scene) {
  const layers = [...pieces.children].map((layer) => layer.dataset.layer);
  const [width, height] = scene.size;
  setMapSize(width, height);
  board.dataset.shape = scene.shape;
  document.documentElement.style.setProperty("--board-ratio", width / height);
  document.getElementById("backdrop").replaceChildren(...parseSvg(scene.backdrop));
  for (const group of [pieces, marker]) group.setAttribute("transform", scene.placement);
  pieces.replaceChildren();
  return layers;
}

/* The position of each piece with an id: a group has it in its translate, a symbol in x and y. */
function piecePositions() {
  const positions = new Map();
  for (const piece of pieces.querySelectorAll("g[id][transform^='translate'], use[id][x]")) {
    const [x, y] = piece.matches("use")
      ? [Number(piece.getAttribute("x")), Number(piece.getAttribute("y"))]
      : piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    positions.set(piece.id, { x, y });
  }
  return positions;
}

/* The group of a layer; a frame names the lowest layer first. */
function layerGroup(name) {
  const found = pieces.querySelector(`:scope > [data-layer="${name}"]`);
  if (found) return found;
  const group = document.createElementNS(SVG, "g");
  group.dataset.layer = name;
  pieces.append(group);
  return group;
}

/* Replace the layers that a frame brings; resolves when the pieces have arrived. What flies over the page may still be
   on its way then. `time` is that of the step, in milliseconds. */
export async function setLayers(layers, motion, { moving = true, time = stepTime() } = {}) {
  const oldPositions = piecePositions();
  const oldTrunks = findTrunks();
  const oldTiles = document.getElementById("tiles");
  const isFirst = !pieces.childElementCount;
  for (const [name, markup] of Object.entries(layers)) layerGroup(name).replaceChildren(...parseSvg(markup));
  if (isHiddenFromReaders) for (const button of pieces.querySelectorAll("[tabindex]")) button.removeAttribute("tabindex");
  pieces.dataset.frame = Number(pieces.dataset.frame ?? 0) + 1;
  if (isFirst || !moving || !time) return;
  if (prefersReducedMotion()) {
    await allFinished([pieces.animate([{ opacity: 0.45 }, { opacity: 1 }], 160)]);
    return;
  }
  const flights = [...flyCoins(motion.gains ?? [], time), ...flyBolts(motion.flights ?? [], time)];
  const moves = [...movePieces(oldPositions, motion.ways ?? {}, time), ...growTrunks(oldTrunks, oldTiles, time)];
  await (moves.length ? allFinished(moves) : oneOf(allFinished(flights), time));
}

/* Resolves after a time, or when a promise does. */
const oneOf = (promise, time) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, time))]);

const allFinished = (animations) => Promise.all(animations.map((animation) => animation.finished.catch(() => {})));

function movePieces(oldPositions, paths, time) {
  const animations = [];
  for (const [id, position] of piecePositions()) {
    const old = oldPositions.get(id);
    if (!old || (Math.abs(old.x - position.x) < 0.6 && Math.abs(old.y - position.y) < 0.6)) continue;
    const piece = document.getElementById(id);
    const points = paths[id] ? pointsAlong(paths[id]) : [old, position];
    // A transform replaces that of a group, and comes on top of the x and y of a symbol.
    const base = piece.matches("use") ? position : { x: 0, y: 0 };
    const keyframes = points.map(({ x, y }) => ({ transform: `translate(${x - base.x}px, ${y - base.y}px)` }));
    const options = { duration: time, easing: "ease-in-out" };
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

/* The trunks by the ids of their groups; the path in a group runs from the head to the tip. */
const findTrunks = () => new Map([...pieces.querySelectorAll("g[id^='trunk-']")].map((trunk) => [trunk.id, trunk]));

const pathOf = (trunk) => trunk?.querySelector("path").getAttribute("d") ?? "";

/* What trunks have more than before grows segment by segment, one trunk after the other. Until then
   they are shown as they were, and the tiles too: a stretch stays grey until it is absorbed. */
function growTrunks(oldTrunks, oldTiles, time) {
  const grown = [...findTrunks().values()]
    .map((trunk) => ({ trunk, old: oldTrunks.get(trunk.id), path: pathOf(trunk) }))
    .filter(({ old, path }) => old && path !== pathOf(old) && path.startsWith(pathOf(old)))
    .map((growth) => ({ ...growth, added: growth.path.slice(pathOf(growth.old).length) }));
  const countSegments = (added) => added.match(/[AL]/g).length;
  const total = grown.reduce((sum, { added }) => sum + countSegments(added), 0);
  const step = Math.max(40, Math.min(time, (time * 2) / Math.max(total, 1)));
  let delay = 0;
  const animations = grown.map(({ trunk, old, added }) => {
    const duration = step * countSegments(added);
    const growth = growTrunk(trunk, old, { duration, delay, fill: "both" });
    delay += duration;
    return growth;
  });
  if (animations.length && oldTiles) {
    oldTiles.removeAttribute("id");
    document.getElementById("tiles").after(oldTiles);
    Promise.all(animations.map((growth) => growth.finished)).catch(() => {}).finally(() => oldTiles.remove());
  }
  return animations;
}

/* A line grows from the end of the old trunk; the new trunk appears when it has arrived. */
function growTrunk(trunk, old, timing) {
  trunk.replaceWith(old);
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", pathOf(trunk));
  line.setAttribute("class", "growing-segment");
  old.append(line);
  const [start, end] = [old.querySelector("path"), line].map((path) => path.getTotalLength());
  line.style.strokeDashoffset = -start;
  const growth = line.animate([{ strokeDasharray: `0 ${end}` }, { strokeDasharray: `${end - start} ${end}` }], timing);
  growth.finished.catch(() => {}).finally(() => old.replaceWith(trunk));
  return growth;
}

/* Move an element over the page in an arc, from the middle of one element to the middle of another. */
export function flyInArc(element, from, to, duration, delay = 0) {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const [x, y] = [start.left + start.width / 2, start.top + start.height / 2];
  const [dx, dy] = [end.left + end.width / 2 - x, end.top + end.height / 2 - y];
  document.body.append(element);
  const keyframes = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const rise = 4 * share * (1 - share);
    return { transform: `translate(${x + dx * share}px, ${y + dy * share - 46 * rise}px) scale(${1 + 0.35 * rise})`, opacity: share === 1 ? 0.3 : 1 };
  });
  const animation = element.animate(keyframes, { duration, delay, fill: "backwards", easing: "ease-in-out" });
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

/* Bolts of silk from one piece to another, named by their ids, one after the other. */
function flyBolts(flights, time) {
  const bolts = flights.flatMap((flight) => Array.from({ length: flight.count }, () => flight));
  return bolts.flatMap(({ bolt, from, to }, index) => {
    const [start, end] = [document.getElementById(from), document.getElementById(to)];
    if (!start || !end) return [];
    const holder = document.createElement("span");
    holder.className = "flying";
    holder.innerHTML = `<svg width="42" height="21"><use href="#icon-${bolt}"/></svg>`;
    return [flyInArc(holder, start, end, time * 1.4, (time / 6) * index)];
  });
}

/* Finish the animations of a stylesheet that show one thing after the other: a reader may want all of it at once. */
export function finishReveal() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.target?.closest?.(".reveal")) animation.finish();
  }
}

/* Finish the animations of all pieces at once; those of the stylesheets go on. */
export function finishAnimations() {
  finishReveal();
  for (const animation of document.getAnimations()) {
    if (animation instanceof CSSAnimation) continue;
    if (animation.effect?.target?.closest?.("#pieces, .flying")) animation.finish();
  }
}
