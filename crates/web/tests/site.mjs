// The site of `bout serve` in Chromium. From the root of the repository:
//
//   cargo build --package bout
//   npm ci --prefix crates/web/tests
//   node crates/web/tests/site.mjs
//
// It needs Chromium, as CHROMIUM or `chromium`. With SHOTS=FOLDER it writes a picture of every page there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { allSeeTheSame, comesBack, matchesFollow, openBroadcast } from "./broadcast.mjs";
import { axe, linksLead, looksRight, worksByKeyboard, worksWithoutScripts } from "./pages.mjs";
import { BOUT, HARD_HILL, end, finished, makeSite, pathsOfPages, played, serve } from "./small-site.mjs";

const SHOTS = process.env.SHOTS;
const WINDOWS = [[360, 640], [844, 390], [1280, 800]];

const folder = makeSite();
let { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Every page in light and dark, in small and large windows. */
async function everyPage(paths) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of WINDOWS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height }, bypassCSP: true });
      const page = await context.newPage();
      page.on("dialog", (dialog) => assert.fail(dialog.message()));
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(address + path);
        const where = `${name}, ${colorScheme}, ${width} px`;
        await looksRight(page, where);
        await axe(page, where);
        await worksByKeyboard(page, where);
        if (SHOTS) await shot(page, `${name}-${colorScheme}-${width}`);
      }
      await context.close();
    }
  }
}

async function shot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  if (/^(front|.*fight|.*broadcast)-/.test(name)) await page.waitForTimeout(2500);
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

/** With its policy in force: nothing is refused on any page, and the viewer plays. */
async function nothingIsRefused(page, paths) {
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const viewer = page.frameLocator("iframe.viewer");
  // The front page's fight is played while the page waits, begins by itself, and leaves the focus where it is.
  await page.goto(address);
  await viewer.locator("#watched-turn", { hasText: /[1-9]/ }).waitFor({ timeout: 60_000 });
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  for (const path of Object.values(paths).filter((path) => path !== "/nowhere")) await page.goto(address + path);
  await page.goto(address + paths.fight);
  await viewer.locator("canvas").first().waitFor({ timeout: 20_000 });
  assert.deepEqual(complaints, []);
}

/** A fight says which game it is, leads to the next one, and says why it was lost. */
async function fightsTellWhichGame(page) {
  const fact = (name) => page.locator(".facts div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) }).locator("dd");
  await page.goto(`${address}/hills/small/matches/bomber.crash/comb.crash?game=2`);
  assert.equal(await fact("game").textContent(), "2 of 4");
  assert.match(await fact("seed").textContent(), /^\d+$/);
  await page.getByText("the next game").click();
  assert.equal(await fact("game").textContent(), "3 of 4");
  await page.goto(`${address}/hills/small/programs/comb.crash`);
  await page.getByText("why it lost", { exact: true }).first().click();
  await page.frameLocator("iframe.viewer").locator(".explanation li").first().waitFor({ timeout: 20_000 });
}

/** The source of an example is shown, and that of a program whose author names a licence, but no other. */
async function sourcesAreShownIfAllowed(page) {
  const sources = async (path) => {
    await page.goto(address + path);
    return page.locator("pre.source").count();
  };
  assert.equal(await sources("/hills/small/programs/comb.crash"), 1);
  assert.equal(await sources(`/hills/${encodeURIComponent(HARD_HILL)}/programs/long.crash`), 1);
  assert.equal(await sources(`/hills/${encodeURIComponent(HARD_HILL)}/programs/right.crash`), 0);
}

/** A fight can be shown in a page of another site, and no other page can. */
async function fightsAreEmbedded(page) {
  await page.goto(`${address}/hills/small/matches/bomber.crash/comb.crash?game=2`);
  await page.getByText("Share or embed").click();
  assert.equal(await page.locator(".share input").inputValue(), `${address}/hills/small/matches/bomber.crash/comb.crash?game=2`);
  const line = await page.locator(".share textarea").inputValue();
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html><title>other</title>${line}`));
  await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  await page.frameLocator("iframe").locator("#start").waitFor({ timeout: 20_000 });
  other.close();
  const policy = (await fetch(`${address}/hills/small`)).headers.get("content-security-policy");
  assert.match(policy, /frame-ancestors 'none'/);
}

/** Readers of feeds find the feeds of the site and of the hill. */
async function feedsAreFound(page) {
  await page.goto(`${address}/hills/small`);
  const feeds = await page.locator('link[type="application/atom+xml"]').evaluateAll((links) => links.map((link) => link.href));
  assert.deepEqual(feeds, [`${address}/feed.atom`, `${address}/hills/small/feed.atom`]);
  assert.equal((await fetch(feeds[1])).headers.get("content-type"), "application/atom+xml; charset=utf-8");
}

try {
  const hill = await played(address);
  await played(address, HARD_HILL);
  await finished(address);
  assert.equal(hill.table.length, 4);
  const paths = pathsOfPages(hill);
  const broadcast = await openBroadcast(browser, address);
  const page = await browser.newPage();
  await nothingIsRefused(page, paths);
  await everyPage(paths);
  await fightsTellWhichGame(page);
  await sourcesAreShownIfAllowed(page);
  await fightsAreEmbedded(page);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  await worksWithoutScripts(await plain.newPage(), address, paths);
  const links = await linksLead(address);
  await allSeeTheSame(browser, address, broadcast);
  await matchesFollow(broadcast);

  await feedsAreFound(await plain.newPage());
  // A change from the command line shows without loading the page again.
  await page.goto(`${address}/hills/small`);
  const rows = page.locator("table.ranks tbody tr");
  execFileSync(BOUT, ["hill", "remove", join(folder, "small"), "wait.crash"]);
  await page.waitForFunction(() => document.querySelectorAll("table.ranks tbody tr").length === 3, null, { timeout: 20_000 });
  assert.equal(await rows.count(), 3);

  await comesBack(broadcast, async () => {
    assert.equal(await end(server), 0);
    ({ server } = await serve(folder, new URL(address).host));
  });
  console.log(`   the site: pages, policy, viewer, live, broadcast, keyboard, ${links} links`);
} finally {
  await browser.close();
  const code = await end(server);
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
