// The keys and buttons beside the board, with and without a counterpart on the page without script.

import { put } from "./draw.js";
import { modes } from "./marks.js";
import { settings } from "./storage.js";
import { say } from "./words.js";

/** @typedef {import("./play.js").Play} Play */

const longPress = 500; // ms

/** @param {Play} play @returns {() => void} draws it */
export function takePad(play) {
  const pad = document.getElementById("pad");
  if (!pad) return () => {};
  pad.addEventListener("submit", (event) => event.preventDefault());
  const modeKeys = modes.map((mode) => modeKey(play, mode));
  const keys = [.../** @type {NodeListOf<HTMLButtonElement>} */ (pad.querySelectorAll("button[name=digit]"))].filter((key) => Number(key.value) > 0);
  for (const key of keys) listenToKey(play, key);
  on("erase", () => play.erase());
  on("undo", () => play.undo());
  on("redo", () => play.redo());
  return () => {
    modeKeys.forEach((key, i) => put(key, "ariaPressed", String(modes[i] === play.mode)));
    const { left } = play;
    keys.forEach((key) => drawKey(play, key, left));
    drawButtons(play);
    document.body.classList.toggle("full", !left[0]);
  };
}

/** Makes a button of a mode's link. @param {Play} play @param {string} mode */
function modeKey(play, mode) {
  const link = document.getElementById("mode-" + mode);
  const button = document.createElement("button");
  button.type = "button";
  button.id = link.id;
  button.className = link.className;
  button.append(...link.childNodes);
  button.addEventListener("click", () => play.setMode(mode));
  link.replaceWith(button);
  return button;
}

/** A press writes the digit, a long one holds it. @param {Play} play @param {HTMLButtonElement} key */
function listenToKey(play, key) {
  const digit = Number(key.value);
  let timer = 0;
  let held = false;
  key.type = "button";
  key.addEventListener("pointerdown", () => {
    held = false;
    timer = window.setTimeout(() => {
      held = true;
      play.hold(digit);
    }, longPress);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) key.addEventListener(end, () => clearTimeout(timer));
  key.addEventListener("contextmenu", (event) => event.preventDefault());
  key.addEventListener("click", () => held || play.press(digit));
  key.addEventListener("click", () => (held = false));
}

/** @param {Play} play @param {HTMLButtonElement} key @param {number[]} of */
function drawKey(play, key, of) {
  const digit = Number(key.value);
  const colour = play.mode === "colour";
  const left = Math.max(of[digit], 0);
  put(key, "disabled", false);
  put(key, "className", `key${colour ? ` swatch k${digit}` : ""}${!colour && left === 0 ? " done" : ""}${play.held === digit ? " held" : ""}`);
  put(key, "ariaLabel", colour ? say("key-colour", { colour: digit }) : say("key", { digit, left }));
  put(key, "ariaPressed", String(play.held === digit));
  put(key.querySelector("small"), "textContent", colour || !left ? "" : String(left));
}

/** @param {Play} play */
function drawButtons(play) {
  const { past, future } = play.game.history;
  put(button("erase"), "disabled", false);
  put(button("undo"), "disabled", !past.length && !play.game.state.canUndo);
  put(button("redo"), "disabled", !future.length);
}

/** @param {string} id @returns {HTMLButtonElement} */
export const button = (id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

/** @param {string} id @param {(event: Event) => void} act */
export function on(id, act) {
  const found = button(id);
  if (!found) return;
  found.type = "button";
  found.addEventListener("click", act);
}

/** The switches of the menu. @param {Play} play @param {(name: string) => void} changed */
export function takeSwitches(play, changed) {
  const take = (id, read, write) => {
    const box = /** @type {HTMLInputElement} */ (document.getElementById(id));
    if (!box) return () => {};
    box.addEventListener("change", () => {
      write(box.checked);
      changed(id);
    });
    return () => (box.checked = read());
  };
  const draws = [
    take("automatic", () => play.game.automatic, (on) => play.setAutomatic(on)),
    take("several", () => play.several, (on) => play.selectSeveral(on)),
    ...["digitFirst", "light", "timer", "shortcuts"].map((name) =>
      take("set-" + name, () => settings.get(name), (on) => settings.set(name, on))),
  ];
  return () => draws.forEach((draw) => draw());
}
