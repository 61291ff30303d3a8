// The panel beside the board: hints, verdicts, questions.

import { announce } from "./announce.js";
import { say } from "./words.js";

const panel = document.getElementById("panel");
let onClose = () => {};
/** @type {HTMLElement} */ let opener; // has the focus again when the panel closes

/** @typedef {[string, () => void]} Button  its label and its action */

/** Shows a panel with a heading, texts and buttons, and announces the texts.
 * @param {{title?: string, texts: string[], buttons?: Button[], extra?: Node, closed?: () => void, quiet?: boolean}} p */
export function show({ title, texts, buttons = [], extra, closed = () => {}, quiet = false }) {
  onClose();
  onClose = closed;
  const inside = hasFocus();
  if (!inside) opener = /** @type {HTMLElement} */ (document.activeElement);
  panel.replaceChildren();
  if (title) panel.append(element("h2", title));
  for (const text of texts) panel.append(element("p", text));
  if (extra) panel.append(extra);
  const row = element("div", "", "row");
  for (const [label, act] of buttons) row.append(buttonOf(label, act));
  row.append(buttonOf(say("close"), hide));
  panel.append(row);
  panel.hidden = false;
  if (inside) row.querySelector("button").focus(); // the one that was pressed is gone
  if (!quiet) announce([title, ...texts].filter(Boolean).join(". "));
}

export function hide() {
  if (panel.hidden) return;
  if (hasFocus()) opener.focus();
  panel.hidden = true;
  onClose();
  onClose = () => {};
}

function hasFocus() {
  return panel.contains(document.activeElement);
}

export function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** @param {string} label @param {() => void} act */
export function buttonOf(label, act) {
  const made = /** @type {HTMLButtonElement} */ (element("button", label));
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}
