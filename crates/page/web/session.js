// What the page has received of the match, where the spectator is in it, and how more is requested.

import { formatNumber } from "./dom.js";
import { Explainer } from "./explainer.js";
import { fittingSpeed } from "./playback.js";

/** Milliseconds after which the page says that a turn is far away. */
const SLOW_MS = 400;

export class Session {
  #client;
  #display;
  #explainer;
  #isBusy = false;
  #isSearching = false;
  /** The request for a view that is on its way. */
  #showing = null;
  /** The turn to go to next, and the command that goes there; null if there is none. */
  #wanted = null;
  /** Whether the view must be requested again. */
  #isStale = false;

  /** What does not change from turn to turn. */
  about;
  /** What the engines said of the turn that is shown. */
  view;
  /** How the match ends, once that is known. */
  end;
  timeline = null;
  /** Who was ahead when, and the moments that mattered; null as long as that is not known. */
  lead = null;
  /** What happens in sentences, as far as it is known. */
  story = [];
  turn = 0;
  /** The turn that the page is on its way to: keys come faster than turns that are far away. */
  heading = 0;
  cursor = 0;
  /** An index of `SPEEDS`. */
  speed;
  zoom = 1;
  isPlaying = false;
  /** The seat and role of the agent that the cursor follows; null if it follows none. */
  followed = null;
  /** The lines of the breakpoint dialog. */
  breakpointLines = [];
  /** What the page says below the buttons. */
  note = "";

  constructor(client, display, about) {
    this.#client = client;
    this.#display = display;
    this.#explainer = new Explainer(client);
    this.about = about;
    this.speed = fittingSpeed(about.last_turn);
  }

  get isBusy() {
    return this.#isBusy;
  }

  get firstTurn() {
    return this.view?.shown.first_turn ?? 0;
  }

  /** The end, or as long as it is not known, where the record's match ends. */
  get lastTurn() {
    return this.end?.turn ?? Math.max(this.about.last_turn, this.view?.shown.last_turn ?? 0);
  }

  get agents() {
    return this.view.shown.agents;
  }

  /** What is known of the cell under the cursor. */
  get cellUnderCursor() {
    return this.view?.near.find((one) => one.cell === this.cursor);
  }

  /** Goes to a turn. While one is on its way, only the last request counts; a search is given up for it. */
  goTo(turn) {
    this.#forgetNote();
    return this.#goTo(turn, "show");
  }

  /** Plays on to a turn, or to a breakpoint before it. */
  playTo(turn) {
    return this.#goTo(turn, "play");
  }

  async #goTo(turn, command) {
    this.heading = Math.min(Math.max(turn, this.firstTurn), this.lastTurn);
    this.#wanted = { turn: this.heading, command };
    this.stopSearch();
    if (!this.#isBusy) await this.#catchUp();
  }

  /** Requests views until nothing newer is wanted. */
  async #catchUp() {
    while ((this.#wanted !== null || this.#isStale) && !this.#isBusy) {
      const { turn, command } = this.#wanted ?? { turn: this.turn, command: "show" };
      this.#wanted = null;
      this.#isStale = false;
      const words = `going to turn ${formatNumber(turn)} …`;
      let before = "";
      const slowly = setTimeout(() => {
        before = this.note;
        this.say(words);
      }, SLOW_MS);
      await this.#show(() => this.#requestView(command, { turn }));
      clearTimeout(slowly);
      // What was said before is still true: a slow machine must not lose why it stopped.
      if (this.note === words) this.say(before);
    }
  }

  #requestView(command, parameters) {
    return this.#client.request(command, { ...parameters, ...this.#display.viewParameters(this) });
  }

  /** Shows the view that a function requests; errors are said. */
  #show(request) {
    this.#isBusy = true;
    this.#showing = (async () => {
      try {
        this.#receive(await request());
      } catch (error) {
        this.say(error.message);
      }
      if (this.#wanted === null) this.heading = this.turn;
      this.#isBusy = false;
      this.#display.draw(this);
    })();
    return this.#showing;
  }

  #receive(view) {
    this.view = view;
    this.turn = view.shown.turn;
    this.end = view.shown.end;
    this.#moveWithFollowed();
    if (view.stoppedAt) {
      this.pause();
      this.say(`breakpoint \`${view.stoppedAt}\``);
    }
  }

  /** Shows the first view of the match. */
  async begin(view) {
    await this.#show(async () => view);
  }

  /** Sends a command that ends with a view, after what runs; a search is given up for it. */
  run(command, parameters = {}) {
    return this.#runAlone(() => this.#requestView(command, parameters));
  }

  /** Searches until something is found or there is another request. */
  find(what, backwards) {
    return this.#runAlone(async () => {
      this.#isSearching = true;
      this.say("searching …");
      try {
        return await this.#requestView("find", { what, backwards });
      } finally {
        this.#isSearching = false;
      }
    });
  }

  async #runAlone(request) {
    this.pause();
    this.stopSearch();
    while (this.#isBusy) await this.#showing;
    await this.#show(async () => {
      const view = await request();
      this.say("");
      return view;
    });
    await this.#catchUp();
  }

  stopSearch() {
    if (this.#isSearching) this.#client.request("stop");
  }

  /** Requests the turn that is shown once more, after what is on its way. */
  refresh() {
    this.#isStale = true;
    return this.#catchUp();
  }

  /** Returns why a program did not win, without a seat the best of those: sentences with the turns and cells that they are about. */
  explain(seat = null) {
    return this.#explainer.explain(seat);
  }

  stopExplaining() {
    this.#explainer.stop();
  }

  /** The seat that the cursor follows, unless it won; null if there is none. */
  get seatInFocus() {
    const seat = this.followed?.[0] ?? null;
    return seat === (this.end?.result?.winner ?? null) ? null : seat;
  }

  /** Goes to a turn and to a cell, if there is one. */
  lookAt(turn, cell) {
    if (cell !== null) this.setCursor(cell);
    this.pause();
    return this.goTo(turn);
  }

  /** Replaces the breakpoints; says which count and which lines are not valid. */
  async setBreakpoints(lines) {
    const { breakpoints, errors } = await this.#client.request("breakpoints", { lines: lines.join("\n") });
    this.breakpointLines = lines;
    const list = breakpoints.length === 0 ? "no breakpoints" : `stops at: ${breakpoints.join(", ")}`;
    this.say([...errors, list].join(" · "));
  }

  setCursor(cell) {
    this.stopSearch();
    this.#forgetNote();
    const { cells } = this.about.shape;
    this.cursor = ((cell % cells) + cells) % cells;
    this.followed = null;
    return this.refresh();
  }

  /** Lets the cursor go with an agent. */
  startFollowing([seat, role]) {
    this.followed = [seat, role];
    this.#moveWithFollowed();
  }

  follow([seat, role]) {
    this.startFollowing([seat, role]);
    this.say(`following the ${role} of ${this.about.programs[seat].name}`);
    return this.refresh();
  }

  followNobody() {
    this.followed = null;
    this.say("following nobody");
    return this.refresh();
  }

  #moveWithFollowed() {
    if (this.followed === null) return;
    const [seat, role] = this.followed;
    const agent = this.agents.find(([whose, what]) => whose === seat && what === role);
    if (agent && agent[2] < this.about.shape.cells && agent[2] !== this.cursor) {
      this.cursor = agent[2];
      if (!this.isPlaying) this.#isStale = true;
    }
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.refresh();
  }

  say(words) {
    this.note = words;
    this.#display.say(this, words);
  }

  /** What was said was about another turn or cell. */
  #forgetNote() {
    if (this.note !== "" && !this.#isSearching) this.say("");
  }

  /** What the engines report unasked. */
  onReport({ searched, writersKnown, timeline, story, lead }) {
    if (searched !== undefined && this.#isSearching) this.say(`searching: turn ${formatNumber(searched)}. Esc stops.`);
    // The board has more colours now.
    if (writersKnown) this.refresh();
    if (story) {
      this.story = story;
      this.#display.drawStory(this);
    }
    if (timeline) {
      this.timeline = timeline;
      this.end = timeline.end;
      this.#display.drawTimeline(this);
    }
    if (lead !== undefined) {
      this.lead = lead;
      this.#display.drawLead(this);
    }
  }
}
