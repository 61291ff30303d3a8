// A hint, drawn on the board: its pattern in circles, eliminations in crosses, placements in squares, its houses
// framed, its links as lines. Each has a shape of its own besides its colour.

import { element } from "./panel.js";
import { say } from "./words.js";

const svgNames = "http://www.w3.org/2000/svg";

/** @typedef {import("./shape.js").Shape} Shape */

/** @param {Shape} shape @param {import("./wire.d.ts").Hint} hint */
export function drawHint(shape, hint) {
  clearHint();
  const svg = make("svg", { class: "hint", viewBox: `0 0 ${shape.side} ${shape.side}`, "aria-hidden": "true" });
  for (const house of hint.houses ?? []) svg.append(...houseOf(shape, house));
  for (const [from, to] of hint.links ?? []) svg.append(linkOf(shape, from, to));
  for (const [kind, , marks] of kindsOf(hint)) for (const mark of marks) svg.append(...markOf(shape, kind, mark));
  document.getElementById("stage").append(svg);
}

/** Marks by kind, each once: a placement or elimination is not shown as a part of the pattern too.
 * @returns {[string, string, {cell: string, digit: number}[]][]} kind, word, marks */
function kindsOf(hint) {
  const done = [...(hint.eliminations ?? []), ...(hint.placements ?? [])];
  const pattern = (hint.pattern ?? []).filter((p) => !done.some((d) => d.cell === p.cell && d.digit === p.digit));
  return [["pattern", "pattern", pattern], ["elimination", "removed", hint.eliminations ?? []], ["placement", "placed", hint.placements ?? []]];
}

export function clearHint() {
  document.querySelector("svg.hint")?.remove();
}

/** The legend of the shapes. @param {import("./wire.d.ts").Hint} hint @returns {HTMLElement} */
export function legendOf(hint) {
  const legend = element("ul", "", "legend");
  for (const [kind, word, marks] of kindsOf(hint)) {
    if (marks.length) legend.append(element("li", `${say(word)}: ${marks.map((m) => `${m.cell} ${m.digit}`).join(", ")}`, kind));
  }
  return legend;
}

function make(tag, attributes, text = "") {
  const made = document.createElementNS(svgNames, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** @param {Shape} shape @param {string} house "row 4" */
function houseOf(shape, house) {
  const [kind, number] = house.split(" ");
  const n = Number(number) - 1;
  const { side, box } = shape;
  const places = { row: [0, n, side, 1], column: [n, 0, 1, side], box: [(n % box) * box, Math.floor(n / box) * box, box, box] };
  const [x, y, width, height] = places[kind] ?? [0, 0, 0, 0];
  return [make("rect", { class: "house", x: x + 0.04, y: y + 0.04, width: width - 0.08, height: height - 0.08, rx: 0.1 })];
}

/** @returns {[number, number]} the middle of a cell */
function middle(cell) {
  const [, row, column] = /r(\d)c(\d)/.exec(cell);
  return [Number(column) - 0.5, Number(row) - 0.5];
}

function linkOf(shape, from, to) {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  return make("line", { class: "link", x1, y1, x2, y2 });
}

/** @param {Shape} shape */
function markOf(shape, kind, { cell, digit }) {
  const [cx, cy] = middle(cell);
  const step = 1 / shape.box;
  const x = cx + (((digit - 1) % shape.box) - (shape.box - 1) / 2) * step * 0.9;
  const y = cy + (Math.floor((digit - 1) / shape.box) - (shape.box - 1) / 2) * step * 0.9;
  const r = step * 0.46;
  const backs = {
    pattern: () => make("circle", { class: kind, cx: x, cy: y, r }),
    elimination: () => make("circle", { class: kind, cx: x, cy: y, r }),
    placement: () => make("rect", { class: kind, x: x - r, y: y - r, width: 2 * r, height: 2 * r }),
  };
  const parts = [backs[kind](), make("text", { class: kind, x, y, "font-size": step * 0.72 }, String(digit))];
  if (kind === "elimination") {
    const d = r * 0.9;
    parts.push(make("path", { class: "strike", d: `M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}` }));
  }
  return parts;
}
