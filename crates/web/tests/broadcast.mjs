// Checks of a broadcast in Chromium.

import assert from "node:assert/strict";

/** Seconds by which two pages may differ: answers take their time. */
const TOLERANCE = 5;
const PATIENCE = { timeout: 120_000 };

/** Opens the broadcast and writes down which matches it shows; `dialogs` too, of which there may be none. */
export async function openBroadcast(browser, address) {
  const page = await browser.newPage();
  const broadcast = { page, matches: [], complaints: [] };
  page.on("dialog", (dialog) => broadcast.complaints.push(dialog.message()));
  page.on("pageerror", (error) => broadcast.complaints.push(String(error)));
  await page.exposeFunction("noteMatch", (id) => broadcast.matches.push(id));
  await page.goto(`${address}/live/small`);
  await page.evaluate(() => {
    const note = () => shown && noteMatch(shown.id);
    new MutationObserver(note).observe(document.getElementById("now"), { childList: true });
    note();
  });
  return broadcast;
}

/** When the match began by the clock of this machine, and which one it is. */
function began(page) {
  return page.evaluate(() => shown && { id: shown.id, at: (performance.timeOrigin + shown.began * 1000) / 1000 });
}

/** Whoever comes later sees the same match at the same time, and no result before. */
export async function allSeeTheSame(browser, address, { page }) {
  await page.waitForFunction(() => shown !== null, null, PATIENCE);
  const other = await browser.newPage();
  await other.goto(`${address}/live/small`);
  await other.waitForFunction(() => shown !== null, null, PATIENCE);
  // Both ask at about the same time; between the two answers, the match may have changed.
  await page.evaluate(() => ask());
  const [first, second] = [await began(page), await began(other)];
  if (first.id === second.id) assert.ok(Math.abs(first.at - second.at) < TOLERANCE, `${first.at} and ${second.at}`);
  const told = await (await fetch(`${address}/live/small/now`)).json();
  assert.deepEqual(Object.keys(told).sort(), ["elapsed", "left", "match", "next"]);
  assert.deepEqual(Object.keys(told.match).sort(), ["id", "names", "viewer"], "nothing tells a result");
  const frame = other.frameLocator("#stage iframe");
  await frame.locator("body[data-broadcast]").waitFor({ state: "attached", ...PATIENCE });
  await other.waitForFunction(() => document.getElementById("announcement").hidden, null, PATIENCE);
  assert.equal(await frame.locator("#watch-buttons button:visible").count(), 1, "only the sound can be switched");
  await other.close();
}

/** The match after the first is another one. */
export async function matchesFollow({ page, matches, complaints }) {
  await page.waitForFunction((first) => shown !== null && shown.id !== first, matches[0], PATIENCE);
  const programs = (id) => id.split("-").slice(2, 4).join("-");
  for (const [at, id] of matches.slice(1).entries()) assert.notEqual(programs(id), programs(matches[at]), "the same fight twice");
  assert.deepEqual(complaints, []);
}

/** When the server comes back, the page shows what it says, without a reload. */
export async function comesBack({ page, complaints }, restart) {
  await page.evaluate(() => (window.isTheSamePage = true));
  const before = await page.evaluate(() => shown.began);
  await restart();
  await page.waitForFunction((old) => shown !== null && Math.abs(shown.began - old) > 2, before, PATIENCE);
  assert.equal(await page.evaluate(() => window.isTheSamePage), true);
  assert.equal(await page.locator("#stage iframe").count(), 1);
  assert.deepEqual(complaints, []);
}
