// Updates the page of an import while it is running.
async function update() {
  let text;
  try {
    const answer = await fetch(location.href);
    text = await answer.text();
    if (answer.status === 429 || answer.status === 503) return true; // too many requests, or the archive is away
  } catch {
    return true; // the server may come back
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const now = page.getElementById("working");
  if (now) {
    const shown = document.getElementById("working");
    if (shown.textContent !== now.textContent) shown.replaceChildren(...now.childNodes);
    return true;
  }
  const main = page.querySelector("main");
  main.tabIndex = -1;
  document.querySelector("main").replaceWith(main);
  main.focus(); // so that the result is read out
  return false;
}

const again = async () => {
  if (await update()) setTimeout(again, 1000);
};
setTimeout(again, 500);
