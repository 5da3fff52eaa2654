// The page for spectators: it opens on a title card, tells nothing of the end before it, and ends with a result card.

import assert from "node:assert/strict";
import { join } from "node:path";

import { openMatch } from "./open.mjs";

/** The whole page as anybody could read it: its title, every text and every attribute, without scripts, styles and the record. */
function everythingReadable() {
  const parts = [document.title];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent);
    if (node.nodeType !== Node.ELEMENT_NODE || ["SCRIPT", "STYLE"].includes(node.tagName)) return;
    for (const { name, value } of node.attributes) if (name !== "content" && name !== "d") parts.push(value);
    if (node.value !== undefined) parts.push(String(node.value));
    node.childNodes.forEach(walk);
  };
  walk(document.documentElement);
  return parts.join("\n");
}

/** How a match ends, as the analysis says it. */
async function endOf(context, file) {
  const { page, close } = await openMatch(context, file, "#mode=analyse");
  await page.waitForFunction(() => document.querySelector("#notes").textContent.includes("played to the end"));
  const outcome = await page.textContent("#outcome");
  const last = Number(await page.getAttribute("#turn", "max"));
  await close();
  const [, verdict, why] = /^(.*) after [\d,]+ turns?: (.*)$/.exec(outcome);
  return { verdict, why, last };
}

const speedUp = async (page) => {
  for (let nth = 0; nth < 2; nth += 1) await page.keyboard.press("+");
};

export async function nothingTellsTheEndBeforeIt(context, folder) {
  for (const name of ["crash", "esowar", "perlwar", "snakes"]) {
    const file = join(folder, `${name}.html`);
    const { verdict, why, last } = await endOf(context, file);
    const { page, close } = await openMatch(context, file);
    // Small numbers may be anything.
    const lastTurn = last < 1000 ? [`of ${last}`] : [String(last), last.toLocaleString("en")];
    const told = ["wins", "won", "draw", why.replaceAll("`", ""), ...lastTurn];
    await page.click("#start");
    await speedUp(page);
    let looks = 0;
    for (;;) {
      const { text, turn } = await page.evaluate(`({ text: (${everythingReadable})(), turn: Number(document.querySelector("#state").dataset.turn) })`);
      if (turn >= last) break;
      looks += 1;
      for (const words of told) assert.ok(!new RegExp(`\\b${words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "i").test(text), `${name}, turn ${turn}: “${words}” is told`);
      await page.waitForTimeout(60);
    }
    assert.ok(looks > 2, `${name}: it was looked at ${looks} times`);
    await page.waitForSelector("#verdict");
    assert.equal((await page.textContent("#verdict")).toLowerCase(), verdict.toLowerCase());
    // The last death, with the player's name, or the words for the reason.
    const deaths = await page.$$eval("#commentary .death .text", (all) => all.map((one) => one.textContent));
    const expected = deaths[0] ?? why.replaceAll("`", "");
    assert.equal((await page.textContent("#card .why")).toLowerCase(), expected.toLowerCase());
    await close();
  }
}

export async function aMatchPlaysByItselfAndIsTold(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "snakes.html"));
  await turnIs(0);
  assert.match(await page.textContent("#card"), /Snakes.*greedy.*spiral/s);
  assert.equal(await page.evaluate(() => document.activeElement.id), "start", "Enter plays");
  await page.keyboard.press("Enter");
  assert.ok(await page.isHidden("#card"));
  await page.waitForFunction(() => document.querySelectorAll("#commentary p").length > 1);
  assert.equal(await page.getAttribute("#commentary", "aria-live"), "polite");
  assert.match(await page.textContent("#commentary"), /(greedy|spiral) (encloses \d+ square|takes the lead)/);
  assert.equal(await page.getAttribute('[aria-label="sound"]', "aria-pressed"), "false");
  await page.keyboard.press("m");
  assert.equal(await page.getAttribute('[aria-label="sound"]', "aria-pressed"), "true");

  // Space pauses; a sentence leads back to its turn, and later ones are gone.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Space");
  await page.waitForSelector('#watch-buttons [aria-label="play"]');
  const sentence = page.locator("#commentary p").last();
  const turn = Number(await sentence.getAttribute("data-turn"));
  await sentence.locator("button").click();
  await turnIs(turn);
  assert.ok((await page.$$eval("#commentary p", (all) => all.map((one) => Number(one.dataset.turn)))).every((one) => one <= turn));

  await speedUp(page);
  await page.click('#watch-buttons [aria-label="play"]');
  await page.waitForSelector("#verdict");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "again");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#card", { state: "hidden" });
  await page.click("#watch-buttons button:last-child");
  await page.waitForSelector("#buttons .play");
  assert.match(await page.textContent("#outcome"), /after \d+ turns: /);
  await page.click('#buttons button[title^="watch"]');
  await page.waitForSelector("#start");
  await turnIs(0);
  await close();
}

export async function addressesWithATurnLeadToTheAnalysis(context, folder) {
  for (const address of ["#mode=analyse", "#turn=3", "#cell=5"]) {
    const { page, close } = await openMatch(context, join(folder, "crash.html"), address);
    assert.equal(await page.evaluate(() => document.body.dataset.mode), "analyse", address);
    assert.ok(await page.isVisible("#turn + canvas"));
    await close();
  }
  const { page, close } = await openMatch(context, join(folder, "crash.html"));
  assert.equal(await page.evaluate(() => document.body.dataset.mode), "watch");
  await page.evaluate(() => (window.location.hash = "#turn=7"));
  await page.waitForFunction(() => document.querySelector("#state").dataset.turn === "7" && document.body.dataset.mode === "analyse");
  await close();
}

/** Of many players all are listed, and those who are out come last and look so. */
export async function manyPlayersAreAllFound(context, folder) {
  for (const [width, height] of [[1280, 800], [360, 640], [844, 390]]) {
    const { page, close } = await openMatch(context, join(folder, "esowar-many.html"));
    await page.setViewportSize({ width, height });
    assert.match(await page.textContent("#card"), /32 players/);
    await page.click("#start");
    await speedUp(page);
    await page.waitForSelector("#players .dead");
    assert.equal(await page.locator("#players li").count(), 32);
    // While it plays, the list changes with every picture.
    await page.waitForFunction(() => {
      const dead = [...document.querySelectorAll("#players li")].map((one) => one.classList.contains("dead"));
      return dead.includes(true) && !dead.slice(dead.indexOf(true)).includes(false);
    });
    assert.match(await page.textContent("#players .dead .out"), /✝/);
    const last = page.locator("#players li").last();
    await last.scrollIntoViewIfNeeded();
    const box = await last.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.height > 15, `${width}×${height}: the last one can be seen`);
    await close();
  }
}

/** The result card says how it came to that, and each sentence leads to its turn. */
export async function theResultIsExplained(context, folder) {
  for (const name of ["crash", "esowar", "perlwar", "snakes"]) {
    const { page, turnIs, close } = await openMatch(context, join(folder, `${name}.html`));
    await page.click("#start");
    // Five seconds ahead, until it is over.
    while (!(await page.isVisible("#explain"))) await page.keyboard.press("ArrowRight", { delay: 50 });
    await page.click("#explain");
    await page.waitForSelector(".explanation li");
    assert.equal(await page.locator("#explain").count(), 0, "it is asked for once");
    const sentence = page.locator(".explanation li button").first();
    const turn = Number((await sentence.getAttribute("title")).replace(/\D/g, ""));
    await sentence.click();
    await turnIs(turn);
    assert.equal(await page.getAttribute("body", "data-mode"), "analyse", name);
    await close();
  }
}

/** A match plays at once, or opens with the explanation of its result, or is part of a broadcast, which nobody can stop. */
export async function addressesSayHowTheMatchBegins(context, folder) {
  const file = join(folder, "crash.html");
  const hasBegun = (page) => page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) > 0);
  const playing = await openMatch(context, file, "#mode=play");
  await hasBegun(playing.page);
  await playing.close();

  const explained = await openMatch(context, file, "#mode=why");
  await explained.page.waitForSelector("#card .explanation li");
  await explained.close();

  const early = await openMatch(context, file, "#live=-1000");
  await early.page.waitForSelector("#card .fighters");
  assert.equal(await early.page.locator("#card button:visible, #watch-buttons button:visible").count(), 1, "only the sound can be switched");
  await early.page.keyboard.press(" ");
  assert.equal(await early.page.textContent("#watched-turn"), "turn 0");
  await early.close();

  // Who comes when the match is over sees its result, and can do nothing but wait.
  const late = await openMatch(context, file, "#live=1000");
  await late.page.waitForSelector("#verdict");
  assert.equal(await late.page.locator("#card button:visible").count(), 0);
  await late.close();
}
