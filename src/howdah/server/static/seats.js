/* Who sits where: invitations beside the board, links in the menu, notices that the host made one, and seats that move to
   another device. */

import { openLinkDialog } from "./links.js";
import { read, write } from "./preferences.js";
import { byId, focusHeadline, toast } from "./regions.js";
import { listenForArrivals, markInvitations, showSeatStates } from "./seat_states.js";
import { post } from "./socket.js";
import { page, path } from "./table_state.js";

async function loadPart(element, address) {
  const response = await fetch(address).catch(() => null);
  if (response?.ok) element.innerHTML = await response.text();
}

export const loadSeatsPanel = (path) => loadPart(byId("seats-panel"), `${path}/seats`);

const invitations = () => byId("invitations").querySelector("details");

/* Load the invitations again; they are gone when everyone has come. */
async function loadInvitations(path) {
  const before = invitations();
  if (!before) return;
  const hadFocus = before.contains(document.activeElement);
  await loadPart(byId("invitations"), `${path}/invitations`);
  markInvitations();
  const after = invitations();
  if (after) after.open = before.open;
  if (hadFocus && after) after.querySelector("summary").focus();
  else if (hadFocus) focusHeadline();
}

function showInvitations() {
  byId("menu").close();
  invitations().open = true;
  byId("invitations").scrollIntoView({ block: "nearest" });
  byId("invitations").querySelector("button").focus();
}

export function setUpSeats() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-new-link]");
    if (button) makeLink(Number(button.dataset.newLink));
    else if (event.target.closest("[data-show-invitations]")) showInvitations();
  });
  for (const button of document.querySelectorAll("[data-close-notice]")) button.onclick = () => closeNotice(button.parentElement);
  showNotice(byId("seat-moved"), byId("seat-moved").firstElementChild.textContent);
  listenForArrivals(() => loadInvitations(path));
}

/* Make a link and show it. */
async function makeLink(seat) {
  const answer = await post(`${path}/links`, { seat }).catch(() => ({}));
  if (answer.error) toast(answer.message);
  await Promise.all([loadSeatsPanel(path), loadInvitations(path)]);
  const shown = [...document.querySelectorAll("[data-link]")].find((element) => element.dataset.link === answer.link);
  if (shown) openLinkDialog(shown);
}

/* A notice stays until someone closes it, and stays closed on this device until there is a new one. */
const closedKey = (element) => `closed ${element.id} ${page.table}`;

function showNotice(element, text) {
  element.firstElementChild.textContent = text;
  element.hidden = !text || read(closedKey(element), "") === text;
}

function closeNotice(element) {
  write(closedKey(element), element.firstElementChild.textContent);
  element.hidden = true;
}

let isWaiting = false; // whether the game has not begun, because friends are missing

/* The invitations are folded when the game begins: the turn needs the room. */
function foldInvitations({ seed_sharing: stage }) {
  const isMade = stage === null || stage === "drawn";
  if (isMade && isWaiting && invitations()) invitations().open = false;
  isWaiting = !isMade;
}

/* Show what news say about seats. A seat that was moved is no longer played here: the page is loaded again. Returns
   whether the page goes on. */
export function showSeatNews(news) {
  const { kind, seats, notices = [] } = news;
  if (seats && seats.join() !== page.seats) {
    location.reload();
    return false;
  }
  byId("notices").replaceChildren(...notices.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  byId("notices").hidden = !notices.length;
  showNotice(byId("link-notice"), notices.at(-1) ?? "");
  foldInvitations(news);
  if (kind === "news") showSeatStates(news.seat_states ?? []);
  return true;
}
