/* The home page: what this device has played, whose turn it is there, and the lesson that it is in. */

import "./common.js";
import { showLessons } from "./home_lessons.js";
import "./player_name.js";
import { forgetTable, read, restoreTable, updateTable } from "./preferences.js";

const SHOWN = 6; // unfinished games; the others are folded
const UNFOLDED = 3; // more finished games than that are folded
const PATIENCE = 60_000; // milliseconds after which the cards are brought up to date
const RANK = { turn: 0, waiting: 1, over: 2 };
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

const byId = (id) => document.getElementById(id);
const cards = new Map(); // the item of each table, by its id

function fromTemplate(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

function describeTime(seen) {
  const seconds = Math.max(0, Date.now() - seen) / 1000;
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS.at(-1);
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return format.format(-Math.floor(seconds / length), unit);
}

/* The item of a table: a link with its stored title until the server has described it. */
function createItem({ id, title }) {
  const item = fromTemplate("game-item");
  const link = Object.assign(document.createElement("a"), { className: "summary plain", href: `/t/${encodeURIComponent(id)}` });
  const head = Object.assign(document.createElement("span"), { className: "head" });
  head.append(Object.assign(document.createElement("strong"), { textContent: title }), document.createElement("time"));
  link.append(head);
  item.prepend(link);
  const remove = item.querySelector(".remove");
  remove.setAttribute("aria-label", remove.dataset.label.replace("{game}", title));
  remove.addEventListener("click", () => removeItem(id));
  cards.set(id, item);
  return item;
}

/* Take a table off the list; it can be put back until the next one is removed. */
function removeItem(id) {
  document.querySelector(".removed")?.remove();
  const { table, index } = forgetTable(id);
  if (!table) return arrange(); // another tab has removed it
  const note = fromTemplate("removed-item");
  note.querySelector("button").addEventListener("click", () => {
    restoreTable(table, index);
    note.remove();
    arrange();
    cards.get(id).querySelector("a").focus();
  });
  cards.get(id).replaceWith(note);
  note.querySelector("button").focus();
}

/* Ask the server how a table stands; one that does not exist any more leaves the list. */
async function refresh({ id }) {
  const answer = await fetch(`/t/${encodeURIComponent(id)}/summary`).catch(() => null);
  if (answer?.status === 404) return void forgetTable(id);
  if (!answer?.ok) return;
  const card = document.createElement("template");
  card.innerHTML = await answer.text();
  const link = cards.get(id).querySelector("a");
  const [next] = card.content.children;
  updateTable(id, { kind: next.dataset.kind });
  if (link.querySelector(".status")?.textContent === next.querySelector(".status").textContent) return;
  const hadFocus = link === document.activeElement;
  link.replaceWith(next);
  if (hadFocus) next.focus();
}

/* Put every item where it belongs: first where it is this player's turn, then the latest. */
function arrange() {
  const tables = read("tables", []).sort((one, other) => (RANK[one.kind] ?? 1) - (RANK[other.kind] ?? 1) || other.seen - one.seen);
  const running = tables.filter(({ kind }) => kind !== "over");
  const finished = tables.filter(({ kind }) => kind === "over");
  place(byId("running-games"), running.slice(0, SHOWN));
  place(byId("more-running-games"), running.slice(SHOWN));
  place(byId("finished-games"), finished);
  byId("my-games").hidden = !document.querySelector("#running-games li");
  byId("more-games").hidden = running.length <= SHOWN;
  byId("finished").hidden = !document.querySelector("#finished-games li");
}

function place(list, tables) {
  const items = tables.map((table) => cards.get(table.id) ?? createItem(table));
  for (const item of [...list.children]) if (!items.includes(item) && !item.matches(".removed")) item.remove();
  items.forEach((item, index) => {
    const present = list.querySelectorAll(":scope > li:not(.removed)")[index] ?? null;
    if (present !== item) list.insertBefore(item, present);
  });
  for (const { id, seen } of tables) cards.get(id).querySelector("time").textContent = describeTime(seen);
}

/* Finished games stay as they are: each is asked for once, when it can be seen. */
function isWanted({ id, kind }) {
  return kind !== "over" || (finished.open && cards.get(id).querySelector(".plain"));
}

async function refreshAll() {
  if (isRefreshing || document.hidden) return;
  isRefreshing = true;
  arrange(); // another tab may have added tables
  await Promise.all(read("tables", []).filter(isWanted).map(refresh));
  arrange();
  isRefreshing = false;
}

const finished = byId("finished-details");
let isRefreshing = false;

arrange();
showLessons(cards.size > 0);
await refreshAll();
finished.addEventListener("toggle", refreshAll);
finished.open = byId("finished-games").children.length <= UNFOLDED;
document.addEventListener("visibilitychange", refreshAll);
addEventListener("pageshow", ({ persisted }) => persisted && refreshAll());
setInterval(refreshAll, PATIENCE);
