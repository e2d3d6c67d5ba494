/* The best solo score on a board that this device knows of. */

import { read, write } from "./preferences.js";
import { byId } from "./regions.js";

/* Show the best score; a game that is over may set a new one. */
export function updateBestScore() {
  const element = byId("solo-score");
  if (!element) return;
  const key = `best ${element.dataset.board}`;
  const score = Number(element.dataset.score);
  const best = read(key, null);
  const isNew = element.dataset.over === "true" && (best === null || score > best);
  if (isNew) write(key, score);
  const shown = isNew ? score : best;
  for (const place of document.querySelectorAll("#best-score, [data-best]")) {
    place.textContent = String(shown ?? "").replace("-", "−");
    if (place.id) place.parentElement.hidden = shown === null;
  }
  if (isNew) for (const part of document.querySelectorAll("[data-new-best], [data-old-best]")) part.hidden = "oldBest" in part.dataset;
}
