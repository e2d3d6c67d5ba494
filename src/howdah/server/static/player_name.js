/* The name of the person at this device, remembered from page to page.
   Fields with `data-player-name` begin with it, unless they say something already; what is typed into one of them is
   remembered, and put into the others of the page. */

import { read, write } from "./preferences.js";

const MOST_LETTERS = 40;

export function playerName() {
  const name = read("name", "");
  return typeof name === "string" ? name : "";
}

export const rememberName = (name) => write("name", name.trim().slice(0, MOST_LETTERS));

const fields = () => document.querySelectorAll("[data-player-name]");

/* Write the name into all fields that are empty. */
export function fillNameFields() {
  for (const field of fields()) field.value ||= playerName();
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-player-name]")) return;
  rememberName(target.value);
  for (const field of fields()) if (field !== target) field.value = target.value;
});

fillNameFields();
addEventListener("pageshow", fillNameFields); // a browser may bring a page back with fields as they were
