(() => {
  const problems = [];
  const all = [...document.querySelectorAll("body *")];
  const seen = (e) => e.checkVisibility() && !e.closest("[hidden]");
  const text = (e) => e.outerHTML.slice(0, 90);
  const name = (e) => e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent;

  const ids = all.map((e) => e.id).filter(Boolean);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push("two elements are " + id);
  for (const e of document.querySelectorAll("[aria-describedby], [aria-labelledby]"))
    for (const id of (e.getAttribute("aria-describedby") ?? e.getAttribute("aria-labelledby")).split(" "))
      if (!document.getElementById(id)) problems.push("nothing has the id " + id);
  if (!document.documentElement.lang) problems.push("no language");
  if (!document.title.trim()) problems.push("no title");
  if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) problems.push("not one h1 and one main");
  let level = 1;
  for (const h of document.querySelectorAll("h1, h2, h3, h4")) {
    if (+h.tagName[1] > level + 1) problems.push("a heading leaves one out: " + text(h));
    level = +h.tagName[1];
  }
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) problems.push("it is " + width + " wide, the window " + innerWidth);

  const control = "button, a[href], input:not([type=hidden]), select, textarea, summary";
  for (const e of all.filter(seen)) {
    if (e.matches(control + ", [role=img], [role=region], progress") && !name(e)?.trim()) problems.push("no name: " + text(e));
    const r = e.getBoundingClientRect();
    if (e.matches(control) && (r.width < 24 || r.height < 24)) problems.push("small target " + Math.round(r.width) + "x" + Math.round(r.height) + ": " + text(e));
    if (e.matches("ul, ol") && [...e.children].some((c) => c.tagName !== "LI")) problems.push("a list holds more than items: " + text(e));
    if (e.closest("[aria-hidden=true]") && e.matches(control + ", [tabindex]")) problems.push("hidden, but in reach: " + text(e));
  }

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return a === 255 ? [r, g, b] : undefined;
  };
  const light = (c) => c.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const behind = (e) => (e ? (rgb(getComputedStyle(e).backgroundColor) ?? behind(e.parentElement)) : [255, 255, 255]);
  const keys = document.body.innerText.match(/\bpage(\.[\w-]+)+/gi) ?? [];
  if (keys.length) problems.push("no words for " + keys);
  for (const e of all.filter(seen)) {
    if (e.closest("script, svg, option") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const got = contrast(rgb(style.color), behind(e));
    if (got < least) problems.push("contrast " + got.toFixed(2) + ": " + text(e));
  }
  const drawn = "svg.board line:not(.thin), svg.board text:not(.placed), svg.board rect, svg.board circle, svg.bar rect";
  for (const e of document.querySelectorAll(drawn)) {
    const style = getComputedStyle(e);
    const colour = e.matches("text, .placed, .bar rect") ? style.fill : style.stroke;
    if (contrast(rgb(colour), behind(e.closest("svg").parentElement)) < 3) problems.push("contrast of a drawing: " + text(e));
  }
  return [...new Set(problems)];
})()
