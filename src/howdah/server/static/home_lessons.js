/* What the home page offers first: the lesson to who has never played here, or to go on with it. */

import { progressOf } from "./lesson_progress.js";
import { read } from "./preferences.js";

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const isStarted = (game) => {
  const { turns, read: steps } = progressOf(game);
  return Boolean(turns || steps);
};

function continueLesson(step, link) {
  const { step: number, steps: count } = progressOf(link.dataset.learn);
  const isKnown = Number.isInteger(number) && Number.isInteger(count);
  const { continue: text, continueAt } = link.dataset;
  const first = step.querySelector("a");
  first.textContent = isKnown ? fill(continueAt, { number: number + 1, count }) : text;
  first.href = link.getAttribute("href");
  step.querySelector("#play-first").hidden = true;
  step.querySelector("strong").textContent = link.closest("article").querySelector("h2").textContent;
}

/* Offer a lesson, unless this device has played and is in none; the page shows who it takes the reader for. */
export function showLessons(hasTables) {
  const step = document.getElementById("next-step"); // none if no game has a lesson
  const started = [...document.querySelectorAll("[data-learn]")].find(({ dataset }) => isStarted(dataset.learn));
  const isOffered = Boolean(step && (started || !(hasTables || read("lessons", []).length)));
  if (started) continueLesson(step, started);
  if (step) step.hidden = !isOffered;
  document.body.classList.add(isOffered ? "newcomer" : "returning");
}
