// The players for spectators: who they are, how far they have come, and who is out.

import { seatSign } from "./colours.js";
import { create, formatNumber } from "./dom.js";

/** With more players than this, each has little room. */
export const MANY = 6;
/** With more than this, there are columns of them. */
const CROWD = 24;

/** A player's sign, number and name; whatever is too long is cut, and can be read as the title. */
export function playerName(seat, { programs }) {
  const name = create("span", { class: "name", title: programs[seat].name }, programs[seat].name);
  const sign = create("span", { class: "sign" });
  sign.innerHTML = seatSign(seat);
  return [sign, create("span", { class: "number" }, String(seat)), name];
}

export class Players {
  #list;
  #summary;
  #about;
  #items;
  /** What was drawn last. */
  #drawn = "";

  constructor(place, about) {
    this.#about = about;
    const { programs } = about;
    this.#list = create("ul", { class: programs.length > CROWD ? "crowd" : programs.length > MANY ? "many" : "few" });
    this.#items = programs.map((_, seat) => {
      const count = create("span", { class: "count" });
      const out = create("span", { class: "out" });
      const bar = create("i", { class: "bar" });
      return { item: create("li", {}, ...playerName(seat, about), out, count, bar), count, out, bar };
    });
    this.#list.append(...this.#items.map(({ item }) => item));
    this.#summary = create("p", { class: "summary" });
    place.replaceChildren(this.#summary, this.#list);
  }

  /** `deaths` has the turn of each death by seat. The living come first, and the last to die before the first. */
  draw(score, deaths) {
    const drawn = JSON.stringify([score, [...deaths]]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const all = score?.reduce((one, other) => one + other, 0) ?? 0;
    this.#items.forEach(({ item, count, out, bar }, seat) => {
      const isOut = deaths.has(seat);
      item.classList.toggle("dead", isOut);
      out.textContent = isOut ? "✝ out" : "";
      out.title = isOut ? `out in turn ${formatNumber(deaths.get(seat))}` : "";
      if (!score) return;
      count.textContent = formatNumber(score[seat]);
      bar.style.width = `${(100 * score[seat]) / Math.max(1, all)}%`;
    });
    const seats = this.#items.map((_, seat) => seat);
    seats.sort((one, other) => (deaths.get(other) ?? Infinity) - (deaths.get(one) ?? Infinity) || one - other);
    const inOrder = seats.map((seat) => this.#items[seat].item);
    if (inOrder.some((item, index) => this.#list.children[index] !== item)) this.#list.append(...inOrder);
    const { programs, score_unit: unit } = this.#about;
    const living = programs.length - deaths.size;
    const parts = programs.length > 2 ? [`${living} of ${programs.length} players are in`] : [];
    if (unit) parts.push(`numbers are ${unit}`);
    this.#summary.textContent = parts.join(" · ");
  }
}
