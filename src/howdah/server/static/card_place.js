/* Where an info card is: beside its thing, where it hides least of what can be played; on a phone at the edge of the board.
   The thing is marked meanwhile. */

import { cellBox, isCell } from "./board_grid.js";

const GAP = 12;
const MARGIN = 6;
const isPhone = () => matchMedia("(max-aspect-ratio: 1/1) and (max-width: 699px)").matches;
const board = document.getElementById("board");
const mark = document.getElementById("card-mark");
const legend = document.getElementById("legend");

const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/* Place a card that is shown beside the box of its thing. */
export function placeCard(card, box) {
  const sheet = isPhone();
  card.classList.toggle("sheet", sheet);
  Object.assign(card.style, { left: "0px", top: "0px", width: "" });
  const { left, top, width } = sheet ? placeSheet(card, box) : placeBeside(card, box);
  Object.assign(card.style, { left: `${Math.round(left)}px`, top: `${Math.round(top)}px`, width: width ? `${Math.round(width)}px` : "" });
}

/* At the lower edge of the board, or at the upper one if the thing is below. */
function placeSheet(card, box) {
  const area = board.getBoundingClientRect();
  const bottom = Math.min(area.bottom, legend?.hidden === false ? legend.getBoundingClientRect().top : Infinity);
  const width = area.width - 2 * MARGIN;
  card.style.width = `${width}px`;
  const { height } = card.getBoundingClientRect();
  const [left, low, high] = [area.left + MARGIN, bottom - height - MARGIN, area.top + MARGIN];
  const hides = (top) => overlap(new DOMRect(left, top, width, height), box);
  return { left, width, top: hides(low) > hides(high) ? high : low };
}

function placeBeside(card, box) {
  const { width, height } = card.getBoundingClientRect();
  const [right, bottom] = [innerWidth - width - MARGIN, innerHeight - height - MARGIN];
  const whole = boxesOf(WHOLE).at(-1);
  const corners = [box, ...(whole ? [whole] : [])].flatMap((anchor) => cornersAround(anchor, width, height));
  const places = corners.map(([left, top]) => new DOMRect(clamp(left, MARGIN, right), clamp(top, MARGIN, bottom), width, height));
  const kept = HIDDEN_LAST.flatMap(([selector, weight]) => boxesOf(selector).map((one) => [one, weight]));
  const cost = (place) => 100 * overlap(place, box) + kept.reduce((sum, [one, weight]) => sum + weight * overlap(place, one), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}

/* The upper left corners of what could stand around a box: on each side in the middle and at both ends. */
function cornersAround(box, width, height) {
  const along = (start, size, own) => [start + size / 2 - own / 2, start, start + size - own];
  const beside = along(box.top, box.height, height).flatMap((top) => [[box.right + GAP, top], [box.left - GAP - width, top]]);
  return [...beside, ...along(box.left, box.width, width).flatMap((left) => [[left, box.top - GAP - height], [left, box.bottom + GAP]])];
}

const WHOLE = "#pieces [data-card]:has(.explained)"; // what the thing is part of

/* What a card should not hide, and how much that matters: what can be played most, then what its thing is part of. */
const HIDDEN_LAST = [
  ["#pieces [data-act], #actions [data-act], #actions [data-pick], #commit, [role=gridcell]:focus", 5],
  [WHOLE, 3],
  [".sidebar [data-card]", 2],
  ["#pieces [data-card], #board text", 1],
];

const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());

/* Mark a thing: an element of the page by a class, a cell by a ring on the board. */
export function markThing({ element }) {
  clearMark();
  if (isCell(element)) showRing(cellBox(element));
  else element.classList.add("explained");
}

export function clearMark() {
  for (const element of document.querySelectorAll(".explained")) element.classList.remove("explained");
  mark.hidden = true;
}

function showRing(box) {
  mark.hidden = false;
  Object.assign(mark.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
}
