/* This device takes part in the seed of a table: it promises a number, and opens it when all promises are known.
   docs/chance.md describes the steps. Nobody has to click; those who do not come can be left out by a button. */

import { hashOf, newNumber } from "./fair.js";
import { byId, toast } from "./regions.js";
import { inherit, keep, keepDraws, keepNumber, recall } from "./seed_memory.js";
import { post } from "./socket.js";
import { page, path, seats } from "./table_state.js";

const SHORTEST_DELAY = 300; // milliseconds

const isMine = (others) => others.some((seat) => seats.includes(seat));

let queue = Promise.resolve();
let timer;
let isWaiting = false; // whether this page has seen the table before the set-up was drawn
let hasStarted = false; // whether someone has started the game on this page, without those who were missing

/* Run one step after the other; the next news of the table repeat what was lost with the connection. */
function enqueue(step) {
  queue = queue.then(step).catch(() => {});
}

async function getJson(address) {
  const response = await fetch(`${path}/${address}`);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/* Send a step; if it is refused, see how far the others are. */
async function send(step, body) {
  const answer = await post(`${path}/seed/${step}`, body);
  return answer.error ? getJson("seed") : answer;
}

/* What the server says of the seed; the first commitment that was seen before the draw is kept. */
function note(state) {
  if (state.stage !== "drawn") keep(page.table, { commitment: state.commitment });
  if (state.stage === "numbers") keep(page.table, { list: state.promises });
  return state;
}

async function promiseNumber() {
  const number = newNumber();
  keepNumber(page.table, number);
  return note(await send("promise", { promise: await hashOf(number) }));
}

/* Open the number of this device whose promise is in the closed list, unless the server has changed its own promise. */
async function openNumber(state) {
  const known = recall(page.table);
  if (known.commitment !== state.commitment) return state;
  const listed = state.promises.filter((promise) => isMine(promise.seats)).map(({ promise }) => promise);
  for (const number of known.numbers) {
    if (!listed.includes(await hashOf(number))) continue;
    const answer = await post(`${path}/seed/number`, { number });
    if (answer.error) break;
    keep(page.table, { accepted: number });
    return answer;
  }
  return getJson("seed");
}

/* Take every step that this device can take now, then wait for the others, but not for ever. */
async function takePart(stage) {
  const isFirst = stage === "promises" && seats.length && !recall(page.table).numbers.length;
  let state = isFirst ? await promiseNumber() : note(await getJson("seed"));
  if (state.stage === "promises" && isMine(state.missing)) state = await promiseNumber();
  if (state.stage === "numbers" && isMine(state.missing)) state = await openNumber(state);
  clearTimeout(timer);
  if (state.stage !== "drawn" && seats.length) timer = setTimeout(() => enqueue(goOn), state.seconds_left * 1000 + SHORTEST_DELAY);
}

async function goOn() {
  const { stage } = await send("go-on");
  if (stage !== "drawn") await takePart(stage);
}

/* Show who was left out, and say it if the set-up has just been drawn. */
function showWhoWasLeftOut(names) {
  const sentence = names.length ? JSON.parse(page.messages).leftOut.replace("{names}", names.join(", ")) : "";
  byId("left-out").textContent = sentence;
  byId("left-out").hidden = !sentence;
  if (sentence && isWaiting && !hasStarted) toast(sentence);
}

/* Keep the commitment of a table whose seed is the server's alone, if nothing has been played yet, and new draws. */
async function keepWhatIsShown(news) {
  if (page.forkedFrom) inherit(page.forkedFrom, page.table, news.draws);
  const hasBegun = news.to_play !== null;
  if (!hasBegun || news.over) return;
  const known = recall(page.table);
  if (news.seed_sharing === null && news.version === 0 && !known.commitment) keep(page.table, { commitment: (await getJson("seed")).commitment });
  if (!(known.drawn >= news.draws)) keepDraws(page.table, await getJson("draws"), news.draws);
}

/* The table has changed. */
export function followSeed(news) {
  const isMade = news.seed_sharing === null || news.seed_sharing === "drawn";
  if (!isMade) {
    isWaiting = true;
    enqueue(() => takePart(news.seed_sharing));
    return;
  }
  clearTimeout(timer);
  showWhoWasLeftOut(news.left_out);
  isWaiting = false;
  enqueue(() => keepWhatIsShown(news));
}

/* After a frame is shown: the buttons are for those who need not wait. */
export function updateSeedButtons() {
  const buttons = document.querySelector(".seed-buttons");
  if (buttons) buttons.hidden = !isMine(buttons.dataset.starters.split(",").map(Number));
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) {
    hasStarted = true;
    enqueue(goOn);
  }
});
