/* A device that several people share: it is handed to the player whose turn it is. */

import { restoreDraft } from "./draft_storage.js";
import { byId } from "./regions.js";
import { fillName, hasScreens, isShared, messages, names, seats, table } from "./table_state.js";

/* Switch to the seat whose turn it is. If it has secrets, show nothing before its player has taken the device;
   then call `onTaken`. */
export function chooseSeat(onTaken) {
  if (!isShared) return;
  const next = seats.find((seat) => table.news.waiting.includes(seat));
  if (next === undefined || next === table.seat) return;
  const hasSecrets = hasScreens && table.news.length > 0 && !table.news.over;
  if (!hasSecrets) {
    table.seat = next;
    return;
  }
  table.seat = null;
  const dialog = byId("handover");
  byId("handover-title").textContent = fillName(messages.handover, names[next]);
  const button = byId("handover-done");
  button.textContent = fillName(messages.me, names[next]);
  button.onclick = () => {
    dialog.close();
    table.seat = next;
    restoreDraft(table.version);
    onTaken();
  };
  dialog.oncancel = (event) => event.preventDefault();
  document.dispatchEvent(new CustomEvent("howdah:handover"));
  if (!dialog.open) dialog.showModal();
}
