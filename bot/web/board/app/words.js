// Texts in the player's language, which the page brings.

import { members } from "./shape.js";

export const data = JSON.parse(document.getElementById("data").textContent);

/** @param {string} key @param {Record<string, string|number>} [values] */
export function say(key, values = {}) {
  return (data.words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {import("./shape.js").Shape} shape */
export function cellName(shape, c) {
  return say("cell", { row: Math.floor(c / shape.side) + 1, column: (c % shape.side) + 1 });
}

/** @param {number} set */
export const listed = (set) => members(set).join(" ");

/** The label of a cell: "row 4 column 5, empty, marks 3 7".
 * @param {import("./game.js").Game} game */
export function cellLabel(game, c, clash) {
  const cell = game.board[c];
  const parts = [cellName(game.shape, c)];
  const here = game.asked.get(c);
  if (game.isClue(c)) parts.push(say("cell-given", { digit: cell.digit }));
  else if (here) parts.push(digitOr("nothing", here), digitOr("nothing", cell));
  else parts.push(digitOr("cell-empty", cell));
  if (cell.corner) parts.push(say("cell-corner", { digits: listed(cell.corner) }));
  if (cell.marks) parts.push(say("cell-marks", { digits: listed(cell.marks) }));
  if (cell.colours) parts.push(say("cell-colours", { colours: listed(cell.colours) }));
  cell.candidates.forEach((set, d) => {
    if (set && cell.marks & (1 << d)) parts.push(say("cell-candidate", { digit: d + 1, colours: listed(set) }));
  });
  if (clash) parts.push(say("cell-clash"));
  if (here) parts.push(say("both"));
  return parts.join(", ");
}

/** @param {string} empty a key @param {import("./board.js").Cell} cell */
const digitOr = (empty, cell) => (cell.digit ? String(cell.digit) : say(empty));

/** @param {number} seconds @returns {string} "4:07", "1:02:03" */
export function clock(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return (hours ? `${hours}:${two(minutes)}` : String(minutes)) + ":" + two(Math.floor(seconds % 60));
}
