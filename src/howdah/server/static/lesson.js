/* A lesson: says what to do at each step, points at it, and goes on when it is done. The table is that of every game. */

import "./table.js";
import { saveDraft } from "./draft_storage.js";
import { addAction, draftCommands, previewDraft } from "./drafts.js";
import { catchUp } from "./following.js";
import { enqueue, socket } from "./frames.js";
import { forgetProgress, progressOf, saveProgress } from "./lesson_progress.js";
import { trimLog } from "./log.js";
import { pointAt, pointedAt, stopPointing } from "./pointer.js";
import { read, write } from "./preferences.js";
import { announce, byId, focusHeadline } from "./regions.js";
import { forgetTable, isLatest, isMyTurn, names, page, table } from "./table_state.js";

const game = page.lesson;
const form = byId("lesson");
let place = null; // the step, as the server has described it last
let performed = -1; // the step that the page does by itself
names[0] = read("name", "") || names[0]; // the server does not know it when it makes the page

const refusal = (message) => message.kind === "refusal";

/* Ask where the lesson is after what the page shows, and show that. */
async function update() {
  if (!table.news || !isLatest() || !table.isFollowing) return stopPointing();
  const answer = await socket.request({ ask: "lesson", read: progressOf(game).read, actions: table.draft });
  if (refusal(answer)) return restart();
  const isNew = answer.step !== place?.step;
  place = answer;
  saveProgress(game, answer);
  showStep(isNew);
  if (performed === place.step && isMyTurn()) perform();
}

function showStep(isNew) {
  if (isNew) {
    byId("lesson-step").innerHTML = place.html;
    form.dataset.step = place.step;
    announce(`${form.querySelector(".lesson-count span").textContent}: ${byId("lesson-text").textContent}`);
  }
  if (isMyTurn() || place.card) pointAt(place.targets);
  else stopPointing();
}

/* Turns of the lesson have changed since they were stored: begin again. */
function restart() {
  forgetProgress(game);
  goTo({ turns: "", read: 0, draft: [] });
}

/* Go to the start of a step; what was played after it is forgotten. */
function goTo({ turns, read, draft }) {
  saveProgress(game, { turns, read });
  stopPointing();
  performed = -1;
  enqueue(async () => {
    forgetTable();
    const { length, version } = await socket.reconnect();
    trimLog(length);
    Object.assign(table, { version, draft });
    saveDraft();
    if (!draft.length) return catchUp();
    table.shown = length;
    await previewDraft({ moving: false });
  });
}

/* Do what the step asks for, action by action; the answer to each leads to the next. */
function perform() {
  performed = place.step;
  if (place.expected === "confirm") draftCommands.commit();
  else if (place.expected) addAction(place.expected);
}

function readOn() {
  saveProgress(game, { ...progressOf(game), read: place.read + 1 });
  enqueue(update);
  focusHeadline();
}

const buttons = { back: () => goTo(place.back), next: readOn, perform };

form.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-lesson-action]");
  if (button && button.getAttribute("aria-disabled") !== "true") buttons[button.dataset.lessonAction]();
});

form.addEventListener("submit", () => {
  form.elements.turns.value = progressOf(game).turns;
  form.elements.name.value = read("name", "");
  write("lessons", [...new Set([...read("lessons", []), game])]);
  forgetProgress(game);
});

document.addEventListener("howdah:commit", ({ detail }) => {
  stopPointing();
  const progress = progressOf(game);
  saveProgress(game, { ...progress, turns: [progress.turns, detail.actions.join(",")].filter(Boolean).join(";") });
});

document.addEventListener("howdah:card", ({ detail }) => place?.card && detail.key.startsWith(place.card) && readOn());

/* What keys can use instead of a drawing: the button of an action, or the cell of the board. */
function controlFor(target) {
  if (!target?.closest("#pieces")) return target;
  const { act, card = act } = target.dataset;
  return document.querySelector(`#actions [data-act="${CSS.escape(act ?? "")}"]`) ?? byId(`cell-${card.split(/[ :]/)[1]}`);
}

/* Lead who plays by keys to what the lesson points at. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "g" || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  (controlFor(pointedAt()) ?? byId("lesson-text")).focus();
});

new MutationObserver(() => enqueue(update)).observe(byId("pieces"), { attributeFilter: ["data-frame"] });
