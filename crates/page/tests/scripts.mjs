// Scripts of the page that need no browser.

import assert from "node:assert/strict";

import { fittingColumns } from "../web/board.js";
import { entriesOf, entryText } from "../web/match-events.js";
import { parseTarget } from "../web/target.js";

export function tryScripts() {
  targetsAreRead();
  eventsAreListedByStretches();
  rowsAreRound();
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
