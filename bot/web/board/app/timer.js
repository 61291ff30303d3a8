// The time of play: what the server has counted, and what has passed since in this tab while it is seen.

import { put } from "./draw.js";
import { clock, say } from "./words.js";

/** @param {import("./game.js").Game} game @param {() => boolean} wanted @returns {() => void} draws it */
export function startTimer(game, wanted) {
  const shown = document.getElementById("timer");
  let counted = game.state.active;
  let here = 0;
  let since = performance.now();
  const visible = () => document.visibilityState === "visible";
  document.addEventListener("visibilitychange", () => {
    if (!visible()) here += performance.now() - since;
    since = performance.now();
  });
  const draw = () => {
    if (game.state.active > counted + here / 1000 || game.finished) {
      counted = game.state.active;
      here = 0;
      since = performance.now();
    }
    const seconds = counted + (game.finished ? 0 : (here + (visible() ? performance.now() - since : 0)) / 1000);
    put(shown, "hidden", !wanted());
    put(shown, "textContent", clock(seconds));
    put(shown, "ariaLabel", `${say("timer")} ${clock(seconds)}`);
  };
  setInterval(draw, 1000);
  return draw;
}
