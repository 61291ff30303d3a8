// Undo and redo without end. A change is kept as the cells that it changed, so that it can be taken back
// after others have changed other cells.

import { difference, merge } from "./board.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{cells: [number, Cell, Cell][], event: boolean}} Change  cells before and after; whether the
 *   server has an event of it, as it has of digits and centre marks
 */

/** @param {Board} before @param {Board} after @param {boolean} event @returns {Change} */
export function changeOf(before, after, event) {
  return { cells: difference(before, after).map((c) => [c, before[c], after[c]]), event };
}

/** Returns a board with a change made, or taken back, as far as nobody else has changed the same since.
 * @param {Board} board @param {Change} change @param {boolean} back @returns {Board} */
export function apply(board, change, back) {
  const base = board.slice();
  const mine = board.slice();
  for (const [c, before, after] of change.cells) {
    base[c] = back ? after : before;
    mine[c] = back ? before : after;
  }
  return merge(base, mine, board).board;
}

/** The changes that can be taken back, and the ones that were. */
export class History {
  /** @type {Change[]} */ past = [];
  /** @type {Change[]} */ future = [];
  /** How many events at the end of past are the last ones of the server's journal, in this order: those
   * its "undo" takes back. */
  linked = 0;

  /** @param {Change} change */
  add(change) {
    this.past.push(change);
    this.future = [];
    if (change.event) this.linked++;
  }

  /** The server's "undo" no longer takes back the end of past. */
  unlink() {
    this.linked = 0;
  }

  /** @returns {{change: Change, linked: boolean}|undefined} the last change, which is now taken back */
  back() {
    const change = this.past.pop();
    if (!change) return undefined;
    this.future.push(change);
    const linked = change.event && this.linked > 0;
    if (linked) this.linked--;
    return { change, linked };
  }

  /** @returns {Change|undefined} the change that was taken back last, which is now made again */
  forward() {
    const change = this.future.pop();
    if (!change) return undefined;
    this.past.push(change);
    if (change.event) this.linked++;
    return change;
  }
}
