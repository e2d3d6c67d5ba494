/* Drafting a turn: try actions, undo them, confirm the whole turn. */

import { acknowledge, clearAcknowledgement } from "./acknowledge.js";
import { finishAnimations } from "./board.js";
import { choiceAt, isStart, noChoice } from "./board_grid.js";
import { saveDraft } from "./draft_storage.js";
import { enqueue, requestFrame, showFrame, socket } from "./frames.js";
import { confirmsByItself } from "./preferences.js";
import { announce, byId, knownHashes, toast } from "./regions.js";
import { ConnectionLost } from "./socket.js";
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
    const before = table.draft.length ? await requestDraft({ actions: table.draft, pick: null }) : null;
    await showFrame(before && !before.error ? before : await requestFrame(table.news.length), { moving: false });
    return;
  }
  if (!isNewAction) frame.motion = {};
  const shown = showFrame(frame, { moving });
  table.isPreviewing = false;
  if (moving && table.isComplete && !confirmsByItself(page.game)) announce(byId("headline").textContent);
  await shown;
}

/* Change the draft and preview it; the control that was used shows it at once. A click before the answer is ignored: it
   belongs to the old position. */
function changeDraft(change, { isNewAction = false, undone = null, control = null } = {}) {
  if (table.isPreviewing) return;
  table.isPreviewing = true;
  finishAnimations();
  acknowledge(control);
  change();
  enqueue(async () => {
    try {
      await previewDraft({ isNewAction, undone });
    } finally {
      table.isPreviewing = false;
      clearAcknowledgement();
    }
    if (isNewAction && table.isComplete && confirmsByItself(page.game)) await commitTurn();
  });
}

export const addAction = (action, control) =>
  changeDraft(() => Object.assign(table, { draft: [...table.draft, action], redo: [], pick: null }), { isNewAction: true, control });

export const pickAction = (action, control) => changeDraft(() => (table.pick = action), { control });

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
  const answer = await requestCommit({ ask: "commit", seat, version, actions: draft });
  if (answer?.error) {
    toast(answer.message);
    if (answer.error !== "stale-version") return;
  } else if (answer) {
    document.dispatchEvent(new CustomEvent("howdah:commit", { detail: { actions: draft } }));
    table.shown += draft.length;
    announce(messages.confirmed);
  }
  Object.assign(table, { draft: [], redo: [], pick: null });
  saveDraft();
}

/* Commit a turn. If the connection is lost before the answer, the next news tell whether the turn counts: it is sent
   again if the table still has the same version, else resolves with null. */
async function requestCommit(message) {
  for (;;) {
    const news = socket.nextNews();
    try {
      return await socket.request(message, { isRepeatable: false });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      if ((await news).version !== message.version) return null;
    }
  }
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
      { undone, control: byId("undo") },
    );
  },
  redo() {
    if (table.redo.length) changeDraft(() => table.draft.push(table.redo.pop()), { control: byId("redo") });
  },
  commit() {
    if (table.isComplete) {
      acknowledge(byId("commit"));
      enqueue(commitTurn);
    } else toast(byId("why-commit")?.textContent ?? "");
  },
};
