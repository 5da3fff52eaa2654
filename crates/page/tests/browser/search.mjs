// Searches that find nothing for long go on until somebody stops them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { bout } from "../material.mjs";
import { isTold } from "./told.mjs";
import { openMatch } from "./open.mjs";

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

/** A match so long that no search comes to its end. */
function makeLongMatch(folder) {
  const records = join(folder, "long.records");
  bout("play", "crates/bout/examples/crash/wait.crash", "crates/bout/examples/crash/wait.crash", "--rules", "max_turns=3000000000", "--record", records);
  const file = join(folder, "long.html");
  bout("view", join(records, readdirSync(records)[0]), "-o", file);
  return file;
}

export async function searchesAreStopped(context, folder) {
  const { page, turnIs, close } = await openMatch(context, makeLongMatch(folder), "#turn=3");
  await turnIs(3);
  await searchForNothing(page);
  await page.keyboard.press("Escape");
  await isTold(page, "the search was stopped at turn");
  await turnIs(3);

  // Any other request stops it, too, and is carried out.
  await page.keyboard.press("c");
  await isTold(page, "searching: turn");
  await page.keyboard.press("ArrowRight");
  await turnIs(4);
  assert.ok(!(await page.textContent("#notes")).includes("searching"));
  await close();
}
