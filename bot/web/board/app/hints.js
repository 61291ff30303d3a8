// A hint, drawn over the board: the cells that take no part are dimmed, the pattern is in circles, eliminations are
// struck, a placement fills its cell, the houses are framed, and links lead from candidate to candidate. Each has a
// shape of its own besides its colour.

import { element } from "./panel.js";
import { say } from "./words.js";

const svgNames = "http://www.w3.org/2000/svg";
const board = () => document.getElementById("board");

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./wire.d.ts").Hint} Hint */

/** @param {Shape} shape @param {Hint} hint */
export function drawHint(shape, hint) {
  clearHint();
  const { side } = shape;
  const svg = make("svg", { class: "hint", viewBox: `0 0 ${side} ${side}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const squares = (cells) => cells.map(corner).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  const marked = [...hint.pattern, ...hint.eliminations, ...hint.placements];
  hint.candidates.forEach((digits, c) => {
    for (const d of digits) {
      const mark = { cell: shape.names[c], digit: Number(d) };
      if (!marked.some((m) => m.cell === mark.cell && m.digit === mark.digit)) svg.append(digitOf("mark", shape, mark));
    }
  });
  svg.append(make("path", { class: "veil", d: squares(hint.dimmed) }));
  for (const house of hint.cover) svg.append(houseOf(shape, "cover", house));
  for (const house of hint.houses) svg.append(houseOf(shape, "house", house));
  for (const cell of hint.because) svg.append(circleOf("because", middle(cell), 0.42));
  for (const cell of hint.wrong) svg.append(crossOf(corner(cell)));
  for (const { kind, path } of hint.links) svg.append(make("path", { class: `link ${kind}`, d: path }));
  for (const [kind, , marks] of kindsOf(hint)) for (const mark of marks) svg.append(...shapesOf(shape, kind, mark));
  document.getElementById("stage").append(svg);
  board().classList.add("hinted");
  board().classList.toggle("candidates", hint.candidates.length > 0);
}

export function clearHint() {
  document.querySelector("svg.hint")?.remove();
  board().classList.remove("hinted", "candidates");
}

/** Marks by kind, each once: a placement or elimination is not shown as a part of the pattern too.
 * @param {Hint} hint @returns {[string, string, {cell: string, digit: number}[]][]} kind, word, marks */
function kindsOf(hint) {
  const done = [...hint.eliminations, ...hint.placements];
  const pattern = hint.pattern.filter((p) => !done.some((d) => d.cell === p.cell && (d.digit === p.digit || hint.placements.length)));
  return [["pattern", "pattern", pattern], ["elimination", "removed", hint.eliminations], ["placement", "placed", hint.placements]];
}

/** What the hint rests on, in notation, and a legend of its shapes. @param {Hint} hint @returns {Node|undefined} */
export function detailsOf(hint) {
  const legend = element("ul", "", "legend");
  for (const [kind, word, marks] of kindsOf(hint)) {
    if (marks.length) legend.append(element("li", `${say(word)}: ${marks.map((m) => `${m.cell} ${m.digit}`).join(", ")}`, kind));
  }
  if (hint.because.length) legend.append(element("li", say("because"), "because"));
  for (const kind of ["strong", "weak", "follows"]) {
    if (hint.links.some((link) => link.kind === kind)) legend.append(element("li", say(kind), kind));
  }
  if (!legend.childNodes.length && !hint.details.length) return undefined;
  const details = element("details", "", "details");
  details.append(element("summary", say("details")), ...hint.details.map((text) => element("p", text)), legend);
  return details;
}

function make(tag, attributes, text = "") {
  const made = document.createElementNS(svgNames, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** @returns {[number, number]} the upper left corner of a cell */
function corner(cell) {
  const [, row, column] = /r(\d)c(\d)/.exec(cell);
  return [Number(column) - 1, Number(row) - 1];
}

/** @returns {[number, number]} */
function middle(cell) {
  const [x, y] = corner(cell);
  return [x + 0.5, y + 0.5];
}

const spots = 0.93; // of a cell: the grid of candidates, as package picture has it

/** @param {Shape} shape @returns {[number, number]} the place of a candidate */
function spot({ box }, { cell, digit }) {
  const [x, y] = middle(cell);
  const at = (i) => ((i - (box - 1) / 2) * spots) / box;
  return [x + at((digit - 1) % box), y + at(Math.floor((digit - 1) / box))];
}

/** @param {Shape} shape @param {string} shown its class @param {string} house "row 4" */
function houseOf({ side, box }, shown, house) {
  const [kind, number] = house.split(" ");
  const n = Number(number) - 1;
  const places = { row: [0, n, side, 1], column: [n, 0, 1, side], box: [(n % box) * box, Math.floor(n / box) * box, box, box] };
  const [x, y, width, height] = places[kind] ?? [0, 0, 0, 0];
  return make("rect", { class: shown, x: x + 0.03, y: y + 0.03, width: width - 0.06, height: height - 0.06, rx: 0.1 });
}

const circleOf = (kind, [cx, cy], r) => make("circle", { class: kind, cx, cy, r });

/** The ends of a cross: its middle is free for the digit. */
function crossOf([x, y]) {
  const ends = [[0.08, 0.08, 1, 1], [0.92, 0.08, -1, 1], [0.08, 0.92, 1, -1], [0.92, 0.92, -1, -1]];
  return make("path", { class: "wrong", d: ends.map(([dx, dy, h, v]) => `M${x + dx} ${y + dy}l${0.2 * h} ${0.2 * v}`).join("") });
}

/** @param {Shape} shape */
function digitOf(kind, shape, mark, big = false) {
  const [x, y] = big ? middle(mark.cell) : spot(shape, mark);
  return make("text", { class: kind + (big ? " big" : ""), x, y }, String(mark.digit));
}

/** @param {Shape} shape */
function shapesOf(shape, kind, mark) {
  const at = spot(shape, mark);
  if (kind === "placement") {
    const [x, y] = corner(mark.cell);
    return [make("rect", { class: kind, x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.12 }), digitOf(kind, shape, mark, true)];
  }
  const parts = [circleOf(kind, at, 0.135), digitOf(kind, shape, mark)];
  if (kind === "elimination") parts.push(make("path", { class: "strike", d: `M${at[0] - 0.12} ${at[1] + 0.12}l.24-.24` }));
  return parts;
}
