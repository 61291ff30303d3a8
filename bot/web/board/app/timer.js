// The time of play: the time that the server has counted, and the time since in this tab while it is seen and not paused.

import { put } from "./draw.js";
import { on } from "./pad.js";
import { clock, say } from "./words.js";

/** @param {import("./game.js").Game} game @param {() => boolean} wanted @returns {() => void} draws it */
export function startTimer(game, wanted) {
  const shown = document.getElementById("timer");
  let counted = game.state.active;
  let here = 0;
  let since = performance.now();
  let counts = isCounting();
  const look = () => {
    if (counts) here += performance.now() - since;
    since = performance.now();
    counts = isCounting();
  };
  document.addEventListener("visibilitychange", look);
  pauseDialog(look);
  const draw = () => {
    if (game.state.active > counted + here / 1000 || game.finished) {
      counted = game.state.active;
      here = 0;
      since = performance.now();
    }
    const seconds = counted + (game.finished ? 0 : (here + (counts ? performance.now() - since : 0)) / 1000);
    put(shown, "hidden", !wanted());
    put(shown, "textContent", clock(seconds));
    put(shown, "ariaLabel", `${say("timer")} ${clock(seconds)}`);
  };
  setInterval(draw, 1000);
  return draw;
}

const isCounting = () => document.visibilityState === "visible" && !document.body.classList.contains("paused");

/** A pause hides the board until it ends. @param {() => void} changed */
function pauseDialog(changed) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("paused"));
  const set = (paused) => {
    document.body.classList.toggle("paused", paused);
    changed();
  };
  on("pause", () => {
    set(true);
    dialog.showModal();
  });
  dialog.addEventListener("close", () => set(false));
}
