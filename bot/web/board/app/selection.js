// The selected cells, and the cell with the keyboard's focus.

/** @typedef {import("./shape.js").Shape} Shape */

export class Selection {
  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    /** @type {Set<number>} */ this.cells = new Set();
    this.focus = 0;
    /** @type {(() => void)[]} */ this.watchers = [];
  }

  only(c) {
    this.set([c], c);
  }

  /** @param {Iterable<number>} cells */
  set(cells, focus = this.focus) {
    this.cells = new Set(cells);
    this.focus = focus;
    for (const watch of this.watchers) watch();
  }

  /** Adds a cell, or takes it away. */
  put(c, selected) {
    const cells = new Set(this.cells);
    if (selected) cells.add(c);
    else cells.delete(c);
    this.set(cells, c);
  }

  /** Adds the rectangle between the focus and a cell to the selection. */
  extendTo(c) {
    const { side } = this.shape;
    const [r1, r2] = [Math.floor(this.focus / side), Math.floor(c / side)].sort((a, b) => a - b);
    const [c1, c2] = [this.focus % side, c % side].sort((a, b) => a - b);
    const cells = new Set(this.cells);
    for (let r = r1; r <= r2; r++) for (let column = c1; column <= c2; column++) cells.add(r * side + column);
    this.set(cells, c);
  }

  /** Moves the focus, round the edges. @param {boolean} add keeps the selection */
  move(rows, columns, add) {
    const { side } = this.shape;
    const row = (Math.floor(this.focus / side) + rows + side) % side;
    const column = ((this.focus % side) + columns + side) % side;
    this.go(row * side + column, add);
  }

  go(c, add) {
    this.set(add ? [...this.cells, this.focus, c] : [c], c);
  }
}
