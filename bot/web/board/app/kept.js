// Checks the content of the browser's storage before it is used. It may be of another version, of a broken program, or
// of a game that had the same number in another archive.

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./board.js").Cell} Cell
 */

/** @returns {boolean} whether a record was left by a tab of this game @param {Game} game */
export function isLeft(game, record) {
  return isBoard(game, record?.base) && isBoard(game, record.board) && Array.isArray(record.asked) &&
    record.asked.every((pair) => Array.isArray(pair) && isOpen(game, pair[0]) && isCell(game, pair[1])) && isTimes(record.times ?? []);
}

/** @returns {boolean} whether a record is undo and redo of this game @param {Game} game */
export function isHistory(game, record) {
  const isChange = (change) => Array.isArray(change?.cells) && change.cells.every((triple) => isTriple(game, triple));
  return [record?.past, record?.future].every((changes) => Array.isArray(changes) && changes.every(isChange)) &&
    Number.isInteger(record.linked) && (record.clues === undefined || record.clues === game.state.clues);
}

/** @returns {boolean} whether a record is a state of the game that a page without a network shows
 * @param {import("./wire.d.ts").State} shown @param {any} record */
export function isState(shown, record) {
  const isGrid = (text) => typeof text === "string" && text.length === shown.grid.length && /^[.1-9]*$/.test(text);
  return record?.game === shown.game && record.clues === shown.clues && Number.isInteger(record.revision) &&
    Number.isInteger(record.noted ?? 0) && isGrid(record.grid) &&
    Array.isArray(record.marks) && record.marks.length === shown.marks.length && record.marks.every((text) => /^[1-9]*$/.test(text)) &&
    typeof record.notes === "object" && record.notes !== null;
}

/** A cell before a change and after. @param {Game} game */
function isTriple(game, triple) {
  const [c, ...both] = Array.isArray(triple) ? triple : [];
  const keepsClue = ({ digit }) => isOpen(game, c) || digit === game.clues[c];
  return Number.isInteger(c) && c >= 0 && c < game.shape.count && both.length === 2 && both.every((cell) => isCell(game, cell) && keepsClue(cell));
}

/** When cells were changed; versions of before kept no times. */
const isTimes = (times) => Array.isArray(times) && times.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite));

/** A board of this puzzle has its clues. @param {Game} game */
function isBoard(game, board) {
  return Array.isArray(board) && board.length === game.shape.count &&
    board.every((cell, c) => isCell(game, cell) && (isOpen(game, c) || cell.digit === game.clues[c]));
}

/** @param {Game} game */
const isOpen = (game, c) => game.clues[c] === 0;

/** @param {Game} game @param {Cell} cell */
function isCell({ shape: { side } }, cell) {
  const isSet = (set) => Number.isInteger(set) && set >= 0 && set < 1 << 9; // colours go to 9 in any shape
  const isDigits = (set) => isSet(set) && set < 1 << side;
  return cell?.digit >= 0 && cell.digit <= side && Number.isInteger(cell.digit) && isDigits(cell.marks) && isDigits(cell.corner) &&
    isSet(cell.colours) && Array.isArray(cell.candidates) && cell.candidates.length <= 9 && cell.candidates.every(isSet);
}
