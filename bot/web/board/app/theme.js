// Light, dark, high contrast, or as the device has it. A cookie lets the server draw the next page in the
// same colours from the start.

import { settings } from "./storage.js";

export function takeTheme() {
  const choice = /** @type {HTMLSelectElement} */ (document.getElementById("theme"));
  if (!choice) return;
  const apply = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  if (settings.get("theme")) apply(settings.get("theme"));
  choice.value = document.documentElement.dataset.theme ?? "";
  choice.addEventListener("change", () => {
    settings.set("theme", choice.value);
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${choice.value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    apply(choice.value);
  });
}
