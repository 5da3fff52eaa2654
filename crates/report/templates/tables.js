// ---- Standings: sorting ----

const valueOf = (row, at) => {
  const cell = row.cells[at];
  return cell.dataset.value ?? (cell.querySelector(".name") ?? cell).textContent.trim();
};
const numberIn = (text) => {
  const plain = text.replace(/[,\s\u2009\u202f]/g, "").replace(/^\u2212/, "-");
  const number = /^[-+]?(\d+\.?\d*|\.\d+)/.exec(plain);
  return number ? Number(number[0]) : null;
};
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const sortBy = (table, at, ascending) => {
  const body = table.tBodies[0];
  const lines = Array.from(body.rows, (row) => ({ row, text: valueOf(row, at) }));
  const numeric = !body.rows[0].cells[at].matches(".who")
    && lines.every(({ text }) => text === "" || numberIn(text) !== null || /^[-\u2013\u2014]$/.test(text));
  const sign = ascending ? 1 : -1;
  for (const line of lines) line.key = numeric ? numberIn(line.text) : line.text || null;
  lines.sort((a, b) => {
    // What has no value stays at the end either way.
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return sign * (numeric ? a.key - b.key : collator.compare(a.key, b.key));
  });
  body.append(...lines.map(({ row }) => row));
};

const makeSortable = (table) => {
  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach((head, at) => {
    // What is drawn is sorted by the numbers beside it.
    if (head.matches(".forest, .plain")) return;
    const button = make("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    const ascendingFirst = head.matches(".rank, .ranks, .who");
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const ascending = now ? now !== "ascending" : ascendingFirst;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      sortBy(table, at, ascending);
    });
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

for (const table of all(document, ".standings")) makeSortable(table);
for (const section of all(document, "main > section")) makeFilter(section);
