// Mouse, pen and touch on the board. A drag selects; the areas that it hits are round, so that it may
// go diagonally between two cells. Browsers report its place now and then: the cells between count too.

/** @typedef {import("./play.js").Play} Play */
/** @typedef {[number, number]} Point */

const radius = 0.44; // of a cell: how near its centre a drag has to come
const stride = 0.1; // of a cell: how finely a drag is followed
const longPress = 500; // ms
const doubleTap = 350; // ms

/** @param {Play} play @param {HTMLElement} table */
export function listenToPointers(play, table) {
  const { side } = play.game.shape;
  /** @type {{id: number, add: boolean|null, moved: boolean, timer: number, at: Point}|null} */
  let drag = null;
  let last = { c: -1, at: 0 };

  // A key between two clicks makes them two. The server's answer to one before them does not.
  play.game.watchers.push((changed, elsewhere) => {
    if (elsewhere ? changed.includes(last.c) : changed.length) last = { c: -1, at: 0 };
  });

  /** @returns {Point} the place of a pointer, in cells */
  function pointOf(event) {
    const box = table.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * side, ((event.clientY - box.top) / box.height) * side];
  }

  /** @param {Point} point @returns {{c: number, near: boolean}} the cell there, -1 for none */
  function cellAt([x, y]) {
    if (x < 0 || y < 0 || x >= side || y >= side) return { c: -1, near: false };
    const near = Math.hypot((x % 1) - 0.5, (y % 1) - 0.5) < radius;
    return { c: Math.floor(y) * side + Math.floor(x), near };
  }

  function press(event) {
    if (drag || event.button !== 0) return;
    const at = pointOf(event);
    const { c } = cellAt(at);
    if (c < 0) return;
    event.preventDefault();
    table.setPointerCapture(event.pointerId);
    const several = event.ctrlKey || event.metaKey || play.several;
    const add = several ? !play.selection.cells.has(c) : null;
    drag = { id: event.pointerId, add, moved: false, timer: 0, at };
    if (event.pointerType !== "mouse") drag.timer = window.setTimeout(() => hold(c), longPress);
    if (event.shiftKey) play.selection.extendTo(c);
    else if (several) play.selection.put(c, add);
    else play.selection.only(c);
    play.view.focus();
  }

  /** A long press selects several cells from then on. */
  function hold(c) {
    if (!drag || drag.moved) return;
    navigator.vibrate?.(15);
    play.selectSeveral(true);
    play.selection.put(c, true);
    last = { c: -1, at: 0 };
  }

  function move(event) {
    if (event.pointerId !== drag?.id) return;
    const [x, y] = drag.at;
    drag.at = pointOf(event);
    const [dx, dy] = [drag.at[0] - x, drag.at[1] - y];
    const steps = Math.ceil(Math.hypot(dx, dy) / stride);
    for (let i = 1; i <= steps; i++) pass([x + (dx * i) / steps, y + (dy * i) / steps]);
  }

  /** A drag is over a point. @param {Point} point */
  function pass(point) {
    const { c, near } = cellAt(point);
    if (c < 0 || !near || c === play.selection.focus) return;
    drag.moved = true;
    clearTimeout(drag.timer);
    play.selection.put(c, drag.add ?? true);
  }

  function release(event) {
    if (event.pointerId !== drag?.id) return;
    clearTimeout(drag.timer);
    const { moved } = drag;
    drag = null;
    const c = play.selection.focus;
    if (event.type === "pointercancel") return;
    if (play.held) return play.writeHeld();
    if (moved || play.several) return;
    if (play.mode === "colour" && tapMark(event)) return;
    if (last.c === c && event.timeStamp - last.at < doubleTap) play.doubled(c);
    last = { c, at: event.timeStamp };
  }

  /** In colours, a tap on a mark of the selected cell colours that candidate. */
  function tapMark(event) {
    const mark = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.matches?.(".marks i"));
    if (!mark || last.c !== play.selection.focus) return false;
    play.colourCandidate(Number(mark.textContent));
    return true;
  }

  table.addEventListener("pointerdown", press);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", release);
  table.addEventListener("pointercancel", release);
  table.addEventListener("contextmenu", (event) => drag && event.preventDefault());
}
