/* Sounds: off until someone switches them on. The files are made by tools/write_sounds.py. */

import { read, write } from "./preferences.js";

const VOLUME = 0.6;

export const isSoundOn = () => read("sound", false);

const players = new Map(); // an audio element for each sound that was played

/* Play a sound, if sounds are on; not on a page that nobody sees, unless it calls someone back to it. */
export function playSound(name, { evenIfHidden = false } = {}) {
  if (!isSoundOn() || (document.hidden && !evenIfHidden)) return;
  if (!players.has(name)) players.set(name, Object.assign(new Audio(`/static/sounds/${name}.wav`), { volume: VOLUME }));
  const player = players.get(name);
  player.currentTime = 0;
  player.play().catch(() => {}); // browsers refuse to play before the first click or key on a page
}

/* The switch in the menu; switching on plays a sound, so that one hears how loud it is. */
export function setUpSoundSwitch(checkbox) {
  checkbox.checked = isSoundOn();
  checkbox.onchange = () => {
    write("sound", checkbox.checked);
    playSound("turn");
  };
}
