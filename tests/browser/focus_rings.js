/* Find the controls whose focus ring is cut off: by a box that hides or scrolls what does not fit, or by the screen. The
   keyboard must have been used last, for browsers show no rings otherwise. */

() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]:not([data-no-ring])";
  const HIDDEN = ".visually-hidden, .skip-link, svg";
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const found = [];

  const nameOf = (one) => (one.id ? `#${one.id}` : [one.localName, ...one.classList].join("."));
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(HIDDEN);

  /* The ring of the element that has the focus, or of the label that shows it for an invisible field. */
  function ringOf(control) {
    for (const one of [control, control.nextElementSibling]) {
      const style = one && getComputedStyle(one);
      if (!style || style.outlineStyle === "none" || style.opacity === "0") continue;
      const room = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { element: one, left: left - room, right: right + room, top: top - room, bottom: bottom + room };
    }
    return null;
  }

  /* The part of a box inside its border: what is outside is not drawn if the box hides or scrolls. */
  function insideOf(box) {
    const { left, top } = box.getBoundingClientRect();
    const [x, y] = [left + box.clientLeft, top + box.clientTop];
    return { left: x, top: y, right: x + box.clientWidth, bottom: y + box.clientHeight };
  }

  const clips = (overflow) => overflow !== "visible";
  const isOut = (ring, box, { x, y }) =>
    (x && (ring.left < box.left - 0.5 || ring.right > box.right + 0.5)) || (y && (ring.top < box.top - 0.5 || ring.bottom > box.bottom + 0.5));

  function cutBy(ring) {
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (isOut(ring, screen, { x: true, y: true })) return "the screen";
    for (let one = ring.element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (isOut(ring, insideOf(one), { x: clips(overflowX), y: clips(overflowY) })) return nameOf(one);
    }
    return null;
  }

  for (const control of root.querySelectorAll(CONTROLS)) {
    if (!isShown(control)) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const ring = ringOf(control);
    const place = `${nameOf(control)} (${control.textContent.trim().replace(/\s+/g, " ").slice(0, 30)})`;
    const cutter = ring && cutBy(ring);
    if (!ring) found.push(`${place} has no ring`);
    else if (cutter) found.push(`${place} is cut by ${cutter}`);
  }
  return found;
}
