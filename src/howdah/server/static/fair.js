/* Fair draws, checked in the page: the bytes are those of docs/chance.md. No server is asked here. */

import { sha256 } from "./sha256.js";

const HASH = /^[0-9a-f]{64}$/;
const SECRET = /^[0-9a-f]{32,64}$/;
const TABLE = /^[A-Za-z0-9_-]{1,40}$/;
const WORD = 1n << 64n;

async function digest(text) {
  const bytes = new TextEncoder().encode(text);
  // Browsers hide their own SHA-256 from pages that come over plain http.
  return globalThis.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes);
}

export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/* The hash that promises a text. */
export const hashOf = async (text) => toHex(await digest(text));

/* A number that nobody can guess, for the seed of a table. */
export const newNumber = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

/* The text whose hash is the seed. */
export const seedText = (table, secret, contributions) =>
  ["howdah-seed-2", table, secret, ...contributions.map(({ seats, number }) => `${seats.join(",")} ${number}`), ""].join("\n");

/* The random numbers that belong to one label. */
export class Stream {
  constructor(seed, label) {
    this.prefix = `${seed}/${label}/`;
    this.counter = 0;
  }

  async nextWord() {
    const place = this.counter % 4;
    if (place === 0) this.words = new DataView((await digest(`${this.prefix}${this.counter / 4}`)).buffer);
    this.counter += 1;
    return this.words.getBigUint64(8 * place);
  }

  async randbelow(limit) {
    const count = BigInt(limit);
    const fair = WORD - (WORD % count);
    for (;;) {
      const word = await this.nextWord();
      if (word < fair) return Number(word % count);
    }
  }

  async sample(items, count) {
    const rest = [...items];
    const drawn = [];
    while (drawn.length < count) drawn.push(...rest.splice(await this.randbelow(rest.length), 1));
    return drawn;
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/* The result that a seed gives for a draw. */
export async function repeatDraw({ label, items, result, is_ordered: isOrdered }, seed) {
  const drawn = await new Stream(seed, label).sample(items, result.length);
  if (isOrdered) return drawn;
  const place = (item) => items.findIndex((other) => isSame(item, other));
  return drawn.sort((one, other) => place(one) - place(other));
}

const isDrawnFrom = async (draw, seed) => draw.result.length <= draw.items.length && isSame(await repeatDraw(draw, seed), draw.result);

const every = async (items, check) => (await Promise.all(items.map(check))).every(Boolean);

const byFirstSeat = (one, other) => one.seats[0] - other.seats[0];

/* All promises of a transcript, as they were listed when the list was closed. */
export const closedList = ({ contributions, left_out: leftOut }) =>
  [...contributions, ...leftOut.filter(({ promise }) => promise)].map(({ seats, promise }) => ({ seats, promise })).sort(byFirstSeat);

const outcome = (holds) => (holds ? "holds" : "broken");

/* A step that this device can only take if it has seen something at the beginning. */
const compare = (seen, check) => (seen === undefined || seen === null ? "unknown" : outcome(check(seen)));

/* What this device gave to the seed: broken if the server accepted its number, and then left it out. */
function checkOwn({ contributions }, { numbers = [], accepted } = {}) {
  const isIn = contributions.some(({ number }) => numbers.includes(number));
  if (isIn) return "holds";
  return accepted && numbers.includes(accepted) ? "broken" : "unknown";
}

async function isSeed({ table, secret, contributions, seed }) {
  const areReadable = TABLE.test(table) && SECRET.test(secret) && contributions.every(({ seats, number }) => HASH.test(number) && seats.length && seats.every(Number.isInteger));
  return areReadable && (await hashOf(seedText(table, secret, contributions))) === seed;
}

async function checkSharedSeed(fair, seen) {
  return {
    list: compare(seen.list, (list) => isSame(list, closedList(fair))),
    own: checkOwn(fair, seen),
    numbers: outcome(await every(fair.contributions, async ({ number, promise }) => (await hashOf(number)) === promise)),
    secret: outcome((await hashOf(fair.secret)) === fair.commitment),
    seed: outcome(await isSeed(fair)),
  };
}

/* Check the proof of a finished game: `fair` is that of its record, `draws` its draws as data, and `seen` what this
   device has kept of them. Returns an outcome for each step: "holds", "broken", or "unknown" to this device. */
export async function checkProof(fair, draws, seen = {}) {
  const isShared = fair.version !== undefined;
  return {
    promise: compare(seen.commitment, (commitment) => commitment === fair.commitment),
    ...(isShared ? await checkSharedSeed(fair, seen) : { secret: outcome((await hashOf(fair.seed)) === fair.commitment) }),
    draws: outcome(await every(draws, (draw) => isDrawnFrom(draw, fair.seed))),
    shown: compare(seen.draws, (shown) => shown.every(({ label, result }, index) => isSame([label, result], [draws[index]?.label, draws[index]?.result]))),
  };
}
