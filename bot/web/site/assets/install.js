// Has the service worker keep this page. It hears from pages that were opened before it took over, too.
const { serviceWorker } = navigator;
const keep = () => serviceWorker.ready.then(({ active }) => active.postMessage("keep this page"));
if (serviceWorker) {
  serviceWorker.register(new URL("../worker.js", import.meta.url)).then(keep, () => {}); // a browser may forbid it
  serviceWorker.addEventListener("controllerchange", keep);
}
