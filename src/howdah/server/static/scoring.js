/* The final scoring is told step by step; whoever is in a hurry sees it whole. */

import { isStill, stepTime } from "./preferences.js";

let shown = Infinity;
let timer;

const section = () => document.querySelector(".scoring");

function veil() {
  const found = section();
  if (!found) return;
  for (const part of found.querySelectorAll("[data-step]")) {
    const isVeiled = Number(part.dataset.step) > shown;
    part.classList.toggle("veiled", isVeiled);
    part.toggleAttribute("aria-hidden", isVeiled);
  }
  const now = Math.min(shown, Number(found.dataset.steps));
  for (const step of found.querySelectorAll(".steps [data-step]")) step.classList.toggle("current", Number(step.dataset.step) === now);
  const isDone = shown >= Number(found.dataset.steps);
  const next = found.querySelector("#next-step");
  if (next) next.hidden = isDone;
  found.classList.toggle("done", isDone);
}

export function reveal(isFresh) {
  clearTimeout(timer);
  if (!section()) return;
  if (isFresh && stepTime() && !isStill()) shown = 1;
  veil();
  if (shown !== Infinity) timer = setTimeout(revealNext, 2200);
}

export function revealNext() {
  clearTimeout(timer);
  const found = section();
  if (!found) return;
  shown += 1;
  veil();
  if (shown < Number(found.dataset.steps)) timer = setTimeout(revealNext, 2200);
  else shown = Infinity;
}
