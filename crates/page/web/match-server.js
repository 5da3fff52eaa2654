// The engines' side of the page: answers requests about the match, and surveys it in idle time.

import load, { Match, keys } from "engines";

/** Milliseconds of surveying the match before requests are looked at again. */
const SURVEY_MS = 8;
const TURNS_PER_SURVEY = 4096n;
/** Milliseconds between two timelines that are sent. */
const TIMELINE_MS = 250;
/** Turns of the first step of a search, and the milliseconds that a step should take. */
const FIRST_STEP_TURNS = 4096;
const STEP_MS = 40;
/** Boards of up to so many cells are sent with their symbols unasked. */
const MAX_SYMBOLS = 4096;

/** The engines as if they came from a server: they are compiled while they are unpacked. */
function unpack(wasm) {
  const stream = new Blob([wasm]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

/** Returns a function that takes requests; `post` sends answers and reports. */
export function startServer(post) {
  const server = new MatchServer(post);
  return (request) => server.onRequest(request);
}

class MatchServer {
  #post;
  #match = null;
  #cells = 0;
  #columns = 400;
  /** True if nothing is left to survey in idle time. */
  #isSettled = false;
  #isSurveying = false;
  /** True if who was ahead when was sent, or is not asked for. */
  #isLeadSent = false;
  #timelineSent = 0;
  /** The story that was sent last, as JSON. */
  #storySent = "";
  /** The search that runs, if one does. */
  #search = null;
  /** What made the match that is shown from the one in the record, in order. */
  #changes = [];

  #commands = {
    open: (parameters) => this.#open(parameters),
    show: (parameters) => {
      if (this.#match.turn() !== BigInt(parameters.turn)) this.#match.seek(BigInt(parameters.turn));
      return this.#view(parameters);
    },
    play: (parameters) => {
      const stoppedAt = this.#match.play_to(BigInt(parameters.turn)) ?? null;
      return { ...this.#view(parameters), stoppedAt };
    },
    find: async (parameters) => {
      await this.#find(parameters);
      return this.#view(parameters);
    },
    explain: ({ seat }) => JSON.parse(this.#match.explain(seat ?? undefined)),
    stop: () => ({}),
    breakpoints: ({ lines }) => JSON.parse(this.#match.set_breakpoints(lines)),
    changes: () => ({ changes: this.#changes }),
    fork: ({ text, ...near }) => this.#change({ command: "fork", text }, () => this.#match.change(text), near),
    move: ({ moves, ...near }) => this.#change({ command: "move", moves }, () => this.#match.move_by_hand(moves), near),
    otherSide: (parameters) => this.#change({ command: "otherSide" }, () => this.#match.show_other(), parameters),
    dropFork: (parameters) => {
      this.#changes = [];
      return this.#afterChange(() => this.#match.drop_fork(), parameters);
    },
    columns: ({ columns }) => {
      this.#columns = columns;
      this.#sendTimeline();
      return {};
    },
  };

  constructor(post) {
    this.#post = post;
  }

  async onRequest({ number, command, ...parameters }) {
    try {
      if (command !== "columns" && command !== "changes") this.#stopSearch();
      const answer = await this.#commands[command](parameters);
      this.#post({ number, answer }, answer.spots ? [answer.spots.buffer] : []);
    } catch (error) {
      this.#post({ number, error: String(error?.message ?? error) });
    }
    // At another turn something else may be unknown.
    if (this.#match && !this.#search && !this.#match.is_settled()) this.#isSettled = false;
    this.#surveySoon();
  }

  /** Opens a match, in the place of the one before. The first time, the engines come with it. */
  async #open({ wasm, record, turn }) {
    if (wasm) await load({ module_or_path: unpack(wasm) });
    this.#match?.free();
    this.#match = new Match(record);
    this.#forgetMatch();
    const about = JSON.parse(this.#match.about());
    this.#cells = about.shape.cells;
    this.#match.seek(BigInt(turn));
    return { about, keys: JSON.parse(keys()), view: this.#view({ span: 1 }) };
  }

  /** Nothing is known yet of a match that was just opened. */
  #forgetMatch() {
    this.#isSettled = false;
    this.#isLeadSent = false;
    this.#timelineSent = 0;
    this.#storySent = "";
    this.#changes = [];
  }

  /** Everything that is drawn of the turn that is shown. */
  #view({ span, near, texts, withHash, withSymbols }) {
    const match = this.#match;
    const shown = JSON.parse(near ? match.shown() : match.shown_briefly());
    const spots = match.paint(BigInt(span));
    return {
      shown,
      spots,
      owned: Array.from(match.owned()),
      near: near ? JSON.parse(match.cells(near[0], near[1])) : [],
      symbols: this.#cells <= MAX_SYMBOLS || (withSymbols && spots.length === this.#cells) ? match.symbols() : null,
      texts: texts ? { first: texts[0], held: JSON.parse(match.texts(texts[0], texts[1])) } : null,
      hash: withHash ? match.state_hash() ?? null : null,
    };
  }

  /** Keeps a change that was made. */
  #change(made, change, parameters) {
    const turn = Number(this.#match.turn());
    const view = this.#afterChange(change, parameters);
    this.#changes.push({ turn, ...made });
    return view;
  }

  /** Another match has another timeline. */
  #afterChange(change, parameters) {
    change();
    this.#isSettled = false;
    this.#isLeadSent = false;
    this.#timelineSent = 0;
    return this.#view(parameters);
  }

  /** Searches in steps. A request that arrives between two steps stops the search. */
  async #find({ what, backwards }) {
    if (backwards) this.#match.search_backwards(what);
    else this.#match.search_forwards(what);
    const search = { isStopped: false };
    this.#search = search;
    let turns = FIRST_STEP_TURNS;
    try {
      for (;;) {
        const start = performance.now();
        const turn = this.#match.continue_search(BigInt(turns));
        if (turn === undefined) return;
        this.#post({ searched: Number(turn) });
        const taken = performance.now() - start;
        if (taken < STEP_MS / 2) turns *= 2;
        else if (taken > STEP_MS * 2) turns = Math.max(FIRST_STEP_TURNS, turns / 2);
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (search.isStopped) throw new Error(`the search was stopped at turn ${turn}`);
      }
    } finally {
      if (this.#search === search) this.#search = null;
    }
  }

  #stopSearch() {
    if (!this.#search) return;
    this.#search.isStopped = true;
    this.#search = null;
    this.#match.stop_search();
  }

  #surveySoon() {
    if ((this.#isSettled && this.#isLeadSent) || this.#isSurveying || this.#search || !this.#match) return;
    this.#isSurveying = true;
    setTimeout(() => this.#survey(), 0);
  }

  #survey() {
    this.#isSurveying = false;
    if (this.#isSettled) return this.#findLead();
    const knewWriters = this.#match.knows_writers();
    const until = performance.now() + SURVEY_MS;
    while (!this.#isSettled && performance.now() < until) this.#isSettled = this.#match.survey(TURNS_PER_SURVEY);
    if (!knewWriters && this.#match.knows_writers()) this.#post({ writersKnown: true });
    if (this.#isSettled || performance.now() - this.#timelineSent > TIMELINE_MS) this.#sendTimeline();
    this.#surveySoon();
  }

  /** Finds out who was ahead when. */
  #findLead() {
    const until = performance.now() + SURVEY_MS;
    while (!this.#isLeadSent && performance.now() < until) {
      if (!this.#match.find_lead()) continue;
      this.#isLeadSent = true;
      this.#post({ lead: JSON.parse(this.#match.lead()) });
    }
    this.#surveySoon();
  }

  #sendTimeline() {
    this.#timelineSent = performance.now();
    const story = this.#match.story();
    if (story !== this.#storySent) this.#post({ story: JSON.parse(story) });
    this.#storySent = story;
    this.#post({ timeline: JSON.parse(this.#match.timeline(this.#columns)) });
  }
}
