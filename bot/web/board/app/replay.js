// The replay of a finished game, with a slider.

import { readBoard } from "./board.js";
import { buttonOf, element, show } from "./panel.js";
import { clock, say } from "./words.js";

const pause = 450; // ms between two steps

/** @param {import("./draw.js").View} view @param {import("./wire.d.ts").Event[]} steps */
export function startReplay(view, steps) {
  const slider = /** @type {HTMLInputElement} */ (element("input", "", "slider"));
  Object.assign(slider, { type: "range", min: "0", max: String(steps.length - 1), value: "0", ariaLabel: say("replay") });
  const where = element("p", "", "where");
  let timer = 0;
  const draw = () => {
    const step = steps[Number(slider.value)];
    view.shown = readBoard(view.game.shape, { ...step, notes: {} });
    where.textContent = `${say("replay-step", { step: Number(slider.value) + 1, steps: steps.length })} · ${clock(step.seconds)}`;
    view.draw();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = say("play");
  };
  const next = () => {
    if (Number(slider.value) >= steps.length - 1) return stop();
    slider.valueAsNumber++;
    draw();
  };
  const play = buttonOf(say("play"), () => {
    if (timer) return stop();
    if (Number(slider.value) >= steps.length - 1) slider.value = "0";
    timer = window.setInterval(next, pause);
    play.textContent = say("pause");
  });
  slider.addEventListener("input", draw);
  const all = element("div", "", "replay");
  all.append(slider, where, play);
  show({ title: say("replay"), texts: [], extra: all, closed: () => {
    stop();
    view.shown = null;
    view.draw();
  } });
  draw();
}
