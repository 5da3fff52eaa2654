
// ---- One program and all its opponents, made from the cross table ----

const opponents = document.getElementById("opponents");

// The rows of a section's table, in the order in which the page has them, which is that of the cross table.
const standingRows = new Map();

const factsOf = (row) => {
  const heads = row.closest("table").tHead.rows[0].cells;
  const told = Array.from(row.cells).filter((cell) => !cell.matches(".who, .forest, .bar") && cell.textContent.trim());
  return make("dl", { className: "facts" }, ...told.map((cell) => {
    const title = heads[cell.cellIndex].textContent.trim();
    return make("div", {}, make("dt", { textContent: title }), make("dd", { textContent: cell.textContent.replace(/\s+/g, " ").trim() }));
  }));
};

const scoreBar = (pair) => {
  const parts = [draw("rect", { class: "track", y: 4, width: "100%", height: 6 }),
    draw("rect", { class: "won", y: 4, width: percentOf(pair.score), height: 6 })];
  if (pair.expected !== null) {
    const x = percentOf(pair.expected);
    parts.push(draw("line", { class: "expected", x1: x, x2: x, y1: 0, y2: 14 }));
  }
  return draw("svg", { class: "score", "aria-hidden": "true" }, ...parts);
};
const percentOf = (share) => `${(100 * share).toFixed(1)}%`;

// A line for each column: its title, its class, what it shows, what it is sorted by.
const OPPONENT_COLUMNS = [
  ["Rank", "rank", (it) => it.rank],
  ["Opponent", "who", (it) => opponentButton(it)],
  ["Games", "games", (it) => it.games],
  ["W\u2013D\u2013L", "wdl", (it) => it.counts?.join("\u2013") ?? it.pair.counts, (it) => it.counts?.[0] ?? ""],
  ["Score", "", (it) => percent(it.pair.score), (it) => it.pair.score],
  ["Score, drawn", "forest", (it) => scoreBar(it.pair)],
  ["Expected", "rated", (it) => percent(it.pair.expected), (it) => it.pair.expected],
  ["Surprise", "rated surprise", (it) => signed(100 * it.surprise, 1), (it) => it.surprise],
  ["Better with", "better", (it) => percent(it.pair.better), (it) => it.pair.better],
  ["Game", "plain save", (it) => gameLinks(it.pair.link)],
];

const opponentButton = (it) => {
  const button = make("button", { type: "button", className: "plainly" });
  button.append(make("bdi", { className: "name", textContent: it.pair.column, title: it.pair.column }));
  button.addEventListener("click", () => showOpponents(it.table, it.at));
  return button;
};

const gameLinks = (link) => {
  if (!link) return "";
  const what = gameOf(link);
  const named = (element, label) => {
    element.title = what;
    element.setAttribute("aria-label", `${label}: ${what}`);
    return element;
  };
  const links = make("span", {});
  if (pageOf(link)) links.append(named(linkToPage(link, "Watch"), "Watch"));
  if (links.hasChildNodes() && recordOf(link)) links.append(" \u00b7 ");
  if (recordOf(link)) links.append(named(linkToRecord(link, "Save"), "Save the record"));
  return links;
};

const opponentsOf = (table, at) => {
  const row = table.tBodies[0].rows[at];
  const met = Array.from(row.cells).filter(isMet).map((cell) => {
    const pair = pairOf(table, cell);
    const counts = parse(pair.counts);
    return {
      table, pair, counts,
      at: cell.cellIndex - 1,
      rank: table.tBodies[0].rows[cell.cellIndex - 1].querySelector(".n").textContent,
      games: counts ? counts[0] + counts[1] + counts[2] : "",
      surprise: pair.expected === null ? null : pair.score - pair.expected,
    };
  });
  // What the ratings did not see coming is first; without ratings the order is that of the table.
  return met.sort((a, b) => Math.abs(b.surprise ?? 0) - Math.abs(a.surprise ?? 0));
};

const hasNothing = (name, met) =>
  (/rated/.test(name) && met.every((it) => it.surprise === null))
  || (name === "better" && met.every((it) => it.pair.better === null))
  || (/save/.test(name) && met.every((it) => !it.pair.link));

const opponentTable = (name, met) => {
  const columns = OPPONENT_COLUMNS.filter((column) => !hasNothing(column[1], met));
  const head = make("tr", {}, ...columns.map(([title, name]) => {
    const label = make("span", { textContent: title, className: name === "forest" ? "unseen" : "" });
    return make("th", { scope: "col", className: name }, label);
  }));
  const body = met.map((it) => make("tr", {}, ...columns.map(([, name, show, value]) => {
    const rated = !/rated/.test(name) || it.surprise !== null;
    const known = rated && (name !== "better" || it.pair.better !== null);
    const cell = make(name === "who" ? "th" : "td", { className: name }, known ? show(it) : "");
    if (name === "who") cell.scope = "row";
    if (value) cell.dataset.value = known ? value(it) : "";
    if (/surprise/.test(name) && known) cell.classList.toggle("less", it.surprise < 0);
    return cell;
  })));
  const caption = make("caption", { className: "unseen", textContent: `All opponents of ${isolated(name)}` });
  const table = make("table", { className: "standings" }, caption, make("thead", {}, head), make("tbody", {}, ...body));
  makeSortable(table);
  return table;
};

const showOpponents = (table, at) => {
  close();
  const row = standingRows.get(table)?.[at];
  if (!row) return;
  const name = row.querySelector(".name").textContent;
  const met = opponentsOf(table, at);
  const button = make("button", { type: "button", className: "close", textContent: "\u00d7" });
  button.setAttribute("aria-label", "Close");
  button.addEventListener("click", () => opponents.close());
  const title = make("h3", { id: "opponents-title", tabIndex: -1 }, make("bdi", { textContent: name }));
  const byline = make("p", { className: "lead" }, ...Array.from(row.querySelectorAll("small bdi"), (it) => it.cloneNode(true)));
  const rated = met.some((it) => it.surprise !== null);
  const lead = rated ? "The mark on a bar is the score that the ratings expect; surprise is how many points of a hundred it was missed by." : "";
  const none = make("p", { className: "nothing", textContent: "It has met nobody." });
  const list = met.length ? make("div", { className: "list" }, opponentTable(name, met)) : none;
  opponents.replaceChildren(title, byline, factsOf(row), make("p", { className: "lead", textContent: lead }), list, button);
  if (!opponents.open) opponents.showModal();
  opponents.scrollTop = 0;
  title.focus();
};

// A click beside the dialog closes it.
opponents.addEventListener("click", (event) => {
  if (event.target === opponents) opponents.close();
});

for (const section of all(document, "main > section")) {
  const table = section.querySelector(".cross table");
  const standings = section.querySelector(".standings");
  if (!table || !standings) continue;
  const rows = Array.from(standings.tBodies[0].rows);
  standingRows.set(table, rows);
  standings.classList.add("chosen");
  rows.forEach((row, at) => {
    const name = row.querySelector(".name");
    const button = make("button", { type: "button", className: "plainly" });
    button.setAttribute("aria-haspopup", "dialog");
    name.replaceWith(button);
    button.append(name);
    row.addEventListener("click", (event) => {
      // Who marks text does not mean to open anything.
      if (event.target.closest("a") || String(getSelection())) return;
      showOpponents(table, at);
      opponents.addEventListener("close", () => button.focus(), { once: true });
    });
  });
}
