/* For every page: submit a form as soon as its language or theme is chosen. */

document.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit]")) event.target.form.submit();
});
