/* The form for a new table: show only as many seats as there are players. */

import "./common.js";

const form = document.querySelector("form.new-table-form");

function updateSeats() {
  const players = Number(form.elements.players.value);
  for (const seat of form.querySelectorAll(".seat")) {
    const isUsed = Number(seat.dataset.seat) < players;
    seat.hidden = !isUsed;
    for (const field of seat.querySelectorAll("select, input")) field.disabled = !isUsed;
  }
}

form.addEventListener("change", updateSeats);
updateSeats();
