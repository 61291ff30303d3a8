// The game of a visitor who is not signed in. This browser keeps it, in place of the server: all tabs share it, and it
// answers the batches of sync.js. Only hints and judgements come from the server, which keeps nothing. After a sign-in
// install.js sends the game there.

import { applyMoves, difference, movesBetween, readBoard } from "./board.js";
import { stepVersion } from "./hints.js";
import { isState } from "./kept.js";
import { members, shapeOf } from "./shape.js";
import { read, write } from "./storage.js";

/**
 * @typedef {import("./wire.d.ts").State} State
 * @typedef {{text: string, at: number, grid?: string, marks?: string[]}} Step  as in GuestStep; of a hint that changed the board, that after it
 * @typedef {{started: number, steps: Step[], level: number, state: State}} Record  level of the last hint on this very board, 0: none
 */

const longestGap = 5 * 60 * 1000; // that counts as play, as on the server
const mostSteps = 1000; // a game with more is kept as the board that they led to

export class Guest {
  /** @param {State} page  the state at the start @param {string} address */
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.shape = shapeOf(page.shape);
    this.key = `gridkeeper.guest.${page.date}${page.shape === "sudoku" ? "" : "." + page.shape}`;
    /** @type {Record} */ this.record = this.#read() ?? { started: Date.now(), steps: [], level: 0, state: page };
    this.#keep();
  }

  /** @returns {State} */
  get state() {
    const { title, subtitle } = this.page; // in the language of the page
    return { ...this.record.state, title, subtitle, active: this.#active() };
  }

  /** Calls back when another tab has changed the game. @param {(state: State) => void} changed */
  listen(changed) {
    addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      this.#readAgain();
      changed(this.state);
    });
  }

  /** Answers what sync.js would send to the server. @returns {Promise<{status: number, body: any}>} */
  async post(name, content) {
    this.#readAgain();
    return name === "moves" ? this.#make(content) : this.#ask(name, content.level);
  }

  /** @param {import("./wire.d.ts").Batch} batch */
  #make(batch) {
    const { state, steps } = this.record;
    if (state.finished) return { status: 422, body: { problem: " ", state: this.state } };
    if (batch.revision !== state.revision) return { status: 409, body: { state: this.state } };
    batch.moves.forEach((text, i) => steps.push({ text, at: Date.now() - (batch.ago?.[i] ?? 0) }));
    const notes = { ...state.notes, ...batch.notes };
    for (const [cell, note] of Object.entries(notes)) if (!Object.keys(note).length) delete notes[cell];
    this.#change({ notes, noted: state.noted + (Object.keys(batch.notes).length ? 1 : 0), revision: state.revision + batch.moves.length });
    if (batch.moves.length) this.record.level = 0;
    return this.#keep();
  }

  /** A hint, a check, or a submission. */
  async #ask(name, wanted) {
    const { date, grid, marks } = this.record.state;
    const level = wanted || Math.min(this.record.level + 1, 4);
    const answer = await this.#fetch(name, { date, grid, marks, level, version: stepVersion });
    this.#readAgain();
    const { state, steps } = this.record;
    if (answer.status !== 200 || state.grid !== grid) return answer.status === 200 ? { status: 409, body: { state: this.state } } : answer;
    const { hint, verdict } = answer.body;
    /** @type {Step} */ const step = { text: name, at: Date.now() };
    const now = readBoard(this.shape, { ...answer.body.state, notes: {} });
    const changed = difference(readBoard(this.shape, { ...state, notes: {} }), now).length > 0;
    if (hint) step.text = `hint ${changed ? 4 : Math.min(level, 3)}`; // 4 changes the board
    if (changed) Object.assign(step, { grid: answer.body.state.grid, marks: answer.body.state.marks });
    steps.push(step);
    this.#change({
      revision: state.revision + 1,
      hints: state.hints + (hint && !this.record.level ? 1 : 0),
      checks: state.checks + (verdict && !verdict.solved ? 1 : 0),
      finished: verdict?.solved && name === "submit" ? new Date().toISOString() : null,
    });
    if (hint) this.record.level = changed ? 0 : level;
    return { status: 200, body: { ...answer.body, state: this.#keep().body.state } };
  }

  async #fetch(name, wish) {
    try {
      const response = await fetch(`${this.address}/${name}`,
        { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify(wish), cache: "no-store" });
      return { status: response.status, body: await response.json() };
    } catch {
      return { status: 0, body: null };
    }
  }

  /** Changes the state; its board is that after all steps. @param {Partial<State>} parts */
  #change(parts) {
    const board = this.#boards().at(-1) ?? this.#start;
    const grid = board.map((cell) => cell.digit || ".").join("");
    const marks = board.map((cell) => members(cell.marks).join(""));
    Object.assign(this.record.state, parts, { grid, marks, canUndo: this.undoable && !parts.finished });
    if (this.record.steps.length > mostSteps) this.record.steps = this.#shorter(board);
  }

  /** @param {import("./board.js").Board} board @returns {Step[]} */
  #shorter(board) {
    const { started, steps } = this.record;
    const asked = steps.filter(({ text }) => /^(hint|check|submit)/.test(text)).map(({ text, at }) => ({ text, at }));
    return [{ text: movesBetween(this.shape, this.#start, board), at: started }, ...asked.slice(-mostSteps / 2)];
  }

  /** @returns {import("./board.js").Board[]} the board after each step */
  #boards() {
    const stack = [this.#start];
    const boards = this.record.steps.map(({ text, grid, marks }) => {
      if (text === "undo") {
        if (stack.length > 1) stack.pop();
        return stack.at(-1);
      }
      const last = stack.at(-1);
      const next = grid ? readBoard(this.shape, { grid, marks }) : applyMoves(this.shape, last, text);
      if (difference(last, next).length) stack.push(next);
      return next;
    });
    this.undoable = stack.length > 1;
    return boards;
  }

  get #start() {
    const { clues } = this.page;
    return readBoard(this.shape, { grid: clues, marks: this.shape.names.map(() => "") });
  }

  /** @returns {import("./wire.d.ts").Event[]} */
  replay() {
    const { started, steps } = this.record;
    return this.#boards().map((board, i) => ({
      seconds: secondsOf([started, ...steps.slice(0, i + 1).map(({ at }) => at)]), kind: steps[i].text,
      grid: board.map((cell) => cell.digit || ".").join(""), marks: board.map((cell) => members(cell.marks).join("")),
    }));
  }

  #active() {
    const { started, steps, state } = this.record;
    const end = state.finished ? Date.parse(state.finished) : Date.now();
    return secondsOf([started, ...steps.map(({ at }) => at), end]);
  }

  /** @returns {Record|null} the record, if it is one of this puzzle */
  #read() {
    const record = read(this.key);
    const isStep = (step) => typeof step?.text === "string" && Number.isFinite(step.at);
    const isOurs = isState(this.page, record?.state) && Number.isFinite(record.started) && Array.isArray(record.steps) && record.steps.every(isStep);
    return isOurs ? record : null;
  }

  #readAgain() {
    this.record = this.#read() ?? this.record;
  }

  #keep() {
    write(this.key, this.record);
    return { status: 200, body: { state: this.state } };
  }
}

/** The time between moments, without long gaps. @param {number[]} moments */
function secondsOf(moments) {
  const gaps = moments.slice(1).map((at, i) => at - moments[i]).filter((gap) => gap > 0 && gap <= longestGap);
  return Math.floor(gaps.reduce((sum, gap) => sum + gap, 0) / 1000);
}
