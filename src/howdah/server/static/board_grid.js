/* The board as a grid of texts beside the drawing: keys walk it, Enter plays at a cell, a screen reader reads it.
   The focused cell is ringed on the drawing, and its text is shown under it. A game without a grid has none of this. */

import { bringIntoView } from "./zoom.js";

const PREFIX = "grid-";
const byId = (id) => document.getElementById(id);
const grid = byId("grid");
const marker = byId("marker");
const texts = new Map(); // the lines of each part, by the keys of the cells
let scene = null; // what never changes
let current = null; // the cell that Tab leads to
let column = null; // where Up and Down lead along
let started = ""; // where the walk began

export const hasGrid = Boolean(grid);
export const isGridRegion = (name) => name.startsWith(PREFIX);

const cells = () => [...grid.querySelectorAll("[role=gridcell]")];
const keyOf = (cell) => cell.id.slice("cell-".length);
const placeOf = ({ dataset }) => ({ x: Number(dataset.x), y: Number(dataset.y) });

/* Show the cells of a board. */
export function setGrid(found) {
  if (!hasGrid || !found) return;
  const key = current && keyOf(current);
  scene = found;
  grid.innerHTML = found.rows;
  setCurrent(byId(`cell-${key}`) ?? cells()[0]);
  updateGrid();
}

/* Take over what a region says of the cells; `updateGrid` shows it. */
export function setGridRegion(name, lines) {
  const pairs = lines.split("\n").filter(Boolean).map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)]);
  texts.set(name.slice(PREFIX.length), new Map(pairs));
}

/* The text of every cell, changed only where it differs: what has the focus is not read again for nothing. */
export function updateGrid() {
  if (!hasGrid || !scene) return;
  const parts = [...texts].filter(([name]) => name !== "start" && name !== "choices").map(([, found]) => found);
  for (const cell of cells()) {
    const key = keyOf(cell);
    const said = parts.map((part) => part.get(key)).filter(Boolean);
    const { name, more } = cell.dataset;
    const text = [name, ...(said.length || !scene.empty ? said : [scene.empty]), labelOf(choiceAt(cell)), more].filter(Boolean).join(" ");
    if (cell.textContent !== text) cell.textContent = text;
  }
  if (startKey() !== started) {
    started = startKey();
    if (!grid.contains(document.activeElement)) setCurrent(byId(`cell-${started}`) ?? current);
  }
}

const startKey = () => [...(texts.get("start")?.keys() ?? [])][0] ?? "";

/* The cell at a point of the page, null if there is none. */
export function cellAt(x, y) {
  if (!hasGrid || !scene) return null;
  const point = new DOMPoint(x, y).matrixTransform(marker.getScreenCTM().inverse());
  const away = (cell) => Math.hypot(placeOf(cell).x - point.x, placeOf(cell).y - point.y);
  const nearest = cells().reduce((best, cell) => (away(cell) < away(best) ? cell : best));
  return away(nearest) <= scene.radius ? nearest : null;
}

/* Where a cell is on the page. */
export function cellBox(cell) {
  const [matrix, { x, y }] = [marker.getScreenCTM(), placeOf(cell)];
  const [middle, radius] = [new DOMPoint(x, y).matrixTransform(matrix), scene.radius * Math.abs(matrix.a)];
  return new DOMRect(middle.x - radius, middle.y - radius, 2 * radius, 2 * radius);
}

export const isCell = (element) => element.matches("[role=gridcell]");

/* The action that can be played at a cell now. */
export const choiceAt = (cell) => texts.get("choices")?.get(keyOf(cell));
export const isStart = (cell) => keyOf(cell) === startKey();
export const noChoice = () => scene.no_choice;

/* What the drawing calls an action. */
function labelOf(action) {
  const target = action && document.querySelector(`#pieces [data-act="${CSS.escape(action)}"]`);
  const label = target?.getAttribute("aria-label") ?? target?.querySelector("title")?.textContent;
  return label && `${label}.`;
}

function setCurrent(cell) {
  if (current) current.tabIndex = -1;
  current = cell;
  if (cell) cell.tabIndex = 0;
}

function focusCell(cell) {
  if (!cell) return;
  setCurrent(cell);
  cell.focus({ preventScroll: true });
}

/* Go to the cell of the player to play. */
export function focusGrid() {
  if (hasGrid) focusCell(byId(`cell-${startKey()}`) ?? current);
}

const rowOf = (cell) => [...cell.parentElement.children];

/* The cell of the next row that is nearest to where Up and Down lead along. */
function inNextRow(step) {
  const row = step < 0 ? current.parentElement.previousElementSibling : current.parentElement.nextElementSibling;
  if (!row) return null;
  column ??= placeOf(current).x;
  const away = (cell) => Math.abs(placeOf(cell).x - column);
  return [...row.children].reduce((nearest, cell) => (away(cell) < away(nearest) ? cell : nearest));
}

/* The next cell, forwards or backwards, where something can be played. */
function nextChoice(step) {
  const all = cells();
  const ordered = [...all.slice(all.indexOf(current) + 1), ...all.slice(0, all.indexOf(current))];
  return (step < 0 ? ordered.reverse() : ordered).find(choiceAt);
}

const inRow = (step) => rowOf(current)[rowOf(current).indexOf(current) + step];

const WALK = {
  ArrowLeft: () => inRow(-1),
  ArrowRight: () => inRow(1),
  ArrowUp: () => inNextRow(-1),
  ArrowDown: () => inNextRow(1),
  Home: () => cells()[0],
  End: () => cells().at(-1),
  PageUp: () => nextChoice(-1),
  PageDown: () => nextChoice(1),
};

function walk(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !WALK[event.key]) return;
  event.preventDefault();
  event.stopPropagation(); // elsewhere on the page arrows replay the game
  const isUpOrDown = event.key === "ArrowUp" || event.key === "ArrowDown";
  if (!isUpOrDown) column = null;
  focusCell(WALK[event.key]());
}

/* Ring the cell on the drawing; its text is shown where it does not hide it. */
function showMarker({ target: cell }) {
  setCurrent(cell);
  const { x, y } = placeOf(cell);
  marker.replaceChildren(...["marker-edge", "marker-ring"].map((name) => ring(name, x, y)));
  marker.removeAttribute("hidden");
  bringIntoView(marker);
  const ringBox = marker.getBoundingClientRect();
  const board = grid.parentElement.getBoundingClientRect();
  grid.classList.toggle("above", ringBox.bottom > board.top + board.height * 0.72);
}

function ring(name, x, y) {
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  for (const [attribute, value] of Object.entries({ class: name, cx: x, cy: y, r: scene.radius })) circle.setAttribute(attribute, value);
  return circle;
}

/* Have `play` called with the cell that Enter, Space or a click is for. */
export function setUpGrid(play) {
  if (!hasGrid) return;
  grid.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    if (cell && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      play(cell);
    } else walk(event);
  });
  grid.addEventListener("click", (event) => event.target.closest("[role=gridcell]") && play(event.target.closest("[role=gridcell]")));
  grid.addEventListener("focusin", showMarker);
  grid.addEventListener("focusout", () => marker.setAttribute("hidden", ""));
}
