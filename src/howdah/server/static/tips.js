/* Tips in the game after a lesson: one at a time, each once in a game; they can be switched off. */

import { enqueue, socket } from "./frames.js";
import { read, write } from "./preferences.js";
import { announce, byId, focusHeadline } from "./regions.js";
import { isLatest, isMyTurn, page, table } from "./table_state.js";

const panel = byId("lesson");
const MOST_GAMES = 20; // whose tips are remembered
let tippedAt = -1; // the version at which the last tip was shown: one a turn is enough

const areOn = () => read("tips", true);
const seenIn = (games) => games[page.table] ?? [];

function remember(key) {
  const games = Object.entries(read("tips seen", {})).filter(([id]) => id !== page.table);
  write("tips seen", Object.fromEntries([...games, [page.table, [...seenIn(read("tips seen", {})), key]]].slice(-MOST_GAMES)));
}

function hide() {
  const hadFocus = panel.contains(document.activeElement);
  panel.hidden = true;
  if (hadFocus) focusHeadline();
}

/* Show the tip that is due at the position on the page. */
async function update() {
  if (table.version !== tippedAt) panel.hidden = true;
  if (!areOn() || !panel.hidden || tippedAt === table.version || !isMyTurn() || !isLatest() || table.isComplete) return;
  const { version, seat, shape, draft } = table;
  const tip = await socket.request({ ask: "tip", seat, shape, actions: draft, seen: seenIn(read("tips seen", {})) });
  if (!tip.key || version !== table.version) return;
  tippedAt = version;
  remember(tip.key);
  panel.innerHTML = tip.html;
  panel.hidden = false;
  announce(panel.querySelector(".lesson-text").textContent);
}

/* Where the game began as a lesson, its page has a panel for tips. */
export function setUpTips() {
  if (!panel || page.lesson) return;
  panel.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-tip]");
    if (!button) return;
    if (button.dataset.tip === "off") setTips(false);
    hide();
  });
  document.addEventListener("howdah:commit", hide);
  new MutationObserver(() => enqueue(update)).observe(byId("pieces"), { attributeFilter: ["data-frame"] });
  const option = byId("tips");
  if (option) Object.assign(option, { checked: areOn(), onchange: () => setTips(option.checked) });
}

function setTips(areWanted) {
  write("tips", areWanted);
  if (byId("tips")) byId("tips").checked = areWanted;
  if (areWanted) enqueue(update);
  else hide();
}
