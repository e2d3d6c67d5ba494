/* The panel about fair draws in the menu of a table: when the game is over, this device checks every draw. */

import { checkProof } from "./fair.js";
import { byId } from "./regions.js";
import { recall } from "./seed_memory.js";

async function getJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/* Loaded each time the menu opens: the game may be over by then, and the seed revealed. */
export async function loadFairnessPanel(path, table) {
  const response = await fetch(`${path}/fair`).catch(() => null);
  if (!response?.ok) return;
  byId("fair").innerHTML = await response.text();
  if (!byId("fair-steps")) return;
  const [record, draws] = await Promise.all([getJson(`${path}/record`), getJson(`${path}/draws`)]);
  showOutcomes(await checkProof(record.meta.fair, draws, recall(table)));
}

function showOutcomes(outcomes) {
  for (const item of byId("fair-steps").children) {
    const outcome = outcomes[item.dataset.step];
    item.className = outcome;
    item.textContent = item.dataset[outcome];
  }
  const found = Object.values(outcomes);
  const verdict = byId("verdict");
  const outcome = ["broken", "unknown"].find((each) => found.includes(each)) ?? "holds";
  verdict.className = outcome;
  byId("fair-details").open = outcome !== "holds";
  verdict.textContent = verdict.dataset[outcome === "unknown" ? "partly" : outcome];
}
