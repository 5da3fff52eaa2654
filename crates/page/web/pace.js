// The pace of a match for spectators: about half a minute, slow where something matters and fast where nothing happens.

/** Seconds that a match takes, and the most that it stands still in all. */
const TOTAL_SECONDS = 30;
const MAX_STANDING_SECONDS = 14;
/** A turn of a short match takes at most so many seconds. */
const MAX_TURN_SECONDS = 0.7;
/** So many moments are waited for: those that matter most. */
const MAX_MOMENTS = 14;
/** Turns per second at which a moment is approached and left. */
const MOMENT_SPEED = 6;
/** How long the match stands still at a moment: at least, and times its weight. */
const [STAND_SECONDS, STAND_SECONDS_OF_WEIGHT] = [0.3, 1.3];
/** How long it stands still at its end. */
const END_SECONDS = 1.8;

/** The turns in which something matters: at most so many, those with the greatest weight. */
export function momentsOf(story, last) {
  const byTurn = new Map();
  for (const { turn, weight } of story) {
    if (turn < last) byTurn.set(turn, Math.max(weight, byTurn.get(turn) ?? 0));
  }
  const heaviest = [...byTurn].sort(([one, weight], [other, otherWeight]) => otherWeight - weight || one - other);
  return heaviest.slice(0, MAX_MOMENTS).map(([turn, weight]) => ({ turn, weight })).sort((one, other) => one.turn - other.turn);
}

/** When which turn of a match is shown. */
export class Pace {
  /** From a turn to a later one: `start` and `seconds` of the way there, and how long it stands still then. */
  #ways = [];

  /** Of the turns from `first` to `last`, of which the story is known as far as the match was looked through. */
  constructor({ first, last, story }) {
    this.first = first;
    this.last = last;
    const moments = momentsOf(story, last);
    const standing = moments.map(({ weight }) => STAND_SECONDS + (STAND_SECONDS_OF_WEIGHT * weight) / 100);
    const scale = Math.min(1, MAX_STANDING_SECONDS / Math.max(1, sum(standing)));
    const stops = moments.map(({ turn }, index) => ({ turn, standing: standing[index] * scale }));
    stops.push({ turn: last, standing: END_SECONDS });
    const all = sum(stops.map((stop) => stop.standing));
    const seconds = Math.min(TOTAL_SECONDS - all, (last - first) * MAX_TURN_SECONDS);
    this.#ways = waysThrough(first, stops, seconds);
  }

  get totalSeconds() {
    const way = this.#ways.at(-1);
    return way.start + way.seconds + way.standing;
  }

  /** The turn that is shown after so many seconds. */
  turnAt(seconds) {
    const way = this.#ways.find((one) => seconds < one.start + one.seconds + one.standing) ?? this.#ways.at(-1);
    const share = way.seconds > 0 ? Math.min(1, Math.max(0, (seconds - way.start) / way.seconds)) : 1;
    return share === 1 ? way.to : Math.floor(way.from + (way.to - way.from) * eased(share, way));
  }

  /** The second at which a turn is first shown. */
  secondsAt(turn) {
    const way = this.#ways.find((one) => turn <= one.to) ?? this.#ways.at(-1);
    if (turn >= way.to) return way.start + way.seconds;
    // The way back from a turn to its time, by halves.
    let [low, high] = [0, 1];
    for (let step = 0; step < 40; step += 1) {
      const middle = (low + high) / 2;
      if (way.from + (way.to - way.from) * eased(middle, way) < turn) low = middle;
      else high = middle;
    }
    return way.start + high * way.seconds;
  }

  /** The next turn after one at which the match stands still, and so must be shown. */
  nextStop(turn) {
    return this.#ways.find((way) => way.to > turn)?.to ?? this.last;
  }
}

/** Divides the time among the ways between stops: a way of many turns gets more, but by far not in proportion. */
function waysThrough(first, stops, seconds) {
  let from = first;
  const ways = stops.map(({ turn, standing }) => {
    const way = { from, to: turn, standing };
    from = turn;
    return way;
  });
  const shares = ways.map(({ from: start, to }) => Math.sqrt(Math.log2(1 + to - start) * Math.min(to - start, 400)));
  const all = Math.max(sum(shares), Number.MIN_VALUE);
  let start = 0;
  ways.forEach((way, index) => {
    way.start = start;
    way.seconds = (seconds * shares[index]) / all;
    way.bend = bendOf(way);
    start += way.seconds + way.standing;
  });
  return ways;
}

/** How much slower a way begins and ends than it is in its middle, so that moments are approached slowly. */
function bendOf({ from, to, seconds }) {
  const times = (to - from) / Math.max(1e-9, seconds * MOMENT_SPEED);
  return times <= 1.5 ? 0 : Math.min(12, 1.3 * Math.log(times));
}

/** The share of a way that is behind after a share of its time. */
function eased(share, { bend }) {
  if (bend === 0) return share;
  const half = (part) => Math.expm1(bend * 2 * part) / Math.expm1(bend) / 2;
  return share < 0.5 ? half(share) : 1 - half(1 - share);
}

function sum(numbers) {
  return numbers.reduce((one, other) => one + other, 0);
}
