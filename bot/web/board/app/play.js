// The actions of a player: the one place that keys, pointers and buttons call.

import { announce, describe } from "./announce.js";
import { clashes, place } from "./board.js";
import { automatic, colourCandidate, erase, press, refill } from "./marks.js";
import { members } from "./shape.js";
import { settings } from "./storage.js";
import { cellName, say } from "./words.js";

export class Play {
  /** @param {import("./game.js").Game} game @param {import("./selection.js").Selection} selection
   * @param {import("./draw.js").View} view @param {import("./sync.js").Sync} sync */
  constructor(game, selection, view, sync) {
    this.game = game;
    this.selection = selection;
    this.view = view;
    this.sync = sync;
    this.mode = "digit";
    this.held = 0; // the digit that each chosen cell gets
    this.several = false; // taps add and take away
    this.colour = 1; // the last one used
    /** @type {(() => void)[]} */ this.watchers = [];
    /** @type {(() => void)} when all cells are full and nothing clashes */ this.onFull = () => {};
  }

  #changed() {
    this.view.held = this.held;
    for (const watch of this.watchers) watch();
  }

  /** A digit was pressed. */
  press(d) {
    if (this.mode !== "colour" && (settings.get("digitFirst") || !this.selection.cells.size)) return this.hold(d);
    return this.#write(d, this.mode);
  }

  /** A digit was pressed with Shift: a corner mark, or the colour of a candidate. */
  pressShifted(d) {
    if (this.mode === "colour") this.colourCandidate(this.view.lit, d);
    else this.#write(d, "corner");
  }

  /** A digit was pressed with Ctrl. @returns {true} */
  pressControlled(d) {
    this.#write(d, "centre");
    return true;
  }

  #write(d, mode) {
    if (mode === "colour") this.colour = d;
    const cells = [...this.selection.cells];
    if (cells.length && cells.every((c) => this.game.isClue(c)) && mode !== "colour") {
      return announce(say("said-given", { cell: cellName(this.game.shape, cells[0]) }));
    }
    this.make(press(this.game, cells, mode, d));
  }

  /** Makes a change by the player, and announces it. */
  make(next) {
    if (this.game.automatic) next = refill(this.game, next);
    const changed = this.game.change(next);
    const clash = clashes(this.game.shape, this.game.board);
    if (changed.length) announce(describe(this.game, changed, [...this.selection.cells], clash));
    if (changed.length && this.game.board.every((cell) => cell.digit)) {
      if (clash.size) announce(say("full-wrong"));
      else this.onFull();
    }
    return true;
  }

  erase() {
    return this.make(erase(this.game, [...this.selection.cells], this.mode));
  }

  colourCandidate(digit, colour = this.colour) {
    if (!digit) return;
    this.colour = colour;
    this.make(colourCandidate(this.game.board, [...this.selection.cells], digit, colour));
  }

  undo() {
    const changed = this.game.undo();
    if (changed || !this.game.state.canUndo || this.game.finished) return this.#sayMoved(changed, "said-undone", "said-nothing-to-undo");
    // The server knows of earlier changes, once it has all of ours.
    const { board } = this.game;
    if (this.game.waiting) this.sync.flush().then((all) => all && board === this.game.board && this.undo());
    else this.#sayMoved(this.game.undoOnServer(), "said-undone", "said-nothing-to-undo");
  }

  redo() {
    this.#sayMoved(this.game.redo(), "said-redone", "said-nothing-to-redo");
  }

  #sayMoved(changed, done, nothing) {
    const clash = clashes(this.game.shape, this.game.board);
    announce(changed ? say(done, { what: describe(this.game, changed, [], clash) }) : say(nothing));
  }

  /** @returns {true} */
  setMode(mode) {
    this.mode = mode;
    announce(say("mode-" + mode));
    this.#changed();
    return true;
  }

  /** Holds a digit, or lets it go: each cell that is chosen next gets it. */
  hold(d) {
    this.held = this.held === d ? 0 : d;
    announce(this.held ? say("said-held", { digit: d }) : say("said-released"));
    if (this.held) this.selection.set([]);
    this.#changed();
  }

  /** Writes the held digit into the chosen cells. */
  writeHeld() {
    this.#write(this.held, this.mode === "digit" && this.selection.cells.size > 1 ? "centre" : this.mode);
  }

  selectSeveral(on) {
    this.several = on;
    this.#changed();
  }

  /** A cell was clicked or tapped twice: its only mark becomes its digit, else all equal ones are selected. */
  doubled(c) {
    const cell = this.game.board[c];
    const only = members(cell.marks);
    if (!cell.digit && only.length === 1) return this.make(place(this.game.shape, this.game.board, c, only[0]));
    const equal = (other) => (cell.digit ? other.digit === cell.digit : !other.digit && other.marks === cell.marks && other.corner === cell.corner);
    if (!cell.digit && !cell.marks && !cell.corner) return;
    this.selection.set(this.game.board.flatMap((other, i) => (equal(other) ? [i] : [])), c);
    announce(say("said-selected", { count: this.selection.cells.size }));
  }

  selectAll() {
    this.selection.set(this.game.board.keys());
    announce(say("said-selected", { count: this.selection.cells.size }));
  }

  /** Selects nothing, and holds nothing. @returns {true} */
  release() {
    this.held = 0;
    this.several = false;
    this.selection.set([]);
    this.#changed();
    return true;
  }

  move(rows, columns, add) {
    this.selection.move(rows, columns, add);
    this.view.focus();
    return true;
  }

  go(c, add) {
    this.selection.go(c, add);
    this.view.focus();
    return true;
  }

  /** Fills all marks in and keeps them so, or takes them away. */
  setAutomatic(on) {
    this.game.setAutomatic(false);
    this.make(automatic(this.game, on));
    this.game.setAutomatic(on);
    this.#changed();
  }

  /** @returns {number[]} the number left of each digit, and first that of open cells */
  get left() {
    const { side } = this.game.shape;
    const left = Array(side + 1).fill(side);
    left[0] = 0;
    for (const { digit } of this.game.board) left[digit] += digit ? -1 : 1;
    return left;
  }
}
