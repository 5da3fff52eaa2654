"use strict";
// The page is complete without this: it sorts and filters tables, and shows what two programs did to
// each other. Text from the page goes back into it as text only, never as HTML.
(() => {
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  // Keeps what a name does to the direction of writing inside of it, as bdi does.
  const isolated = (name) => `\u2068${name}\u2069`;

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
      const button = make("button", { type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      const ascendingFirst = head.matches(".rank, .who");
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

  // ---- Head to head ----

  const panel = document.getElementById("panel");
  let opened = null;

  const parse = (text) => {
    const counts = /^(\d+)-(\d+)-(\d+)$/.exec(text);
    return counts ? counts.slice(1).map(Number) : null;
  };
  const spoken = (text) => {
    const counts = parse(text);
    return counts ? `${counts[0]} won, ${counts[1]} drawn, ${counts[2]} lost` : text;
  };

  const fileOf = (link) => link.download || decodeURIComponent(link.getAttribute("href").split("/").pop());

  const isMet = (cell) => cell?.matches?.("td[class^=h]") ?? false;

  // What a cell is about. Takes over the titles that serve where there is no script.
  const pairOf = (table, cell) => {
    const link = cell.querySelector("a");
    if (!cell.dataset.counts) {
      cell.dataset.counts = cell.title || " ";
      if (link) {
        link.dataset.what = link.title;
        link.removeAttribute("title");
      }
    }
    return {
      link,
      row: cell.parentElement.cells[0].title,
      column: table.tHead.rows[0].cells[cell.cellIndex].title,
      counts: cell.dataset.counts.trim(),
      percent: cell.textContent.trim(),
    };
  };
  const describe = (table, cell) => {
    if (cell.matches(".d")) return "";
    const pair = pairOf(table, cell);
    const names = `${isolated(pair.row)} vs ${isolated(pair.column)}`;
    if (!isMet(cell)) return `${names}: never met`;
    const record = pair.link ? `, record: ${pair.link.dataset.what || fileOf(pair.link)}` : "";
    cell.title = `${names}: ${spoken(pair.counts)}${record}`;
    return `${names}: ${spoken(pair.counts)}, ${pair.percent}\u00a0%`;
  };

  const bar = (counts) => {
    const whole = counts[0] + counts[1] + counts[2] || 1;
    const shape = (name, attributes, ...children) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...children);
      return element;
    };
    const part = (name, from, count, y) =>
      shape("rect", { class: name, x: (100 * from) / whole, y, width: (100 * count) / whole, height: 8 - 2 * y });
    return shape("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      part("won", 0, counts[0], 0), part("drawn", counts[0], counts[1], 2),
      part("lost", counts[0] + counts[1], counts[2], 3));
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
    const pair = pairOf(table, cell);
    const counts = parse(pair.counts);
    const button = make("button", { type: "button", className: "close", textContent: "\u00d7" });
    button.setAttribute("aria-label", "Close");
    button.addEventListener("click", close);
    const name = (text) => make("bdi", { textContent: text, title: text });
    const parts = [
      make("p", { className: "pair" }, name(pair.row), make("i", { textContent: "vs" }), name(pair.column)),
      make("p", {}, [spoken(pair.counts), `${pair.percent}\u00a0% of the points`].filter(Boolean).join(" \u2013 ")),
    ];
    if (counts) parts.splice(1, 0, bar(counts));
    if (pair.link) {
      const what = pair.link.dataset.what || fileOf(pair.link);
      const save = make("a", { href: pair.link.href, download: pair.link.download });
      save.append("Save the record", ...(what ? [": ", make("bdi", { textContent: what })] : []));
      parts.push(make("p", { className: "save" }, save));
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
      readout.textContent = cell ? describe(table, cell) : "";
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
  for (const table of all(document, ".standings")) makeSortable(table);
  for (const section of all(document, "main > section")) makeFilter(section);
  for (const pane of all(document, ".cross")) makeCross(pane);
  watchPanes();
})();
