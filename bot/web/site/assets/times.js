// Shows times, which pages have in UTC, in the reader's zone.
const main = document.querySelector("main");
const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
for (let text; (text = walker.nextNode()); ) {
  text.nodeValue = text.nodeValue.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, time) =>
    new Date(`${day}T${time}Z`).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
}
