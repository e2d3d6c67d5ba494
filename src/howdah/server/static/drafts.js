/* Drafting a turn: try actions, undo them, confirm the whole turn. */

import { finishAnimations } from "./board.js";
import { choiceAt, isStart, noChoice } from "./board_grid.js";
import { saveDraft } from "./draft_storage.js";
import { enqueue, requestFrame, showFrame, socket } from "./frames.js";
import { confirmsByItself } from "./preferences.js";
import { announce, byId, knownHashes, toast } from "./regions.js";
import { isLatest, isMyTurn, messages, page, table } from "./table_state.js";

const requestDraft = (draft) =>
  socket.request({
    ask: "draft",
    seat: table.seat,
    shape: table.shape,
    version: table.version,
    can_redo: table.redo.length > 0,
    known: knownHashes(),
    ...draft,
  });

/* Show the position that the draft leads to; only a new action is animated with its path and gains. */
export async function previewDraft({ moving = true, isNewAction = false, undone = null } = {}) {
  saveDraft();
  const frame = await requestDraft({ actions: table.draft, pick: table.pick, undone });
  if (frame.error) {
    toast(frame.message);
    Object.assign(table, { draft: isNewAction ? table.draft.slice(0, -1) : [], redo: [], pick: null });
    saveDraft();
    await showFrame(await requestFrame(table.news.length), { moving: false });
    return;
  }
  if (!isNewAction) frame.motion = {};
  const shown = showFrame(frame, { moving });
  table.isPreviewing = false;
  if (moving && table.isComplete && !confirmsByItself(page.game)) announce(byId("headline").textContent);
  await shown;
}

/* Change the draft and preview it. A click before the answer is ignored: it belongs to the old position.
   If the connection is lost, the draft stays as it was. */
function changeDraft(change, { isNewAction = false, undone = null } = {}) {
  if (table.isPreviewing) return;
  const before = { draft: [...table.draft], redo: [...table.redo], pick: table.pick };
  table.isPreviewing = true;
  finishAnimations();
  change();
  enqueue(async () => {
    try {
      await previewDraft({ isNewAction, undone });
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

/* Play at a cell of the board, lead to what can be done there, or say why nothing can be. */
export function playAt(cell) {
  const action = choiceAt(cell);
  if (!isMyTurn() || !isLatest() || table.isComplete) toast(byId("headline").textContent.trim());
  else if (action) addAction(action);
  else if (isStart(cell)) byId("actions").querySelector("[data-act], [data-pick]")?.focus();
  else if (cell.dataset.action) explain(cell.dataset.action);
  else toast(noChoice());
}

/* Say why an action cannot be played now: the server refuses it with the reason. */
const explain = (action) =>
  enqueue(async () => {
    const answer = await requestDraft({ actions: [...table.draft, action], pick: null });
    if (answer.error) toast(answer.message);
    else addAction(action); // it can be played after all
  });

async function commitTurn() {
  const { seat, version, draft } = table;
  const answer = await socket.request({ ask: "commit", seat, version, actions: draft });
  if (answer.error) {
    toast(answer.message);
    if (answer.error !== "stale-version") return;
  } else {
    table.shown += draft.length;
    announce(messages.confirmed);
  }
  Object.assign(table, { draft: [], redo: [], pick: null });
  saveDraft();
}

export const draftCommands = {
  undo() {
    if (!table.pick && !table.draft.length) return;
    if (table.pick) announce(messages.undone);
    const undone = table.pick ? null : table.draft.at(-1);
    changeDraft(
      () => {
        if (table.pick) table.pick = null;
        else table.redo.push(table.draft.pop());
      },
      { undone },
    );
  },
  redo() {
    if (table.redo.length) changeDraft(() => table.draft.push(table.redo.pop()));
  },
  commit() {
    if (table.isComplete) enqueue(commitTurn);
    else toast(byId("why-commit")?.textContent ?? "");
  },
};
