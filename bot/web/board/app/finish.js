// The result of a finished game. The server draws it, in the page; a game that was just finished takes it from there.

import { clock } from "./words.js";

const block = document.getElementById("finish");
const wave = 500; // ms, from one corner to the other

/** Fetches the result anew, and shows it. @param {string} address of the game @returns {Promise<boolean>} */
export async function loadFinish(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    block.replaceChildren(...page.getElementById("finish").childNodes);
    return true;
  } catch {
    return false;
  }
}

/** Shows the result of a visitor who is not signed in, which the server does not know. @param {number} seconds @returns {true} */
export function showGuestFinish(seconds) {
  document.body.classList.add("finished");
  document.getElementById("guest-time").textContent = clock(seconds);
  /** @type {HTMLElement} */ (block.firstElementChild).hidden = false;
  return true;
}

/** Has the cells light up, from the last one on. @param {HTMLElement[]} cells @param {number} from */
export function celebrate(cells, from) {
  const side = Math.sqrt(cells.length);
  const far = (c) => Math.hypot((c % side) - (from % side), Math.floor(c / side) - Math.floor(from / side)) / Math.hypot(side, side);
  cells.forEach((td, c) => (td.style.animationDelay = `${Math.round(far(c) * wave)}ms`));
  document.getElementById("board").classList.add("won");
}

/** Takes the buttons below a result, by their ids. @param {Record<string, (pressed: HTMLButtonElement) => void>} acts */
export function takeFinish(acts) {
  block.addEventListener("click", (event) => {
    const pressed = /** @type {Element} */ (event.target).closest("button");
    if (!pressed || !(pressed.id in acts)) return;
    event.preventDefault();
    acts[pressed.id](pressed);
  });
}
