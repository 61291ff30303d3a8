// Saves a setting as soon as it is changed. The button is for browsers without script, and for a network that failed.
const form = /** @type {HTMLFormElement} */ (document.getElementById("settings"));
const button = document.getElementById("save"), saved = document.getElementById("saved");
button.hidden = true;
form.addEventListener("change", async ({ target }) => {
  const { name, value } = /** @type {HTMLSelectElement} */ (target);
  saved.textContent = "";
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (answer?.type !== "opaqueredirect") {
    button.hidden = false;
  } else if (name === "language") {
    location.reload();
  } else {
    if (name === "look" && value !== "auto") document.documentElement.dataset.theme = value;
    else if (name === "look") delete document.documentElement.dataset.theme;
    saved.textContent = form.querySelector("template").content.textContent;
  }
});
