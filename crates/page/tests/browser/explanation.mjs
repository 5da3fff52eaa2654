// Explanations take long, and can be stopped.

import assert from "node:assert/strict";
import { join } from "node:path";

import { makeLongMatch } from "../matches.mjs";
import { notesHave } from "./notes.mjs";
import { openMatch } from "./open.mjs";

const STOPPED = "the explanation was stopped";

/** By its button and by Escape; the match that is shown can be used meanwhile and afterwards. */
export async function explanationsAreStopped(context, folder) {
  const { page, turnIs, close } = await openMatch(context, makeLongMatch(folder), "#turn=3");
  await turnIs(3);
  await page.keyboard.press("y");
  const box = await page.locator("dialog .stop").boundingBox();
  assert.ok(box.height >= 44 && box.width >= 44, "it can be hit with a thumb");
  await page.click("dialog .stop");
  await page.waitForFunction((words) => document.querySelector("dialog").textContent.includes(words), STOPPED);
  await page.click("#dialog-done");
  await page.waitForSelector("dialog", { state: "hidden" });

  await page.keyboard.press("y");
  await page.waitForSelector("dialog .stop");
  await page.keyboard.press("Escape");
  await notesHave(page, STOPPED);
  await page.keyboard.press("ArrowRight");
  await turnIs(4);
  await close();
}

/** On the result card, the button that asks for the explanation comes back. */
export async function explanationsOfResultsAreStopped(context, folder) {
  const { page, close } = await openMatch(context, join(folder, "crash.html"));
  // Workers that look for a reason never say anything.
  await page.evaluate(() => {
    globalThis.Worker = class {
      postMessage() {}
      terminate() {}
    };
  });
  await page.click("#start");
  while (!(await page.isVisible("#explain"))) await page.keyboard.press("ArrowRight", { delay: 50 });
  for (const stop of [() => page.click("#card .stop"), () => page.keyboard.press("Escape")]) {
    await page.click("#explain");
    await page.waitForSelector("#card .stop");
    await stop();
    await page.waitForFunction((words) => document.querySelector("#card .explanation").textContent === words, STOPPED);
    assert.ok(await page.isEnabled("#explain"));
  }
  await close();
}

/** What is explained is the match that is shown, with what was changed in it. */
export async function changedMatchesAreExplained(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=0");
  await turnIs(0);
  const firstSentence = async () => {
    await page.keyboard.press("y");
    const first = page.locator("dialog .sentences li").first();
    await first.waitFor();
    const text = await first.textContent();
    await page.click("#dialog-done");
    await page.waitForSelector("dialog", { state: "hidden" });
    return text;
  };
  const before = await firstSentence();
  assert.ok(!before.includes("in turn 1:"), before);
  await page.keyboard.press("x");
  await page.waitForSelector("dialog input:focus");
  await page.keyboard.press("Control+a");
  // Nothing stands on cell 0: the program that executes it loses in that turn.
  await page.keyboard.insertText("0 i = 0");
  await page.keyboard.press("Enter");
  await notesHave(page, "changed after turn 0");
  const changed = await firstSentence();
  assert.ok(changed.includes("won in turn 1:"), changed);
  await close();
}
