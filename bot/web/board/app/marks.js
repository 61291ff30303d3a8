// The effect of a digit: a digit, a mark in a corner or in the centre, or a colour.

import { candidatesOf, place } from "./board.js";
import { bit } from "./shape.js";

/** @typedef {import("./board.js").Board} Board */

export const modes = ["digit", "corner", "centre", "colour"];

/** Returns the board after a digit was pressed with cells selected. Several cells are marked, because
 * the same digit in several of them is hardly ever meant.
 * @param {import("./game.js").Game} game @param {number[]} cells @param {string} mode @returns {Board} */
export function press(game, cells, mode, d) {
  if (mode === "colour") return toggle(game.board, cells, "colours", d);
  if (d > game.shape.side) return game.board;
  const open = cells.filter((c) => !game.isClue(c));
  if (mode === "digit" && open.length === 1 && cells.length === 1) {
    const c = open[0];
    return place(game.shape, game.board, c, game.board[c].digit === d ? 0 : d);
  }
  return toggle(game.board, open.filter((c) => !game.board[c].digit), mode === "corner" ? "corner" : "marks", d);
}

/** Removes a member from all cells if all have it, else adds it to the cells without it.
 * @param {Board} board @param {number[]} cells @param {"marks"|"corner"|"colours"} field @returns {Board} */
function toggle(board, cells, field, d) {
  const all = cells.every((c) => board[c][field] & bit(d));
  const next = board.slice();
  for (const c of cells) next[c] = { ...board[c], [field]: all ? board[c][field] & ~bit(d) : board[c][field] | bit(d) };
  return next;
}

/** Colours the centre mark of a digit in the cells that have it. @param {Board} board @returns {Board} */
export function colourCandidate(board, cells, digit, colour) {
  const marked = cells.filter((c) => !board[c].digit && board[c].marks & bit(digit));
  const all = marked.every((c) => (board[c].candidates[digit - 1] ?? 0) & bit(colour));
  const next = board.slice();
  for (const c of marked) {
    const candidates = Array.from({ length: 9 }, (_, d) => board[c].candidates[d] ?? 0);
    candidates[digit - 1] = all ? candidates[digit - 1] & ~bit(colour) : candidates[digit - 1] | bit(colour);
    next[c] = { ...board[c], candidates };
  }
  return next;
}

/** Empties cells layer by layer: digits, then marks, then colours; colours first in the mode of colours.
 * @param {import("./game.js").Game} game @param {number[]} cells @param {string} mode @returns {Board} */
export function erase(game, cells, mode) {
  const { board, shape } = game;
  const open = cells.filter((c) => !game.isClue(c));
  const digits = open.filter((c) => board[c].digit);
  const marked = open.filter((c) => board[c].marks || board[c].corner);
  const coloured = cells.filter((c) => board[c].colours || board[c].candidates.some(Boolean));
  const next = board.slice();
  if (coloured.length && (mode === "colour" || !(digits.length + marked.length))) {
    for (const c of coloured) next[c] = { ...board[c], colours: 0, candidates: [] };
  } else if (digits.length) {
    return digits.reduce((b, c) => place(shape, b, c, 0), board);
  } else {
    for (const c of marked) next[c] = { ...board[c], marks: 0, corner: 0 };
  }
  return next;
}

/** Writes all candidates into open cells, or takes all centre marks away.
 * @param {import("./game.js").Game} game @param {boolean} on @returns {Board} */
export function automatic(game, on) {
  return game.board.map((cell, c) => (cell.digit ? cell : { ...cell, marks: on ? candidatesOf(game.shape, game.board, c) : 0 }));
}

/** Gives cells that were emptied, and their peers, the candidates back that they have now.
 * @param {import("./game.js").Game} game @param {Board} next @returns {Board} */
export function refill(game, next) {
  const result = next.slice();
  next.forEach((cell, c) => {
    const gone = game.board[c].digit;
    if (!gone || gone === cell.digit) return;
    if (!cell.digit) result[c] = { ...result[c], marks: candidatesOf(game.shape, next, c) };
    for (const p of game.shape.peers[c]) {
      if (!next[p].digit && candidatesOf(game.shape, next, p) & bit(gone)) result[p] = { ...result[p], marks: result[p].marks | bit(gone) };
    }
  });
  return result;
}
