/* For every page: forms that submit themselves, tables that keys can scroll. */

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit]")) event.target.form.submit();
});

/* A table that is wider than the screen scrolls; keys scroll what has the focus. */
const tables = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const table of document.querySelectorAll(".rules-page table")) tables.observe(table);
