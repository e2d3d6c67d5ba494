/* What players choose before the game. How the last round ended stands on the board until the viewer closes it or begins
   to play. */

import { finishReveal } from "./board.js";
import { enqueue } from "./frames.js";
import { stepTime } from "./preferences.js";
import { byId, focusHeadline, toast } from "./regions.js";
import { postUntilAnswered } from "./socket.js";
import { path, table } from "./table_state.js";

const region = byId("pregame-result"); // only where something is decided before the game
let lotsAt = null; // the version for which lots were drawn last; null if the player chooses

function close() {
  const result = region.firstElementChild;
  if (!result || result.hidden) return;
  const hadFocus = result.contains(document.activeElement);
  result.hidden = true;
  if (hadFocus) focusHeadline();
}

function submit(event) {
  const form = event.target.closest("[data-pregame]");
  if (!form) return;
  event.preventDefault();
  const body = { version: table.version };
  for (const [name, value] of new FormData(form)) body[name] = /^\d+$/.test(value) ? Number(value) : value;
  enqueue(async () => {
    const answer = await postUntilAnswered(`${path}/${form.dataset.pregame}?seat=${form.dataset.seat}`, body);
    if (answer.error) toast(answer.message);
  });
}

/* Choose at random in the form that is shown, once in a round. */
function drawLots() {
  const form = document.querySelector("#actions form[data-pregame]");
  if (!form || lotsAt === table.version) return;
  lotsAt = table.version;
  for (const { name } of form.querySelectorAll(":checked")) {
    const choices = form.elements[name];
    choices[Math.floor(Math.random() * choices.length)].checked = true;
  }
  form.requestSubmit();
}

if (region) {
  new MutationObserver(() => stepTime() || finishReveal()).observe(region, { childList: true });
  document.addEventListener("howdah:frame", () => lotsAt !== null && drawLots());
  document.addEventListener("submit", submit);
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-draw-lots]")) drawLots();
    else if (target.closest("[data-close-result], [data-act], [data-pick]")) close();
    else if (region.contains(target)) finishReveal();
  });
}
