/* The regions beside the board: swapped whole, with the focus kept where it was. */

export const at = (id) => document.getElementById(id);

function keyOf(element) {
  if (!element || element === document.body) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.act) return `[data-act="${CSS.escape(element.dataset.act)}"]`;
  return null;
}

/* Do something that swaps elements, and give the focus back to the same one, or to the headline. */
export function keepingFocus(swap) {
  const focused = document.activeElement;
  const isInside = focused?.closest?.("#actions, #pieces, #players, #extras");
  const key = keyOf(focused);
  swap();
  if (!isInside || document.contains(focused)) return;
  const again = key && document.querySelector(key);
  if (again && again !== at("headline")) again.focus({ preventScroll: true });
  else focusHeadline();
}

export function focusHeadline() {
  const next = at("headline") ?? at("actions");
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

const drawn = new Map();

/* What has not changed stays, with whatever was filled in there. */
export function setRegions(regions) {
  for (const [id, html] of Object.entries(regions)) {
    if (id === "pieces" || drawn.get(id) === html) continue;
    drawn.set(id, html);
    at(id).innerHTML = html;
  }
}

export function addEvents(events) {
  const log = at("log");
  for (const event of events) {
    if (log.querySelector(`[data-at="${event.at}"]`)) continue;
    log.insertAdjacentHTML("beforeend", event.html);
    Object.assign(log.lastElementChild.dataset, { seat: event.seat ?? "", turn: event.turn });
  }
}

export const lastLogged = () => Number(at("log").lastElementChild?.dataset.at ?? 0);

export function markLog(position, isNow) {
  const log = at("log");
  for (const line of log.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  const line = log.querySelector(`[data-at="${position}"]`);
  line?.setAttribute("aria-current", "true");
  if (line) log.scrollTop = isNow ? log.scrollHeight : line.offsetTop - log.offsetTop - log.clientHeight / 2;
}

let toastTimer;
export function toast(text, link) {
  const place = at("toast");
  place.textContent = text;
  if (link) {
    const anchor = Object.assign(document.createElement("a"), link);
    place.append(" ", anchor);
  }
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (place.hidden = true), 6000);
}

export const tell = (text) => {
  if (text) at("live").textContent = text;
};
