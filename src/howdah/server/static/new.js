/* The form for a new table: choosing who sits where, and what the form says about it. CSS shows who is chosen. */

import "./common.js";
import { playerName } from "./player_name.js";

const form = document.querySelector("form.new-table-form");
const unusual = form.querySelector(".unusual");

function closeChooser(chooser) {
  chooser.open = false;
  chooser.querySelector("summary").focus();
}

/* A computer has a usual name; the name of the person at this device is for a person. */
function updateName(seat) {
  const field = seat.querySelector(".seat-name input");
  const isAgent = seat.querySelector(".choice input:checked").dataset.agent !== undefined;
  field.placeholder = isAgent ? field.dataset.computer : field.dataset.person;
  if (seat.dataset.seat !== "0") return;
  field.toggleAttribute("data-player-name", !isAgent);
  if (isAgent && field.value === playerName()) field.value = "";
  if (!isAgent) field.value ||= playerName();
}

function describe(field) {
  const setting = field.labels[0].textContent;
  const choice = field.selectedOptions?.[0].textContent ?? field.value;
  return unusual.dataset.format.replace("{setting}", () => setting).replace("{choice}", () => choice);
}

/* Say beside "More options" what is not as usual. */
function updateUnusual() {
  const players = form.elements.players.value;
  const fields = [...form.querySelectorAll("[data-usual]")].filter((field) => {
    const asked = field.closest(".option").dataset.players;
    return field.value !== field.dataset.usual && (!asked || asked === players);
  });
  const spans = fields.map((field) => Object.assign(document.createElement("span"), { textContent: describe(field) }));
  unusual.replaceChildren(...spans.flatMap((span) => [span, " "]));
}

/* While typing too: if it waited until the field loses the focus, the click on the summary that takes it would miss. */
form.addEventListener("input", updateUnusual);

form.addEventListener("change", ({ target }) => {
  const seat = target.closest(".seat");
  if (seat && target.type === "radio") updateName(seat);
  document.querySelector(".presets [aria-current]")?.removeAttribute("aria-current");
});

/* A click chooses and is done; arrow keys, which click too, try one after the other. */
form.addEventListener("click", (event) => {
  if (event.detail > 0 && event.target.matches(".choice input")) closeChooser(event.target.closest("details"));
});

/* Show what is open, as far as it fits: the reader has opened it, or the server, as a refusal is about it. */
function showOpen(details) {
  if (details.open) (details.closest(".seat") ?? details).scrollIntoView({ block: "nearest" });
}

for (const details of form.querySelectorAll("details")) {
  details.addEventListener("toggle", () => showOpen(details));
  showOpen(details);
}

form.addEventListener("keydown", (event) => {
  const chooser = event.target.closest(".chooser[open]");
  if (!chooser) return;
  const isChosen = event.key === "Enter" && event.target.matches(".choice input");
  if (!isChosen && event.key !== "Escape") return;
  event.preventDefault();
  closeChooser(chooser);
});

/* A browser may bring a page back with other choices than it was sent with. */
addEventListener("pageshow", () => {
  for (const seat of form.querySelectorAll(".seat")) updateName(seat);
  updateUnusual();
});
