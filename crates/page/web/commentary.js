// What is said while a match plays: one sentence at a time, as fast as people read or hear.

/** Milliseconds between two sentences. */
const SENTENCE_MS = 900;
/** A sentence that has waited for so long is old: it is left out, unless somebody died. */
const STALE_MS = 1500;
/** What matters so much is said at once, if something was not said just before. */
const URGENT_WEIGHT = 60;
const URGENT_MS = 350;

export class Commentary {
  #story = [];
  /** How many sentences of the story have happened. */
  #heard = 0;
  #waiting = [];
  #saidAt = -Infinity;
  #turn = 0;

  /** The story as far as it is known; it grows. */
  tell(story) {
    this.#story = story;
    // Of a long story what matters less is forgotten: the place in it is found again.
    const next = story.findIndex(({ turn }) => turn > this.#turn);
    this.#heard = next < 0 ? story.length : next;
  }

  /** The match has come to a turn: returns the sentence to say now, if there is one. */
  advance(turn, now) {
    this.#turn = turn;
    for (; this.#heard < this.#story.length && this.#story[this.#heard].turn <= turn; this.#heard += 1) {
      this.#waiting.push({ told: this.#story[this.#heard], since: now });
    }
    this.#waiting = this.#waiting.filter(({ told, since }) => isDeath(told) || now - since < STALE_MS);
    if (this.#waiting.length === 0) return null;
    const heaviest = this.#waiting.reduce((one, other) => (other.told.weight > one.told.weight ? other : one));
    const pauseMs = heaviest.told.weight >= URGENT_WEIGHT ? URGENT_MS : SENTENCE_MS;
    if (now - this.#saidAt < pauseMs) return null;
    this.#saidAt = now;
    // After a death nobody wants to hear of smaller things that came before it.
    const isPast = (waiting) => isDeath(heaviest.told) && !isDeath(waiting.told) && waiting.told.turn <= heaviest.told.turn;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== heaviest && !isPast(waiting));
    return heaviest.told;
  }

  /** The deaths that are left to say, in order: the match is over. */
  finish() {
    const left = this.#waiting.map(({ told }) => told).filter(isDeath);
    this.#waiting = [];
    return left;
  }

  /** The match continues from another turn: what happened before it is not said any more. */
  jump(turn) {
    this.#waiting = [];
    this.#turn = turn;
    this.tell(this.#story);
  }
}

function isDeath({ kind }) {
  return kind === "death";
}

/** Who is out at a turn, each with the turn of the death. */
export function deathsUntil(story, turn) {
  return new Map(story.filter((told) => isDeath(told) && told.turn <= turn).map((told) => [told.seat, told.turn]));
}
