// ---- Standings: sorting ----

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
// Compares texts or numbers, or lists of them one by one.
const compare = (a, b) => {
  const others = [b].flat();
  for (const [at, value] of [a].flat().entries()) {
    const difference = typeof value === "string" ? collator.compare(value, others[at]) : value - others[at];
    if (difference) return difference;
  }
  return 0;
};

const sortBy = (table, valueOf, ascending) => {
  const body = table.tBodies[0];
  const lines = Array.from(body.rows, (row) => ({ row, value: valueOf(row) ?? null }));
  const sign = ascending ? 1 : -1;
  lines.sort((a, b) => {
    // What has no value stays at the end either way.
    if (a.value === null || b.value === null) return (a.value === null) - (b.value === null);
    return sign * compare(a.value, b.value);
  });
  body.append(...lines.map(({ row }) => row));
};

// `valuesOf` returns, for a head, what says the value of a row in its column; undefined if the column is not sorted.
const makeSortable = (table, valuesOf) => {
  const heads = Array.from(table.tHead.rows[0].cells);
  for (const head of heads) {
    const valueOf = valuesOf(head);
    if (!valueOf) continue;
    const button = make("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    const ascendingFirst = head.matches(".rank, .ranks, .who");
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const ascending = now ? now !== "ascending" : ascendingFirst;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      sortBy(table, valueOf, ascending);
    });
  }
};

// Columns that are sorted by more than one number.
const SEVERAL = {
  ranks: (it) => (it.best_rank ? [it.best_rank, it.worst_rank] : null),
  results: ({ wins, draws, losses }) => {
    const games = wins + draws + losses;
    return games ? [wins / games, draws / games] : null;
  },
};

const makeStandingsSortable = (table) => {
  const rows = new Map(Array.from(table.tBodies[0].rows, (row, at) => [row, dataOf(table).table[at]]));
  makeSortable(table, (head) => {
    const { key } = head.dataset;
    if (!key) return null;
    const value = SEVERAL[key] ?? ((it) => it[key]);
    return (row) => value(rows.get(row));
  });
};

// ---- Filtering ----

const makeFilter = (section) => {
  const label = section.querySelector(".filter");
  if (!label) return;
  const said = section.querySelector("output");
  const rows = all(section, ".standings tbody tr");
  const crossRows = all(section, ".cross tbody tr");
  const order = rows.map((row) => row.querySelector(".who").textContent.toLowerCase());
  const input = label.querySelector("input");
  label.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    order.forEach((text, at) => {
      const hidden = !words.every((word) => text.includes(word));
      rows[at].hidden = hidden;
      if (crossRows[at]) crossRows[at].hidden = hidden;
      shown += hidden ? 0 : 1;
    });
    document.dispatchEvent(new Event("filtered"));
    said.textContent = words.length ? `${shown} of ${rows.length} programs` : "";
  });
};

// ---- Panes: a table that fits needs no box to scroll in, so its head sticks to the window ----

const watchPanes = () => {
  const panes = all(document, ".pane");
  const fit = () => {
    for (const pane of panes) {
      pane.classList.add("fits");
      const fits = pane.firstElementChild.offsetWidth <= pane.parentElement.clientWidth;
      pane.classList.toggle("fits", fits);
      pane.tabIndex = fits ? -1 : 0;
    }
  };
  addEventListener("resize", fit);
  document.addEventListener("fit", fit);
  fit();
};

for (const table of all(document, ".standings")) makeStandingsSortable(table);
for (const section of all(document, "main > section")) makeFilter(section);
