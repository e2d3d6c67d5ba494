/* How far someone is in a lesson, kept on this device: a page that is loaded again goes on there. */

import { read, write } from "./preferences.js";

const START = { turns: "", read: 0 };
const keyOf = (game) => `lesson ${game}`;

export const progressOf = (game) => ({ ...START, ...read(keyOf(game), START) });
export const saveProgress = (game, { turns, read, step, steps }) => write(keyOf(game), { turns, read, step, steps });
export const forgetProgress = (game) => write(keyOf(game), START);

/* What the server has to know of a lesson. */
export const progressQuery = (game) => `?${new URLSearchParams({ turns: progressOf(game).turns, name: read("name", "") })}`;
