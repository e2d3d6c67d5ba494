/* Drafting a turn: try actions, undo them, confirm the whole turn. */

import { finishAnimations } from "./board.js";
import { saveDraft } from "./draft_storage.js";
import { enqueue, requestFrame, showFrame, socket } from "./frames.js";
import { confirmsByItself } from "./preferences.js";
import { announce, byId, knownHashes, toast } from "./regions.js";
import { page, table } from "./table_state.js";

/* Show the position that the draft leads to; only a new action is animated with its path and gains. */
export async function previewDraft({ moving = true, isNewAction = false } = {}) {
  saveDraft();
  const frame = await socket.request({
    ask: "draft",
    seat: table.seat,
    shape: table.shape,
    version: table.version,
    actions: table.draft,
    pick: table.pick,
    can_redo: table.redo.length > 0,
    known: knownHashes(),
  });
  if (frame.error) {
    toast(frame.message);
    announce(frame.message);
    Object.assign(table, { draft: isNewAction ? table.draft.slice(0, -1) : [], redo: [], pick: null });
    saveDraft();
    await showFrame(await requestFrame(table.news.length), { moving: false });
    return;
  }
  if (!isNewAction) frame.motion = {};
  const shown = showFrame(frame, { moving });
  table.isPreviewing = false;
  await shown;
}

/* Change the draft and preview it. A click before the answer is ignored: it belongs to the old position.
   If the connection is lost, the draft stays as it was. */
function changeDraft(change, { isNewAction = false } = {}) {
  if (table.isPreviewing) return;
  const before = { draft: [...table.draft], redo: [...table.redo], pick: table.pick };
  table.isPreviewing = true;
  finishAnimations();
  change();
  enqueue(async () => {
    try {
      await previewDraft({ isNewAction });
    } catch (error) {
      Object.assign(table, before);
      saveDraft();
      throw error;
    } finally {
      table.isPreviewing = false;
    }
    if (isNewAction && table.isComplete && confirmsByItself(page.game)) await commitTurn();
  });
}

export const addAction = (action) =>
  changeDraft(() => Object.assign(table, { draft: [...table.draft, action], redo: [], pick: null }), { isNewAction: true });

export const pickAction = (action) => changeDraft(() => (table.pick = action));

async function commitTurn() {
  const { seat, version, draft } = table;
  const answer = await socket.request({ ask: "commit", seat, version, actions: draft });
  if (answer.error) {
    toast(answer.message);
    if (answer.error !== "stale-version") return;
  } else {
    table.shown += draft.length;
  }
  Object.assign(table, { draft: [], redo: [], pick: null });
  saveDraft();
}

export const draftCommands = {
  undo() {
    if (!table.pick && !table.draft.length) return;
    changeDraft(() => {
      if (table.pick) table.pick = null;
      else table.redo.push(table.draft.pop());
    });
  },
  redo() {
    if (table.redo.length) changeDraft(() => table.draft.push(table.redo.pop()));
  },
  commit() {
    if (table.isComplete) enqueue(commitTurn);
    else toast(byId("why-commit")?.textContent ?? "");
  },
};
