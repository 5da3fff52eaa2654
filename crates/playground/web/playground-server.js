// The engines' side of the playground: reads a program, plays it against others in small steps, and says how that goes.

import load, { Duel, Exact, Fight, LessonCheck, canonical, diagnosis, games, own_lesson, points } from "engines";

/** The seed of all games here: `bout play --seed 1` plays the same. */
export const SEED = 1n;
/** Games of a pair in each order, after which nothing more is learnt. */
const MOST_GAMES = 1000n;
/** Milliseconds that a step of work should take, so that a new text is read soon. */
const STEP_MS = 12;
/** Turns of the shortest step, with which a game begins, and of the longest. A turn of some games takes nanoseconds, and one of bots in
    WebAssembly a good part of a millisecond. */
const LEAST_TURNS = 50;
const MOST_TURNS = 1e9;
/** Milliseconds between two reports. */
const REPORT_MS = 120;
/** Setups are counted where that takes no longer as machine code; here it takes some times as long. */
const MOST_COUNTED_MS = 4000n;
/** Lost games that are listed. */
const LISTED_GAMES = 12;

/** Returns a function that takes requests; `post` sends answers and reports. */
export function startPlayground(post) {
  const server = new PlaygroundServer(post);
  return (request) => server.onRequest(request);
}

class PlaygroundServer {
  #post;
  #game = "";
  /** The program that is written: its file and its bytes; null if it is not legal. */
  #program = null;
  /** The others by their names: file and bytes. */
  #opponents = new Map();
  /** A pair in both orders, by the name of the other program. */
  #pairs = new Map();
  /** The pair that somebody looks at: it plays first. */
  #chosen = "";
  #turns = LEAST_TURNS;
  #isScheduled = false;
  #reportedAt = 0;
  /** The check of a lesson that is under way, and the one that was done last. */
  #lesson = null;
  #checked = null;
  #channel = new MessageChannel();

  #commands = {
    begin: async ({ wasm }) => {
      const stream = new Blob([wasm]).stream().pipeThrough(new DecompressionStream("deflate"));
      await load({ module_or_path: new Response(stream, { headers: { "Content-Type": "application/wasm" } }) });
      return { games: JSON.parse(games()) };
    },
    diagnose: ({ game, source }) => JSON.parse(diagnosis(game, source)),
    format: ({ game, source }) => ({ text: canonical(game, source) ?? null }),
    play: (parameters) => this.#play(parameters),
    examine: ({ game, file, bytes }) => { new Fight(game, file, bytes, file, bytes).free(); return {}; },
    choose: ({ name }) => { this.#chosen = name; return {}; },
    stop: () => { this.#forgetPairs(); return {}; },
    record: (parameters) => this.#record(parameters),
    lesson: (parameters) => this.#checkLesson(parameters),
    ownLesson: ({ path, text }) => JSON.parse(own_lesson(path, text)),
    points: ({ won, drawn, lost }) => scoreOf(won, drawn, lost),
    finding: ({ finding }) => ({ record: this.#checked.check.record(finding) }),
  };

  constructor(post) {
    this.#post = post;
    // Timers of workers wait for four milliseconds after some; messages do not.
    this.#channel.port1.onmessage = () => this.#step();
  }

  async onRequest({ number, command, ...parameters }) {
    try {
      this.#post({ number, answer: await this.#commands[command](parameters) });
    } catch (error) {
      this.#post({ number, error: String(error?.message ?? error) });
    }
  }

  /** Plays a program against others, in place of what was played before. */
  #play({ game, program, opponents }) {
    this.#forgetPairs();
    if (game !== this.#game) this.#turns = LEAST_TURNS;
    this.#game = game;
    this.#program = program;
    this.#opponents = new Map(opponents.map((one) => [one.file, one]));
    for (const [name, opponent] of this.#opponents) this.#pairs.set(name, new Pair(this.#game, this.#program, opponent));
    this.#reportedAt = 0;
    this.#schedule();
    return {};
  }

  #forgetPairs() {
    this.#pairs.forEach((pair) => pair.free());
    this.#pairs.clear();
  }

  /** A game as a record. */
  #record({ game, programs, gameNumber }) {
    const [one, other] = programs;
    const fight = new Fight(game, one.file, one.bytes, other.file, other.bytes);
    try {
      const record = fight.record(SEED, BigInt(gameNumber));
      return { record };
    } finally {
      fight.free();
    }
  }

  #checkLesson({ path, own, source }) {
    const check = new LessonCheck(path, own, source);
    this.#lesson?.check.free();
    this.#lesson = { path, check };
    this.#schedule();
    return {};
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#channel.port2.postMessage(null);
  }

  #step() {
    this.#isScheduled = false;
    if (this.#lesson) {
      this.#workOnLesson();
      this.#schedule();
      return;
    }
    const pair = this.#nextPair();
    if (pair) {
      this.#measured(() => pair.work(this.#turns));
      this.#schedule();
    }
    this.#report(!pair);
  }

  /** Does a step of work, and chooses the turns of the next one so that it takes as long as a step should. */
  #measured(work) {
    const start = performance.now();
    try {
      return work();
    } finally {
      const taken = performance.now() - start;
      if (taken < STEP_MS / 8) this.#turns = Math.min(this.#turns * 8, MOST_TURNS);
      else if (taken < STEP_MS / 2) this.#turns = Math.min(this.#turns * 2, MOST_TURNS);
      else if (taken > STEP_MS * 2) this.#turns = Math.max(LEAST_TURNS, this.#turns / 2);
    }
  }

  /** The check of a lesson comes first: somebody waits for it. */
  #workOnLesson() {
    const { path, check } = this.#lesson;
    let verdict = null;
    try {
      const text = this.#measured(() => check.work(BigInt(Math.round(this.#turns))));
      if (text === undefined) return;
      verdict = JSON.parse(text);
    } catch (error) {
      verdict = { error: String(error?.message ?? error) };
    }
    this.#checked?.check.free();
    this.#checked = this.#lesson;
    this.#lesson = null;
    this.#post({ verdict: { path, ...verdict } });
  }

  /** The pair that has played least; the one that is looked at plays twice as much. */
  #nextPair() {
    let next = null;
    let least = Infinity;
    for (const [name, pair] of this.#pairs) {
      if (pair.isDone) continue;
      // A game that was begun is ended first: boards are large.
      if (pair.isWithinAGame) return pair;
      const effort = name === this.#chosen ? pair.effort / 2 : pair.effort;
      if (effort < least) [next, least] = [pair, effort];
    }
    return next;
  }

  #report(isEnd) {
    const now = performance.now();
    if (this.#pairs.size === 0 || (!isEnd && now - this.#reportedAt < REPORT_MS)) return;
    this.#reportedAt = now;
    const results = Object.fromEntries([...this.#pairs].map(([name, pair]) => [name, pair.results()]));
    this.#post({ results, isEnd });
  }
}

/** The games of two programs, in both orders. */
class Pair {
  #orders = [];
  /** Milliseconds of playing and counting. */
  effort = 0;
  isDone = false;
  isWithinAGame = false;
  #failure = null;

  constructor(game, program, opponent) {
    try {
      this.#orders = [0, 1].map((seat) => new Order(game, program, opponent, seat));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Plays so many turns, or counts a part of all setups. */
  work(turns) {
    const start = performance.now();
    try {
      const order = this.#orders.find((one) => one.isWithinAGame) ?? this.#next();
      if (order) order.work(turns);
      this.isWithinAGame = this.#orders.some((one) => one.isWithinAGame);
      this.isDone = this.#orders.every((one) => one.isDone);
    } catch (error) {
      this.#fail(error);
    }
    this.effort += Math.max(0.05, performance.now() - start);
  }

  /** What is known stays; the pair plays no more. */
  #fail(error) {
    this.#failure = String(error?.message ?? error);
    this.isWithinAGame = false;
    this.isDone = true;
  }

  #next() {
    const open = this.#orders.filter((one) => !one.isDone);
    return open.toSorted((one, other) => one.games - other.games)[0];
  }

  results() {
    const orders = this.#orders.map((one) => one.results());
    return { orders, sums: sumsOf(orders), failure: this.#failure, isDone: this.isDone };
  }

  free() {
    this.#orders.forEach((one) => one.free());
  }
}

/** Both orders together. Where all setups were counted in both, the score is exact. */
function sumsOf(orders) {
  const isExact = orders.length > 0 && orders.every((order) => order.exact?.is_done);
  const parts = orders.map((order) => (isExact ? order.exact : order));
  const [won, drawn, lost] = ["won", "drawn", "lost"].map((key) => parts.reduce((sum, part) => sum + part[key], 0));
  return { games: won + drawn + lost, ...scoreOf(won, drawn, lost), isExact };
}

/** Points per game, with their interval. */
function scoreOf(won, drawn, lost) {
  const [score, low, high] = points(BigInt(won), BigInt(drawn), BigInt(lost));
  return { score, low, high };
}

/** The games in which the program that is written has one of the seats. */
class Order {
  #fight;
  #duel;
  #exact;
  #isCounted = false;
  isWithinAGame = false;
  games = 0;

  constructor(game, program, opponent, seat) {
    const [one, other] = seat === 0 ? [program, opponent] : [opponent, program];
    this.#fight = new Fight(game, one.file, one.bytes, other.file, other.bytes);
    this.#duel = new Duel(this.#fight, seat, SEED);
    this.seat = seat;
  }

  get isDone() {
    return this.#isCounted || (this.games >= Number(MOST_GAMES) && this.#census === null);
  }

  /** What counts all setups, once enough games were played to be worth it; null if it would take too long. */
  get #census() {
    if (this.#exact === undefined) {
      this.#exact = Exact.of(this.#fight, this.seat) ?? null;
      if (this.#exact && this.#exact.estimated_ms() > MOST_COUNTED_MS) this.#exact = null;
    }
    return this.#exact;
  }

  work(turns) {
    if (this.games >= 40 && this.#census) {
      this.#isCounted = this.#exact.work();
      return;
    }
    this.isWithinAGame = !this.#duel.work(BigInt(Math.round(turns)), MOST_GAMES);
    this.games = Number(this.#duel.games());
  }

  results() {
    const played = JSON.parse(this.#duel.summary(LISTED_GAMES));
    return { ...played, exact: this.#exact ? JSON.parse(this.#exact.summary()) : null };
  }

  free() {
    [this.#exact, this.#duel, this.#fight].forEach((one) => one?.free());
  }
}
