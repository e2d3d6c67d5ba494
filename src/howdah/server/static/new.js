/* The form for a new table: show only as many seats as there are players, and what is asked of so many. */

import "./common.js";

const form = document.querySelector("form.new-table-form");

function updateSeats() {
  const players = Number(form.elements.players.value);
  for (const seat of form.querySelectorAll(".seat")) {
    const isUsed = Number(seat.dataset.seat) < players;
    seat.hidden = !isUsed;
    for (const field of seat.querySelectorAll("select, input")) field.disabled = !isUsed;
  }
  for (const question of form.querySelectorAll("[data-players]")) {
    const isAsked = Number(question.dataset.players) === players;
    question.hidden = !isAsked;
    question.querySelector("select").disabled = !isAsked;
  }
}

form.addEventListener("change", updateSeats);
updateSeats();
