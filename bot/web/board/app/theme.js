// Light, dark, high contrast, or as the device has it. The server keeps the choice, and draws the next page in these colours
// from the start.

import { button } from "./pad.js";
import { data } from "./words.js";

export function takeTheme() {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
  button("use-theme").hidden = true;
  choice.addEventListener("change", () => {
    const { dataset } = document.documentElement;
    if (choice.value === "auto") delete dataset.theme;
    else dataset.theme = choice.value;
    const body = new URLSearchParams({ theme: choice.value });
    fetch(`${data.game}/theme`, { method: "POST", body, redirect: "manual" }).catch(() => {}); // without a network it is for this page
  });
}
