// The engines' side of the page: answers what is asked of the match, and looks through it in idle time. Runs in a worker, or in
// the page itself where there are no workers. `wasm_bindgen` comes before it.
"use strict";

/** Milliseconds of looking through the match between two looks at what is asked. */
const SURVEY_MS = 8;
const TURNS_A_SLICE = 4096n;
/** Milliseconds between two timelines that are sent. */
const TIMELINE_MS = 250;
/** Searches are given up after so many looks at a few thousand turns each. */
const PATIENCE = 1 << 14;
/** Boards of so many cells are shown with their symbols. */
const MAX_SYMBOLS = 4096;

function startEngine(post) {
  let match = null;
  let columns = 400;
  let surveyed = false;
  let isSurveying = false;
  let timelineSent = 0;

  const deeds = {
    async open({ engine, record }) {
      await wasm_bindgen({ module_or_path: engine });
      match = new wasm_bindgen.Match(record);
      return { about: JSON.parse(match.about()) };
    },
    look: (asked) => {
      if (match.turn() !== BigInt(asked.turn)) match.seek(BigInt(asked.turn));
      return look(asked);
    },
    find: (asked) => {
      const search = asked.backwards ? "find_previous" : "find_next";
      match[search](asked.what, PATIENCE);
      return look(asked);
    },
    conditions: ({ lines }) => (match.set_conditions(lines), {}),
    change: (asked) => (match.change(asked.text), again(), look(asked)),
    drop: (asked) => (match.drop_fork(), again(), look(asked)),
    columns: (asked) => ((columns = asked.columns), sendTimeline(), {}),
  };

  /** Everything that is drawn of the turn that is shown. */
  function look({ span, cells, withHash }) {
    const shown = JSON.parse(match.shown());
    const spots = match.paint(BigInt(span));
    const near = cells ? JSON.parse(match.cells(cells[0], cells[1])) : [];
    const symbols = spots.length <= MAX_SYMBOLS ? match.symbols() : null;
    const hash = withHash ? match.state_hash() ?? null : null;
    return { shown, spots, near, symbols, hash };
  }

  /** Another match has another timeline. */
  function again() {
    surveyed = false;
    timelineSent = 0;
  }

  function survey() {
    isSurveying = false;
    const until = performance.now() + SURVEY_MS;
    while (!surveyed && performance.now() < until) surveyed = match.survey(TURNS_A_SLICE);
    if (surveyed || performance.now() - timelineSent > TIMELINE_MS) sendTimeline();
    surveySoon();
  }

  function surveySoon() {
    if (surveyed || isSurveying || !match) return;
    isSurveying = true;
    setTimeout(survey, 0);
  }

  function sendTimeline() {
    timelineSent = performance.now();
    post({ timeline: JSON.parse(match.timeline(columns)) });
  }

  return async ({ number, deed, ...asked }) => {
    try {
      const answer = await deeds[deed](asked);
      post({ number, answer }, answer.spots ? [answer.spots.buffer] : []);
    } catch (error) {
      post({ number, error: String(error?.message ?? error) });
    }
    surveySoon();
  };
}

if (typeof document === "undefined" && typeof postMessage === "function") {
  const answer = startEngine((message, moved) => postMessage(message, moved));
  onmessage = ({ data }) => answer(data);
}
