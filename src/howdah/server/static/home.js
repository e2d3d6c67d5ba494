/* The home page: list the tables that were played on this device. */

import "./common.js";
import { read } from "./preferences.js";

const tables = read("tables", []);
const list = document.getElementById("my-tables-list");
for (const { id, title, seen } of tables) {
  const link = Object.assign(document.createElement("a"), { href: `/t/${encodeURIComponent(id)}`, textContent: title });
  const when = Object.assign(document.createElement("time"), {
    textContent: new Date(seen).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }),
  });
  const item = document.createElement("li");
  item.append(link, " ", when);
  list.append(item);
}
document.getElementById("my-tables").hidden = !tables.length;
