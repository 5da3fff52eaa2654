// Pages of records that cannot be shown, or not whole, say so in words.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { notesHave } from "./notes.mjs";
import { openPage } from "./open.mjs";

const RECORD = /(id="record">)([^<]*)(<\/script>)/;

/** A page like another, with another record. */
function withRecord(page, change) {
  return page.replace(RECORD, (_, before, record, after) => before + change(Buffer.from(record, "base64")).toString("base64") + after);
}

export async function badRecordsAreRefusedInWords(context, folder) {
  const whole = readFileSync(join(folder, "crash.html"), "utf8");
  const bad = [
    [(record) => record.subarray(0, record.length - 100), /cut off/],
    [(record) => Buffer.concat([record, Buffer.from("more")]), /after its end/],
    [(record) => Buffer.from(record.map((byte, index) => (index === record.length - 200 ? byte ^ 1 : byte))), /altered/],
    [(record) => Buffer.from(record.toString("latin1").replace('"version":1', '"version":9'), "latin1"), /newer/],
    [() => Buffer.from("hello"), /not a record/],
    [() => Buffer.alloc(0), /not a record/],
  ];
  const file = join(folder, "bad.html");
  for (const [change, words] of bad) {
    writeFileSync(file, withRecord(whole, change));
    const { page, close } = await openPage(context, file);
    await page.waitForFunction(() => document.querySelector("#error").textContent.includes("cannot be shown"));
    assert.match(await page.textContent("#error"), words);
    assert.ok(await page.isVisible("#error"));
    assert.equal(await page.getAttribute("#error", "role"), "alert");
    await close();
  }
}

export async function aBrowserWithoutWorkersPlaysInThePageItself(context, folder) {
  const { page, close } = await openPage(context, join(folder, "crash.html"), "#turn=7", () => delete globalThis.Worker);
  await page.waitForSelector("main:not([hidden])");
  await page.keyboard.press("End");
  await notesHave(page, "it is as the record says");
  await close();
}

export async function aBrowserWithoutWebAssemblyIsTold(context, folder) {
  const { page, close } = await openPage(context, join(folder, "crash.html"), "", () => delete globalThis.WebAssembly);
  await page.waitForFunction(() => document.querySelector("#error").textContent.includes("WebAssembly"));
  await close();
}
