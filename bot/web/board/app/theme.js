// Light, dark, high contrast, or as the device has it. A cookie of this browser has the server draw the next
// page in the same colours from the start; without script, a form sets it.

import { button } from "./pad.js";
import { data } from "./words.js";

/** The path of the site, of which this page is "games/12". */
const site = new URL("..", new URL(data.game, location.href)).pathname;

export function takeTheme() {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
  button("use-theme").hidden = true;
  choice.addEventListener("change", () => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `gridkeeper-theme=${choice.value}; Path=${site}; Max-Age=31536000; SameSite=Lax${secure}`;
    if (choice.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice.value;
  });
}
