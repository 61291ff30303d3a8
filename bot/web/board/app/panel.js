// The panel beside the board, or over the lower part of the pad: hints, verdicts, questions. Its first line has the buttons too,
// so that it is low.

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
  const [first, ...rest] = [...(title ? [element("h2", title)] : []), ...texts.map((text) => element("p", text))];
  const row = element("div", "", "row");
  const close = buttonOf("", hide);
  close.className = "close";
  close.ariaLabel = say("close");
  row.append(...buttons.map(([label, act]) => buttonOf(label, act)), close);
  const head = element("div", "", "head");
  head.append(...(first ? [first] : []), row);
  panel.replaceChildren(head, ...rest, ...(extra ? [extra] : []));
  panel.hidden = false;
  if (inside) row.querySelector("button").focus(); // the one that was pressed is gone
  if (!quiet) announce([title, ...texts].filter(Boolean).join(". "));
}

export function hide() {
  if (hasFocus()) opener.focus();
  if (!panel.hidden) panel.hidden = true; // the same value again would count as a change
  onClose();
  onClose = () => {};
}

/** Takes the panel off the digits, over which it lies in a low window. A hint stays drawn until the board changes. */
export function uncover() {
  if (panel.hidden) return;
  const digits = document.querySelector(".digits").getBoundingClientRect();
  const { top, left, right } = panel.getBoundingClientRect();
  if (top < digits.bottom && left < digits.right && right > digits.left) panel.hidden = true;
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
