// The live region for screen readers: it describes each move, politely.

import { members } from "./shape.js";
import { cellName, listed, say } from "./words.js";

const region = document.getElementById("live");

/** @param {string} text */
export function announce(text) {
  // A screen reader reads the same text only once, unless it differs.
  region.textContent = region.textContent === text ? text + "\u00a0" : text;
}

/** @param {import("./game.js").Game} game @param {number[]} changed @param {number[]} chosen the cells of the move */
export function describe(game, changed, chosen, clash) {
  const meant = chosen.filter((c) => changed.includes(c));
  if (!changed.length) return "";
  const cells = meant.length ? meant : changed;
  if (cells.length > 3) return say("said-cells", { count: cells.length });
  return cells.map((c) => describeCell(game, c, clash)).join(". ");
}

function describeCell(game, c, clash) {
  const name = cellName(game.shape, c);
  const cell = game.board[c];
  if (cell.digit) return say(clash.has(c) ? "said-clash" : "said-digit", { cell: name, digit: cell.digit });
  const parts = [];
  if (cell.marks) parts.push(say("said-marks", { cell: name, digits: listed(cell.marks) }));
  if (cell.corner) parts.push(say("said-corner", { cell: name, digits: listed(cell.corner) }));
  if (cell.colours) parts.push(say("said-colours", { cell: name, colours: members(cell.colours).join(" ") }));
  return parts.join(", ") || say("said-cleared", { cell: name });
}
