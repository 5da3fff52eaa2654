// The board beside the editor: a game of the program that is written.

import { Board } from "../../page/web/board.js";
import { element, formatNumber, richText } from "../../page/web/dom.js";
import { MARGIN, Overlay } from "../../page/web/overlay.js";
import { readTheme } from "../../page/web/theme.js";

/** Seconds that a whole game takes. */
const SECONDS = 12;
/** Milliseconds between two pictures with `prefers-reduced-motion`. */
const CALM_PICTURE_MS = 250;
const NOBODY = new Set();

export class Preview {
  #client;
  #frame = element("frame");
  #board;
  #overlay;
  #about = null;
  #view = null;
  #isPlaying = false;
  #wanted = null;
  #isBusy = false;
  #isToPlay = false;
  #size = { width: 0, height: 0 };

  /** `client` leads to the engines of the board. */
  constructor(client) {
    this.#client = client;
    const theme = readTheme();
    this.#board = new Board(element("picture"), theme);
    this.#overlay = new Overlay(element("board"), this.#frame, this.#board, theme);
    element("play").addEventListener("click", () => (this.#isPlaying ? this.pause() : this.play()));
    element("turn").addEventListener("input", (event) => {
      this.pause();
      this.#goTo(Number(event.target.value));
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#changeTheme());
    new ResizeObserver(() => this.#draw()).observe(this.#frame);
  }

  /** Plays the first game that is opened. */
  playFirst() {
    this.#isToPlay = true;
  }

  /** Shows a game from its record; the turn is as far from its end as that of the game before. */
  async open(record) {
    const share = this.#about ? Number(element("turn").value) / Math.max(1, this.#lastTurn) : 0;
    const answer = await this.#client.request("open", { record, turn: 0 }, [record.buffer]);
    this.#about = answer.about;
    this.#view = answer.view;
    this.#board.spots = 0;
    element("turn").max = this.#lastTurn;
    element("outcome").replaceChildren(...richText(this.#about.outcome));
    await this.#goTo(Math.round(share * this.#lastTurn));
    if (this.#isToPlay) this.play();
    this.#isToPlay = false;
  }

  get #lastTurn() {
    return this.#about.last_turn;
  }

  play() {
    if (!this.#about || this.#isPlaying) return;
    this.#setPlaying(true);
    if (Number(element("turn").value) >= this.#lastTurn) element("turn").value = 0;
    const pictureMs = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? CALM_PICTURE_MS : 0;
    let before = performance.now();
    let owed = 0;
    const tick = (now) => {
      if (!this.#isPlaying) return;
      requestAnimationFrame(tick);
      if (this.#isBusy || now - before < pictureMs) return;
      owed += ((now - before) / 1000 / SECONDS) * this.#lastTurn;
      before = now;
      const turns = Math.floor(owed);
      if (turns < 1) return;
      owed -= turns;
      const turn = Math.min(Number(element("turn").value) + turns, this.#lastTurn);
      this.#goTo(turn);
      if (turn === this.#lastTurn) this.pause();
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this.#setPlaying(false);
  }

  #setPlaying(isPlaying) {
    this.#isPlaying = isPlaying;
    element("play").textContent = isPlaying ? "pause" : "play";
    element("play").setAttribute("aria-pressed", String(isPlaying));
  }

  /** Goes to a turn. While one is on its way, only the last counts. */
  async #goTo(turn) {
    this.#wanted = turn;
    element("turn").value = turn;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#wanted !== null) {
      const wanted = this.#wanted;
      this.#wanted = null;
      const span = Math.max(1, Math.round(this.#lastTurn / SECONDS / 7));
      this.#view = await this.#client.request("show", { turn: wanted, span, near: null, texts: null, withHash: false, withSymbols: this.#overlay.hasRoomForSymbols() });
      this.#draw();
    }
    this.#isBusy = false;
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const { clientWidth: width, clientHeight: height } = this.#frame;
    if (width === 0 || height === 0) return;
    const { shape } = this.#about;
    if (this.#board.spots !== view.spots.length || this.#size.width !== width || this.#size.height !== height) {
      this.#size = { width, height };
      this.#board.layOut(shape, view.spots.length, { width: width - 2 * MARGIN, height: height - 2 * MARGIN }, 1);
      this.#overlay.resize(this.#size);
    }
    this.#board.paint(view.spots);
    this.#overlay.moveToBoard();
    this.#overlay.draw(view, null, this.#about, NOBODY);
    const { turn } = view.shown;
    element("shown-turn").textContent = `turn ${formatNumber(turn)} of ${formatNumber(this.#lastTurn)}`;
    element("shown-turn").dataset.turn = turn;
    element("board").setAttribute("aria-label", `Board of ${shape.cells} cells after turn ${turn}.`);
  }

  #changeTheme() {
    const theme = readTheme();
    this.#board.setTheme(theme);
    this.#overlay.theme = theme;
    this.#draw();
  }
}
