// The board in the browser: puts the parts together.

import { announce } from "./announce.js";
import { clashes, isNewer } from "./board.js";
import { listenToClipboard } from "./clipboard.js";
import { put, View } from "./draw.js";
import { celebrate, loadFinish, showGuestFinish, takeFinish } from "./finish.js";
import { Game } from "./game.js";
import { Guest } from "./guest.js";
import { clearHint, detailsOf, drawHint } from "./hints.js";
import { isLeft, isState } from "./kept.js";
import { listenToKeys } from "./keys.js";
import { button, on, takePad, takeSwitches } from "./pad.js";
import { hide, show, uncover } from "./panel.js";
import { Play } from "./play.js";
import { listenToPointers } from "./pointer.js";
import { startReplay } from "./replay.js";
import { Selection } from "./selection.js";
import { share } from "./share.js";
import { settings, Storage } from "./storage.js";
import { Sync } from "./sync.js";
import { takeTheme } from "./theme.js";
import { startTimer } from "./timer.js";
import { cellName, clock, data, say } from "./words.js";

const storage = new Storage(data.state.game);
const offline = "kept" in document.documentElement.dataset; // the page is the worker's, as it was then
const guest = data.guest ? new Guest(data.state, data.game) : null;
if (guest) data.state = guest.state;
const left = offline ? storage.readHistory()?.state : null;
const game = new Game(isState(data.state, left) && isNewer(left, data.state) ? left : data.state, storage);
const selection = new Selection(game.shape);
const view = new View(game, selection);
const sync = new Sync(game, data.game, offline, guest);
const play = new Play(game, selection, view, sync);

view.lightsUp = () => settings.get("light");
const drawPad = takePad(play);
const drawSwitches = takeSwitches(play, (name) => {
  if (name === "set-digitFirst" && play.held) play.hold(play.held);
  drawAll();
});
const drawTimer = startTimer(game, () => settings.get("timer"));

function drawAll() {
  view.draw();
  drawPad();
  drawSwitches();
  drawTimer();
}

selection.watchers.push(drawAll, () => game.finished || uncover());
play.watchers.push(drawAll);
game.watchers.push((changed, elsewhere) => {
  if (changed.length && !game.finished) hide(); // its words are about another board
  drawAll();
  if (elsewhere && changed.length) announce(say("from-elsewhere", { cells: namesOf(changed) }));
  askAboutBoth();
  if (game.finished) finish();
});

/** @param {number[]} cells */
function namesOf(cells) {
  const most = 4;
  return cells.length > most ? String(cells.length) : cells.map((c) => cellName(game.shape, c)).join(", ");
}

sync.watchers.push(drawStatus);
let filled = false; // the last cell was filled here, not elsewhere
sync.watchers.push(() => filled && sync.status === "saved" && submitFull());
play.onFull = () => {
  filled = true;
  submitFull();
};

const routine = ["saved", "saving"]; // not worth an interruption
const serious = ["signed-out", "refused"]; // the player has to know why
let told = "";
let heard = sync.status; // by a screen reader

function drawStatus() {
  const status = document.getElementById("status");
  const text = say(sync.status, { count: game.waiting, problem: sync.problem });
  put(status, "textContent", text);
  put(status.parentElement, "className", "sign " + sync.status);
  put(status.parentElement, "title", text);
  if (text !== told && serious.includes(sync.status)) show({ texts: [text], quiet: true });
  told = text;
  if (sync.status === "saving" || sync.status === heard) return;
  if (!routine.includes(sync.status) || !routine.includes(heard)) announce(text);
  heard = sync.status;
}

/** A cell that was played here and elsewhere: both are shown, and the player chooses. */
function askAboutBoth() {
  const [first] = game.asked;
  if (!first) return;
  const [c, here] = first;
  const value = (digit) => (digit ? String(digit) : say("nothing"));
  show({
    title: cellName(game.shape, c), texts: [say("both")],
    buttons: [
      [say("both-here", { value: value(here.digit) }), () => choose(c, true)],
      [say("both-there", { value: value(game.board[c].digit) }), () => choose(c, false)],
    ],
  });
}

function choose(c, here) {
  hide();
  game.choose(c, here);
}

async function wish(name, level, vote) {
  const answer = await sync.wish(name, level, vote);
  if (!answer) show({ texts: [say(sync.status === "signed-out" ? "signed-out" : "needs-network", { count: game.waiting })] });
  else if (answer.problem) show({ texts: [answer.problem] });
  return answer?.problem ? null : answer;
}

async function hint() {
  const answer = await wish("hint", 0);
  if (!answer?.hint) return;
  const { hint } = answer;
  /** @type {import("./panel.js").Button[]} */
  const more = hint.level < hint.most ? [[say("hint-more"), askHint]] : [];
  show({
    title: say("hint-level", { level: hint.level, most: hint.most }), texts: [hint.words], buttons: more,
    extra: detailsOf(game.shape, hint), closed: clearHint,
  });
  drawHint(game.shape, hint);
}

const askHint = () => void hint();

async function check() {
  const answer = await wish("check");
  if (!answer?.verdict) return;
  const { words, mistakes, conflicts } = answer.verdict;
  show({ texts: [words], buttons: !guest && (mistakes || conflicts?.length) ? [[say("rewind"), rewind]] : [] });
}

let submitted = -1; // the revision that was handed in last, so that the same board is not handed in twice

/** Submits a full board without contradictions, once the server has all of it. */
async function submitFull() {
  const full = game.board.every((cell) => cell.digit) && !clashes(game.shape, game.board).size;
  if (!full || game.finished || game.waiting || submitted === game.state.revision) return;
  submitted = game.state.revision;
  await submit();
  submitted = game.state.revision;
}

async function submit() {
  const answer = await wish("submit");
  if (answer?.verdict && !game.finished) show({ texts: [answer.verdict.words] });
  if (answer?.verdict && game.finished) announce([answer.verdict.words, answer.verdict.place].filter(Boolean).join(" "));
}

async function rewind() {
  document.getElementById("menu").hidePopover?.();
  const answer = await wish("rewind");
  if (answer) announce(say("said-undone", { what: "" }));
}

async function shareResult() {
  const answer = await wish("share");
  if (answer?.share) share(answer.share);
}

async function postResult() {
  const answer = await wish("post");
  if (!answer?.posted) return;
  show({ texts: [answer.posted] });
  loadFinish(data.game);
}

/** @param {HTMLButtonElement} pressed */
async function vote(pressed) {
  const { id } = pressed;
  if ((await wish("vote", 0, pressed.value)) && (await loadFinish(data.game))) document.getElementById(id)?.focus({ preventScroll: true });
}

async function replay() {
  const steps = await sync.replay();
  if (steps?.length) startReplay(view, steps);
  else show({ texts: [say("needs-network")] });
}

let finished = data.state.finished ? data.state : null; // as the page shows it

/** Shows the result of a finished game, anew when it could not be posted. */
async function finish() {
  const { state } = game;
  if (finished && finished.notPosted === state.notPosted) return;
  const first = !finished;
  finished = state;
  if (first) {
    hide();
    clearHint();
    celebrate(view.cells, selection.focus);
    play.release();
  }
  const inside = document.activeElement;
  const drawn = guest ? showGuestFinish(state.active) : await loadFinish(data.game);
  document.body.classList.add("finished");
  if (!drawn) show({ title: say("solved"), texts: [say("solved-in", { time: clock(state.active) })] });
  else if (first && (inside === document.body || inside.closest("#board, #pad"))) document.getElementById("finish-title").focus({ preventScroll: true });
}

function takeWishes() {
  on("hint", askHint);
  on("check", check);
  on("submit", submit);
  on("rewind", rewind);
  on("print", () => print());
  takeFinish({ share: shareResult, post: postResult, replay, liked: vote, "too-hard": vote });
  const help = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
  on("show-help", () => help.showModal());
  help.addEventListener("close", () => document.activeElement === document.body && button("show-menu").focus()); // the menu has closed
}

/** Takes over the changes of tabs of this game that were closed before they could send them. */
async function takeLeft() {
  game.remember(storage.readHistory());
  for (const left of await storage.takeLeft()) {
    if (!isLeft(game, left)) continue;
    game.adopt(left);
    filled = true;
  }
  await storage.forgetLeft();
}

takeTheme();
takeWishes();
listenToKeys(play);
listenToClipboard(play);
listenToPointers(play, view.table);
// A screen reader may put the focus on any cell.
view.table.addEventListener("focusin", (event) => {
  const c = view.cells.indexOf(/** @type {HTMLElement} */ (event.target));
  if (c >= 0 && (c !== selection.focus || (!selection.cells.size && !play.held))) selection.only(c);
});
drawAll();
drawStatus();
document.documentElement.dataset.ready = "true";
takeLeft().then(() => {
  document.documentElement.dataset.restored = "true";
  drawAll();
  if (guest && finished) showGuestFinish(finished.active);
  if (game.finished) finish();
  if (filled) submitFull();
});
