/* Who is here: the card of each player says whether they have the table open, or whether the computer plays for them. */

import { announce, byId, toast } from "./regions.js";
import { fillName, messages, names, seats } from "./table_state.js";

const LEAVE_DELAY = 4000; // milliseconds: who loads the page again has not left
const COMPUTER = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 7V3M5 7h14v12H5zM2 11v4M22 11v4M9 12v1M15 12v1M9 16h6"/></svg>';

let states = []; // of the seats: "here", "away", "absent" (has not come yet), "stand-in" or null
let timer;
let onArrival = () => {};

/* Call a function when a friend has come for the first time. */
export const listenForArrivals = (listener) => (onArrival = listener);

/* Show the states that the server sends. Who leaves is shown as here for a moment. */
export function showSeatStates(next) {
  clearTimeout(timer);
  const isLeaving = (state, seat) => state === "away" && states[seat] === "here";
  if (next.some(isLeaving)) timer = setTimeout(() => setStates(next), LEAVE_DELAY);
  setStates(next.map((state, seat) => (isLeaving(state, seat) ? "here" : state)));
}

function setStates(next) {
  const arrived = next.flatMap((state, seat) => (states[seat] === "absent" && ["here", "away"].includes(state) ? [seat] : []));
  states = next;
  markCards();
  markInvitations();
  for (const seat of arrived) {
    const sentence = fillName(messages.joined, names[seat]);
    toast(sentence);
    announce(sentence);
  }
  if (arrived.length) onArrival();
}

/* Mark the rows of the invitations, if there are some. */
export function markInvitations() {
  for (const row of document.querySelectorAll("#invitations [data-seat]")) {
    const state = states[row.dataset.seat] ?? "";
    row.dataset.state = state;
    row.querySelector(".state").textContent = messages[state] ?? "";
  }
}

/* Mark the cards, again whenever a frame has replaced them. Nobody needs to be told that they are here themselves. */
export function markCards() {
  for (const mark of document.querySelectorAll(".card :is(.seat-state, .seat-state-text)")) mark.remove();
  states.forEach((state, seat) => {
    const card = byId(`card-${seat}`);
    if (card && state && (!seats.includes(seat) || state === "stand-in")) markCard(card, state);
  });
}

/* A mark before the name, and a text at the end for screen readers: a game may hide the name from them and say it otherwise. */
function markCard(card, state) {
  const mark = Object.assign(document.createElement("span"), { className: "seat-state", title: messages[state], ariaHidden: "true" });
  mark.dataset.state = state;
  if (state === "stand-in") mark.innerHTML = COMPUTER;
  const playerMark = card.querySelector(".player-mark");
  if (playerMark) playerMark.after(mark);
  else card.prepend(mark);
  card.append(Object.assign(document.createElement("span"), { className: "seat-state-text visually-hidden", textContent: messages[state] }));
}
