// Scripts of the page that need no browser.

import assert from "node:assert/strict";

import { fittingColumns } from "../web/board.js";
import { Commentary, deathsUntil } from "../web/commentary.js";
import { entriesOf, entryText } from "../web/match-events.js";
import { Pace } from "../web/pace.js";
import { parseTarget } from "../web/target.js";

export function tryScripts() {
  targetsAreRead();
  eventsAreListedByStretches();
  rowsAreRound();
  everyMatchTakesAboutHalfAMinute();
  thePaceIsSlowWhereSomethingMatters();
  whatIsSaidCanBeFollowed();
}

function targetsAreRead() {
  const at = { turn: 30, firstTurn: 10, lastTurn: 210 };
  const targets = {
    "1500": { turn: 1500 }, "+10": { turn: 40 }, "- 5": { turn: 25 }, "50%": { turn: 110 }, "12.5 %": { turn: 35 },
    "400%": { turn: 210 }, "start": { turn: 10 }, "end": { turn: 210 }, "cell 12": { cell: 12 },
  };
  for (const [text, target] of Object.entries(targets)) assert.deepEqual(parseTarget(text, at), target, text);
  for (const text of ["", "soon", "1.5", "+", "cell", "cell -1", "0x10"]) assert.equal(parseTarget(text, at), null, text);
}

/** Stretches with events next to each other are one entry, except at deaths. */
function eventsAreListedByStretches() {
  // Deaths, captures and hits of five stretches of ten turns, the last of which is cut off.
  const counts = [[0, 1, 0], [0, 0, 2], [0, 0, 0], [0, 1, 1], [1, 0, 1]];
  const entries = entriesOf({ first: 0, width: 10, last: 44, columns: counts.map((one) => [[], one]) });
  assert.deepEqual(entries.map(entryText), [
    "turns 1 to 20: 1 capture, 2 hits",
    "turns 31 to 40: 1 capture, 1 hit",
    "turns 41 to 44: 1 death, 1 hit",
  ]);
}

function rowsAreRound() {
  assert.equal(fittingColumns(4096, 1000, 1000), 64);
  assert.equal(fittingColumns(1, 500, 300), 1);
  for (const spots of [2, 17, 600, 200_000]) assert.ok(fittingColumns(spots, 900, 500) <= spots);
}

const told = (turn, weight, kind = "hit", seat = 0) => ({ turn, weight, kind, seat, text: `${kind} in ${turn}` });

function everyMatchTakesAboutHalfAMinute() {
  const stories = { quiet: () => [], busy: (last) => Array.from({ length: 200 }, (_, nth) => told(Math.ceil(((nth + 1) * last) / 201), 20 + (nth % 80))) };
  for (const last of [60, 500, 1605, 100_000, 4_000_000]) {
    for (const [what, story] of Object.entries(stories)) {
      const { totalSeconds } = new Pace({ first: 0, last, story: story(last) });
      assert.ok(totalSeconds > 25 && totalSeconds <= 31, `${last} turns, ${what}: ${totalSeconds} s`);
    }
  }
  assert.ok(new Pace({ first: 0, last: 1, story: [] }).totalSeconds < 5, "a match of one turn is over soon");
}

function thePaceIsSlowWhereSomethingMatters() {
  const pace = new Pace({ first: 0, last: 4_000_000, story: [told(1_000_000, 100, "death"), told(3_000_000, 30)] });
  let before = 0;
  for (let second = 0; second <= pace.totalSeconds + 1; second += 0.01) {
    const turn = pace.turnAt(second);
    assert.ok(turn >= before && turn <= 4_000_000, "it never goes back");
    before = turn;
  }
  assert.equal(before, 4_000_000);
  const stands = (turn) => [0.05, 0.6].every((after) => pace.turnAt(pace.secondsAt(turn) + after) === turn);
  assert.ok(stands(1_000_000) && stands(3_000_000) && !stands(2_000_000));
  const speed = (second) => pace.turnAt(second + 0.05) - pace.turnAt(second - 0.05);
  assert.ok(speed(pace.secondsAt(1_000_000) - 0.06) * 1000 < speed(pace.secondsAt(500_000)));
  for (const turn of [1, 7, 500_000, 999_999, 2_345_678, 4_000_000]) {
    assert.ok(Math.abs(pace.turnAt(pace.secondsAt(turn) + 1e-9) - turn) <= 1, `turn ${turn} is found again`);
  }
  assert.deepEqual([pace.nextStop(5), pace.nextStop(1_000_000), pace.nextStop(3_500_000)], [1_000_000, 3_000_000, 4_000_000]);
}

function whatIsSaidCanBeFollowed() {
  const commentary = new Commentary();
  // A sentence in every turn, ten turns per second.
  const story = Array.from({ length: 300 }, (_, nth) => told(nth + 1, nth % 50));
  story.push(told(150, 100, "death", 3));
  story.sort((one, other) => one.turn - other.turn);
  commentary.tell(story);
  const said = [];
  for (let ms = 0; ms <= 30_000; ms += 20) {
    const sentence = commentary.advance(Math.floor(ms / 100), ms);
    if (sentence) said.push({ ms, ...sentence });
  }
  assert.ok(said.length > 20 && said.length < 40, `${said.length} sentences in half a minute`);
  assert.ok(said.every(({ ms }, index) => index === 0 || ms - said[index - 1].ms >= 350));
  assert.ok(said.every(({ ms, turn }) => ms >= turn * 100), "nothing is said before it happens");
  assert.equal(said.filter(({ kind }) => kind === "death").length, 1, "no death is left out");
  commentary.jump(200);
  assert.equal(commentary.advance(200, 40_000), null, "what was before is not said again");
  assert.equal(commentary.advance(201, 41_000).turn, 201);
  assert.deepEqual([...deathsUntil(story, 149)], []);
  assert.deepEqual([...deathsUntil(story, 150)], [[3, 150]]);
}
