// A match in a page, by keyboard and address alone.

import assert from "node:assert/strict";
import { join } from "node:path";

import { nativeHashes, turnsAtRandom } from "../matches.mjs";
import { notesHave } from "./notes.mjs";
import { openMatch } from "./open.mjs";

/** Goes through a match by its keys. */
export async function goesByKeys(context, folder, name) {
  const { page, turnIs, hash, close } = await openMatch(context, join(folder, `${name}.html`), "#mode=analyse");
  const last = Number(await page.getAttribute("#turn", "max"));
  await page.keyboard.press("ArrowRight");
  await turnIs(1);
  await page.keyboard.press("ArrowLeft");
  await turnIs(0);
  await page.keyboard.press("End");
  await turnIs(last);
  const record = join(folder, `${name}.bout`);
  assert.equal(await hash(), nativeHashes(record, [last]).get(last) ?? "", `${name}: the state at the end`);
  if (last > 2) {
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await turnIs(last - 2);
    assert.match(new URL(page.url()).hash, new RegExp(`turn=${last - 2}&`));
  }
  await page.keyboard.press("g");
  await page.keyboard.type("50%");
  await page.keyboard.press("Enter");
  const half = Math.round(last / 2);
  await turnIs(half);
  assert.match(await page.textContent("#live"), new RegExp(`^Turn ${half}\\b`), "screen readers hear it");
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("dialog[open] table"));
  await page.keyboard.press("Escape");
  const nameless = await page.$$eval("button, input, canvas[role]", (all) => all.filter((one) => !one.getAttribute("aria-label") && !one.textContent.trim()).length);
  assert.equal(nameless, 0, "all that can be used has a name");
  await close();
}

/** Addresses lead to turns, and the browser's engines have the native state there. */
export async function goesByAddress(context, folder, name) {
  const file = join(folder, `${name}.html`);
  const { page, turnIs, hash, close } = await openMatch(context, file, "#turn=1");
  await turnIs(1);
  const turns = turnsAtRandom(Number(await page.getAttribute("#turn", "max")), 5);
  const expected = nativeHashes(join(folder, `${name}.bout`), turns);
  for (const turn of turns) {
    await page.evaluate((wanted) => (window.location.hash = `#turn=${wanted}`), turn);
    await turnIs(turn);
    assert.equal(await hash(), expected.get(turn) ?? "", `${name}: the state after turn ${turn}`);
  }
  await close();
}

/** Modifiers make arrows go further; where they mean nothing, they change nothing. */
export async function keysWithModifiersGoFurther(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=0&cell=2000");
  await turnIs(0);
  const steps = [
    ["Shift+ArrowRight", 10], ["Control+ArrowRight", 110], ["Control+Shift+ArrowRight", 1110], ["ArrowLeft", 1109],
    ["(", 109], ["<", 9], [".", 19], [",", 9], [">", 109], [")", 1109], ["Control+ArrowLeft", 1009], ["Shift+ArrowLeft", 999],
  ];
  for (const [keys, turn] of steps) {
    await page.keyboard.press(keys);
    await turnIs(turn);
  }
  await page.keyboard.press("Shift+Home");
  await turnIs(0);
  const cell = () => Number(new URL(page.url()).hash.match(/cell=(\d+)/)[1]);
  await page.keyboard.press("Shift+ArrowDown");
  await page.waitForFunction(() => !window.location.hash.includes("cell=2000&"));
  const below = cell();
  await page.keyboard.press("k");
  await page.waitForFunction(() => window.location.hash.includes("cell=2000&"));
  assert.ok(below > 2001, `the next row: ${below}`);
  await close();
}

/** Keys are commands again as soon as a dialog is closed, even if the browser has not drawn the page without it. */
export async function keysWorkOnceDialogsClose(context, folder) {
  const { page, close } = await openMatch(context, join(folder, "crash.html"), "#mode=analyse");
  await page.keyboard.press("b");
  await page.waitForSelector("dialog textarea:focus");
  const isOpen = await page.evaluate(async () => {
    const dialog = document.querySelector("dialog");
    const text = dialog.querySelector("textarea");
    const closed = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    dialog.close();
    await closed;
    text.dispatchEvent(new KeyboardEvent("keydown", { key: "b", bubbles: true }));
    return dialog.open;
  });
  assert.ok(isOpen, "`b` opens the dialog again");
  await close();
}

/** The address keeps the size and who is followed, and goes with the match while it plays. */
export async function theAddressKeepsWhereTheSpectatorIs(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "esowar.html"), "#turn=100&speed=200");
  await turnIs(100);
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.keyboard.press("z");
  await page.waitForFunction(() => /zoom=2&follow=/.test(window.location.hash));
  const before = await page.evaluate(() => window.location.hash);
  await page.reload();
  await page.waitForSelector("main:not([hidden])");
  await turnIs(100);
  await page.waitForFunction((wanted) => window.location.hash === wanted, before);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(/turn=(\d+)/.exec(window.location.hash)[1]) > 150);
  await page.waitForSelector('#buttons [aria-label="pause"]');
  await close();
}

/** What was said of another turn goes, help has nothing to cancel, and only what can be done is offered. */
export async function smallThings(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "perlwar.html"), "#turn=3");
  await turnIs(3);
  assert.equal(await page.locator('#buttons button:text("what if …")').count(), 0, "no page can ask perl");
  await page.keyboard.press("o");
  await notesHave(page, "there is no fork");
  await page.keyboard.press("ArrowRight");
  await turnIs(4);
  assert.ok(!(await page.textContent("#notes")).includes("there is no fork"));
  await page.keyboard.press("?");
  assert.deepEqual(await page.$$eval("dialog button", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent)), ["done"]);
  await close();
  const crash = await openMatch(context, join(folder, "crash.html"), "#turn=3");
  assert.equal(await crash.page.locator('#buttons button:text("what if …")').count(), 1);
  assert.equal(await crash.page.locator('#panels button:not([tabindex="-1"])').count(), 0, "Tab does not stop at every line of code");
  await crash.close();
  const snakes = await openMatch(context, join(folder, "snakes.html"), "#turn=3&cell=101");
  await snakes.page.waitForFunction(() => document.querySelector("#cell-text").textContent.startsWith("row 3, column 5: "));
  assert.doesNotMatch(await snakes.page.textContent("#panels"), /\d{15}/);
  await snakes.close();
}
