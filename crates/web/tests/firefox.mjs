// The main checks of `bout serve` in Firefox, over WebDriver BiDi. From the root of the repository:
//
//   cargo build --package bout
//   npm ci --prefix crates/web/tests
//   node crates/web/tests/firefox.mjs
//
// It needs Firefox, as FIREFOX or `firefox-esr`. It is not part of `test.sh`.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";

import puppeteer from "puppeteer-core";

import { axe, looksRight, worksByKeyboard } from "./pages.mjs";
import { HARD_HILL, end, finished, makeSite, pathsOfPages, played, serve } from "./small-site.mjs";

const PATIENCE = { timeout: 60_000 };

/** The frame with the viewer, once it shows a match in this mode. */
async function viewer(page, selector) {
  const frame = await (await page.waitForSelector(selector, PATIENCE)).contentFrame();
  await frame.waitForSelector("body[data-mode='watch'] canvas", PATIENCE);
  return frame;
}

const folder = makeSite();
const { server, address } = await serve(folder);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true });
try {
  const hill = await played(address);
  await played(address, HARD_HILL);
  await finished(address);
  const paths = pathsOfPages(hill);
  const complaints = [];
  const open = async (width, height) => {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", (dialog) => complaints.push(dialog.message()));
    return page;
  };
  for (const [width, height] of [[360, 640], [1280, 800]]) {
    for (const [name, path] of Object.entries(paths)) {
      // A viewer keeps the focus when its page is left.
      const page = await open(width, height);
      const where = `${name}, ${width} px`;
      await page.goto(address + path);
      await looksRight(page, where);
      await axe(page, where);
      await worksByKeyboard(page, where);
      await page.close();
    }
  }

  const page = await open(1280, 800);
  // The viewer plays on the front page, and says why a game was lost.
  await page.goto(address);
  await (await viewer(page, "iframe.viewer")).waitForFunction(() => /[1-9]/.test(document.getElementById("watched-turn").textContent), PATIENCE);
  await page.goto(`${address}/hills/small/matches/bomber.crash/comb.crash?why`);
  await (await viewer(page, "iframe.viewer")).waitForSelector(".explanation li", PATIENCE);

  // A broadcast begins by itself, and nobody can stop it.
  await page.goto(address + paths.broadcast);
  const frame = await viewer(page, "#stage iframe");
  await frame.waitForFunction(() => /[1-9]/.test(document.getElementById("watched-turn").textContent), PATIENCE);
  assert.equal(await frame.evaluate(() => document.body.dataset.broadcast), "");
  assert.equal(await page.$eval("#announcement", (one) => one.hidden), true);

  // The table is there.
  await page.goto(address + paths.hill);
  assert.equal((await page.$$("table.ranks tbody tr")).length, 4);
  assert.deepEqual(complaints, []);
  console.log("   the site in Firefox: pages, keyboard, viewer, broadcast");
} finally {
  await browser.close();
  const code = await end(server);
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
