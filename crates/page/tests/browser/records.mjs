// Pages of records that cannot be shown, or not whole, say so in words.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isTold, turnIs } from "./helpers.mjs";

const RECORD = /(id="record">)([^<]*)(<\/script>)/;

/** A page like another, with another record. */
function withRecord(page, change) {
  return page.replace(RECORD, (_, before, record, after) => before + change(Buffer.from(record, "base64")).toString("base64") + after);
}

export async function badRecordsAreRefusedInWords(context, folder) {
  const file = join(folder, "crash.html");
  if (!existsSync(file)) return;
  const whole = readFileSync(file, "utf8");
  const place = mkdtempSync(join(tmpdir(), "bout-page-"));
  const bad = [
    [(record) => record.subarray(0, record.length - 100), /cut off/],
    [(record) => Buffer.concat([record, Buffer.from("more")]), /after its end/],
    [(record) => Buffer.from(record.map((byte, index) => (index === record.length - 200 ? byte ^ 1 : byte))), /altered/],
    [(record) => Buffer.from(record.toString("latin1").replace('"version":1', '"version":9'), "latin1"), /newer/],
    [() => Buffer.from("hello"), /no record/],
    [() => Buffer.alloc(0), /no record/],
  ];
  for (const [change, words] of bad) {
    const changed = join(place, "page.html");
    writeFileSync(changed, withRecord(whole, change));
    const page = await context.newPage();
    await page.goto(pathToFileURL(changed).href);
    await page.waitForFunction(() => document.querySelector("#trouble").textContent.includes("cannot be shown"));
    assert.match(await page.textContent("#trouble"), words);
    assert.ok(await page.isVisible("#trouble"));
    assert.equal(await page.getAttribute("#trouble", "role"), "alert");
    await page.close();
  }
  rmSync(place, { recursive: true });
}

export async function aBrowserWithoutWorkersPlaysInThePageItself(context, folder) {
  const file = join(folder, "crash.html");
  if (!existsSync(file)) return;
  const page = await context.newPage();
  await page.addInitScript(() => delete globalThis.Worker);
  await page.goto(`${pathToFileURL(resolve(file)).href}#turn=7`);
  await turnIs(page, 7);
  await page.keyboard.press("End");
  await isTold(page, "it is as the record says");
  await page.close();
}
