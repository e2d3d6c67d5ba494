/* An arrow that points at something on the page, and a ring around it. They follow it when it moves. */

const MARGIN = 6; // pixels between the thing and the ring
const board = document.getElementById("board");
const pointer = Object.assign(document.createElement("div"), { id: "pointer", className: "pointer", hidden: true, ariaHidden: "true" });
pointer.innerHTML = '<svg viewBox="0 0 40 44"><path d="M20 42 4 22h9V3h14v19h9z"/></svg>';
document.body.append(pointer);

let selectors = [];
let frame = 0;

const isSeen = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
const find = () => selectors.map((selector) => document.querySelector(selector)).find((element) => element && isSeen(element));

/* Point at the first of some selectors that finds something. On a small screen its panel may have to scroll there. */
export function pointAt(found) {
  selectors = found;
  find()?.scrollIntoView({ block: "nearest" });
  place();
}

export function stopPointing() {
  selectors = [];
  place();
}

export const pointedAt = find;

function place() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    const target = find();
    pointer.hidden = !target;
    if (target) placeAround(target);
  });
}

/* Most of a target on the board may be a badge beside it: the ring goes around the whole. */
function placeAround(target) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const isAbove = top > 70 || top > innerHeight - (top + height);
  Object.assign(pointer.style, {
    left: `${left - MARGIN}px`,
    top: `${top - MARGIN}px`,
    width: `${width + 2 * MARGIN}px`,
    height: `${height + 2 * MARGIN}px`,
  });
  pointer.classList.toggle("from-below", !isAbove);
  pointer.classList.toggle("round", Boolean(target.closest("#board")));
}

new MutationObserver(place).observe(board, { attributeFilter: ["viewBox"] });
new MutationObserver(place).observe(document.querySelector("main"), { childList: true, subtree: true });
addEventListener("resize", place);
addEventListener("scroll", place, true);
