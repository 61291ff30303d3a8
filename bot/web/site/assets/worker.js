// Keeps the first page and the boards that were opened last, with the files they need, so that they open without a
// network. The server puts two lines before this one: the release, by its files, and their names. All pages
// are of one player: signing in or out removes them.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const site = worker.registration.scope;
const own = `gridkeeper ${site} `; // other sites may share the host, and with it the stores
const files = own + release, pages = own + release + " pages";
const mostBoards = 10;
let changes = 0; // of the player

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.waitUntil(keepOpen(/** @type {Client} */ (event.source))));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.url.startsWith(site) ? request.url.slice(site.length).replace(/[?#].*/, "") : "elsewhere";
  if (request.method !== "GET") {
    if (/^(play|login|sessions)\b/.test(path)) event.waitUntil(changePlayer());
  } else if (path.startsWith("assets/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && isKept(path)) event.respondWith(page(event, site + path));
});

const isKept = (path) => /^(games\/\d+)?$/.test(path);

async function install() {
  await (await caches.open(files)).addAll(assets.map((name) => site + "assets/" + name));
  await worker.skipWaiting();
}

/** Pages of the release before ask for files that may be gone. */
async function takeOver() {
  await removeBut(files, pages);
  await worker.clients.claim();
}

/** Fetches an open page again that is not kept. @param {Client} client */
async function keepOpen({ url }) {
  const key = url.replace(/[?#].*/, ""), before = changes;
  if (!isKept(key.slice(site.length)) || (await caches.match(key, { cacheName: pages }))) return;
  await keep(key, await fetch(key), before);
}

async function removeBut(...names) {
  for (const name of await caches.keys()) if (name.startsWith(own) && !names.includes(name)) await caches.delete(name);
}

async function changePlayer() {
  changes++;
  await removeBut(files);
}

async function file(request) {
  return (await caches.match(request, { cacheName: files })) ?? fetch(request);
}

async function page(event, key) {
  const before = changes;
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(key, response.clone(), before));
    return response;
  } catch (error) {
    const kept = await caches.match(key, { cacheName: pages });
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.delete("Content-Encoding");
    return new Response((await kept.text()).replace("<html", "<html data-kept"), { headers });
  }
}

/** Keeps a page, unless it may be that of the player before. */
async function keep(key, response, before) {
  if (response.status === 401) return changePlayer(); // the session ended elsewhere
  if (before !== changes || ![200, 404].includes(response.status)) return;
  const store = await caches.open(pages);
  if (response.status === 404) return store.delete(key);
  await store.delete(key); // so that the board that was opened last is the last
  await store.put(key, response);
  const boards = (await store.keys()).filter(({ url }) => isKept(url.slice(site.length)) && url !== site);
  for (const old of boards.slice(0, -mostBoards)) await store.delete(old);
}
