
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

// What a table of opponents shows; a column is left out if no pair has what it needs.
const OPPONENT_COLUMNS = [
  { title: "Rank", name: "rank", show: (it) => it.rank, value: (it) => it.rank },
  { title: "Opponent", name: "who", show: (it) => opponentButton(it), value: (it) => it.column },
  { title: "Games", name: "games", show: (it) => plain(gamesOf(it)), value: (it) => gamesOf(it) },
  { title: "W\u2013D\u2013L", name: "wdl", show: (it) => counted(it).join("\u2013"), value: (it) => it.wins },
  { title: "Score", name: "", show: (it) => percent(it.score), value: (it) => it.score },
  { title: "Score, drawn", name: "forest", show: (it) => scoreBar(it) },
  { title: "Expected", name: "rated", show: (it) => percent(it.expected), value: (it) => it.expected, needs: "expected" },
  { title: "Surprise", name: "rated surprise", show: (it) => signed(100 * surpriseOf(it), 1), value: (it) => surpriseOf(it), needs: "expected" },
  { title: "Better with", name: "better", show: (it) => percent(it.likelihood_better), value: (it) => it.likelihood_better, needs: "likelihood_better" },
  { title: "Game", name: "plain save", show: (it) => gameLinks(it), needs: "game" },
];
const gamesOf = (pair) => pair.wins + pair.draws + pair.losses;
const surpriseOf = (pair) => (pair.expected === null ? null : pair.score - pair.expected);

const opponentButton = (it) => {
  const button = make("button", { type: "button", className: "plainly" });
  button.append(make("bdi", { className: "name", textContent: it.column, title: it.column }));
  button.addEventListener("click", () => showOpponents(it.table, it.at));
  return button;
};

const gameLinks = ({ game, lostGame }) => {
  const named = (element, label, shown) => {
    const what = gameOf(shown);
    element.title = what;
    element.setAttribute("aria-label", `${label}: ${what}`);
    return element;
  };
  const links = [];
  if (game.page) links.push(named(linkToPage(game, "Watch"), "Watch", game));
  if (lostGame) links.push(named(linkToReason(lostGame, "Why?"), "Why?", lostGame));
  if (game.record) links.push(named(linkToRecord(game, "Save"), "Save the record", game));
  return make("span", { className: "links" }, ...links.flatMap((link, at) => (at > 0 ? [" \u00b7 ", link] : [link])));
};

const opponentsOf = (table, at) => {
  const cells = Array.from(table.tBodies[0].rows[at].cells).filter(isMet);
  const met = cells.map((cell) => ({ ...pairOf(cell), table, at: columnOf(cell) }));
  // What the ratings did not see coming is first; without ratings the order is that of the table.
  return met.sort((a, b) => Math.abs(surpriseOf(b)) - Math.abs(surpriseOf(a)));
};

const opponentTable = (name, met) => {
  const isKnown = (pair, { needs }) => !needs || pair[needs] !== null;
  const columns = OPPONENT_COLUMNS.filter((column) => met.some((pair) => isKnown(pair, column)));
  const head = make("tr", {}, ...columns.map(({ title, name }) => {
    const label = make("span", { textContent: title, className: name === "forest" ? "unseen" : "" });
    return make("th", { scope: "col", className: name }, label);
  }));
  const pairs = new Map(met.map((pair) => [make("tr", {}, ...columns.map((column) => {
    const { name, show } = column;
    const cell = make(name === "who" ? "th" : "td", { className: name }, isKnown(pair, column) ? show(pair) : "");
    if (name === "who") {
      cell.scope = "row";
      // On small screens the links are here: their own column would be out of sight.
      if (pair.game) cell.append(gameLinks(pair));
    }
    if (cell.matches(".surprise")) cell.classList.toggle("less", surpriseOf(pair) < 0);
    return cell;
  })), pair]));
  const caption = make("caption", { className: "unseen", textContent: `All opponents of ${isolated(name)}` });
  const body = make("tbody", {}, ...pairs.keys());
  const table = make("table", { className: "standings" }, caption, make("thead", {}, head), body);
  makeSortable(table, (head) => {
    const { value } = columns[head.cellIndex];
    return value ? (row) => value(pairs.get(row)) : null;
  });
  return table;
};

const showOpponents = (table, at) => {
  close();
  const row = standingRows.get(table)?.[at];
  if (!row) return;
  const { name } = dataOf(table).table[at];
  const met = opponentsOf(table, at);
  const button = make("button", { type: "button", className: "close", textContent: "\u00d7" });
  button.setAttribute("aria-label", "Close");
  button.addEventListener("click", () => opponents.close());
  const title = make("h3", { id: "opponents-title", tabIndex: -1 }, make("bdi", { textContent: name }));
  const byline = make("p", { className: "lead" }, ...Array.from(row.querySelectorAll("small bdi"), (it) => it.cloneNode(true)));
  const rated = met.some((pair) => pair.expected !== null);
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
