// Searches that find nothing for long go on until somebody stops them.

import assert from "node:assert/strict";
import { join } from "node:path";

import { makeLongMatch } from "../matches.mjs";
import { notesHave } from "./notes.mjs";
import { openMatch } from "./open.mjs";

/** Sets breakpoints, one a line. */
async function setBreakpoints(page, ...lines) {
  await page.waitForSelector("dialog", { state: "hidden" });
  await page.keyboard.press("b");
  await page.waitForSelector("dialog textarea:focus");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(lines.join("\n"));
  await page.focus("#dialog-done");
  await page.keyboard.press("Enter");
}

/** Begins to search for something that is nowhere in the match. */
async function searchForNothing(page) {
  await setBreakpoints(page, "cell 0 = nothing holds this");
  await notesHave(page, "stops at");
  await page.keyboard.press("c");
  await notesHave(page, "searching: turn");
}

export async function searchesAreStopped(context, folder) {
  const { page, turnIs, close } = await openMatch(context, makeLongMatch(folder), "#turn=3");
  await turnIs(3);
  await searchForNothing(page);
  await page.keyboard.press("Escape");
  await notesHave(page, "the search was stopped at turn");
  await turnIs(3);

  // Any other request stops it, too, and is carried out.
  await page.keyboard.press("c");
  await notesHave(page, "searching: turn");
  await page.keyboard.press("ArrowRight");
  await turnIs(4);
  assert.ok(!(await page.textContent("#notes")).includes("searching"));
  await close();
}

export async function playingStopsAtBreakpoints(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=0&speed=1000");
  await turnIs(0);
  // Lines that are not valid do not count, and do not matter to the others.
  await setBreakpoints(page, "turn 300", "soon", "turn 100", "write 99999");
  await notesHave(page, "`soon` is not a valid condition · `write 99999`: there is no cell 99999: they are 0 to 4095 · stops at: turn 300, turn 100");
  for (const turn of [100, 300]) {
    await page.keyboard.press("Space");
    await turnIs(turn);
    await notesHave(page, `breakpoint \`turn ${turn}\``);
    await page.waitForSelector('#buttons [aria-label="play"]');
  }
  // All lines are there to be corrected.
  await page.keyboard.press("b");
  await page.waitForSelector("dialog textarea:focus");
  assert.equal(await page.inputValue("dialog textarea"), "turn 300\nsoon\nturn 100\nwrite 99999");
  await page.keyboard.press("Escape");
  await setBreakpoints(page);
  await notesHave(page, "no breakpoints");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) > 300);
  await close();
}
