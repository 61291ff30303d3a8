// The keyboard.

import { modes } from "./marks.js";
import { button } from "./pad.js";
import { settings } from "./storage.js";

/** @typedef {import("./play.js").Play} Play */

const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const modeKeys = { z: "digit", x: "corner", c: "centre", v: "colour" };
const buttonKeys = { h: "hint", p: "pause", "?": "show-help" };

/** @param {Play} play */
export function listenToKeys(play) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing || isField(event.target)) return;
    const command = event.ctrlKey || event.metaKey;
    if (command ? control(play, event) : plain(play, event)) event.preventDefault();
  });
}

/** Whether keys and the clipboard belong to something else, such as a field or an open dialog. */
export function isField(target) {
  return target instanceof Element && (target.matches("input:not([type=checkbox]), select, textarea") || Boolean(target.closest("dialog")));
}

/** @returns {boolean} whether the key is ours */
function control(play, event) {
  switch (letterOf(event)) {
    case "z":
      if (event.shiftKey) play.redo();
      else play.undo();
      return true;
    case "y":
      play.redo();
      return true;
    case "a":
      play.selectAll();
      return true;
    case "home":
      return play.go(0, event.shiftKey);
    case "end":
      return play.go(play.game.shape.count - 1, event.shiftKey);
  }
  const digit = digitOf(event);
  return digit > 0 && play.pressControlled(digit);
}

function plain(play, event) {
  const onButton = event.target instanceof Element && event.target.closest("button, a, summary, input");
  // Players who speak to the machine switch them off: then keys write on the board alone (WCAG 2.1.4).
  const shortcuts = settings.get("shortcuts");
  const digit = shortcuts || play.view.table.contains(event.target) ? digitOf(event) : -1;
  if (digit > 0) {
    if (event.shiftKey && digitOf({ key: event.key }) < 0) play.pressShifted(digit);
    else play.press(digit);
    return true;
  }
  if (digit === 0) return play.erase();
  const mode = shortcuts && modeKeys[letterOf(event)];
  if (mode) return play.setMode(mode);
  const pressed = shortcuts && button(buttonKeys[letterOf(event)]);
  if (pressed) {
    pressed.click();
    return true;
  }
  switch (event.key) {
    case "Delete":
    case "Backspace":
      return play.erase();
    case "Escape": // closes an open menu, which the browser does
      return !document.querySelector(":popover-open") && play.release();
  }
  return !onButton && inGrid(play, event);
}

function inGrid(play, event) {
  const { side } = play.game.shape;
  const row = Math.floor(play.selection.focus / side) * side;
  if (arrows[event.key]) return play.move(...arrows[event.key], event.shiftKey);
  switch (event.key) {
    case "Home":
      return play.go(row, event.shiftKey);
    case "End":
      return play.go(row + side - 1, event.shiftKey);
    case " ":
      return play.setMode(modes[(modes.indexOf(play.mode) + (event.shiftKey ? 3 : 1)) % modes.length]);
  }
  return false;
}

/** @returns {string} the key's letter, or its name in small letters. For a letter of another alphabet, its place on the
 * keyboard counts. */
function letterOf({ key, code }) {
  const place = /^Key([A-Z])$/.exec(code);
  return (place && key.charCodeAt(0) > 127 ? place[1] : key).toLowerCase();
}

/** @returns {number} the digit of a key, -1 for none. With Shift, or on a French keyboard, its place
 * counts. */
function digitOf({ key, code = "" }) {
  if (/^[0-9]$/.test(key)) return Number(key);
  const place = /^(?:Digit|Numpad)([0-9])$/.exec(code);
  return place && key.length === 1 ? Number(place[1]) : -1;
}
