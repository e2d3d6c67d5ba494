/* What a click does is shown at once, before the server has answered: the control is pressed, the piece to play is
   lifted, and a ghost of it stands where it will go. The next frame replaces all of it. */

const pieces = document.getElementById("pieces");
let pressed = null;
let ghost = null;

export function acknowledge(control) {
  clearAcknowledgement();
  pressed = control;
  control?.classList.add("pressed");
  const place = control?.dataset.act && control.closest("#pieces") && control.querySelector("use[x]");
  const piece = place && pieces.querySelector("[data-to-play]");
  if (!piece) return;
  piece.classList.add("lifted");
  ghost = piece.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.classList.replace("lifted", "ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("transform", `translate(${place.getAttribute("x")} ${place.getAttribute("y")})`);
  piece.after(ghost);
}

export function clearAcknowledgement() {
  pressed?.classList.remove("pressed");
  ghost?.remove();
  for (const piece of pieces.querySelectorAll(".lifted")) piece.classList.remove("lifted");
  pressed = ghost = null;
}
