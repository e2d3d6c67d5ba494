/* The menu of a table with its preferences, seats and the proof of fair draws; the log as a dialog on small screens. */

import { loadFairnessPanel } from "./fairness_panel.js";
import { confirmsByItself, speed, write } from "./preferences.js";
import { byId } from "./regions.js";
import { loadSeatsPanel, setUpSeats } from "./seats.js";
import { setUpSoundSwitch } from "./sound.js";
import { page, path } from "./table_state.js";

export function setUpMenu() {
  byId("menu-button").onclick = () => {
    byId("menu").showModal();
    if (!page.lesson) Promise.allSettled([loadFairnessPanel(path, page.table), loadSeatsPanel(path)]);
  };
  byId("speed").value = speed();
  byId("speed").onchange = (event) => write("speed", event.target.value);
  byId("auto").checked = confirmsByItself(page.game);
  byId("auto").onchange = (event) => write(`auto ${page.game}`, event.target.checked);
  setUpSoundSwitch(byId("sound"));
  setUpLogDialog();
  setUpSeats();
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
  byId("log").addEventListener("click", (event) => event.target.closest("[data-goto], [data-replay], [data-command]") && dialog.close());
}
