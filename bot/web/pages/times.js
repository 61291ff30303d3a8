// Times are written in UTC, and shown in the zone of whoever reads them. A worker opens pages without a network.
const main = document.querySelector("main");
const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
for (let text; (text = walker.nextNode()); ) {
  text.nodeValue = text.nodeValue.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, time) =>
    new Date(`${day}T${time}Z`).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
}
const { worker } = document.documentElement.dataset;
if (worker) navigator.serviceWorker?.register(worker).catch(() => {}); // a browser may forbid it
