// Searches that find nothing for long go on until somebody stops them.

import assert from "node:assert/strict";
import { closeWithoutMistakes, isTold, openPage, turnIs } from "./helpers.mjs";

/** Begins to search for something that is nowhere in the match. */
async function searchForNothing(page) {
  await page.keyboard.press("b");
  await page.keyboard.type("cell 0 = nothing holds this");
  await page.focus("#dialog-done");
  await page.keyboard.press("Enter");
  await isTold(page, "stops at");
  await page.keyboard.press("c");
  await isTold(page, "searching: turn");
}

export async function searchesAreStopped(context, folder) {
  const page = await openPage(context, folder, "crash-long", "#turn=3");
  if (!page) return;
  await turnIs(page, 3);
  await searchForNothing(page);
  await page.keyboard.press("Escape");
  await isTold(page, "the search was stopped at turn");
  await turnIs(page, 3);

  // Any other wish stops it, too, and comes true.
  await page.keyboard.press("c");
  await isTold(page, "searching: turn");
  await page.keyboard.press("ArrowRight");
  await turnIs(page, 4);
  assert.ok(!(await page.textContent("#notes")).includes("searching"));
  await closeWithoutMistakes(page);
}
