// Asks the service worker to keep this page. Pages that were opened before it took over ask too.
const { serviceWorker } = navigator;
const keep = () => serviceWorker.ready.then(({ active }) => active.postMessage("keep this page"));
if (serviceWorker) {
  serviceWorker.register(new URL("../worker.js", import.meta.url)).then(keep, () => {}); // a browser may forbid it
  serviceWorker.addEventListener("controllerchange", keep);
}

// Games that were begun in this browser before the sign-in, which guest.js of the board keeps, become the player's.
async function join() {
  const now = Date.now();
  let joined = false;
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith("gridkeeper.guest."))) {
    const { started, steps, state } = JSON.parse(localStorage.getItem(key));
    const [date, shape] = key.split(".").slice(2);
    const game = {
      date, started: now - started, notes: state.notes,
      steps: steps.map(({ text, at }) => ({ text, ago: now - at })),
    };
    const { status } = steps.length ? await send(shape ? `daily/${shape}/join` : "daily/join", game) : { status: 200 };
    if (status >= 500 || [401, 408, 429].includes(status)) return; // the next page tries again
    localStorage.removeItem(key);
    joined ||= steps.length > 0 && status === 200;
  }
  if (joined && !document.getElementById("board")) location.reload(); // the page lists it now
}

/** @param {string} address @param {import("../../board/app/wire.d.ts").GuestGame} game */
const send = (address, game) => fetch(new URL("../" + address, import.meta.url), {
  method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(game),
});

join().catch(() => {}); // the storage is forbidden or broken, or there is no network
