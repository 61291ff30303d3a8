// A server for one player needs no confirmation: the form is sent at once.
const form = /** @type {HTMLFormElement} */ (document.getElementById("enter"));
form.requestSubmit(form.querySelector("button[value=enter]"));
