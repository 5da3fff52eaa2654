// ---- What two programs did to each other, and the cross table ----

const panel = document.getElementById("panel");
let opened = null;

// What a cell's link leads to: to the page of a game, or to its record. If to the page, the record is in the data.
const gameIn = (cell) => {
  const link = cell.querySelector("a");
  if (!link) return null;
  // The title of the cell takes over.
  if (link.title) link.dataset.what = link.title;
  link.removeAttribute("title");
  const page = link.hasAttribute("download") ? null : link.href;
  const isHere = ({ row, column }) => row === rowOf(cell) && column === columnOf(cell);
  const beside = page ? dataOf(cell).cross.records.find(isHere) : { href: link.getAttribute("href"), file: link.download };
  const { href, file: download } = beside ?? {};
  const record = href ? { href, download, file: download || decodeURIComponent(href.split("/").pop()) } : null;
  return { what: link.dataset.what, page, record };
};
const gameOf = (game) => game.what || (game.record?.file ?? "one of their games");
const linkToPage = (game, ...said) => make("a", { href: game.page }, ...said);
// The page explains its match at once.
const linkToReason = (game, ...said) => make("a", { href: `${game.page}#mode=why` }, ...said);
const linkToRecord = ({ record }, ...said) => make("a", { href: record.href, download: record.download }, ...said);

const rowOf = (cell) => cell.parentElement.sectionRowIndex;
const columnOf = (cell) => cell.cellIndex - 1;
// What two programs did to each other, as an object; `null` if they never met.
const resultOf = (cell) => {
  const { columns, rows } = dataOf(cell).cross;
  const numbers = rows[rowOf(cell)]?.[columnOf(cell)];
  if (!numbers) return null;
  const known = Object.fromEntries(columns.map((name, at) => [name, numbers[at]]));
  return { expected: null, likelihood_better: null, exact: false, ...known };
};
const isMet = (cell) => Boolean(cell?.matches?.("tbody td") && resultOf(cell));

// A game that the row's program lost, if one has a page: the one to look at in the cell of the opponent.
const lostGameOf = (cell) => {
  const mirrored = cell.closest("tbody").rows[columnOf(cell)]?.cells[rowOf(cell) + 1];
  const game = resultOf(cell).losses > 0 && mirrored ? gameIn(mirrored) : null;
  return game?.page && game.what?.includes(" won against ") ? game : null;
};

// What a cell is about.
const pairOf = (cell) => {
  const programs = dataOf(cell).table;
  const opponent = programs[columnOf(cell)];
  return {
    ...resultOf(cell),
    row: programs[rowOf(cell)].name,
    column: opponent.name,
    rank: opponent.rank,
    game: gameIn(cell),
    lostGame: resultOf(cell) ? lostGameOf(cell) : null,
  };
};
// As the cells show it: 0 and 100 are reserved for exact values.
const wholePercent = (score) => {
  const thousandths = Math.round(1000 * score);
  return thousandths % 1000 ? Math.max(1, Math.min(99, Math.floor((thousandths + 5) / 10))) : thousandths / 10;
};
const counted = (pair) => [pair.wins, pair.draws, pair.losses].map(plain);
const spoken = (pair) => {
  const [wins, draws, losses] = counted(pair);
  return `${wins} won, ${draws} drawn, ${losses} lost${pair.exact ? ", exact" : ""}`;
};
const describe = (cell) => {
  if (rowOf(cell) === columnOf(cell)) return "";
  const pair = pairOf(cell);
  const names = `${isolated(pair.row)} vs ${isolated(pair.column)}`;
  if (!isMet(cell)) return `${names}: never met`;
  const game = pair.game ? `, to look at: ${gameOf(pair.game)}` : "";
  cell.title = `${names}: ${spoken(pair)}${game}`;
  return `${names}: ${spoken(pair)}, ${wholePercent(pair.score)}\u00a0%`;
};

const bar = ({ wins, draws, losses }) => {
  const whole = wins + draws + losses || 1;
  const part = (name, from, count, y) =>
    draw("rect", { class: name, x: (100 * from) / whole, y, width: (100 * count) / whole, height: 8 - 2 * y });
  return draw("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    part("won", 0, wins, 0), part("drawn", wins, draws, 2), part("lost", wins + draws, losses, 3));
};

// What the ratings say of two programs.
const byRatings = (pair) => {
  const said = [];
  if (pair.expected !== null) {
    const points = Math.abs(100 * (pair.score - pair.expected)).toFixed(1);
    const more = pair.score < pair.expected ? "fewer" : "more";
    const than = points === "0.0" ? "as it came" : `it took ${points} points ${more}`;
    said.push(make("p", { className: "by-ratings" }, `The ratings expect ${percent(pair.expected)}; ${than}.`));
  }
  if (pair.likelihood_better !== null) {
    const name = make("bdi", { textContent: pair.row });
    said.push(make("p", { className: "by-ratings" }, name, ` is the better one with ${percent(pair.likelihood_better)}.`));
  }
  return said;
};

const close = () => {
  if (!opened) return;
  opened.classList.remove("open");
  if (panel.contains(document.activeElement)) opened.focus();
  opened = null;
  panel.hidden = true;
};
const open = (table, cell) => {
  close();
  opened = cell;
  cell.classList.add("open");
  const pair = pairOf(cell);
  const button = make("button", { type: "button", className: "close", textContent: "\u00d7" });
  button.setAttribute("aria-label", "Close");
  button.addEventListener("click", close);
  const name = (text, head) => {
    const button = make("button", { type: "button", className: "plainly", title: `${text}: all opponents` });
    button.append(make("bdi", { textContent: text }));
    button.addEventListener("click", () => {
      close();
      showOpponents(table, head);
    });
    return button;
  };
  const parts = [
    make("p", { className: "pair" }, name(pair.row, rowOf(cell)), make("i", { textContent: "vs" }), name(pair.column, columnOf(cell))),
    bar(pair),
    make("p", {}, `${spoken(pair)} \u2013 ${wholePercent(pair.score)}\u00a0% of the points`),
    ...byRatings(pair),
  ];
  if (pair.game) {
    const what = make("bdi", { textContent: gameOf(pair.game) });
    const links = [];
    if (pair.game.page) links.push(linkToPage(pair.game, "Watch ", what));
    if (pair.lostGame) links.push(linkToReason(pair.lostGame, "Why? ", make("bdi", { textContent: gameOf(pair.lostGame) })));
    if (pair.game.record) links.push(linkToRecord(pair.game, "Save the record", ...(links.length ? [] : [": ", what])));
    parts.push(...links.map((link) => make("p", { className: "save" }, link)));
  } else if (table.dataset.withoutGame) {
    parts.push(make("p", { className: "by-ratings" }, table.dataset.withoutGame));
  }
  const said = make("div", {}, ...parts);
  panel.hidden = false;
  panel.replaceChildren(said, button);
  // What is beside its pane or behind the panel comes into sight.
  cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const below = cell.getBoundingClientRect().bottom - panel.getBoundingClientRect().top + 12;
  if (below > 0) scrollBy({ top: below, behavior: "instant" });
};

const makeCross = (pane) => {
  const table = pane.querySelector("table");
  const heads = table.tHead.rows[0].cells;
  const rays = ["row", "column"].map(() => make("div", { className: "ray", hidden: true }));
  pane.append(...rays);
  const button = pane.previousElementSibling.querySelector(".overview");
  // For those who point; others hear the heads of the table.
  const readout = make("span", { className: "readout", ariaHidden: "true" });
  button.after(readout);
  let pointed = null;

  const point = (cell) => {
    if (pointed === cell) return;
    for (const head of all(table, ".on")) head.classList.remove("on");
    pointed = cell;
    for (const ray of rays) ray.hidden = !cell;
    readout.textContent = cell ? describe(cell) : "";
    if (!cell) return;
    const row = cell.parentElement;
    const head = heads[cell.cellIndex];
    row.cells[0].classList.add("on");
    head.classList.add("on");
    const place = (ray, left, top, width, height) =>
      Object.assign(ray.style, { left: `${left - 1}px`, top: `${top - 1}px`, width: `${width + 2}px`, height: `${height + 2}px` });
    place(rays[0], table.offsetLeft, row.offsetTop, table.offsetWidth, row.offsetHeight);
    place(rays[1], cell.offsetLeft, table.tHead.offsetHeight, cell.offsetWidth, table.tBodies[0].offsetHeight);
  };
  pane.addEventListener("pointerover", (event) => {
    const cell = event.target.closest("td");
    if (cell && cell.cellIndex > 0) point(cell);
  });
  pane.addEventListener("pointerleave", () => point(null));

  // One cell is in the order of the tabulator; arrows lead to the others.
  table.setAttribute("role", "grid");
  for (const link of all(table, "a")) link.tabIndex = -1;
  let current = table.tBodies[0].rows[0].cells[1];
  const settle = (cell) => {
    current.removeAttribute("tabindex");
    current = cell;
    cell.tabIndex = 0;
  };
  settle(current);
  document.addEventListener("filtered", () => {
    const shown = Array.from(table.tBodies[0].rows).find((row) => !row.hidden);
    if (current.parentElement.hidden && shown) settle(shown.cells[1]);
  });
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  table.addEventListener("keydown", (event) => {
    if (event.target.closest("td") !== current || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
    const [down, right] = steps[event.key] ?? [0, 0];
    let column = current.cellIndex + right;
    if (event.key === "Home") column = 1;
    else if (event.key === "End") column = rows.length ? current.parentElement.cells.length - 1 : column;
    const cell = rows[rows.indexOf(current.parentElement) + down]?.cells[column];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!isMet(current)) return;
      open(table, current);
      panel.querySelector("a, button").focus();
    } else if (cell && column > 0 && cell !== current) {
      event.preventDefault();
      settle(cell);
      cell.focus();
      if (opened && isMet(cell)) open(table, cell);
    }
  });
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("td");
    if (cell) point(cell);
  });
  table.addEventListener("focusout", () => point(null));
  table.addEventListener("click", (event) => {
    const head = event.target.closest("tbody th");
    if (head) return showOpponents(table, rowOf(head));
    const cell = event.target.closest("td");
    if (!isMet(cell) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (opened === cell) return close();
    settle(cell);
    open(table, cell);
  });

  // All of a large table at one glance, without digits.
  button.hidden = pane.matches(".large");
  button.addEventListener("click", () => {
    const shrunk = pane.classList.toggle("shrunk");
    button.setAttribute("aria-pressed", String(shrunk));
    const room = pane.parentElement.clientWidth - 4;
    const cell = Math.max(2, Math.min(16, Math.floor(room / heads.length)));
    for (const name of ["--cell", "--name"]) {
      if (shrunk) pane.style.setProperty(name, `${cell}px`);
      else pane.style.removeProperty(name);
    }
    point(null);
    document.dispatchEvent(new Event("fit"));
  });
};

addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
for (const pane of all(document, ".cross")) makeCross(pane);
