/* The motion of the final scoring: bars grow, coins and tokens fly, ranks appear one by one. */

import { flyInArc } from "./board.js";
import { prefersReducedMotion, stepTime } from "./preferences.js";
import { playSound } from "./sound.js";

const RANK_TIME = 1.4; // in steps of an animation, between one rank and the next

/* How long a step of the motion takes, in milliseconds; none if nothing should move. */
export const motionTime = () => (prefersReducedMotion() ? 0 : stepTime());
const cellsOf = (row) => [...row.querySelectorAll("td[data-gain]")];

/* What each player has after some steps. */
function totalsAfter(table, step) {
  const totals = [...table.querySelectorAll("thead th")].map(() => 0);
  for (const row of table.querySelectorAll("tr[data-step]")) {
    if (Number(row.dataset.step) > step) continue;
    cellsOf(row).forEach((cell, column) => (totals[column] += Number(cell.dataset.gain)));
  }
  return totals;
}

let counting = 0; // the animation frame of the numbers that count up now
let shown = 0; // how often the totals were shown: coins that are still in the air then bring nothing more

/* Show the totals after some steps, and a bar for each. When they move, coins bring what the last step gives. */
export function showGains(table, step, { moving = false } = {}) {
  cancelAnimationFrame(counting);
  const current = ++shown;
  const [before, after] = [totalsAfter(table, moving ? step - 1 : step), totalsAfter(table, step)];
  const time = motionTime();
  const isMoving = moving && time > 0;
  table.classList.toggle("moving", isMoving);
  setTotals(table, isMoving ? before : after);
  if (moving && String(before) !== String(after)) playSound(table.dataset.sound);
  if (!isMoving) return;
  const flights = flyGains(table, step, time).map((flight) => flight.finished.catch(() => {}));
  Promise.all(flights).then(() => current === shown && countUp(table, before, after, time * 2));
}

function setTotals(table, totals) {
  const cells = table.querySelectorAll(".total");
  table.style.setProperty("--most", Math.max(1, table.dataset.most));
  table.style.setProperty("--players", totals.length);
  table.querySelectorAll(".bar").forEach((bar, column) => {
    setBar(bar, Math.max(0, totals[column]));
    cells[column].textContent = String(totals[column]).replace("-", "−");
  });
}

/* A bar consists of one element for each point, and of what its end looks like, if the game draws that. */
function setBar(bar, length) {
  const points = bar.getElementsByTagName("i"); // live
  while (points.length > length) points[points.length - 1].remove();
  while (points.length < length) bar.insertBefore(document.createElement("i"), bar.querySelector(".tip"));
}

function countUp(table, before, after, duration) {
  const start = performance.now();
  const count = (now) => {
    const share = Math.min(1, (now - start) / duration);
    setTotals(table, after.map((total, column) => Math.round(before[column] + (total - before[column]) * share)));
    if (share < 1) counting = requestAnimationFrame(count);
  };
  counting = requestAnimationFrame(count);
}

/* Tokens fly from the players' cards to the scores, and coins from the prizes to those who win them. */
function flyGains(table, step, time) {
  const cells = [...table.querySelectorAll(`tr[data-step="${step}"]`)].flatMap(cellsOf);
  const seats = [...table.querySelectorAll("thead th")].map((player) => player.dataset.seat);
  return cells.flatMap((cell, number) => {
    const card = document.getElementById(`card-${seats[number % seats.length]}`);
    const icons = card ? [...cell.querySelectorAll(".icon")] : [];
    const tokens = icons.map((icon) => flyInArc(flyingIcon(icon), card, icon, time * 1.6));
    const prize = document.querySelector(`#scores [data-prize="${cell.dataset.from}"]`);
    if (!prize || !Number(cell.dataset.gain)) return tokens;
    const coin = Object.assign(document.createElement("span"), { className: "flying flying-coin", textContent: `+${cell.dataset.gain}` });
    return [...tokens, flyInArc(coin, prize, cell, time * 2, time * 0.8)];
  });
}

function flyingIcon(icon) {
  const holder = document.createElement("span");
  holder.className = "flying";
  holder.append(icon.cloneNode(true));
  return holder;
}

let waiting = []; // timers until the next rank

/* Show the ranks one by one, the winner's last; resolves when all are there. */
export function showRanks(table) {
  const time = motionTime();
  const players = [...table.querySelectorAll("thead th")].sort((one, other) => other.dataset.rank - one.dataset.rank);
  if (!time) return Promise.resolve();
  for (const player of players) player.classList.add("unranked");
  return new Promise((resolve) => {
    waiting = players.map((player, place) => setTimeout(() => player.classList.remove("unranked"), time * RANK_TIME * (place + 1)));
    waiting.push(setTimeout(resolve, time * RANK_TIME * (players.length + 0.5)));
  });
}

/* Finish the animations of the scores at once. */
export function finishScoreAnimations() {
  for (const timer of waiting.splice(0)) clearTimeout(timer);
  for (const player of document.querySelectorAll("#scores .unranked")) player.classList.remove("unranked");
  for (const animation of document.getAnimations()) {
    if (animation.effect?.target?.matches?.(".flying")) animation.finish();
  }
}
