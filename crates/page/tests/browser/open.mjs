// A page of a match in a browser, as the tests open it.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

/** The browser, with switches of ours. */
export function launch(...switches) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...switches] });
}

/** Opens a file at an address, `#turn=2`; whatever it complains about is a mistake. `before` runs before its scripts. */
export async function openPage(context, file, address = "", before = () => {}) {
  const page = await context.newPage();
  await page.addInitScript(before);
  const mistakes = [];
  page.on("pageerror", (error) => mistakes.push(error.message));
  page.on("console", (message) => message.type() === "error" && mistakes.push(message.text()));
  await page.goto(pathToFileURL(resolve(file)).href + address);
  return { page, close: async () => (assert.deepEqual(mistakes, [], file), page.close()) };
}

/** The same for a match, once it can be used. */
export async function openMatch(context, file, address = "") {
  const opened = await openPage(context, file, address);
  const { page } = opened;
  await page.waitForSelector("main:not([hidden])");
  const turnIs = (turn) => page.waitForFunction((wanted) => document.querySelector("#state").dataset.turn === String(wanted), turn);
  const hash = () => page.getAttribute("#state", "data-hash");
  return { ...opened, turnIs, hash };
}
