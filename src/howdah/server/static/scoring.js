/* The end of a game: the final scoring step by step, at the reader's pace. Nothing is told before its step.
   A page that was loaded after the end shows all of it at once. */

import { byId, announce, focusHeadline } from "./regions.js";
import { finishScoreAnimations, motionTime, showGains, showRanks } from "./score_motion.js";
import { playSound } from "./sound.js";

const LONG_VERDICT = 30; // letters: more are written smaller

const ROLES = { table: "table", "thead, tbody, tfoot": "rowgroup", tr: "row", td: "cell", "[scope=col]": "columnheader", "[scope=row]": "rowheader" };

let isAwaited = false; // the game was on when this page first heard of it
let step = Infinity; // the steps up to this one are shown; before the first, the board as the last turn has left it
let isClosed = false; // the reader looks at the board instead of the scores

export const isScoring = () => step !== Infinity;

/* Note how the game stands, as the server says. A game that is on after its end goes on from an earlier turn. */
export function noteEnd(news) {
  if (news.over) return;
  isAwaited = true;
  step = Infinity;
  document.body.classList.remove("is-scoring", "is-before-scores");
}

/* The game is over: hide the result, if this page has followed the game. Call it before the final frame is shown. */
export function beginScoring() {
  if (!isAwaited) return;
  isAwaited = false;
  step = 0;
  document.body.classList.add("is-scoring");
}

const table = () => byId("scores").querySelector("[data-steps]");
const lastStep = () => Number(table().dataset.steps);

/* Show the scores of a frame as far as the reader has come; frames of earlier positions have none. */
export function showScores({ moving = false } = {}) {
  byId("scores").hidden = !table() || step === 0;
  if (!table()) return;
  byId("scores").classList.toggle("closed", isClosed);
  byId("scores").classList.toggle("still", !motionTime());
  document.body.classList.toggle("is-before-scores", step === 0);
  for (const part of byId("scores").querySelectorAll("[data-step]")) {
    part.classList.toggle("later", Number(part.dataset.step) > step);
    part.classList.toggle("current", Number(part.dataset.step) === Math.min(step, lastStep()));
  }
  keepTableRoles();
  showVerdict();
  showGains(table(), step, { moving });
  if (!isScoring()) letKeysScroll();
}

/* Scores that are higher than their place scroll; keys scroll what has the focus. */
function letKeysScroll() {
  const scores = byId("scores").querySelector(".scores");
  if (scores.scrollHeight > scores.clientHeight) scores.tabIndex = 0;
  else scores.removeAttribute("tabindex");
}

/* The stylesheet lays the table out as a grid, and to some screen readers it would be no table then. */
function keepTableRoles() {
  for (const [selector, role] of Object.entries(ROLES)) {
    for (const part of byId("scores").querySelectorAll(selector)) part.setAttribute("role", role);
  }
}

/* The sentences beside the board again, large over the scores. */
function showVerdict() {
  const verdict = byId("scores").querySelector(".verdict");
  verdict.textContent = isScoring() ? "" : headline();
  verdict.classList.toggle("long", verdict.textContent.length > LONG_VERDICT);
  const reason = document.querySelector(".scoring .reason.result");
  if (reason && !isScoring()) verdict.append(Object.assign(document.createElement("small"), { textContent: reason.textContent }));
}

const headline = () => byId("headline").querySelector(".result").textContent;

export function showNextStep() {
  if (!isScoring() || !table()) return;
  finishScoreAnimations();
  if (step >= lastStep()) return showResult();
  step += 1;
  isClosed = false;
  showScores({ moving: true });
  announce(describeStep());
  if (step === lastStep()) showRanks(table()).then(() => step === lastStep() && showResult());
}

/* Show who has won, and all that was kept back. */
export function showResult() {
  if (!isScoring() || !table()) return;
  step = Infinity;
  finishScoreAnimations();
  document.body.classList.remove("is-scoring");
  showScores();
  announce(headline());
  focusHeadline();
  playSound("end");
}

/* The texts of an element in words, without links and what is for the eye alone. */
const wordsOf = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return [node.data.trim()];
  if (node.matches?.("a, [aria-hidden=true]")) return [];
  return [...node.childNodes].flatMap(wordsOf).filter(Boolean);
};

/* The sentence of the step, and what it gives each player. */
function describeStep() {
  const sentence = byId("scores").querySelector(`.steps [data-step="${step}"]`);
  const names = [...table().querySelectorAll("thead .player-name")].map((name) => name.textContent);
  const rows = [...table().querySelectorAll(`tbody [data-step="${step}"]`)];
  const gains = rows.flatMap((row) => [...row.querySelectorAll("td")].map((cell, seat) => `${names[seat]}: ${wordsOf(cell).join(" ")}.`));
  return [...(sentence ? wordsOf(sentence) : []), ...gains].join(" ");
}

export const scoringCommands = {
  step: showNextStep,
  result: showResult,
  toggleScores() {
    isClosed = !isClosed;
    showScores();
  },
};
