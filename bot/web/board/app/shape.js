// Geometry. Cells are numbered from 0, row by row. A set of digits or colours is a number whose bit
// d-1 stands for d.

/** @typedef {{side: number, boxHeight: number, boxWidth: number, count: number, names: string[], peers: number[][], houses: number[][]}} Shape */

/** The height and width of a box. @type {Record<string, [number, number]>} */
const boxes = { shidoku: [2, 2], "6x6": [2, 3], sudoku: [3, 3] };

/** @param {string} name as in a State of the wire @returns {Shape} */
export function shapeOf(name) {
  const [boxHeight, boxWidth] = boxes[name];
  const side = boxHeight * boxWidth;
  const cells = [...Array(side * side).keys()];
  const row = (c) => Math.floor(c / side);
  const column = (c) => c % side;
  const boxOf = (c) => Math.floor(row(c) / boxHeight) * boxHeight + Math.floor(column(c) / boxWidth);
  const houses = [row, column, boxOf].flatMap((number) =>
    [...Array(side).keys()].map((n) => cells.filter((c) => number(c) === n)));
  return {
    side, boxHeight, boxWidth, count: cells.length, houses,
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
