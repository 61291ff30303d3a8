// A hint, drawn over the board: the cells that take no part are dimmed, the pattern is in circles, eliminations are
// struck, a placement fills its cell, the houses are framed, and links lead from candidate to candidate. Each has a
// shape of its own besides its colour.

import { element } from "./panel.js";
import { say } from "./words.js";

const svgNames = "http://www.w3.org/2000/svg";
const board = () => document.getElementById("board");

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./wire.d.ts").Hint} Hint */
/** @typedef {import("./wire.d.ts").Step} Step */
/** @typedef {import("./wire.d.ts").StepCandidate} Candidate */

/** The version of the published form of a step that is drawn here. */
export const stepVersion = 1;

/** The step of a hint about mistakes. @type {any} */
const none = { technique: "", houses: [], cover: [], candidates: [], links: [], placements: [], eliminations: [] };

/** @param {Shape} shape @param {Hint} hint */
export function drawHint(shape, hint) {
  clearHint();
  const { side } = shape;
  const step = hint.step ?? none;
  const svg = make("svg", { class: "hint", viewBox: `0 0 ${side} ${side}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const squares = (cells) => cells.map(corner).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  const marked = [...patternOf(step), ...step.eliminations, ...step.placements];
  hint.marks.forEach((digits, c) => {
    for (const d of digits) {
      const mark = { cell: shape.names[c], digit: Number(d) };
      if (!has(marked, mark)) svg.append(digitOf("mark", shape, mark));
    }
  });
  svg.append(make("path", { class: "veil", d: squares(hint.dimmed) }));
  for (const house of step.cover) svg.append(houseOf(shape, "cover", house));
  for (const house of framed(step)) svg.append(houseOf(shape, "house", house));
  for (const cell of hint.because) svg.append(circleOf("because", middle(cell), 0.42));
  for (const cell of hint.wrong) svg.append(crossOf(corner(cell)));
  step.links.forEach(({ kind }, i) => hint.paths[i] && svg.append(make("path", { class: `link ${kind}`, d: hint.paths[i] })));
  for (const [kind, , marks] of kindsOf(hint)) for (const mark of marks) svg.append(...shapesOf(shape, kind, mark));
  document.getElementById("stage").append(svg);
  board().classList.add("hinted");
  board().classList.toggle("candidates", hint.marks.length > 0);
}

export function clearHint() {
  document.querySelector("svg.hint")?.remove();
  board().classList.remove("hinted", "candidates");
}

/** The houses to frame: the first of a single; none of a chain, which its links show. @param {Step} step @returns {string[]} */
function framed({ technique, houses, cover, parts, links, placements }) {
  if (placements.length) return parts || cover.length ? houses : houses.slice(0, 1);
  return links.length && !cover.length && technique !== "contradiction" ? [] : houses;
}

/** The candidates that a step rests on, of a contradiction its consequences too. @param {Step} step @returns {Candidate[]} */
function patternOf({ technique, candidates, links }) {
  return technique === "contradiction" ? [...candidates, ...links.map(({ to }) => to)] : candidates;
}

/** @param {Candidate[]} list @param {Candidate} k */
const has = (list, k) => list.some(({ cell, digit }) => cell === k.cell && digit === k.digit);

/** Marks by kind, each once: a placement or elimination is not shown as a part of the pattern too.
 * @param {Hint} hint @returns {[string, string, Candidate[]][]} kind, word, marks */
function kindsOf(hint) {
  const step = hint.step ?? none;
  const { placements, eliminations } = step;
  const done = [...eliminations, ...placements];
  const pattern = patternOf(step).filter((p) => !done.some((d) => d.cell === p.cell && (d.digit === p.digit || placements.length)));
  const extra = (p) => has(hint.extras, p);
  return [["pattern", "pattern", pattern.filter((p) => !extra(p))], ["extra", "extra", pattern.filter(extra)], ["elimination", "removed", eliminations], ["placement", "placed", placements]];
}

/** What the hint rests on, in notation, and a legend of its shapes. @param {Shape} shape @param {Hint} hint @returns {Node|undefined} */
export function detailsOf(shape, hint) {
  const step = hint.step ?? none;
  const legend = element("ul", "", "legend");
  for (const [kind, word, marks] of kindsOf(hint)) {
    if (marks.length) legend.append(element("li", `${say(word)}: ${marks.map((m) => `${m.cell} ${m.digit}`).join(", ")}`, kind));
  }
  if (hint.because.length) legend.append(element("li", say("because"), "because"));
  for (const kind of ["strong", "weak", "follows"]) {
    if (step.links.some((link) => link.kind === kind)) legend.append(element("li", say(kind), kind));
  }
  const reason = step.technique === "contradiction" ? step.sentence : step.notation;
  if (!legend.childNodes.length && !reason) return undefined;
  const details = element("details", "", "details");
  details.append(element("summary", say("details")));
  if (reason) details.append(element("p", reason));
  details.append(legend);
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
function spot({ boxHeight, boxWidth }, { cell, digit }) {
  const [x, y] = middle(cell);
  const at = (i, of) => ((i - (of - 1) / 2) * spots) / boxWidth;
  return [x + at((digit - 1) % boxWidth, boxWidth), y + at(Math.floor((digit - 1) / boxWidth), boxHeight)];
}

/** @param {Shape} shape @param {string} shown its class @param {string} house "r4" */
function houseOf({ side, boxHeight, boxWidth }, shown, house) {
  const [kind, number] = house;
  const n = Number(number) - 1;
  const places = { r: [0, n, side, 1], c: [n, 0, 1, side], b: [(n % boxHeight) * boxWidth, Math.floor(n / boxHeight) * boxHeight, boxWidth, boxHeight] };
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
  const [x, y] = at.map((v) => v - 0.135);
  const around = kind === "extra" ? make("rect", { class: kind, x, y, width: 0.27, height: 0.27, rx: 0.05 }) : circleOf(kind, at, 0.135);
  const parts = [around, digitOf(kind, shape, mark)];
  if (kind === "elimination") parts.push(make("path", { class: "strike", d: `M${at[0] - 0.12} ${at[1] + 0.12}l.24-.24` }));
  return parts;
}
