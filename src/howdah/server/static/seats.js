/* Who sits where: links in the menu, notices that the host made one, and seats that move to another device. */

import { read, write } from "./preferences.js";
import { byId, toast } from "./regions.js";
import { post } from "./socket.js";
import { page, path } from "./table_state.js";

export async function loadSeatsPanel(path) {
  const response = await fetch(`${path}/seats`).catch(() => null);
  if (response?.ok) byId("seats-panel").innerHTML = await response.text();
}

export function setUpSeats() {
  byId("seats-panel").addEventListener("click", (event) => {
    const button = event.target.closest("[data-new-link]");
    if (button) makeLink(Number(button.dataset.newLink));
  });
  for (const button of document.querySelectorAll("[data-close-notice]")) button.onclick = () => closeNotice(button.parentElement);
  showNotice(byId("seat-moved"), byId("seat-moved").firstElementChild.textContent);
}

async function makeLink(seat) {
  const answer = await post(`${path}/links`, { seat }).catch(() => ({}));
  if (answer.error) toast(answer.message);
  await loadSeatsPanel(path);
  const copy = [...byId("seats-panel").querySelectorAll("[data-copy]")].find((button) => button.dataset.copy === answer.link);
  if (!copy) return;
  copy.closest("details").open = true;
  copy.focus();
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

/* Show what news say about seats. A seat that was moved is no longer played here: the page is loaded again. Returns
   whether the page goes on. */
export function showSeatNews({ seats, notices = [] }) {
  if (seats && seats.join() !== page.seats) {
    location.reload();
    return false;
  }
  byId("notices").replaceChildren(...notices.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  byId("notices").hidden = !notices.length;
  showNotice(byId("link-notice"), notices.at(-1) ?? "");
  return true;
}
