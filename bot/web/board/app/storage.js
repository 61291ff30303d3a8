// The data that must survive this tab: moves that the server does not have, undo and redo, and settings. Each tab keeps
// its moves under a key of its own, and holds a lock as long as it lives. The next tab of the game takes over the moves
// of a dead one, and nothing is sent by two.

const prefix = "gridkeeper.";
const mostHistories = 20;
const quiet = 300; // ms

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {{base: Board, board: Board, asked: [number, Cell][], times?: [number, number][]}} Left  the server's board, the player's, cells to ask about, and when cells were changed */

export class Storage {
  /** @param {number} game */
  constructor(game) {
    this.game = `${prefix}game.${game}.`;
    this.history = `${prefix}history.${game}`;
    this.tab = this.game + newId();
    // A page that was left may be kept for the way back, with its lock. It is loaded anew then.
    navigator.locks?.request(this.tab, () => new Promise((release) => addEventListener("pagehide", release)));
    addEventListener("pagehide", () => this.#writeHistory());
    document.addEventListener("visibilitychange", () => this.#writeHistory());
  }

  /** Keeps the changes that the server does not have, at once. @param {Left|null} left null: it has everything */
  keep(left) {
    if (left) write(this.tab, left);
    else attempt(() => localStorage.removeItem(this.tab));
  }

  /** Keeps undo and redo in a quiet moment: they grow with the game, and a key must not wait for them.
   * @param {() => object} history */
  keepHistory(history) {
    this.unkept = history;
    this.timer ??= window.setTimeout(() => this.#writeHistory(), quiet);
  }

  #writeHistory() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unkept) write(this.history, { ...this.unkept(), at: Date.now() });
    this.unkept = undefined;
  }

  readHistory() {
    const history = read(this.history);
    forgetOldHistories(this.history);
    return history;
  }

  /** Takes the changes that dead tabs of this game have left. @returns {Promise<Left[]>} */
  async takeLeft() {
    const held = (await navigator.locks?.query())?.held?.map((lock) => lock.name) ?? [];
    const left = [];
    for (const key of keys(this.game)) {
      if (key === this.tab || held.includes(key)) continue;
      const record = read(key);
      if (record) left.push(record);
    }
    return left;
  }

  /** Forgets the taken changes, once they are kept under this tab's own key. */
  async forgetLeft() {
    const held = (await navigator.locks?.query())?.held?.map((lock) => lock.name) ?? [];
    for (const key of keys(this.game)) {
      if (key !== this.tab && !held.includes(key)) attempt(() => localStorage.removeItem(key));
    }
  }
}

/** Names a tab, a batch or a wish. crypto.randomUUID is missing without https. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Settings of this browser, for all games. */
export const settings = {
  /** @type {Record<string, any>} */
  all: { timer: true, shortcuts: true, digitFirst: false, light: true, ...read(prefix + "settings") },
  get(name) {
    return this.all[name];
  },
  set(name, value) {
    this.all[name] = value;
    write(prefix + "settings", this.all);
  },
};

function forgetOldHistories(mine) {
  const old = keys(prefix + "history.").filter((key) => key !== mine)
    .map((key) => ({ key, at: read(key)?.at ?? 0 })).sort((a, b) => b.at - a.at).slice(mostHistories);
  for (const { key } of old) attempt(() => localStorage.removeItem(key));
}

function keys(beginning) {
  return attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(beginning))) ?? [];
}

export function read(key) {
  return attempt(() => JSON.parse(localStorage.getItem(key) ?? "null"));
}

/** If the storage is full, undo and redo of other games make room. */
export function write(key, value) {
  const text = JSON.stringify(value);
  const kept = () => attempt(() => (localStorage.setItem(key, text), true));
  if (kept()) return;
  for (const old of keys(prefix + "history.")) if (old !== key) attempt(() => localStorage.removeItem(old));
  kept();
}

/** A browser may forbid its storage, or have it full: the game goes on without. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
