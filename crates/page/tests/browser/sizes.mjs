// The page at the sizes of phones and of a desk, light and dark: nothing is cut, and axe finds nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { openMatch } from "./open.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [[360, 640], [844, 390], [1280, 800]];
const MATCHES = { dark: ["crash", "esowar-many", "perlwar", "snakes"], light: ["esowar", "snakes"] };

/** Runs in the page: what is wrong with its layout, in words. A phone's window grows with what is too wide for it, its screen does not. */
function faults() {
  const found = [];
  const width = Math.min(window.innerWidth, window.screen.width);
  if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true]");
  const name = (one) => `${one.tagName} ${one.id || one.getAttribute("aria-label") || one.textContent.slice(0, 30)}`;
  const scrolls = (one, style = getComputedStyle(one)) =>
    (/auto|scroll/.test(style.overflowY) && one.scrollHeight > one.clientHeight + 1) || (/auto|scroll/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1);
  const pageScrolls = document.documentElement.scrollHeight > window.innerHeight + 1;
  const isPhone = Math.min(width, window.innerHeight) < 500;
  for (const one of document.querySelectorAll("body *")) {
    if (!isSeen(one)) continue;
    if (isPhone && one.id !== "scroller" && scrolls(one) && getComputedStyle(one).position !== "fixed") {
      const outer = pageScrolls ? "the page" : one.parentElement.closest("*") && [...ancestors(one)].find((other) => scrolls(other))?.id;
      if (outer) found.push(`${name(one)} is a scroller inside ${outer}`);
    }
    if (!one.matches("button, a.button")) continue;
    const box = one.getBoundingClientRect();
    if (box.left < 0 || box.right > width + 0.5) found.push(`${name(one)} is cut: ${box.left} to ${box.right} of ${width}`);
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== "hidden") found.push(`${name(one)} is wider than its button`);
    if (isPhone && one.closest("#watch-buttons, #buttons, .choices") && (box.height < 44 || box.width < 44)) found.push(`${name(one)} is ${box.width} × ${box.height}`);
  }
  return found;

  function* ancestors(one) {
    for (let other = one.parentElement; other; other = other.parentElement) yield other;
  }
}

async function check(page, what) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  assert.deepEqual(await page.evaluate(faults), [], what);
  const { violations } = await page.evaluate(async (axe) => {
    if (!window.axe) (0, eval)(axe);
    return window.axe.run(document, { resultTypes: ["violations"] });
  }, AXE);
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`), [], what);
}

/** Whether something is in sight without scrolling. */
const isInSight = (page, selector) => page.$eval(selector, (one) => {
  const box = one.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight + 0.5;
});

export async function everySizeIsWholeAndAxeFindsNothing(context, folder) {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["dark", "light"]) {
      const isPhone = height < 700;
      // The page's policy forbids scripts of others, axe among them.
      const sized = await context.browser().newContext({ viewport: { width, height }, colorScheme, hasTouch: isPhone, isMobile: isPhone, offline: true, bypassCSP: true });
      for (const name of MATCHES[colorScheme]) {
        const at = `${name}, ${width} × ${height}, ${colorScheme}`;
        const { page, close } = await openMatch(sized, join(folder, `${name}.html`));
        await check(page, `${at}: title card`);
        assert.ok(await isInSight(page, "#start"), `${at}: the button is in sight`);
        await page.click("#start");
        await page.waitForFunction(() => document.querySelector("#commentary p"));
        await page.click('#watch-buttons [aria-label="pause"]');
        await check(page, `${at}: watching`);
        assert.ok(await isInSight(page, "#watch-buttons"), `${at}: the controls are in reach`);
        const board = await page.locator("#picture").boundingBox();
        assert.ok(board.height > 0.2 * height && board.y >= 0 && board.y + board.height <= height, `${at}: the board is in sight`);
        await page.click("#watch-buttons button:last-child");
        await page.waitForSelector("#buttons .play");
        await check(page, `${at}: analysis`);
        if (isPhone) {
          await page.click("#more");
          await check(page, `${at}: analysis with more buttons`);
          await page.click("#more");
        }
        assert.ok(await isInSight(page, "#buttons .play"), `${at}: play is in reach`);
        await close();
      }
      await sized.close();
    }
  }
}

/** A name that is far too long hides neither the winner nor anything else. */
export async function longNamesHideNothing(context, folder) {
  for (const [width, height] of SIZES) {
    const { page, close } = await openMatch(context, join(folder, "long-name.html"));
    await page.setViewportSize({ width, height });
    assert.deepEqual(await page.evaluate(faults), []);
    assert.ok(await isInSight(page, "#start"));
    await page.click("#start");
    await page.waitForSelector("#verdict", { timeout: 60_000 });
    for (const selector of ["#verdict", "#card .why", "#card .choices"]) assert.ok(await isInSight(page, selector), `${width}×${height}: ${selector}`);
    assert.match(await page.textContent("#verdict"), /^n+… wins$|^.{1,40} wins$/);
    await page.click('#card button:text("analyse")');
    await page.waitForSelector("#buttons .play");
    assert.ok(await isInSight(page, "#legend .winner b"), "who won can be read");
    assert.deepEqual(await page.evaluate(faults), []);
    await close();
  }
}
