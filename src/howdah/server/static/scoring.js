/* The final scoring: when a game ends on this page, its steps appear one after the other. */

import { prefersReducedMotion, read, stepTime, write } from "./preferences.js";

const STEP_DELAY = 2200; // milliseconds

let shownSteps = Infinity;
let timer;

const scoringSection = () => document.querySelector(".scoring");

function hideLaterSteps() {
  const section = scoringSection();
  if (!section) return;
  for (const part of section.querySelectorAll("[data-step]")) {
    const isHidden = Number(part.dataset.step) > shownSteps;
    part.classList.toggle("hidden-step", isHidden);
    part.toggleAttribute("aria-hidden", isHidden);
  }
  const current = Math.min(shownSteps, Number(section.dataset.steps));
  for (const step of section.querySelectorAll(".steps [data-step]")) step.classList.toggle("current", Number(step.dataset.step) === current);
  const isDone = shownSteps >= Number(section.dataset.steps);
  const next = section.querySelector("#next-step");
  if (next) next.hidden = isDone;
  section.classList.toggle("done", isDone);
}

/* Show the scoring, if the page has one: step by step if the game has just ended, else all of it. */
export function showScoring(hasJustEnded) {
  clearTimeout(timer);
  if (!scoringSection()) return;
  if (hasJustEnded && stepTime() && !prefersReducedMotion()) shownSteps = 1;
  hideLaterSteps();
  if (shownSteps !== Infinity) timer = setTimeout(showNextStep, STEP_DELAY);
}

export function showNextStep() {
  clearTimeout(timer);
  const section = scoringSection();
  if (!section) return;
  shownSteps += 1;
  hideLaterSteps();
  if (shownSteps < Number(section.dataset.steps)) timer = setTimeout(showNextStep, STEP_DELAY);
  else shownSteps = Infinity;
}

/* Show the best solo score on this board that the device knows of; a game that is over may set a new one. */
export function updateBestScore() {
  const element = document.getElementById("solo-score");
  if (!element) return;
  const key = `best ${element.dataset.board}`;
  const score = Number(element.dataset.score);
  const before = read(key, null);
  if (element.dataset.over === "true" && (before === null || score > before)) write(key, score);
  const best = read(key, null);
  const shown = document.getElementById("best-score");
  shown.textContent = String(best ?? "").replace("-", "−");
  shown.parentElement.hidden = best === null;
}
