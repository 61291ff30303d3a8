// The board as text, a character for each cell, copied to other programs and pasted back.

import { announce } from "./announce.js";
import { place } from "./board.js";
import { isField } from "./keys.js";
import { say } from "./words.js";

/** @param {import("./play.js").Play} play */
export function listenToClipboard(play) {
  document.addEventListener("copy", (event) => {
    if (String(getSelection()) || isField(event.target)) return;
    event.clipboardData.setData("text/plain", play.game.board.map((cell) => cell.digit || ".").join(""));
    event.preventDefault();
    announce(say("said-copied"));
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    event.preventDefault();
    const board = filledIn(play.game, event.clipboardData.getData("text/plain"));
    if (board) play.make(board);
    else announce(say("said-no-board"));
  });
}

/** Returns the board with the digits of a text. Lines and frames around them are ignored.
 * @param {import("./game.js").Game} game @returns {import("./board.js").Board|null} null for a text that is not of this puzzle */
function filledIn({ shape, board, clues }, text) {
  const digits = [...text.replace(/[\s|+-]/g, "")].map((d) => (/^[.0_*]$/.test(d) ? 0 : Number(d)));
  const fits = (d, c) => d >= 0 && d <= shape.side && (!clues[c] || d === clues[c]);
  if (digits.length !== shape.count || !digits.every(fits)) return null;
  return digits.reduce((next, d, c) => (next[c].digit === d ? next : place(shape, next, c, d)), board);
}
