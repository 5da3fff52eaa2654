// The texts beside the board.

/** Those that say something else than before are made anew. */
function drawPanels(place, panels, goToCell) {
  while (place.children.length > panels.length) place.lastChild.remove();
  panels.forEach((panel, index) => {
    const told = JSON.stringify(panel);
    const before = place.children[index];
    if (before?.told === told) return;
    const section = panelSection(panel, goToCell);
    section.told = told;
    if (before) before.replaceWith(section);
    else place.append(section);
  });
}

function panelSection(panel, goToCell) {
  const section = document.createElement("section");
  const title = section.appendChild(document.createElement("h2"));
  if (panel.seat !== null) title.innerHTML = seatSign(panel.seat);
  title.append(` ${panel.title}`);
  section.append(...panel.lines.map(([text, role, cell]) => line(text, role, cell, goToCell)));
  return section;
}

/** A line of text; one that tells of a cell is a button that goes there. */
function line(text, role, cell, goToCell, tag = "div") {
  const element = document.createElement(tag);
  element.className = `line ${role}`;
  if (cell === null || cell === undefined) {
    element.textContent = text;
    return element;
  }
  const button = element.appendChild(document.createElement("button"));
  button.type = "button";
  button.textContent = text;
  button.dataset.cell = cell;
  button.addEventListener("click", () => goToCell(cell));
  return element;
}

function drawEvents(place, shown, goToCell) {
  const lines = shown.events.map((event) => {
    const kind = event.kind ? `${event.kind}: ` : "";
    const element = line(kind + event.text, event.kind === "death" ? "failure" : "plain", event.cell, goToCell, "li");
    element.insertAdjacentHTML("afterbegin", `<span class="seat">${seatSign(event.seat)}</span> `);
    return element;
  });
  if (shown.events_untold > 0) lines.push(line(`and ${shown.events_untold} more`, "quiet", null, goToCell, "li"));
  if (lines.length === 0) lines.push(line(shown.turn === 0 ? "before the first turn" : "nothing is written", "quiet", null, goToCell, "li"));
  place.replaceChildren(...lines);
}

/** Who plays, and who won. */
function drawLegend(place, { programs, winner }) {
  place.replaceChildren(...programs.map((program, seat) => {
    const item = document.createElement("li");
    item.className = seat === winner ? "seat winner" : "seat";
    item.innerHTML = seatSign(seat);
    item.append(`${seat} ${program.name ?? program.file}`);
    if (seat === winner) item.append(" – won");
    item.title = [program.file, program.author && `by ${program.author}`, `length ${program.length}`].filter(Boolean).join(", ");
    item.appendChild(document.createElement("span")).className = "share";
    return item;
  }));
}

/** How much of the board is whose: a bar, and numbers. */
function drawShares(bar, legend, owned, spots) {
  while (bar.children.length < owned.length) bar.appendChild(document.createElement("i")).style.background = seatColour(bar.children.length - 1);
  owned.forEach((count, seat) => {
    const percent = (100 * count) / spots;
    bar.children[seat].style.width = `${percent}%`;
    legend.children[seat].lastChild.textContent = `${percent.toFixed(percent < 9.95 ? 1 : 0)} %`;
  });
}

/** The cells around the cursor with their symbols; below each the colour and the number of whose it is. */
function drawNear(place, cells, cursor, agents, goToCell) {
  const standing = new Map(agents.map(([seat, role, cell]) => [cell, `${seat}${role[0]}`]));
  place.style.fontSize = `${NEAR_SIZE * 0.8}px`;
  place.replaceChildren(...cells.map((cell) => {
    const element = document.createElement("span");
    element.style.width = `${NEAR_SIZE}px`;
    element.textContent = cell.symbol;
    if (cell.owner !== null) element.style.borderBottomColor = seatColour(cell.owner);
    if (cell.cell === cursor) element.className = "cursor";
    const below = element.appendChild(document.createElement("small"));
    below.textContent = standing.get(cell.cell) ?? cell.owner ?? "";
    element.title = `cell ${cell.cell}`;
    element.addEventListener("click", () => goToCell(cell.cell));
    return element;
  }));
}

/** What there is to know of a cell, in a sentence. */
function cellInWords(cell) {
  if (!cell) return "";
  const home = cell.home === null ? "" : `; program ${cell.home} started here`;
  const written = cell.written ? `; last written in turn ${cell.written[0]} by program ${cell.written[1]}` : "";
  return `cell ${cell.cell}: ${cell.text}${home}${written}`;
}

/** What there is to know of a turn, in sentences, for those who listen. */
function turnInWords(seen) {
  const { shown } = seen;
  const events = (shown.events ?? []).slice(0, 4).map((event) => (event.kind ? `${event.kind}: ` : "") + event.text);
  const ends = shown.end && shown.end.turn === shown.turn ? [shown.end.text] : [];
  return [`Turn ${shown.turn}`, ...events, ...ends].join(". ");
}
