/* Links to a table or a seat: copy, share, or show as a QR code in a dialog. */

import { byId } from "./regions.js";
import { messages } from "./table_state.js";

const COPIED_TIME = 2000; // milliseconds

document.body.classList.toggle("can-share", "share" in navigator);

/* Copy a link. Where the clipboard is not available, as on a page without HTTPS, the old command may still do it; else
   the dialog shows the link as text. */
async function copyLink(button) {
  const isCopied = await navigator.clipboard?.writeText(button.dataset.copy).then(
    () => true,
    () => false,
  );
  if (isCopied || copyByCommand(button)) showCopied(button.querySelector("span"));
  else if (button.closest("[data-link]")) openLinkDialog(button.closest("[data-link]"));
}

/* The text has to be beside the button: an open dialog keeps the selection inside. */
function copyByCommand(button) {
  const text = Object.assign(document.createElement("textarea"), { value: button.dataset.copy, className: "visually-hidden" });
  button.after(text);
  text.select();
  const isCopied = document.execCommand("copy");
  text.remove();
  button.focus();
  return isCopied;
}

/* The button itself says it: a toast would be behind a dialog. */
function showCopied(label) {
  label.dataset.text ??= label.textContent;
  label.textContent = messages.copied;
  setTimeout(() => (label.textContent = label.dataset.text), COPIED_TIME);
}

/* Let the device send a link; it is no error if the person changes their mind. */
const shareLink = (url) => navigator.share({ title: document.title.replace(/^● /, ""), url }).catch(() => {});

/* Show a link large enough to be scanned by another device. */
export function openLinkDialog({ dataset, children }) {
  const dialog = byId("link-dialog");
  byId("link-title").textContent = dataset.heading;
  byId("link-note").textContent = dataset.note;
  byId("link-text").textContent = dataset.link;
  byId("link-qr").replaceChildren([...children].find((child) => child.localName === "template").content.cloneNode(true));
  dialog.querySelector("[data-copy]").dataset.copy = dataset.link;
  dialog.querySelector("[data-share]").dataset.share = dataset.link;
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share], [data-qr]");
  if (!button) return;
  if ("copy" in button.dataset) copyLink(button);
  else if ("share" in button.dataset) shareLink(button.dataset.share);
  else openLinkDialog(button.closest("[data-link]"));
});
