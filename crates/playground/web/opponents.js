// The table of opponents: how the program does against each, and the games that one can look at.

import { create, createButton, element, formatNumber } from "../../page/web/dom.js";

/** Games of an opponent that are offered. */
const MOST_GAMES = 12;

export class Opponents {
  /** By name: the cells of its row. */
  #rows = new Map();
  #results = {};
  #shownGames = "";
  chosen = "";
  /** Called with the name of an opponent that was chosen. */
  onChoose = () => {};
  /** Called with `{name, seat, number, result}` of a game that somebody wants to see, and how. */
  onOpen = () => {};

  /** Lists other opponents, in this order; the first is chosen, unless the one before is still there. */
  list(names) {
    this.#rows.clear();
    this.#results = {};
    const rows = names.map((name) => {
      const button = createButton({ "aria-pressed": "false" }, () => this.choose(name), name);
      const cells = { button, bar: create("i"), score: create("span"), interval: create("td"), games: create("td") };
      const score = create("td", {}, create("span", { class: "meter", "aria-hidden": "true" }, cells.bar), cells.score);
      cells.row = create("tr", {}, create("td", {}, button), score, cells.interval, cells.games);
      this.#rows.set(name, cells);
      return cells.row;
    });
    element("rows").replaceChildren(...rows);
    this.choose(names.includes(this.chosen) ? this.chosen : names[0] ?? "");
  }

  choose(name) {
    this.chosen = name;
    for (const [other, { row, button }] of this.#rows) {
      row.classList.toggle("chosen", other === name);
      button.setAttribute("aria-pressed", String(other === name));
    }
    this.#shownGames = "";
    this.#drawGames();
    this.onChoose(name);
  }

  /** The results of the version of the program that plays. */
  show(results) {
    this.#results = results;
    for (const [name, result] of Object.entries(results)) {
      const cells = this.#rows.get(name);
      if (cells) drawRow(cells, result);
    }
    this.#drawGames();
  }

  /** Whether the results are those of an older version. */
  setStale(isStale) {
    element("rows").classList.toggle("stale", isStale);
  }

  caption(words) {
    element("caption").textContent = words;
  }

  #drawGames() {
    const orders = this.#results[this.chosen]?.orders ?? [];
    const games = [["lost", "lost_games"], ["drawn", "drawn_games"], ["won", "won_games"]].flatMap(([result, key]) => {
      const both = orders.flatMap((order, seat) => order[key].map((number) => ({ name: this.chosen, seat, number, result })));
      return both.sort((one, other) => one.number - other.number || one.seat - other.seat);
    });
    const offered = games.slice(0, MOST_GAMES);
    // Buttons that are there already stay, so that nobody misses one with a click.
    const key = JSON.stringify(offered);
    if (key === this.#shownGames) return;
    this.#shownGames = key;
    const words = offered.length === 0 ? "Games that you can look at appear here." : `Games against ${this.chosen}, lost ones first:`;
    element("fights").replaceChildren(create("p", {}, words), ...offered.flatMap((game) => this.#buttonsOf(game)));
  }

  #buttonsOf(game) {
    const place = game.seat === 0 ? "you first" : "you second";
    const label = `${game.result}: game ${game.number}, ${place}`;
    const watch = createButton({ class: game.result }, () => this.onOpen(game, ""), label);
    if (game.result !== "lost") return [watch];
    return [watch, createButton({ "aria-label": `why did I lose game ${game.number}, ${place}?` }, () => this.onOpen(game, "why"), "why?")];
  }
}

function drawRow({ bar, score, interval, games, row }, { orders, sums, failure }) {
  row.dataset.orders = JSON.stringify(orders);
  row.dataset.games = sums.games;
  row.dataset.score = sums.score;
  row.dataset.exact = String(sums.isExact);
  if (failure) {
    score.textContent = "–";
    interval.textContent = failure;
    return;
  }
  const percent = (share, digits) => `${(100 * share).toFixed(digits)}%`;
  if (sums.games === 0) {
    score.textContent = "…";
    return;
  }
  bar.style.width = percent(sums.score, 0);
  score.textContent = percent(sums.score, sums.isExact ? 2 : 0);
  interval.textContent = sums.isExact ? "exact" : `${percent(sums.low, 0)} to ${percent(sums.high, 0)}`;
  games.textContent = sums.isExact ? formatNumber(sums.games) : counting(orders) ?? formatNumber(sums.games);
}

/** How far the count of all setups is, if there is one. */
function counting(orders) {
  const exact = orders.map((order) => order.exact).filter(Boolean);
  if (exact.length === 0 || exact.every((one) => one.done === 0)) return null;
  const done = exact.reduce((sum, one) => sum + one.done, 0) / orders.length;
  return `counting: ${Math.floor(100 * done)}%`;
}
