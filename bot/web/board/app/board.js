// The board of a player: a list of cells that are never changed, only replaced, so that boards may share them and be
// compared cell by cell.

import { bit, members, setOf } from "./shape.js";

/**
 * @typedef {import("./shape.js").Shape} Shape
 * @typedef {{digit: number, marks: number, corner: number, colours: number, candidates: number[]}} Cell
 *   candidates are the colours of digit d's centre mark, at d-1; [] if none has a colour
 * @typedef {Cell[]} Board
 * @typedef {{digit: number, cell: number}[]} Changes
 */

/** @type {Cell} */
export const emptyCell = { digit: 0, marks: 0, corner: 0, colours: 0, candidates: [] };

/** Reads a State of the wire. @param {Shape} shape @returns {Board} */
export function readBoard(shape, state) {
  return shape.names.map((name, c) => {
    const notes = state.notes?.[name] ?? {};
    return {
      digit: Number(state.grid[c].replace(".", "0")),
      marks: setOf(state.marks[c]),
      corner: setOf(notes.corner ?? ""),
      colours: setOf(notes.colours ?? []),
      candidates: readCandidates(notes.candidates),
    };
  });
}

/** @returns {boolean} whether a State of the wire is newer than another. States of older versions have no count of
 * notes.
 * @param {import("./wire.d.ts").State} state @param {import("./wire.d.ts").State} than */
export function isNewer(state, than) {
  return state.revision > than.revision || (state.revision === than.revision && state.noted > than.noted);
}

function readCandidates(byDigit = {}) {
  const list = [];
  for (const [digit, colours] of Object.entries(byDigit ?? {})) list[Number(digit) - 1] = setOf(colours);
  return Array.from(list, (set) => set ?? 0);
}

/** @param {Cell} a @param {Cell} b */
export function sameOnServer(a, b) {
  return a === b || (a.digit === b.digit && a.marks === b.marks);
}

/** @param {Cell} a @param {Cell} b */
function sameNotes(a, b) {
  if (a === b) return true;
  const most = Math.max(a.candidates.length, b.candidates.length);
  for (let d = 0; d < most; d++) if ((a.candidates[d] ?? 0) !== (b.candidates[d] ?? 0)) return false;
  return a.corner === b.corner && a.colours === b.colours;
}

/** @param {Cell} a @param {Cell} b */
export const sameCell = (a, b) => sameOnServer(a, b) && sameNotes(a, b);

/** @param {Board} a @param {Board} b @returns {number[]} the cells that differ */
export function difference(a, b) {
  return a.flatMap((cell, c) => (sameCell(cell, b[c]) ? [] : [c]));
}

/** Writes a digit, 0 for none, by the rules of package play: it is removed from the marks of its peers, and from their corner
 * marks. @param {Shape} shape @param {Board} board @returns {Board} */
export function place(shape, board, c, digit) {
  const next = board.slice();
  next[c] = { ...board[c], digit, marks: 0, corner: digit ? 0 : board[c].corner };
  if (!digit) return next;
  for (const p of shape.peers[c]) {
    const gone = ~bit(digit);
    if ((board[p].marks | board[p].corner) & bit(digit)) {
      next[p] = { ...board[p], marks: board[p].marks & gone, corner: board[p].corner & gone };
    }
  }
  return next;
}

/** @param {Shape} shape @param {Board} board @returns {number} for each open cell the digits that no peer has */
export function candidatesOf(shape, board, c) {
  let set = (1 << shape.side) - 1;
  for (const p of shape.peers[c]) if (board[p].digit) set &= ~bit(board[p].digit);
  return set;
}

/** @returns {Set<number>} cells whose digit stands twice in a house */
export function clashes(shape, board) {
  const found = new Set();
  board.forEach((cell, c) => {
    if (cell.digit && shape.peers[c].some((p) => board[p].digit === cell.digit)) found.add(c);
  });
  return found;
}

/** Returns moves in the notation of package play that lead from one board to another. Digits come first,
 * because they change the marks of their peers.
 * @param {Shape} shape @param {Board} from @param {Board} to */
export function movesBetween(shape, from, to) {
  const moves = [];
  let board = from;
  to.forEach((cell, c) => {
    if (cell.digit === from[c].digit) return;
    moves.push(cell.digit ? `${shape.names[c]}=${cell.digit}` : `-${shape.names[c]}`);
    board = place(shape, board, c, cell.digit);
  });
  to.forEach((cell, c) => {
    if (!cell.digit && cell.marks !== board[c].marks) moves.push(`${shape.names[c]}=?${members(cell.marks).join("")}`);
  });
  return moves.join(" ");
}

/** Makes moves of [movesBetween], and leaves other texts out. @param {Shape} shape @param {Board} board @param {string} text @returns {Board} */
export function applyMoves(shape, board, text) {
  for (const token of text.split(" ")) {
    const [, erased, name, isMarks, digits] = /^(-?)(r\dc\d)(?:=(\??)(\d*))?$/.exec(token) ?? [];
    const c = shape.names.indexOf(name);
    if (c < 0) continue;
    board = isMarks ? board.slice() : place(shape, board, c, erased ? 0 : Number(digits));
    if (isMarks) board[c] = { ...board[c], marks: setOf(digits) };
  }
  return board;
}

/** Returns boards that lead from one to another: a board for each time at which digits were written, and one for
 * the rest.
 * @param {Shape} shape @param {Board} from @param {Board} to @param {Map<number, number>} times of cells
 * @returns {{board: Board, at: number}[]} */
export function stepsBetween(shape, from, to, times) {
  const now = Date.now();
  const steps = [];
  const written = difference(from, to).filter((c) => from[c].digit !== to[c].digit);
  const time = (c) => times.get(c) ?? now;
  for (const c of written.sort((a, b) => time(a) - time(b))) {
    const last = steps.at(-1);
    const board = place(shape, last?.board ?? from, c, to[c].digit);
    if (last?.at === time(c)) last.board = board;
    else steps.push({ board, at: time(c) });
  }
  const rest = difference(steps.at(-1)?.board ?? from, to);
  if (rest.length) steps.push({ board: to, at: Math.max(...rest.map(time)) });
  return steps;
}

/** Returns the Notes of the wire that lead from one board to another. */
export function notesBetween(shape, from, to) {
  const notes = {};
  to.forEach((cell, c) => {
    if (!sameNotes(cell, from[c])) notes[shape.names[c]] = notesOf(cell);
  });
  return notes;
}

/** Returns a cell with the notes of another. @param {Cell} cell @param {Cell} noted @returns {Cell} */
export const withNotes = (cell, { corner, colours, candidates }) => ({ ...cell, corner, colours, candidates });

/** @param {Cell} cell */
function notesOf(cell) {
  const notes = {};
  if (cell.corner) notes.corner = members(cell.corner).join("");
  if (cell.colours) notes.colours = members(cell.colours);
  const coloured = cell.candidates.flatMap((set, d) => (set ? [[d + 1, members(set)]] : []));
  if (coloured.length) notes.candidates = Object.fromEntries(coloured);
  return notes;
}

/** Applies the change between two cells to a third one: the merge of two people's work. A digit that
 * both changed is theirs, and asked about.
 * @param {Cell} base @param {Cell} mine @param {Cell} theirs @returns {Cell} */
export function mergeCell(base, mine, theirs) {
  if (sameCell(mine, base)) return theirs;
  if (sameCell(theirs, base)) return mine;
  const bits = (b, m, t) => (t & ~(b & ~m)) | (m & ~b);
  const digit = theirs.digit === base.digit ? mine.digit : theirs.digit;
  const candidates = [];
  const most = Math.max(base.candidates.length, mine.candidates.length, theirs.candidates.length);
  for (let d = 0; d < most; d++) {
    candidates.push(bits(base.candidates[d] ?? 0, mine.candidates[d] ?? 0, theirs.candidates[d] ?? 0));
  }
  return {
    digit, candidates,
    marks: digit ? 0 : bits(base.marks, mine.marks, theirs.marks),
    corner: digit ? 0 : bits(base.corner, mine.corner, theirs.corner),
    colours: bits(base.colours, mine.colours, theirs.colours),
  };
}

/** @param {Board} base @param {Board} mine @param {Board} theirs
 * @returns {{board: Board, both: number[]}} both: cells whose digit was changed by both, differently */
export function merge(base, mine, theirs) {
  const both = [];
  const board = base.map((cell, c) => {
    const digits = [mine[c].digit, theirs[c].digit];
    if (digits[0] !== digits[1] && digits.every((d) => d !== cell.digit)) both.push(c);
    return mergeCell(cell, mine[c], theirs[c]);
  });
  return { board, both };
}
