/* What every page does: a choice in a list is taken at once. */

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit]")) event.target.form.submit();
});
