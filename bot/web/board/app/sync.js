// Sends the changes of this tab, in order, and receives those of others.

import { isNewer } from "./board.js";
import { stepVersion } from "./hints.js";
import { newId } from "./storage.js";

/** @typedef {import("./game.js").Game} Game */

const pollEvery = 5000;
const longestPause = 15000;
const timeout = 20000;
const longestKept = 30000;

const isSeen = () => document.visibilityState === "visible";

/** Whether the game's own server refuses for good. A proxy may answer in its place while it is away. */
const isRefusal = (status, body) => status >= 400 && status < 500 && ![408, 429].includes(status) && body?.problem;

export class Sync {
  /** @param {Game} game @param {string} address of the game @param {boolean} offline
   * @param {import("./guest.js").Guest|null} guest keeps the game in place of the server */
  constructor(game, address, offline, guest) {
    this.game = game;
    this.guest = guest;
    this.address = address;
    this.status = offline ? "offline" : "saved"; // or "saving", "offline", "signed-out", "refused"
    this.problem = "";
    /** @type {((sync: Sync) => void)[]} */ this.watchers = [];
    this.later = null; // the newest state that came while an answer was awaited
    /** @type {Promise<{status: number, body: any}>|null} the answer to a wish, when it comes */ this.asking = null;
    /** @type {Map<string, import("./wire.d.ts").Wish>} by name: wishes whose answer was lost */ this.unanswered = new Map();
    this.failures = 0;
    game.watchers.push(() => this.flush());
    if (guest) return void guest.listen((state) => this.receive(state));
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#set("offline"));
    this.#listen();
  }

  /** Sends everything that waits. @returns {Promise<boolean>} whether the server has everything */
  flush() {
    this.running ??= Promise.resolve().then(() => this.#flush()).finally(() => {
      this.running = undefined;
      if (this.game.waiting && this.status === "saved") this.flush();
    });
    return this.running;
  }

  async #flush() {
    clearTimeout(this.timer);
    if (this.game.waiting && this.status !== "offline") this.#set("saving");
    await this.asking; // it may change the board, and moves would make its revision old
    for (let batch; (batch = this.game.batch()); ) {
      if (this.status !== "offline") this.#set("saving");
      this.unanswered.clear(); // their answers would be about an older board
      const answer = await this.#post("moves", batch);
      if (!this.#settle(answer)) return false;
    }
    this.#takeLater();
    if (this.status !== "refused") this.#set("saved");
    return true;
  }

  /** @returns {boolean} whether to go on */
  #settle({ status, body }) {
    if (status === 200) {
      this.failures = 0;
      this.game.settle(body.state);
    } else if (status === 409) {
      this.game.unsettle(body.state);
    } else if ([401, 403, 404].includes(status)) { // 404: the session is that of another player or place
      this.#set("signed-out");
      return false;
    } else if (isRefusal(status, body)) {
      this.problem = body.problem;
      this.game.unsettle(body.state?.game ? body.state : null, true);
      this.#set("refused");
      if (!body.state?.game) this.poll();
    } else {
      this.#retry();
      return false;
    }
    return true;
  }

  /** Tries again, the same batch, a little later each time. */
  #retry() {
    this.#set("offline");
    const pause = Math.min(500 * 2 ** this.failures++, longestPause);
    this.timer = setTimeout(() => this.flush(), pause);
  }

  #again() {
    this.failures = 0;
    if (this.game.waiting) this.flush();
    else this.poll();
  }

  /** Sends a wish once the server has all moves. @param {string} name @param {number} level of a hint @param {string} vote @returns {Promise<import("./wire.d.ts").Answer|null>} its answer, null without a connection */
  async wish(name, level = 0, vote = "") {
    for (let tries = 0; tries < 5; tries++) {
      do { // as long as another wish was quicker
        if (!(await this.flush())) return null;
      } while (this.asking);
      // One whose answer was lost may be done and counted. Sent as it was, it is not done again.
      const wish = this.unanswered.get(name + vote) ?? { id: newId(), revision: this.game.state.revision, level, version: stepVersion, vote };
      this.asking = this.#post(name, wish); // kept, so that its change of the board is not taken for another device's
      const { status, body } = await this.asking;
      this.asking = null;
      if (status === 0 || status >= 500) this.unanswered.set(name + vote, wish);
      else this.unanswered.delete(name + vote);
      if (status === 200) this.game.granted(body.state);
      if (status === 409) this.game.receive(body.state);
      this.#takeLater();
      if (status !== 409) return status === 200 || body?.problem ? body : null;
    }
    return null;
  }

  /** @returns {Promise<import("./wire.d.ts").Event[]|null>} the steps of a finished game */
  async replay() {
    if (this.guest) return this.guest.replay();
    return (await this.#fetch("/replay")).body;
  }

  /** Asks for the newest state. */
  async poll() {
    if (this.guest) return this.receive(this.guest.state);
    const { status, body } = await this.#fetch("");
    if (status === 200) this.receive(body);
  }

  receive(state) {
    if (this.game.sent || this.asking) {
      if (!this.later || !isNewer(this.later, state)) this.later = state;
      return;
    }
    this.game.receive(state);
    if (this.status === "offline" && !this.game.waiting) this.#set("saved");
  }

  #takeLater() {
    const state = this.later;
    this.later = null;
    if (state && isNewer(state, this.game.state)) this.game.receive(state);
  }

  /** Server-sent events while the tab is seen, or asking now and then if they do not come through. A
   * hidden tab has none: over plain http a browser has six connections to a host, for all tabs. */
  #listen() {
    this.#open();
    document.addEventListener("visibilitychange", () => {
      this.#open();
      if (isSeen()) this.#again();
    });
    setInterval(() => {
      if (!isSeen() || this.source.readyState === EventSource.OPEN) return;
      if (this.source.readyState === EventSource.CLOSED) this.#open(); // after an error that a browser does not try again
      this.poll();
    }, pollEvery);
    addEventListener("pagehide", () => this.source?.close());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
  }

  #open() {
    this.source?.close();
    if (!isSeen()) return;
    this.source = new EventSource(this.address + "/events");
    this.source.addEventListener("state", (event) => this.receive(JSON.parse(event.data)));
    this.source.addEventListener("open", () => this.game.waiting && this.#again());
  }

  /** Sends a request that arrives even if the tab is closed meanwhile, unless it is longer than browsers allow. */
  #post(name, content) {
    if (this.guest) return this.guest.post(name, content);
    const body = JSON.stringify(content);
    return this.#fetch("/" + name, { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: body.length < longestKept });
  }

  async #fetch(path, options = {}) {
    try {
      const response = await fetch(this.address + path,
        { headers: { Accept: "application/json" }, ...options, signal: AbortSignal.timeout(timeout), cache: "no-store" });
      const body = await response.json().catch(() => null);
      if ((response.ok || response.status === 409) && !body) return { status: 0, body: null };
      return { status: response.status, body };
    } catch {
      return { status: 0, body: null };
    }
  }

  #set(status) {
    this.status = status;
    for (const watch of this.watchers) watch(this);
  }
}
