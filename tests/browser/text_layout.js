/* Find the texts of a page that a reader cannot see as a whole, or that lie over something. */

({ mayBeCut, mayScroll }) => {
  const BOXES =
    "button, .button, label, legend, summary, th, td, dt, dd, h1, h2, h3, fieldset, dialog, .chip, .card, .toast, " +
    ".seat-notice, .turn, .scoring, .claim";
  const BUTTONS = "button, .button, select, input, .radio-option span, a.rule";
  const HIDDEN = "svg, option, noscript, script, style, .visually-hidden, .board-grid, .skip-link";
  const FLOATING = ".scores-layer, .start-bar, .toast, .round-result, .connection, .info-card, .legend, .seat-notices, .skip-motion, #menu > form"; // they lie above the rest

  const found = new Set();
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

  const nameOf = (one) => (one.id ? `#${one.id}` : [one.localName, ...[...one.classList].slice(0, 1)].join("."));
  const shorten = (text) => text.trim().replace(/\s+/g, " ").slice(0, 60);
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isForReadersOnly = (one) => Boolean(one) && (getComputedStyle(one).clipPath === "inset(50%)" || isForReadersOnly(one.parentElement));
  const isOpaque = (one) => getComputedStyle(one).opacity !== "0";
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const overlap = (one, other) => ({
    x: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    y: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  });

  /* The part of a box that can be seen, if its ancestors scroll or hide what does not fit. */
  function visiblePart(box, ancestor) {
    let { left, right, top, bottom } = box;
    for (let one = ancestor; one && one !== document.documentElement; one = one.parentElement) {
      const style = getComputedStyle(one);
      const clip = one.getBoundingClientRect();
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, right, top, bottom };
  }

  /* Whether a text is cut off by an ancestor, or spills over it; up to the first one that scrolls. */
  function checkAncestors({ parent, boxes, where }) {
    for (let one = parent; one && one !== root.parentElement; one = one.parentElement) {
      const { overflowX, overflowY, display, webkitLineClamp } = getComputedStyle(one);
      const outer = one.getBoundingClientRect();
      const isWider = boxes.some((box) => box.right > outer.right + 1 || box.left < outer.left - 1);
      const isHigher = boxes.some((box) => box.bottom > outer.bottom + 2 || box.top < outer.top - 2);
      const isClamped = webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2;
      if ((hides(overflowX) && isWider) || (hides(overflowY) && isHigher) || isClamped) found.add(`cut off by ${nameOf(one)}, ${where}`);
      else if (scrolls(overflowX) || scrolls(overflowY)) return;
      else if ((isWider || isHigher) && display !== "inline" && one.matches(BOXES)) found.add(`spills over ${nameOf(one)}, ${where}`);
    }
  }

  function collectTexts() {
    const texts = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest(HIDDEN) || !isShown(parent) || isForReadersOnly(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5);
      const where = `${nameOf(parent)} in ${nameOf(parent.parentElement)}: ${shorten(node.data)}`;
      texts.push({ node, parent, boxes, where, layer: parent.closest(FLOATING) });
    }
    return texts;
  }

  function checkWidths() {
    const { scrollWidth } = document.scrollingElement;
    if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${scrollWidth} px`);
    if (root.scrollWidth > root.clientWidth + 1) found.add(`${nameOf(root)} scrolls sideways`);
    for (const one of root.querySelectorAll("*")) {
      const { display, overflowX } = getComputedStyle(one);
      const isRow = display.endsWith("flex") && overflowX === "visible";
      if (!(isRow || display === "table") || one.closest(`${mayBeCut}, ${mayScroll}, .visually-hidden, svg`) || !isShown(one)) continue;
      const outer = one.parentElement;
      const edge = outer.getBoundingClientRect().right - parseFloat(getComputedStyle(outer).paddingRight);
      const isWider = display === "table" && one.getBoundingClientRect().right > edge + 1;
      if (isWider || one.scrollWidth > one.clientWidth + 1) found.add(`too wide: ${nameOf(one)} in ${nameOf(outer)}`);
    }
  }

  function checkOverlaps(lines) {
    for (const button of root.querySelectorAll(BUTTONS)) {
      if (button.closest(HIDDEN) || !isShown(button) || !isOpaque(button)) continue;
      const layer = button.closest(FLOATING);
      const box = visiblePart(button.getBoundingClientRect(), button.parentElement);
      for (const line of lines) {
        const { x, y } = overlap(line.box, box);
        if (line.layer === layer && x > 2 && y > 2 && !button.contains(line.parent)) found.add(`over ${nameOf(button)}, ${line.where}`);
      }
    }
    lines.sort((one, other) => one.box.top - other.box.top);
    lines.forEach((line, index) => {
      for (let next = index + 1; next < lines.length && lines[next].box.top < line.box.bottom; next += 1) {
        const other = lines[next];
        const { x, y } = overlap(line.box, other.box);
        if (line.node !== other.node && line.layer === other.layer && x > 2 && y > 5) found.add(`over ${other.where}, ${line.where}`);
      }
    });
  }

  checkWidths();
  const texts = collectTexts();
  for (const text of texts) {
    if (text.parent.closest(mayBeCut)) continue;
    const isOff = text.boxes.some((box) => box.right > innerWidth + 1 || box.left < -1);
    if (isOff && !text.parent.closest(mayScroll)) found.add(`off the screen, ${text.where}`);
    checkAncestors(text);
  }
  const lines = texts.flatMap((text) => text.boxes.map((box) => ({ ...text, box: visiblePart(box, text.parent) })));
  checkOverlaps(lines.filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1));
  return [...found];
}
