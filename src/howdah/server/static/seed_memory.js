/* What this device has seen of the draws of a table, so that nobody can claim later that it was something else. */

import { read, write } from "./preferences.js";

const MOST_TABLES = 60;
const PREFIX = "howdah seed "; // of the keys that `write` makes

const memories = new Map(); // for browsers that do not store anything

const union = (...lists) => [...new Set(lists.flatMap((list) => list ?? []))];

/* What is known of a table: the `commitment`, own `numbers`, which of them was `accepted`, the closed `list` of promises,
   and the `draws` that were shown, up to a number of chance actions (`drawn`). */
export function recall(table) {
  const [here, stored] = [memories.get(table) ?? {}, read(`seed ${table}`, {})];
  return { ...here, ...stored, numbers: union(here.numbers, stored.numbers) };
}

function update(table, change) {
  const known = recall(table);
  const all = { ...known, ...change(known), at: Date.now() };
  memories.set(table, all);
  write(`seed ${table}`, all);
  if (!known.at) forgetOldest();
}

/* Keep facts about a table; what was seen first is never replaced. */
export const keep = (table, facts) => update(table, (known) => ({ ...facts, ...known }));

/* Keep a number of this device. There may be several: another tab may make one too. */
export const keepNumber = (table, number) => update(table, ({ numbers }) => ({ numbers: union(numbers, [number]) }));

/* Keep the draws that were made since the last time, each with its label and result. */
export const keepDraws = (table, draws, drawn) =>
  update(table, ({ draws: seen = [] }) => ({ drawn, draws: [...seen, ...draws.slice(seen.length).map(({ label, result }) => ({ label, result }))] }));

/* A table that goes on from an earlier turn of another one has the same seed, and its draws up to that turn: `drawn` chance
   actions. What was seen there is known here too. */
export function inherit(from, to, drawn) {
  const { draws, drawn: seen = 0, at, ...facts } = recall(from);
  if (!at || recall(to).at) return;
  const shown = draws && { draws: draws.slice(0, draws.length - Math.max(0, seen - drawn)), drawn: Math.min(seen, drawn) };
  update(to, () => ({ ...facts, ...shown }));
}

function forgetOldest() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const time = (key) => JSON.parse(localStorage.getItem(key))?.at ?? 0;
    for (const key of keys.sort((one, other) => time(other) - time(one)).slice(MOST_TABLES)) localStorage.removeItem(key);
  } catch {
    /* Storage is blocked, or holds something else: there is nothing to forget. */
  }
}
