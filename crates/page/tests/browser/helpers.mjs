// What the tests of the page in a browser share. A test is a function of these two: a context of a browser (playwright-core), and
// the folder with pages that `bout view -o` made, `NAME.html` of `NAME.bout`.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A page, opened at a place of its address, that works; mistakes are kept in `page.mistakes`. Nothing if there is none. */
export async function openPage(context, folder, name, place = "") {
  const file = join(folder, `${name}.html`);
  if (!existsSync(file)) return null;
  const page = await context.newPage();
  page.mistakes = [];
  page.on("pageerror", (error) => page.mistakes.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.mistakes.push(message.text()));
  await page.goto(pathToFileURL(resolve(file)).href + place);
  await page.waitForSelector("main:not([hidden])");
  return page;
}

/** Waits until a turn is shown. */
export function turnIs(page, turn) {
  return page.waitForFunction((wanted) => document.querySelector("#state").dataset.turn === String(wanted), turn);
}

/** Waits until something is told in the line below the buttons. */
export function isTold(page, words) {
  return page.waitForFunction((wanted) => document.querySelector("#notes").textContent.includes(wanted), words);
}

export async function closeWithoutMistakes(page) {
  assert.deepEqual(page.mistakes, []);
  await page.close();
}
