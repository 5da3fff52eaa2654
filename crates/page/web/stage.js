// The state of the page: what it has received of the match, where the spectator is, and how to request more.

const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
/** CSS pixels of a cell in the line around the cursor. */
const NEAR_SIZE = 17;
const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Milliseconds between two pictures while it plays: every frame, or four per second with `prefers-reduced-motion`. */
const PICTURE_MS = isCalm ? 250 : 0;
/** Milliseconds between two changes of words while it plays, and how many times as long as a change takes they are at least. */
const READ_MS = 150;
const READ_TIMES = 15;
/** Milliseconds after which it is said that a turn is far away. */
const SLOW_MS = 400;

const stage = {
  about: null, seen: null, end: null, timeline: null,
  turn: 0, cursor: 0, speed: 0, zoom: 1, isPlaying: false, follows: null, conditions: [],
  isBusy: false, isSearching: false, showing: null, wanted: null, isStale: false, heading: 0, note: "", seenCursor: 0, readAt: 0, readCost: 0, width: 300, hand: null,
};

const asking = { post: null, number: 0, waiting: new Map() };

/** Sends a request to the engine side. */
function ask(command, asked = {}, moved = []) {
  asking.number += 1;
  const { number } = asking;
  return new Promise((done, failed) => {
    asking.waiting.set(number, { done, failed });
    asking.post({ number, command, ...asked }, moved);
  });
}

function onMessage(message) {
  if (message.searched !== undefined) {
    if (stage.isSearching) say(`searching: turn ${GROUPED.format(message.searched)}. Esc stops.`);
    return;
  }
  if (message.learned) {
    // Who wrote what is known now: the board has more colours.
    again();
    return;
  }
  if (message.timeline) {
    stage.timeline = message.timeline;
    stage.end = message.timeline.end;
    drawChronicle(element("chronicle"), message.timeline);
    drawTime();
    drawSlider();
    drawState();
    return;
  }
  const { done, failed } = asking.waiting.get(message.number);
  asking.waiting.delete(message.number);
  if (message.error === undefined) done(message.answer);
  else failed(new Error(message.error));
}

/** What a request for a turn asks for besides the turn. */
function requests() {
  const { about, cursor } = stage;
  const count = about.shape.kind === "grid" ? 1 : Math.max(1, Math.floor(stage.width / NEAR_SIZE));
  const first = (cursor - Math.floor(count / 2) + about.shape.cells) % about.shape.cells;
  // While it plays, words would change faster than anybody reads.
  const isRead = !stage.isPlaying || performance.now() - stage.readAt > Math.max(READ_MS, READ_TIMES * stage.readCost);
  if (isRead) stage.readAt = performance.now();
  const span = stage.isPlaying ? Math.max(1, Math.round(SPEEDS[stage.speed] / 60)) : 1;
  return { span, near: isRead ? [count === 1 ? cursor : first, count] : null, texts: cellsWithTexts(), withHash: !stage.isPlaying, withSymbols: hasRoomForSymbols() };
}

/** Goes to a turn. While one is on its way, only the last request counts; a search is given up for it. */
async function goTo(turn) {
  stage.wanted = Math.min(Math.max(turn, firstTurn()), lastTurn());
  stage.heading = stage.wanted;
  if (stage.isSearching) stopSearch();
  if (!stage.isBusy) await goWhereWanted();
}

/** Repeats until there is no newer request. */
async function goWhereWanted() {
  while ((stage.wanted !== null || stage.isStale) && !stage.isBusy) {
    const next = stage.wanted ?? stage.turn;
    stage.wanted = null;
    stage.isStale = false;
    const words = `going to turn ${GROUPED.format(next)} …`;
    const slowly = setTimeout(say, SLOW_MS, words);
    await show(() => ask("look", { turn: next, ...requests() }));
    clearTimeout(slowly);
    if (stage.note === words) say("");
  }
}

/** Asks for something that ends with a picture, and draws that; what went wrong is said. */
function show(asks) {
  stage.isBusy = true;
  stage.showing = (async () => {
    try {
      stage.seen = await asks();
      stage.turn = stage.seen.shown.turn;
      stage.end = stage.seen.shown.end;
      follow();
    } catch (error) {
      say(error.message);
    }
    if (stage.wanted === null) stage.heading = stage.turn;
    stage.isBusy = false;
    draw();
  })();
  return stage.showing;
}

/** Does something once what runs is done, or a search is given up. */
async function during(words, asks) {
  pause();
  stopSearch();
  while (stage.isBusy) await stage.showing;
  if (words) say(words);
  await show(async () => {
    const seen = await asks();
    say("");
    return seen;
  });
  await goWhereWanted();
}

/** Searches until something is found or there is another request. */
async function find(what, backwards) {
  await during("searching …", async () => {
    stage.isSearching = true;
    try {
      return await ask("find", { what, backwards, ...requests() });
    } finally {
      stage.isSearching = false;
    }
  });
}

function stopSearch() {
  if (stage.isSearching) ask("stop");
}

/** Looks at the turn that is shown once more, after what is on its way: something else is to be told of it. */
function again() {
  stage.isStale = true;
  return goWhereWanted();
}

function firstTurn() {
  return stage.seen?.shown.first_turn ?? 0;
}

/** The end, or as long as nobody knows it, where the record's match ends. */
function lastTurn() {
  return stage.end?.turn ?? Math.max(stage.about.last_turn, stage.seen?.shown.last_turn ?? 0);
}

/** The cursor goes with whom it follows. */
function follow() {
  if (stage.follows === null) return;
  const [seat, role] = stage.follows;
  const agent = stage.seen.shown.agents.find(([whose, what]) => whose === seat && what === role);
  if (agent && agent[2] < stage.about.shape.cells && agent[2] !== stage.cursor) {
    stage.cursor = agent[2];
    if (!stage.isPlaying) stage.isStale = true;
  }
}

function setCursor(cell) {
  stopSearch();
  const { cells } = stage.about.shape;
  stage.cursor = ((cell % cells) + cells) % cells;
  stage.follows = null;
  return again();
}

function say(words) {
  stage.note = words;
  drawState();
  if (words) element("live").textContent = words;
}

/** Plays on with every picture, as many turns as the speed says. */
function play() {
  if (stage.isPlaying) return;
  if (stage.turn >= lastTurn()) goTo(firstTurn());
  stage.isPlaying = true;
  stage.note = "";
  let before = performance.now();
  let owed = 0;
  const tick = (now) => {
    if (!stage.isPlaying) return;
    requestAnimationFrame(tick);
    if (stage.isBusy || now - before < PICTURE_MS) return;
    owed += (Math.min(now - before, 500) / 1000) * SPEEDS[stage.speed];
    before = now;
    const turns = Math.floor(owed);
    if (turns < 1) return;
    owed -= turns;
    goTo(stage.turn + turns).then(() => stage.turn >= lastTurn() && pause());
  };
  requestAnimationFrame(tick);
  drawState();
}

function pause() {
  if (!stage.isPlaying) return;
  stage.isPlaying = false;
  again();
}
