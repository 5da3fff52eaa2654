// Snakes: bots are moved by hand, by keys and by buttons.

import assert from "node:assert/strict";
import { join } from "node:path";

import { notesHave } from "./notes.mjs";
import { openMatch } from "./open.mjs";

const fork = (page) => page.textContent("#fork-text");
/** The lines about the bots, one text. */
const panels = (page) => page.textContent("#panels");

export async function botsAreMovedByHand(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "snakes.html"), "#turn=10");
  await turnIs(10);
  await page.keyboard.press("x");
  assert.ok(await page.isVisible("#manual-moves"));
  assert.match(await page.textContent("#manual-moves"), /cannot be asked in a page/);

  await page.keyboard.press("ArrowUp");
  await turnIs(11);
  assert.match(await panels(page), /up is off the board|moves up|up is the other bot/);
  assert.match(await fork(page), /changed after turn 10/);
  await page.keyboard.press("ArrowRight");
  await turnIs(12);
  await page.keyboard.press("Backspace");
  await turnIs(11);

  // Both: the turn waits for the second move.
  await page.check("#manual-moves label:nth-of-type(3) input");
  await page.click('[aria-label^="move "][aria-label$=" down"] >> nth=0');
  assert.equal(await page.getAttribute('[aria-label^="move "][aria-label$=" down"] >> nth=0', "aria-pressed"), "true");
  await page.keyboard.press("s");
  await turnIs(12);

  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#manual-moves"));
  await page.keyboard.press("ArrowLeft");
  await turnIs(11);
  await page.keyboard.press("X");
  await page.waitForSelector("#fork", { state: "hidden" });

  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector("#state").dataset.turn === document.querySelector("#turn").max);
  await page.keyboard.press("x");
  await notesHave(page, "the match is over at this turn");
  await close();
}
