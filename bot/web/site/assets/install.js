// Asks the service worker to keep this page. Pages that were opened before it took over ask too.
const { serviceWorker } = navigator;
const keep = () => serviceWorker.ready.then(({ active }) => active.postMessage("keep this page"));
if (serviceWorker) {
  serviceWorker.register(new URL("../worker.js", import.meta.url)).then(keep, () => {}); // a browser may forbid it
  serviceWorker.addEventListener("controllerchange", keep);
}
