// Draws the board into the table of the page. A cell is touched only if its content has changed, so that a
// digit appears in the frame of its key.

import { clashes } from "./board.js";
import { members } from "./shape.js";
import { cellLabel } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

export class View {
  /** @param {Game} game @param {import("./selection.js").Selection} selection */
  constructor(game, selection) {
    this.game = game;
    this.selection = selection;
    this.table = /** @type {HTMLTableElement} */ (document.getElementById("board"));
    this.cells = game.shape.names.map((name) => /** @type {HTMLElement} */ (document.getElementById(name)));
    /** @type {Record<string, any[]>[]} the values that each part of a cell was drawn from */
    this.drawn = game.shape.names.map(() => ({}));
    this.fixed = this.cells.map((td) => [...td.classList].filter((name) => ["left", "top", "clue"].includes(name)).join(" "));
    this.lightsUp = () => true;
    this.held = 0;
    /** @type {import("./board.js").Board|null} a board of the replay, instead of the game's */ this.shown = null;
    for (const td of this.cells) this.#takeOver(td);
  }

  /** The links of the page without script become plain. @param {HTMLElement} td */
  #takeOver(td) {
    const face = document.createElement("span");
    face.className = "face";
    face.ariaHidden = "true";
    face.append(...td.firstElementChild.childNodes);
    td.replaceChildren(face);
  }

  /** The highlighted digit: the one that is held, or that of the cell in focus. */
  get lit() {
    if (!this.lightsUp()) return 0;
    const { cells, focus } = this.selection;
    return this.held || (cells.has(focus) ? this.#board[focus].digit : 0);
  }

  get #board() {
    return this.shown ?? this.game.board;
  }

  draw() {
    const clash = clashes(this.game.shape, this.#board);
    const seen = this.#seen();
    const lit = this.lit;
    const replay = this.shown !== null;
    const grid = !replay && this.game.automatic || isFilledIn(this.#board);
    put(this.table.dataset, "lit", String(lit));
    this.cells.forEach((td, c) => {
      const drawn = this.drawn[c];
      const cell = this.#board[c];
      const there = replay ? undefined : this.game.asked.get(c)?.digit;
      // Cells are never changed, only replaced: the same one has the same look and label.
      if (isNew(drawn, "face", cell, there, grid)) td.firstElementChild.innerHTML = faceOf(cell, there, grid); // digits and names of classes only
      if (isNew(drawn, "label", cell, there, clash.has(c), replay)) td.ariaLabel = replay ? "" : cellLabel(this.game, c, clash.has(c));
      const classes = this.#classes(c, cell, lit, clash, seen);
      if (isNew(drawn, "classes", classes)) td.className = classes;
      const chosen = this.selection.cells.has(c);
      if (isNew(drawn, "chosen", chosen)) td.ariaSelected = String(chosen);
      const stop = c === this.selection.focus ? 0 : -1;
      if (isNew(drawn, "stop", stop)) td.tabIndex = stop;
    });
  }

  #classes(c, cell, lit, clash, seen) {
    const all = [this.fixed[c]];
    if (this.selection.cells.has(c)) all.push("chosen");
    else if (seen.has(c)) all.push("seen");
    if (lit && cell.digit === lit) all.push("lit");
    if (clash.has(c)) all.push("clash");
    if (this.game.asked.has(c)) all.push("asked");
    return all.join(" ");
  }

  /** The peers of the one selected cell. */
  #seen() {
    const { cells, focus } = this.selection;
    return new Set(cells.size === 1 && cells.has(focus) ? this.game.shape.peers[focus] : []);
  }

  focus() {
    this.cells[this.selection.focus].focus({ preventScroll: true });
  }
}

/** Sets a property if it differs: the same value again would make the browser lay out and paint again.
 * @param {Element|DOMStringMap} element @param {string} property */
export function put(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

/** Keeps the values that a part is drawn from. @returns {boolean} whether they have changed */
function isNew(drawn, part, ...from) {
  const before = drawn[part];
  if (before?.every((value, i) => value === from[i])) return false;
  drawn[part] = from;
  return true;
}

/** Whether the marks look as if they were filled in: every open cell has some. @param {import("./board.js").Board} board */
function isFilledIn(board) {
  return board.every((cell) => cell.digit || cell.marks);
}

/** @param {import("./board.js").Cell} cell @param {boolean} grid whether marks have places of their own, where corner marks do not take these @returns {string} */
function faceOf(cell, asked, grid) {
  let html = "";
  if (cell.colours) html += `<span class="tints">${members(cell.colours).map((k) => `<b class="k${k}"></b>`).join("")}</span>`;
  if (asked !== undefined) return `${html}<span class="digit both">${asked || "·"} <s>${cell.digit || "·"}</s></span>`;
  if (cell.digit) return `${html}<span class="digit">${cell.digit}</span>`;
  if (cell.corner) html += `<span class="corner">${members(cell.corner).map((d) => markOf(d)).join(" ")}</span>`;
  const marks = members(cell.marks);
  const style = grid && !cell.corner ? "grid" : marks.length > 4 ? `string n${marks.length}` : "string";
  if (marks.length) html += `<span class="marks ${style}">${marks.map((d) => markOf(d, cell.candidates[d - 1])).join(" ")}</span>`;
  return html;
}

function markOf(d, colours = 0) {
  const [a, b] = members(colours);
  return `<i class="d${d}${a ? ` a${a}` : ""}${b ? ` b${b}` : ""}">${d}</i>`;
}
