/* Preferences and other things that this device stores: animation speed, automatic commits, tables, best scores.
   People's devices hold these keys ("howdah ..."): do not rename them. */

const STEP_TIMES = { slow: 750, normal: 380, fast: 170, off: 0 }; // milliseconds for each action
const TURN_TIMES = { slow: Infinity, normal: 700, fast: 250, off: 0 }; // at most, for a whole turn of someone else

export function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`howdah ${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(`howdah ${key}`, JSON.stringify(value));
  } catch {
    /* Storage may be full or blocked; the page works without it. */
  }
}

export const speed = () => read("speed", "normal");
export const stepTime = () => STEP_TIMES[speed()] ?? STEP_TIMES.normal;
export const turnTime = () => TURN_TIMES[speed()] ?? TURN_TIMES.normal;
export const confirmsByItself = (game) => read(`auto ${game}`, document.body.dataset.confirms === "true");
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/* Put a table first in the list of those that were played here, instead of the one that it goes on from. */
export function rememberTable(id, title, goesOnFrom) {
  const others = read("tables", []).filter((table) => table.id !== id && table.id !== goesOnFrom);
  write("tables", [{ id, title, seen: Date.now() }, ...others].slice(0, 20));
}

/* Take a table off the list; `restoreTable` puts it back where it was. */
export function forgetTable(id) {
  const tables = read("tables", []);
  const index = tables.findIndex((table) => table.id === id);
  const [table] = index < 0 ? [] : tables.splice(index, 1);
  write("tables", tables);
  return { table, index };
}

export function restoreTable(table, index) {
  const tables = read("tables", []);
  tables.splice(index, 0, table);
  write("tables", tables);
}

/* Remember more of a table of the list. */
export function updateTable(id, facts) {
  write("tables", read("tables", []).map((table) => (table.id === id ? { ...table, ...facts } : table)));
}
