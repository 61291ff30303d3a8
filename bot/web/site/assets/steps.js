// Steps through a solution without loading a page: by the links of the list, by Back and Next, and by ← and →. Boards
// come from the server some at a time. Whatever fails, the links lead to the same steps.
const list = document.querySelector("ol.steps");
if (list) start();

function start() {
  const first = Number(list.dataset.first), last = Number(list.dataset.last), batch = 8;
  const stage = document.querySelector(".onstage"), label = document.querySelector(".turns .at");
  const spoken = document.querySelector("[role=status]");
  const batches = new Map();
  let number = Number(list.dataset.number), keeping;

  const address = (step) => `${list.dataset.address}step=${step}#step`;

  /** Returns the boards of the batch of a step, by number. Each is asked for once, unless that fails. */
  function load(step) {
    const index = Math.floor((step - first) / batch);
    if (!batches.has(index)) {
      const boards = fetch(`${list.dataset.address}step=${step}&boards`).then(async (answer) => {
        if (!answer.ok) throw new Error(answer.statusText);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        return new Map([...page.querySelectorAll("article")].map((board) => [Number(board.dataset.number), board]));
      });
      batches.set(index, boards);
      boards.catch(() => batches.delete(index));
    }
    return batches.get(index);
  }

  async function show(step) {
    number = step;
    let board;
    try {
      board = (await load(step)).get(step);
    } catch {
      location.assign(address(step)); // the server explains what is wrong
      return;
    }
    if (number !== step) return; // another step was chosen meanwhile
    stage.replaceChildren(board.querySelector("svg").cloneNode(true));
    label.textContent = board.dataset.label;
    const reason = board.querySelector(".reason").cloneNode(true);
    spoken.textContent = `${board.dataset.label}: ${board.dataset.name}. ${reason.textContent.slice(0, 500)}`;
    open(board.dataset, reason);
    for (const link of document.querySelectorAll("[data-by]")) lead(link);
    clearTimeout(keeping); // browsers limit how often an address may change
    keeping = setTimeout(() => history.replaceState(null, "", address(number)), 200);
    load(Math.min(step + 4, last)).catch(() => {});
    load(Math.max(step - 4, first)).catch(() => {});
  }

  /** Opens the present step in the list. A list that is too long to be sent has that step alone. */
  function open({ name, conclusion }, reason) {
    const before = list.querySelector("#step"), now = list.children.length > 1 ? list.children[number - first] : before;
    before.querySelector(".reason").remove();
    before.removeAttribute("id");
    before.querySelector("a").removeAttribute("aria-current");
    now.id = "step";
    const link = now.querySelector("a");
    link.setAttribute("aria-current", "step");
    link.href = address(number);
    link.querySelector(".number").textContent = number;
    link.querySelector("b").textContent = name;
    link.querySelector("small").textContent = conclusion;
    now.append(reason);
    now.scrollIntoView({ block: "nearest" });
    link.scrollIntoView({ block: "nearest" }); // if the sentence is longer than the screen
  }

  const target = (link) => Math.min(Math.max(number + Number(link.dataset.by), first), last);

  function lead(link) {
    const to = target(link);
    if (to !== number) {
      link.href = address(to);
      link.removeAttribute("aria-disabled");
      return;
    }
    const focused = link === document.activeElement;
    link.removeAttribute("href");
    link.role = "link";
    link.ariaDisabled = "true";
    if (focused) document.querySelector("[data-by][href]")?.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-by], ol.steps a");
    if (!link?.hasAttribute("href") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.dataset.by) show(target(link));
    else if (list.children.length > 1) show(first + [...list.children].indexOf(link.parentElement));
  });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, .tabs")) return;
    event.preventDefault();
    if (number + by >= first && number + by <= last) show(number + by);
  });

  load(number).catch(() => {});
}
