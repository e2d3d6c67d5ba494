/* The draft of a turn is kept for this browser tab, so that a page can be reloaded in the middle of a turn. */

import { page, table } from "./table_state.js";

const draftKey = () => `draft ${page.table}`;

export function saveDraft() {
  const { version, seat, draft, redo } = table;
  sessionStorage.setItem(draftKey(), JSON.stringify({ version, seat, draft, redo }));
}

/* Clear the draft, or restore the saved one if it belongs to this turn and seat: a page may have been reloaded. */
export function restoreDraft(version) {
  Object.assign(table, { draft: [], redo: [], pick: null });
  const saved = JSON.parse(sessionStorage.getItem(draftKey()) ?? "null");
  if (saved && saved.version === version && saved.seat === table.seat) Object.assign(table, { draft: saved.draft, redo: saved.redo });
}
