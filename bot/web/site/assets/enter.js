// On a machine of one's own there is nothing to confirm: the form is sent at once.
const form = /** @type {HTMLFormElement} */ (document.getElementById("enter"));
form.requestSubmit(form.querySelector("button[value=enter]"));
