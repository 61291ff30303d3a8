// Times are written in UTC, and shown in the zone of whoever reads them.
const main = document.querySelector("main");
const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
for (let text; (text = walker.nextNode()); ) {
  text.nodeValue = text.nodeValue.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, time) =>
    new Date(`${day}T${time}Z`).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
}
