// The games that a site plays: it takes the requests that the engines of the page take, and asks the site. One request is under
// way at a time, because the site plays one at a time for each member.

import { base64 } from "./viewer-frame.js";

/** The seed of all games here: `bout play --seed 1` plays the same. */
const SEED = 1;
/** Games of a pair in each order, after which the site has done enough. */
const MOST_GAMES = 100;
/** Games of the first request for a pair, and of others. The site sends fewer where they are long. */
const FIRST_GAMES = 5;
const NEXT_GAMES = 25;
/** Games of each kind that are listed. */
const LISTED_GAMES = 12;
/** Seconds that the page waits by itself when the site is busy. */
const MOST_WAIT_S = 15;

export class SiteEngines {
  #engines;
  /** Who is signed in: `{name, proof}`; null for nobody. */
  #member = null;
  /** The files of the examples, which the site has. */
  #examples = new Set();
  #pairs = new Map();
  #chosen = "";
  /** Ends what is about an older text. */
  #present = new AbortController();
  /** The request before the next one. */
  #before = Promise.resolve();
  /** The record of the match that the last verdict is about. */
  #shown = null;
  onReport = () => {};
  /** Called with an error that ends the playing. */
  onTrouble = () => {};

  #commands = {
    diagnose: ({ game, source }) => this.#diagnose(game, source),
    format: () => ({ text: null }),
    play: (parameters) => this.#play(parameters),
    examine: (parameters) => this.#examine(parameters),
    choose: ({ name }) => { this.#chosen = name; return {}; },
    record: (parameters) => this.#record(parameters),
    lesson: (parameters) => this.#checkLesson(parameters),
    ownLesson: () => { throw new Error("the site checks by its own lessons only"); },
    finding: () => ({ record: bytesOf(this.#shown) }),
  };

  /** `engines` are those of the page. */
  constructor(engines) {
    this.#engines = engines;
  }

  get isMember() {
    return this.#member !== null;
  }

  /** The examples and lessons of a game. */
  async course(game) {
    const response = await fetch(`/playground/${game}/course`);
    if (!response.ok) throw new Error("the site does not say which examples and lessons this game has");
    const { member, ...course } = await response.json();
    this.#member = member;
    this.#examples = new Set(course.examples.map(({ file }) => file));
    return course;
  }

  async request(command, parameters = {}) {
    return this.#commands[command](parameters);
  }

  /** Drops all that is about an older text, also what is under way. */
  cancel() {
    this.#present.abort();
    this.#present = new AbortController();
    this.#pairs.clear();
  }

  async #diagnose(game, source) {
    const { signal } = this.#present;
    const order = { game, program: { source_base64: base64(new TextEncoder().encode(source)) } };
    const { program, diagnostics } = await this.#ask("games", order, signal);
    return { program, dropped: 0, diagnostics: diagnostics.map((one) => placed(one, source)) };
  }

  async #examine({ game, file, bytes }) {
    const { program, diagnostics } = await this.#ask("games", { game, program: sent({ file, bytes }) });
    if (program === null) throw new Error(diagnostics.find((one) => one.severity === "error")?.message ?? "it is not legal");
    return {};
  }

  #play({ game, program, opponents }) {
    this.cancel();
    const orders = (opponent) => [0, 1].map((seat) => new Order(game, this.#sent(program), this.#sent(opponent), seat));
    this.#pairs = new Map(opponents.map((opponent) => [opponent.file, { orders: orders(opponent), failure: null }]));
    this.#playAll(this.#pairs, this.#present.signal).catch((error) => error.name !== "AbortError" && this.onTrouble(error));
    return {};
  }

  /** Plays pair after pair, until all have played enough or another text is played. */
  async #playAll(pairs, signal) {
    await this.#report(pairs, false);
    for (let pair = this.#next(pairs); pair !== null; pair = this.#next(pairs)) {
      await isSeen(signal);
      const order = pair.orders.toSorted((one, other) => one.games - other.games)[0];
      order.take(pair, await this.#ask("games", order.wanted(), signal));
      if (signal.aborted) return;
      await this.#report(pairs, this.#next(pairs) === null);
    }
  }

  /** The pair that has played least; the one that is looked at plays twice as much. */
  #next(pairs) {
    const open = [...pairs].filter(([, pair]) => !isDone(pair));
    const effort = ([name, { orders }]) => orders.reduce((sum, order) => sum + order.games, 0) / (name === this.#chosen ? 2 : 1);
    return open.toSorted((one, other) => effort(one) - effort(other))[0]?.[1] ?? null;
  }

  async #report(pairs, isEnd) {
    const results = {};
    for (const [name, pair] of pairs) {
      const orders = pair.orders.map((order) => order.results());
      const [won, drawn, lost] = ["won", "drawn", "lost"].map((key) => orders[0][key] + orders[1][key]);
      const sums = await this.#engines.request("points", { won, drawn, lost });
      results[name] = { orders, sums: { ...sums, games: won + drawn + lost, isExact: false }, failure: pair.failure, isDone: isDone(pair) };
    }
    if (pairs === this.#pairs) this.onReport({ results, isEnd });
  }

  /** A game as a record. */
  async #record({ game, programs: [one, other], gameNumber }) {
    const order = { game, program: this.#sent(one), opponent: this.#sent(other), seed: SEED, from: gameNumber, record: true };
    const { record_base64: record, cut_short: why } = await this.#ask("games", order);
    if (record === null) throw new Error(why ?? "this game cannot be shown");
    return { record: bytesOf(record) };
  }

  async #checkLesson({ path, source }) {
    const { record_base64: record, passed, findings } = await this.#ask("lessons", { lesson: path, source });
    this.#shown = record;
    // Without a record, there is nothing to look at.
    const shown = findings.map((one) => ({ ...one, turn: record === null ? null : one.turn }));
    this.onReport({ verdict: { path, passed, findings: shown } });
    return {};
  }

  #sent(program) {
    return this.#examples.has(program.file) && program.isExample ? { example: program.file } : sent(program);
  }

  /** Asks the site when the request before is answered. */
  async #ask(what, order, signal) {
    if (this.#member === null) throw new Error("Sign in first: the site plays this game for its members.");
    const before = this.#before;
    let end;
    this.#before = new Promise((resolve) => { end = resolve; });
    try {
      await before;
      return await this.#post(what, order, signal);
    } finally {
      end();
    }
  }

  async #post(what, order, signal) {
    const body = new URLSearchParams({ proof: this.#member.proof, order: JSON.stringify(order) });
    for (;;) {
      signal?.throwIfAborted();
      const response = await fetch(`/playground/${what}`, { method: "POST", body, signal });
      if (response.ok) return response.json();
      const waitS = Number(response.headers.get("retry-after"));
      if (waitS === 0 || waitS > MOST_WAIT_S) throw new Error(await whyNot(response));
      await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    }
  }
}

/** The games in which the program that is written has one of the seats. */
class Order {
  #wanted;
  #games = [];

  constructor(game, program, opponent, seat) {
    this.#wanted = { game, program, opponent, seat, seed: SEED };
  }

  get games() {
    return this.#games.length;
  }

  /** What to ask for next. */
  wanted() {
    const most = this.games === 0 ? FIRST_GAMES : NEXT_GAMES;
    return { ...this.#wanted, from: this.games, games: Math.min(most, MOST_GAMES - this.games) };
  }

  /** Takes games that were played; if there are none, the pair plays no more. */
  take(pair, { games, cut_short: why, opponent_diagnostics: [refused] }) {
    this.#games.push(...games);
    if (games.length === 0) pair.failure = refused?.message ?? why ?? "it does not play";
  }

  results() {
    const of = (result) => this.#games.filter((one) => one.result === result).map((one) => one.game);
    const [won, drawn, lost] = ["won", "drawn", "lost"].map(of);
    const listed = (games) => games.slice(0, LISTED_GAMES);
    return {
      games: this.games, won: won.length, drawn: drawn.length, lost: lost.length, exact: null,
      lost_games: listed(lost), drawn_games: listed(drawn), won_games: listed(won),
    };
  }
}

const isDone = ({ orders, failure }) => failure !== null || orders.every((order) => order.games >= MOST_GAMES);

function sent({ file, bytes }) {
  return { file, source_base64: base64(bytes) };
}

function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Waits until somebody looks at the page: the games cost processor time. */
async function isSeen(signal) {
  while (document.hidden) {
    signal.throwIfAborted();
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
  }
}

/** What the site says of a request that it refuses. */
async function whyNot(response) {
  try {
    return (await response.json()).detail;
  } catch {
    return "You are no longer signed in, or the site is not there: load this page again.";
  }
}

/** A diagnostic with its places in the text, as the editor counts them. */
function placed({ severity, code, message, help, line, column, end_line: endLine, end_column: endColumn }, text) {
  const [from, to] = line === undefined ? [0, 0] : [placeOf(text, line, column), placeOf(text, endLine, endColumn)];
  return { severity, code, message, help, from, to, fixes: [] };
}

/** The place of a line and a column, which count from 1; columns are characters. */
function placeOf(text, line, column) {
  let start = 0;
  for (let nth = 1; nth < line; nth += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const characters = [...text.slice(start).split("\n", 1)[0]];
  return start + characters.slice(0, column - 1).join("").length;
}
