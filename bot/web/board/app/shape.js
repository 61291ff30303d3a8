// Geometry. Cells are numbered from 0, row by row. A set of digits or colours is a number whose bit
// d-1 stands for d.

/** @typedef {{name: string, side: number, box: number, count: number, names: string[], peers: number[][], houses: number[][]}} Shape */

/** @param {string} name "sudoku" or "shidoku" @returns {Shape} */
export function shapeOf(name) {
  const box = name === "shidoku" ? 2 : 3;
  const side = box * box;
  const cells = [...Array(side * side).keys()];
  const row = (c) => Math.floor(c / side);
  const column = (c) => c % side;
  const boxOf = (c) => Math.floor(row(c) / box) * box + Math.floor(column(c) / box);
  const houses = [row, column, boxOf].flatMap((number) =>
    [...Array(side).keys()].map((n) => cells.filter((c) => number(c) === n)));
  return {
    name, side, box, count: cells.length, houses,
    names: cells.map((c) => `r${row(c) + 1}c${column(c) + 1}`),
    peers: cells.map((c) => [...new Set(houses.filter((h) => h.includes(c)).flat())].filter((p) => p !== c)),
  };
}

/** @param {number} d */
export const bit = (d) => 1 << (d - 1);

/** @param {number} set @returns {number[]} the members of a set, in order */
export function members(set) {
  const all = [];
  for (let d = 1; set >> (d - 1); d++) if (set & bit(d)) all.push(d);
  return all;
}

/** @param {Iterable<number|string>} digits @returns {number} */
export function setOf(digits) {
  let set = 0;
  for (const d of digits) set |= bit(Number(d));
  return set;
}
