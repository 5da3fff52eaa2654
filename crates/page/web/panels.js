// The texts beside the board.

import { seatColour, seatSign } from "./colours.js";
import { deathsUntil } from "./commentary.js";
import { create, createButton, formatNumber } from "./dom.js";

/** CSS pixels of a cell in the line around the cursor. */
export const CELL_SIZE = 17;

/** The texts that panels were made of, by their elements. */
const drawnPanels = new WeakMap();

/** Replaces the panels whose content has changed. */
export function drawPanels(place, panels, goToCell) {
  while (place.children.length > panels.length) place.lastChild.remove();
  panels.forEach((panel, index) => {
    const text = JSON.stringify(panel);
    const before = place.children[index];
    if (before && drawnPanels.get(before) === text) return;
    const section = panelSection(panel, goToCell);
    drawnPanels.set(section, text);
    if (before) before.replaceWith(section);
    else place.append(section);
  });
}

function panelSection(panel, goToCell) {
  const title = create("h2");
  if (panel.seat !== null) title.innerHTML = seatSign(panel.seat);
  title.append(` ${panel.title}`);
  return create("section", {}, title, ...panel.lines.map(([text, role, cell]) => line(text, role, cell, goToCell)));
}

/** A line of text; a line about a cell is a button that goes there. */
function line(text, role, cell, goToCell, tag = "div") {
  // Tab does not stop at every line of code: `g` goes to a cell by its number.
  const content = cell === null || cell === undefined ? text : createButton({ "data-cell": cell, tabindex: -1 }, () => goToCell(cell), text);
  return create(tag, { class: `line ${role}` }, content);
}

export function drawEvents(list, shown, goToCell) {
  const quiet = (text) => line(text, "quiet", null, goToCell, "li");
  const lines = shown.events.map((event) => {
    const kind = event.kind ? `${event.kind}: ` : "";
    const item = line(kind + event.text, event.kind === "death" ? "failure" : "plain", event.cell, goToCell, "li");
    item.insertAdjacentHTML("afterbegin", `<span class="seat">${seatSign(event.seat)}</span> `);
    return item;
  });
  if (shown.events_omitted > 0) lines.push(quiet(`and ${shown.events_omitted} more`));
  if (lines.length === 0) lines.push(quiet(shown.turn === 0 ? "before the first turn" : "nothing is written"));
  list.replaceChildren(...lines);
}

/** Who plays, and who won. */
export function drawLegend(list, { programs, result: { winner } }) {
  list.replaceChildren(...programs.map((program, seat) => {
    const item = create("li", { class: seat === winner ? "seat winner" : "seat" });
    item.innerHTML = seatSign(seat);
    item.dataset.seat = seat;
    // A long name is cut, and what is said of its player is not.
    item.append(create("span", { class: "name" }, program.name), create("span", { class: "out" }));
    if (seat === winner) item.append(create("b", {}, "won"));
    item.title = [`player ${seat}`, program.file, program.author && `by ${program.author}`, `length ${program.length}`].filter(Boolean).join(", ");
    item.append(create("span", { class: "share" }));
    return item;
  }));
}

/** Marks the players that are out at the turn that is shown, and puts them after the others. */
export function markTheDead(legend, { story, turn }) {
  const deaths = deathsUntil(story, turn);
  for (const item of legend.children) {
    const died = deaths.get(Number(item.dataset.seat));
    item.classList.toggle("dead", died !== undefined);
    item.querySelector(".out").textContent = died === undefined ? "" : `✝ out in turn ${formatNumber(died)}`;
  }
  const ordered = [...legend.children].sort((one, other) => {
    const [died, otherDied] = [one, other].map((item) => deaths.get(Number(item.dataset.seat)) ?? Infinity);
    return otherDied - died || one.dataset.seat - other.dataset.seat;
  });
  if (ordered.some((item, index) => legend.children[index] !== item)) legend.append(...ordered);
}

/** How much of the board is whose: a bar, and numbers. */
export function drawShares(bar, legend, owned, spots) {
  const shares = new Map([...legend.children].map((item) => [Number(item.dataset.seat), item.lastChild]));
  while (bar.children.length < owned.length) bar.appendChild(create("i")).style.background = seatColour(bar.children.length - 1);
  owned.forEach((count, seat) => {
    const percent = (100 * count) / spots;
    bar.children[seat].style.width = `${percent}%`;
    shares.get(seat).textContent = `${percent.toFixed(percent < 9.95 ? 1 : 0)} %`;
  });
}

/** The cells around the cursor with their symbols; below each the colour and the number of its owner. */
export function drawNearbyCells(place, cells, cursor, agents, goToCell) {
  const agentNames = new Map(agents.map(([seat, role, cell]) => [cell, `${seat}${role[0]}`]));
  place.style.fontSize = `${CELL_SIZE * 0.8}px`;
  place.replaceChildren(...cells.map((cell) => {
    const below = create("small", {}, String(agentNames.get(cell.cell) ?? cell.owner ?? ""));
    const box = create("span", { title: cell.name }, cell.symbol, below);
    box.style.width = `${CELL_SIZE}px`;
    if (cell.owner !== null) box.style.borderBottomColor = seatColour(cell.owner);
    if (cell.cell === cursor) box.className = "cursor";
    box.addEventListener("click", () => goToCell(cell.cell));
    return box;
  }));
}

/** What there is to know of a cell, in a sentence. */
export function cellText(cell, programs) {
  if (!cell) return "";
  const home = cell.home === null ? "" : `; ${programs[cell.home].name} started here`;
  const written = cell.written ? `; last written in turn ${cell.written[0]} by ${programs[cell.written[1]].name}` : "";
  return `${cell.name}: ${cell.text}${home}${written}`;
}

/** What there is to know of a turn, in sentences, for screen readers. */
export function turnText({ shown }) {
  const events = (shown.events ?? []).slice(0, 4).map((event) => (event.kind ? `${event.kind}: ` : "") + event.text);
  const ends = shown.end && shown.end.turn === shown.turn ? [shown.end.text] : [];
  return [`Turn ${shown.turn}`, ...events, ...ends].join(". ");
}
