// The game in this tab: the board of the server, the changes made here since, and the board that results. Every change is kept in the browser's storage before anything is sent.

import {
  difference, isNewer, merge, movesBetween, notesBetween, readBoard, sameOnServer, stepsBetween, withNotes,
} from "./board.js";
import { apply, changeOf, History } from "./history.js";
import { isHistory } from "./kept.js";
import { shapeOf } from "./shape.js";
import { newId } from "./storage.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{moves: string, notes: object, cells: [number, Cell][], at: number}} Operation  as sent, the cells after it, and when it was made
 * @typedef {{id: string, revision: number, noted: number, operations: Operation[]}} Sent  a batch whose answer is awaited
 */

const mostInBatch = 100;
const longestBatch = 20000; // letters of moves: with notes, the server accepts 64 kB at once

export class Game {
  /** @param {import("./wire.d.ts").State} state @param {import("./storage.js").Storage} storage */
  constructor(state, storage) {
    this.shape = shapeOf(state.shape);
    this.storage = storage;
    this.state = state;
    /** @type {Board} as the server has it */ this.base = readBoard(this.shape, state);
    /** @type {Board} */ this.board = this.base;
    this.clues = [...state.clues].map((d) => Number(d.replace(".", "0")));
    /** @type {Operation[]} not yet sent */ this.queue = [];
    /** @type {Sent|null} */ this.sent = null;
    /** @type {Map<number, Cell>} cells played here whose place has the digit of another device */ this.asked = new Map();
    /** @type {Map<number, number>} when cells were changed, for changes that the server does not have */ this.times = new Map();
    this.history = new History();
    this.automatic = false; // marks are filled in
    /** @type {((changed: number[], elsewhere: boolean) => void)[]} */ this.watchers = [];
  }

  get finished() {
    return Boolean(this.state.finished);
  }

  /** The number of operations that the server does not have. */
  get waiting() {
    return this.queue.length + (this.sent?.operations.length ?? 0);
  }

  isClue(c) {
    return this.clues[c] !== 0;
  }

  /** Makes a change by this player. @param {Board} next @returns {number[]} the cells that changed */
  change(next) {
    const changed = difference(this.board, next);
    if (!changed.length || this.finished) return [];
    const change = changeOf(this.board, next, changed.some((c) => !sameOnServer(this.board[c], next[c])));
    this.history.add(change);
    this.#enqueue(next);
    return changed;
  }

  /** Takes the last change back of which some part still stands. @returns {number[]|undefined} undefined: there is none here */
  undo() {
    for (let last; !this.finished && (last = this.history.back()); ) {
      const next = apply(this.board, last.change, true);
      const changed = difference(this.board, next);
      this.#enqueue(next, last.linked ? "undo" : undefined);
      if (changed.length) return changed;
    }
    return undefined;
  }

  /** Takes back the server's last change, which this tab does not know. @returns {number[]} */
  undoOnServer() {
    this.queue.push({ moves: "undo", notes: {}, cells: [], at: Date.now() });
    this.#keep();
    this.#notify([], false);
    return [];
  }

  /** Makes the change again that was taken back last. @returns {number[]|undefined} */
  redo() {
    for (let change; !this.finished && (change = this.history.forward()); ) {
      const next = apply(this.board, change, false);
      const changed = difference(this.board, next);
      // If others have played the same, the server gets no event of it that its "undo" would take back.
      if (change.event && !changed.some((c) => !sameOnServer(this.board[c], next[c]))) this.history.unlink();
      this.#enqueue(next);
      if (changed.length) return changed;
    }
    return undefined;
  }

  /** @param {Board} next @param {string} [moves] @param {number} [at] */
  #enqueue(next, moves = movesBetween(this.shape, this.board, next), at = Date.now()) {
    const notes = notesBetween(this.shape, this.board, next);
    const changed = difference(this.board, next);
    if (!changed.length && !moves) return;
    this.queue.push({ moves, notes, cells: changed.map((c) => [c, next[c]]), at });
    for (const c of changed) {
      this.asked.delete(c);
      this.times.set(c, at);
    }
    this.board = next;
    this.#keep();
    this.#notify(changed, false);
  }

  /** Returns the next batch to send, the same one until it is settled. @returns {object|null} */
  batch() {
    if (!this.sent) {
      if (!this.queue.length) return null;
      const operations = this.queue.splice(0, this.#batchSize());
      const { revision, noted } = this.state;
      this.sent = { id: newId(), revision, noted, operations };
      this.#keep();
    }
    const { id, revision, noted, operations } = this.sent;
    const notes = Object.assign({}, ...operations.map((o) => o.notes));
    const events = operations.filter((o) => o.moves);
    const ago = events.map((o) => Math.max(Date.now() - o.at, 0));
    return { id, revision, moves: events.map((o) => o.moves), notes, noted, ago };
  }

  /** The number of operations to send at once: at least one. */
  #batchSize() {
    let letters = 0;
    const over = this.queue.findIndex((o, i) => i === mostInBatch || (letters += o.moves.length) > longestBatch);
    return over < 0 ? this.queue.length : Math.max(over, 1);
  }

  /** The server has made the batch. */
  settle(state) {
    const expected = withCells(this.base, this.sent.operations);
    this.sent = null;
    this.#rebase(expected, state);
  }

  /** The server has not made the batch: others were quicker, or it was refused. */
  unsettle(state, drop = false) {
    if (!drop) this.queue.unshift(...this.sent.operations);
    if (drop) this.base = withCells(this.base, this.sent.operations); // so that the next state takes it back
    this.sent = null;
    if (state) this.#rebase(this.base, state);
    else this.#keep();
  }

  /** The server has a newer state. Not while a batch is sent. */
  receive(state) {
    if (isNewer(this.state, state)) return;
    this.#rebase(this.base, state);
  }

  /** The server has answered a wish, which may have changed the board for this player. */
  granted(state) {
    const before = this.board;
    this.receive(state);
    if (difference(before, this.board).length) {
      this.history.add(changeOf(before, this.board, true));
      this.history.unlink();
      this.#keep();
    }
  }

  /** Takes over the changes that another tab of this game has not sent. @param {import("./storage.js").Left} left */
  adopt(left) {
    const { board, both } = merge(left.base, left.board, this.board);
    const before = this.board;
    const changed = this.finished ? [] : difference(before, board);
    if (changed.length) {
      this.history.add(changeOf(before, board, true));
      this.history.unlink();
      for (const step of stepsBetween(this.shape, before, board, new Map(left.times))) this.#enqueue(step.board, undefined, step.at);
    }
    for (const c of both) this.asked.set(c, left.board[c]);
    for (const [c, cell] of left.asked) if (cell.digit !== this.board[c].digit) this.asked.set(c, cell);
    if (this.asked.size) this.#keep();
    if (this.asked.size) this.#notify([...this.asked.keys()], false);
    return changed;
  }

  /** Takes up undo and redo of an earlier visit. */
  remember(left) {
    if (!isHistory(this, left)) return;
    this.history.past = left.past;
    this.history.future = left.future;
    this.history.linked = left.revision === this.state.revision ? left.linked : 0;
    this.automatic = left.automatic === true;
  }

  /** Settles a cell that was played here and elsewhere. @param {boolean} here */
  choose(c, here) {
    const mine = this.asked.get(c);
    this.asked.delete(c);
    const next = this.board.slice();
    if (here && mine) next[c] = mine;
    if (!this.change(next).length) {
      this.#keep();
      this.#notify([c], false);
    }
  }

  /** Applies the changes made here to a newer state. base is the board that they were made on. */
  #rebase(base, state) {
    const before = this.board;
    const theirs = readBoard(this.shape, state);
    const foreign = difference(base, theirs);
    const { revision, notPosted } = this.state;
    this.state = state;
    this.base = theirs;
    if (foreign.length) {
      const { board, both } = merge(base, before, theirs);
      for (const c of both) this.asked.set(c, before[c]);
      this.board = board;
      if (this.queue.length && foreign.every((c) => sameOnServer(base[c], theirs[c]))) this.#renote();
      else {
        this.history.unlink();
        this.#requeue();
      }
    }
    this.#keep();
    const news = foreign.length || revision !== state.revision || notPosted !== state.notPosted;
    if (news) this.#notify(difference(before, this.board), foreign.length > 0);
  }

  /** Makes new operations of all changes that are left to send. */
  #requeue() {
    this.queue = [];
    let from = this.base;
    for (const { board, at } of stepsBetween(this.shape, from, this.board, this.times)) {
      const moves = movesBetween(this.shape, from, board);
      /** @type {[number, Cell][]} */
      const cells = difference(from, board).map((c) => [c, board[c]]);
      this.queue.push({ moves, notes: notesBetween(this.shape, from, board), cells, at });
      from = board;
    }
  }

  /** Moves all notes into the last operation that is left to send. The moves of all stay. */
  #renote() {
    for (const operation of this.queue) {
      operation.notes = {};
      operation.cells = operation.cells.map(([c, cell]) => [c, withNotes(cell, this.base[c])]);
    }
    const last = this.queue.at(-1);
    last.notes = notesBetween(this.shape, this.base, this.board);
    for (const c of difference(this.base, this.board)) last.cells.push([c, this.board[c]]);
  }

  /** Has marks filled in from now on, or no longer. */
  setAutomatic(on) {
    this.automatic = on;
    this.#keep();
  }

  #keep() {
    const pending = this.waiting > 0 || this.asked.size > 0;
    if (!pending) this.times.clear();
    this.storage.keep(pending ? { base: this.base, board: this.board, asked: [...this.asked], times: [...this.times] } : null);
    this.storage.keepHistory(() => ({
      past: this.history.past, future: this.history.future, linked: this.history.linked, revision: this.state.revision,
      clues: this.state.clues, state: this.state, automatic: this.automatic,
    }));
  }

  #notify(changed, elsewhere) {
    for (const watch of this.watchers) watch(changed, elsewhere);
  }
}

/** @param {Board} board @param {Operation[]} operations @returns {Board} */
function withCells(board, operations) {
  const next = board.slice();
  for (const operation of operations) for (const [c, cell] of operation.cells) next[c] = cell;
  return next;
}
