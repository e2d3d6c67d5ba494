/* The state of a table's page, shared by its modules. */

import { progressQuery } from "./lesson_progress.js";

export const page = document.body.dataset;
export const seats = page.seats ? page.seats.split(",").map(Number) : []; // those that this browser may play
export const names = JSON.parse(page.names);
export const messages = JSON.parse(page.messages);
export let path = page.lesson ? `/learn/${page.lesson}` : `/t/${page.table}`; // it changes when the page moves to another table: do not copy it
export const isShared = seats.length > 1;
export const hasScreens = page.screens === "hidden";

export const table = {
  news: null, // the state of the table, as the server last sent it
  shown: null, // how many actions the frame on screen shows
  version: -1, // of the frame on screen
  seat: seats.length === 1 ? seats[0] : null, // who looks at this screen
  isFollowing: page.at === "", // whether the page follows the game; else it shows an earlier position
  shape: null,
  draft: [],
  redo: [],
  pick: null,
  isComplete: false,
  isPreviewing: false, // a preview of the draft has been requested and not yet shown
  isSkipping: false, // show the latest position without the frames between
  updates: [], // turns that the server has sent and the page has not shown yet
  announced: -1, // the version whose turn was announced to the viewer
};

/* The address of the socket. */
export const livePath = () => `${path}/live${page.lesson ? progressQuery(page.lesson) : ""}`;

/* Forget what the page knows of its table: it will hear of it anew. */
export const forgetTable = () =>
  Object.assign(table, { news: null, shown: null, version: -1, isFollowing: true, draft: [], redo: [], pick: null, isSkipping: false, updates: [], announced: -1 });

/* After a take-back: the page shows the table at which the game goes on, with the same seats. */
export function moveToTable(id) {
  page.forkedFrom = page.table;
  page.table = id;
  path = `/t/${id}`;
  forgetTable();
}

export const fillName = (text, name) => text.replace("{name}", name);
export const screenShape = () => (matchMedia("(max-aspect-ratio: 1/1)").matches ? "tall" : "wide");
export const isMyTurn = () => table.news && table.seat !== null && table.news.waiting.includes(table.seat);
export const isLatest = () => table.news && table.shown === table.news.length;
