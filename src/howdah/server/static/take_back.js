/* Take-backs: who plays alone, or against computers, goes back to an own turn and plays on from there. The game goes on at
   another table, and the page moves there without being loaded again. */

import { acknowledge, clearAcknowledgement } from "./acknowledge.js";
import { finishAnimations } from "./board.js";
import { draftCommands, previewDraft } from "./drafts.js";
import { announceTurn, catchUp } from "./following.js";
import { enqueue, socket } from "./frames.js";
import { trimLog } from "./log.js";
import { rememberTable } from "./preferences.js";
import { announce, byId, toast } from "./regions.js";
import { goTo } from "./replay.js";
import { postUntilAnswered } from "./socket.js";
import { hasTurnAfter, lastTurnStart } from "./take_back_buttons.js";
import { isMyTurn, messages, moveToTable, page, path, seats, table } from "./table_state.js";

const title = document.title;
let takeBacks = 0; // how many this page has asked for

/* Play on from a position. A click before the answer is ignored: it belongs to the old table. */
function takeBack(position) {
  if (table.isPreviewing) return;
  const number = ++takeBacks;
  Object.assign(table, { isPreviewing: true, isSkipping: true });
  finishAnimations();
  acknowledge(byId("try-again") ?? byId("undo"));
  enqueue(async () => {
    try {
      const answer = await postUntilAnswered(`${path}/take-back`, { at: position });
      if (answer.error) toast(answer.message);
      else await moveTo(answer);
    } finally {
      if (number === takeBacks) { // the next one may be on its way
        Object.assign(table, { isPreviewing: false, isSkipping: false });
        clearAcknowledgement();
      }
    }
  });
}

/* Show the table at which the game goes on. What the turn had before the position is its draft, the rest can be redone. */
async function moveTo({ table: address, version, before, after }) {
  const [old, wasOver] = [page.table, table.news.over];
  moveToTable(address.split("/").at(-1));
  rememberTable(page.table, title, wasOver ? undefined : old);
  history.replaceState(null, "", path);
  updateMenuLinks(old);
  const { length } = await socket.reconnect();
  trimLog(length);
  byId("skip-motion").hidden = true;
  if (table.news.version !== version || !isMyTurn()) return catchUp(); // it was played on in another tab
  Object.assign(table, { shown: table.news.length, version, draft: before, redo: after.reverse() });
  await previewDraft({ moving: false });
  announce(messages.takenBack);
  announceTurn();
}

function updateMenuLinks(old) {
  const download = byId("download");
  Object.assign(download, { href: `${path}/record`, download: download.download.replace(old, page.table) });
  Object.assign(byId("before-take-back"), { href: `/t/${old}`, hidden: false });
  for (const field of document.querySelectorAll("#menu [name=back]")) field.value = path;
}

/* Alone, the last turn is taken back at once; against computers, it is shown first: the game will be marked. */
function takeBackLastTurn() {
  const start = lastTurnStart(table.isFollowing ? Infinity : table.shown);
  byId("menu").close();
  if (start === undefined) return;
  if (page.takeBack === "solo" && table.isFollowing) takeBack(start);
  else goTo(start);
}

/* From a table whose game was taken back, go to where it goes on. */
async function goToContinuation() {
  const answer = await postUntilAnswered(`${path}/continuation`);
  if (answer.error) return toast(answer.message);
  if (seats.length) rememberTable(answer.table.split("/").at(-1), title, page.table);
  location.replace(answer.table);
}

export const takeBackCommands = {
  undo: () => (table.pick || table.draft.length ? draftCommands.undo() : takeBackLastTurn()),
  takeBack: takeBackLastTurn,
  tryAgain() {
    if (!table.isFollowing && hasTurnAfter(table.shown)) takeBack(table.shown);
  },
  goToContinuation,
};
