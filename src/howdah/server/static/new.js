/* Only as many seats are asked for as there are players. */
import "./common.js";

const form = document.querySelector("form.order");

function show() {
  const players = Number(form.elements.players.value);
  for (const seat of form.querySelectorAll(".seat")) {
    const isTaken = Number(seat.dataset.seat) < players;
    seat.hidden = !isTaken;
    for (const field of seat.querySelectorAll("select, input")) field.disabled = !isTaken;
  }
}

form.addEventListener("change", show);
show();
