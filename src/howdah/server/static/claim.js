/* The page of a seat link: take the seat by a POST. A program that only loads the page, such as a messenger, takes nothing. */

import "./common.js";

const form = document.getElementById("claim");

async function takeSeat() {
  const response = await fetch(form.action, { method: "POST", redirect: "manual" }).catch(() => null);
  if (response?.type === "opaqueredirect") location.replace(form.dataset.table);
  else if (response?.status === 409) location.reload(); // another browser was first: the page says so
  // Otherwise the button stays, to try again.
}

/* A browser may prepare a page that nobody has opened yet. */
if (document.prerendering) document.addEventListener("prerenderingchange", takeSeat, { once: true });
else takeSeat();
