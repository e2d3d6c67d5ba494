/* The page of a table: follows the game frame by frame; its players draft turns and confirm them. */

import "./common.js";
import "./links.js";
import "./pregame.js";
import { focusGrid, setUpGrid } from "./board_grid.js";
import { addAction, draftCommands, pickAction, playAt } from "./drafts.js";
import { catchUp } from "./following.js";
import { enqueue, socket } from "./frames.js";
import { cardCommands, hasCards, setUpCards } from "./info_cards.js";
import { legendCommands, setUpLegend } from "./legend.js";
import { setUpMenu } from "./menu.js";
import { rememberTable } from "./preferences.js";
import { byId, toast } from "./regions.js";
import { goTo, replayCommands, replayTurn } from "./replay.js";
import { showSeatStates } from "./seat_states.js";
import { showSeatNews } from "./seats.js";
import { isScoring, noteEnd, scoringCommands } from "./scoring.js";
import { followSeed } from "./seed_sharing.js";
import { postUntilAnswered } from "./socket.js";
import { listenForStandInButtons } from "./stand_in.js";
import { takeBackCommands } from "./take_back.js";
import { showTakeBacks } from "./take_back_buttons.js";
import { setUpTips } from "./tips.js";
import { panByKey, zoomCommands } from "./zoom.js";
import { messages, page, path, seats, table } from "./table_state.js";

async function openRematch(query = "") {
  const answer = await postUntilAnswered(`${path}/rematch${query}`);
  if (answer.error) toast(answer.message);
  else location.assign(answer.table);
}

const commands = {
  ...draftCommands,
  ...replayCommands,
  ...takeBackCommands,
  ...zoomCommands,
  ...scoringCommands,
  ...cardCommands,
  ...legendCommands,
  skip: () => (isScoring() ? scoringCommands.result() : replayCommands.skip()),
  board: focusGrid,
  rematch: () => openRematch(),
  lowerLevel: () => openRematch(`?level=${byId("lower-level").dataset.level}`),
  nextLevel: () => openRematch(`?level=${byId("next-level").dataset.level}`),
};

// Pointer, touch and keyboard

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-act], [data-pick], [data-command], [data-goto], [data-replay], [aria-disabled=true]");
  if (!target) return;
  if (target.getAttribute("aria-disabled") === "true") {
    if (hasCards && target.dataset.card && !target.dataset.command) return; // its card says why
    const reason = target.querySelector(".why") ?? byId(target.getAttribute("aria-describedby"));
    const why = target.dataset.why ?? reason?.textContent;
    const rule = target.dataset.rule ?? reason?.dataset.rule ?? target.parentElement.querySelector(".rule")?.getAttribute("href");
    if (why) toast(why.trim(), rule && { href: rule, target: "_blank", rel: "noopener", textContent: messages.rule });
  } else if (target.dataset.act) addAction(target.dataset.act, target);
  else if (target.dataset.pick) pickAction(target.dataset.pick, target);
  else if (target.dataset.command) commands[target.dataset.command]();
  else if (target.dataset.replay) replayTurn(...target.dataset.replay.split(" ").map(Number));
  else if (target.dataset.goto) {
    event.preventDefault();
    goTo(Number(target.dataset.goto));
  }
});

const KEYS = {
  ...{ u: "undo", r: "redo", c: "commit", n: "step", s: "skip", t: "tryAgain", w: "recap", b: "board" },
  ...{ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" },
  ...{ z: "zoom", "+": "zoomIn", "-": "zoomOut", 0: "fit" },
  ...{ i: "card", "?": "legend" },
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea")) return;
  const svgButton = event.target.closest("#pieces [role=button]");
  if (svgButton && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    svgButton.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  } else if (panByKey(event)) {
    event.preventDefault();
  } else if (KEYS[event.key] && !(event.shiftKey && event.key.length > 1)) {
    event.preventDefault();
    commands[KEYS[event.key]]();
  }
});

// Set-up

socket.start({
  onNews: (news) => {
    table.news = news;
    noteEnd(news);
    if (news.kind === "turn") table.updates.push(news);
    if (!showSeatNews(news)) return;
    showTakeBacks(news.take_backs);
    if (news.rematch) toast("", { href: "#", textContent: messages.rematch, onclick: (event) => (event.preventDefault(), openRematch()) });
    enqueue(catchUp);
    if (!page.lesson) followSeed(news);
  },
  onSeatStates: showSeatStates,
});
matchMedia("(max-aspect-ratio: 1/1)").addEventListener("change", () => table.news && enqueue(catchUp));
if (seats.length && !page.lesson) rememberTable(page.table, document.title);
setUpMenu();
setUpTips();
setUpGrid(playAt);
setUpCards();
setUpLegend();
listenForStandInButtons(path);
document.body.classList.toggle("spectator", !seats.length);
