/* The menu of a table with its preferences, seats and the proof of fair draws; the log as a dialog on small screens. */

import { loadFairnessPanel } from "./fairness_panel.js";
import { confirmsByItself, speed, write } from "./preferences.js";
import { byId } from "./regions.js";
import { loadSeatsPanel, setUpSeats } from "./seats.js";
import { setUpSoundSwitch } from "./sound.js";

export function setUpMenu(path, { game, table }) {
  const open = () => {
    byId("menu").showModal();
    return Promise.allSettled([loadFairnessPanel(path, table), loadSeatsPanel(path)]);
  };
  byId("menu-button").onclick = open;
  document.addEventListener("click", async (event) => {
    if (!event.target.closest("[data-show-links]")) return;
    await open(); // the panels above may have grown
    (document.querySelector("#menu .invite") ?? byId("seats-panel")).scrollIntoView();
  });
  byId("speed").value = speed();
  byId("speed").onchange = (event) => write("speed", event.target.value);
  byId("auto").checked = confirmsByItself(game);
  byId("auto").onchange = (event) => write(`auto ${game}`, event.target.checked);
  setUpSoundSwitch(byId("sound"));
  setUpLogDialog();
  setUpSeats(path);
}

/* The log panel is moved into the dialog while that is open. */
function setUpLogDialog() {
  const dialog = byId("log-dialog");
  byId("log-button").onclick = () => {
    byId("log-dialog-body").append(byId("log-panel"));
    dialog.showModal();
    byId("log").scrollTop = byId("log").scrollHeight;
  };
  dialog.onclose = () => document.querySelector(".sidebar").append(byId("log-panel"));
}
