// Moving bots by hand, in games whose programs no page can ask: the engines play on with the moves; a bot that is not moved
// makes its recorded moves, which know nothing of the change.

import { seatSign } from "./colours.js";
import { create, createButton, element } from "./dom.js";

/** The moves by their letters: names, signs, and the keys of the first bot that is moved and of the second. */
const MOVES = {
  L: { name: "left", sign: "←", keys: ["ArrowLeft", "a"] },
  U: { name: "up", sign: "↑", keys: ["ArrowUp", "w"] },
  D: { name: "down", sign: "↓", keys: ["ArrowDown", "s"] },
  R: { name: "right", sign: "→", keys: ["ArrowRight", "d"] },
};

export class ManualMoves {
  #session;
  /** The seats that are moved; null if none is. */
  #seats = null;
  /** The letters chosen for this turn, by seat. */
  #chosen = new Map();

  constructor(session) {
    this.#session = session;
  }

  toggle() {
    if (this.#seats) return this.end();
    const { end, turn } = this.#session;
    if (end && !end.is_cut_off && turn >= end.turn) return this.#session.say("the match is over at this turn: go back, then move");
    this.#session.pause();
    return this.#move([0]);
  }

  end() {
    if (!this.#seats) return;
    this.#seats = null;
    this.#draw();
    element("board").focus();
  }

  /** The command of a key while bots are moved by hand; null for other keys. */
  commandOf(event) {
    const seats = this.#seats;
    if (!seats || event.shiftKey || event.ctrlKey) return null;
    if (event.key === "Backspace") return { run: () => this.#session.goTo(this.#session.heading - 1), isStep: true };
    for (const [letter, { keys }] of Object.entries(MOVES)) {
      const seat = seats[keys.indexOf(event.key)];
      if (seat !== undefined) return { run: () => this.#choose(seat, letter), isStep: false };
    }
    return null;
  }

  #move(seats) {
    this.#seats = seats;
    this.#chosen.clear();
    this.#draw();
  }

  /** Plays the turn once all bots that are moved have a move. */
  #choose(seat, letter) {
    const chosen = this.#chosen;
    chosen.set(seat, letter);
    const isComplete = this.#seats.every((one) => chosen.has(one));
    const moves = [...chosen].map(([one, move]) => `${one}${move}`).join("");
    if (isComplete) chosen.clear();
    this.#draw();
    if (isComplete) this.#session.run("move", { moves });
  }

  #nameOf(seat) {
    return this.#session.about.programs[seat].name;
  }

  #draw() {
    const place = element("manual-moves");
    place.hidden = this.#seats === null;
    place.replaceChildren();
    if (this.#seats === null) return;
    const choices = [[0], [1], [0, 1]].map((seats) => this.#choice(seats));
    const pads = this.#seats.map((seat, nth) => this.#pad(seat, nth));
    place.append(create("span", {}, "By hand: ", ...choices), ...pads, this.#hint());
  }

  /** Chooses which bots are moved. */
  #choice(seats) {
    const radio = create("input", { type: "radio", name: "moved" });
    radio.checked = String(seats) === String(this.#seats);
    radio.addEventListener("change", () => {
      this.#move(seats);
      element("manual-moves").querySelector(":checked").focus();
    });
    const [seat] = seats;
    return create("label", {}, radio, seats.length > 1 ? " both " : ` ${seat} ${this.#nameOf(seat)} `);
  }

  /** The moves of a bot as buttons. */
  #pad(seat, nth) {
    const pad = create("span", { class: "pad" });
    pad.innerHTML = seatSign(seat);
    for (const letter of this.#session.about.moves) {
      const { name, sign, keys } = MOVES[letter];
      const label = `move ${this.#nameOf(seat)} ${name}`;
      const pressed = String(this.#chosen.get(seat) === letter);
      const key = nth === 0 ? sign : keys[1];
      const attributes = { title: `${name} (${key})`, "aria-label": label, "aria-pressed": pressed };
      pad.append(createButton(attributes, () => {
        this.#choose(seat, letter);
        // The buttons were made anew.
        element("manual-moves").querySelector(`[aria-label="${label}"]`)?.focus();
      }, sign));
    }
    return pad;
  }

  #hint() {
    const [other] = [0, 1].filter((seat) => !this.#seats.includes(seat));
    const text = other === undefined
      ? "The turn is played once both have a move."
      : `${this.#nameOf(other)} makes its recorded moves as long as there are any, then stays: programs cannot be asked in a page.`;
    const letters = this.#seats.length > 1 ? " and w, a, s, d" : "";
    const keys = ` Arrow keys${letters} move, Backspace takes a turn back, Space goes on as recorded, Esc ends it.`;
    return create("p", {}, text, create("span", { class: "keys" }, keys));
  }
}
