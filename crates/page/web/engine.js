// The engine side of the page: answers requests about the match, and surveys it in idle time. Runs in a worker, or in
// the page itself where there are no workers. `wasm_bindgen` comes before it.
"use strict";

/** Milliseconds of surveying the match before requests are looked at again. */
const SURVEY_MS = 8;
const TURNS_A_SLICE = 4096n;
/** Milliseconds between two timelines that are sent. */
const TIMELINE_MS = 250;
/** Turns of a search's first piece, and the milliseconds that pieces should take. */
const FIRST_PIECE = 4096;
const PIECE_MS = 40;
/** Boards of up to so many cells are sent with their symbols unasked. */
const MAX_SYMBOLS = 4096;

/** The engines as if they came from a server: they are compiled while they are unpacked. */
function unpacked(engine) {
  const stream = new Blob([engine]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

function startEngine(post) {
  let match = null;
  let cells = 0;
  let columns = 400;
  /** True if nothing is left to survey in idle time. */
  let isSettled = false;
  let isSurveying = false;
  let timelineSent = 0;
  /** The search that goes on, if one does. */
  let search = null;

  const commands = {
    async open({ engine, record, turn }) {
      await wasm_bindgen({ module_or_path: unpacked(engine) });
      match = new wasm_bindgen.Match(record);
      const about = JSON.parse(match.about());
      cells = about.shape.cells;
      match.seek(BigInt(turn));
      return { about, seen: look({ span: 1 }) };
    },
    look: (asked) => {
      if (match.turn() !== BigInt(asked.turn)) match.seek(BigInt(asked.turn));
      return look(asked);
    },
    find: async (asked) => {
      await find(asked);
      return look(asked);
    },
    stop: () => ({}),
    conditions: ({ lines }) => (match.set_conditions(lines), {}),
    change: (asked) => (match.change(asked.text), again(), look(asked)),
    hand: (asked) => (match.move_by_hand(asked.moves), again(), look(asked)),
    other: (asked) => (match.show_other(), again(), look(asked)),
    drop: (asked) => (match.drop_fork(), again(), look(asked)),
    columns: (asked) => ((columns = asked.columns), sendTimeline(), {}),
  };

  /** Everything that is drawn of the turn that is shown. */
  function look({ span, near, texts, withHash, withSymbols }) {
    const shown = JSON.parse(near ? match.shown() : match.shown_briefly());
    const spots = match.paint(BigInt(span));
    return {
      shown,
      spots,
      owned: Array.from(match.owned()),
      near: near ? JSON.parse(match.cells(near[0], near[1])) : [],
      symbols: cells <= MAX_SYMBOLS || (withSymbols && spots.length === cells) ? match.symbols() : null,
      texts: texts ? { first: texts[0], held: JSON.parse(match.texts(texts[0], texts[1])) } : null,
      hash: withHash ? match.state_hash() ?? null : null,
    };
  }

  /** Searches in steps. A request that arrives between two steps ends the search. */
  async function find({ what, backwards }) {
    if (backwards) match.search_backwards(what);
    else match.search_forwards(what);
    const mine = { isStopped: false };
    search = mine;
    let turns = FIRST_PIECE;
    try {
      for (;;) {
        const began = performance.now();
        const turn = match.search_on(BigInt(turns));
        if (turn === undefined) return;
        post({ searched: Number(turn) });
        const took = performance.now() - began;
        if (took < PIECE_MS / 2) turns *= 2;
        // Backwards a smaller piece would not be done sooner: stretches between two copies of the match are played whole.
        else if (took > PIECE_MS * 2 && !backwards) turns = Math.max(FIRST_PIECE, turns / 2);
        await new Promise((done) => setTimeout(done, 0));
        if (mine.isStopped) throw new Error(`the search was stopped at turn ${turn}`);
      }
    } finally {
      if (search === mine) search = null;
    }
  }

  function stopSearch() {
    if (!search) return;
    search.isStopped = true;
    search = null;
    match.end_search();
  }

  /** Another match has another timeline. */
  function again() {
    isSettled = false;
    timelineSent = 0;
  }

  function survey() {
    isSurveying = false;
    const knew = match.knows_writers();
    const until = performance.now() + SURVEY_MS;
    while (!isSettled && performance.now() < until) isSettled = match.survey(TURNS_A_SLICE);
    if (!knew && match.knows_writers()) post({ learned: true });
    if (isSettled || performance.now() - timelineSent > TIMELINE_MS) sendTimeline();
    surveySoon();
  }

  function surveySoon() {
    if (isSettled || isSurveying || search || !match) return;
    isSurveying = true;
    setTimeout(survey, 0);
  }

  function sendTimeline() {
    timelineSent = performance.now();
    post({ timeline: JSON.parse(match.timeline(columns)) });
  }

  return async ({ number, command, ...asked }) => {
    try {
      if (command !== "columns") stopSearch();
      const answer = await commands[command](asked);
      post({ number, answer }, answer.spots ? [answer.spots.buffer] : []);
    } catch (error) {
      post({ number, error: String(error?.message ?? error) });
    }
    // At another turn something else may be unknown.
    if (match && !search && !match.is_settled()) isSettled = false;
    surveySoon();
  };
}

if (typeof document === "undefined" && typeof postMessage === "function") {
  const answer = startEngine((message, moved) => postMessage(message, moved));
  onmessage = ({ data }) => answer(data);
}
