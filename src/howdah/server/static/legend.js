/* The legend: what everything on the table is. While it is shown a click explains a thing instead of playing it. */

import { isCell } from "./board_grid.js";
import { closeCard, elementOf, hasCards, showCard, shownPosition, thingAt, thingOf } from "./info_cards.js";
import { socket } from "./frames.js";
import { byId } from "./regions.js";

const panel = byId("legend");
const button = byId("legend-button");
const REACHABLE = "#players > [data-card], #clock [data-card]"; // what is no control, but has a card that nothing else leads to

const isShown = () => hasCards && !panel.hidden;

async function load() {
  const answer = await socket.request({ ask: "legend", ...shownPosition() });
  if (answer.error || !isShown()) return;
  const list = byId("legend-list");
  const { scrollTop } = list;
  list.innerHTML = answer.html;
  list.scrollTop = scrollTop;
}

function show() {
  if (document.querySelector("dialog[open]")) return;
  closeCard();
  panel.hidden = false;
  setFolded(false);
  document.body.classList.add("explaining");
  button.setAttribute("aria-pressed", "true");
  letTabReach();
  load();
  byId("legend-title").focus({ preventScroll: true });
}

function hide() {
  const hadFocus = panel.contains(document.activeElement);
  closeCard();
  panel.hidden = true;
  document.body.classList.remove("explaining");
  button.setAttribute("aria-pressed", "false");
  for (const element of document.querySelectorAll("[data-reached]")) {
    element.removeAttribute("tabindex");
    delete element.dataset.reached;
  }
  if (hadFocus) button.focus({ preventScroll: true });
}

/* Tab leads to everything that has a card. */
function letTabReach() {
  for (const element of document.querySelectorAll(REACHABLE)) {
    if (element.tabIndex < 0) Object.assign(element, { tabIndex: 0 }).dataset.reached = "";
  }
}

function setFolded(isFolded) {
  panel.classList.toggle("folded", isFolded);
  byId("legend-fold").setAttribute("aria-expanded", !isFolded);
}

/* Explain what was clicked; what has no card works as always. */
function explain(event, found) {
  if (!found || event.target.closest("dialog, #info-card")) return;
  event.preventDefault();
  event.stopPropagation();
  const element = panel.contains(found.element) ? (elementOf(found.key) ?? found.element) : found.element;
  showCard({ ...found, element }, "click");
}

export const legendCommands = {
  legend() {
    if (isShown()) hide();
    else if (hasCards) show();
  },
};

export function setUpLegend() {
  if (!hasCards) return;
  byId("legend-close").onclick = hide;
  byId("legend-fold").onclick = () => setFolded(!panel.classList.contains("folded"));
  addEventListener("click", (event) => isShown() && event.target.closest && explain(event, thingAt(event.target, event.clientX, event.clientY)), { capture: true });
  addEventListener(
    "keydown",
    (event) => {
      const element = event.target.closest?.("[data-card]");
      const isPress = event.key === "Enter" || event.key === " ";
      if (isShown() && isPress && element && (isCell(element) || "reached" in element.dataset)) explain(event, thingOf(element));
    },
    { capture: true },
  );
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isShown() && !event.defaultPrevented) hide();
  });
  document.addEventListener("howdah:frame", () => {
    if (!isShown()) return;
    letTabReach();
    load();
  });
  document.addEventListener("howdah:handover", () => isShown() && hide());
}
