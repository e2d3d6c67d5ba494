/* What this device remembers: speed, whether turns commit themselves, tables, best scores. */

const STEPS = { slow: 750, normal: 380, fast: 170, off: 0 };

export function read(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(`howdah ${key}`)) ?? usual;
  } catch {
    return usual;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(`howdah ${key}`, JSON.stringify(value));
  } catch {
    /* A device that keeps nothing still plays. */
  }
}

export const speed = () => read("speed", "normal");
export const stepTime = () => STEPS[speed()] ?? STEPS.normal;
export const commitsItself = (game) => read(`auto ${game}`, document.body.dataset.confirms === "true");
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function rememberTable(id, title) {
  const others = read("tables", []).filter((table) => table.id !== id);
  write("tables", [{ id, title, seen: Date.now() }, ...others].slice(0, 20));
}
