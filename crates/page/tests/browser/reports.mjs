// Reports of tournaments lead to pages of matches.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { bout } from "../matches.mjs";
import { openPage } from "./open.mjs";

export async function linksToMatches(context, folder) {
  const results = join(folder, "results");
  const report = join(folder, "report of all.html");
  mkdirSync(results, { recursive: true });
  const programs = ["bomber", "comb", "wait"].map((name) => `crates/bout/examples/crash/${name}.crash`);
  bout("tournament", ...programs, "--games", "2", "--score", "sampled", "--results", results, "-o", report);
  const { page, close } = await openPage(context, report);
  await page.click(".cross td:has(a)");
  const watch = page.locator("#panel a", { hasText: "Watch" });
  const what = await watch.textContent();
  await watch.click();
  await page.waitForSelector("main:not([hidden])");
  assert.match(await page.title(), /^crash: \w+\.crash, \w+\.crash$/, what);
  const next = await page.getAttribute('meta[name="next-match"]', "content");
  assert.ok(next, "there are further matches");
  await page.click('#card button:text("analyse")');
  await page.waitForFunction(() => document.querySelector("#state").textContent.includes("it is as the record says"));
  await page.goto(new URL(next, page.url()).href);
  await page.waitForSelector("#start");
  await close();
}

/** One click beside a lost match tells why. */
export async function aReportLeadsToTheReasonOfALoss(context, folder) {
  const { page, close } = await openPage(context, join(folder, "report of all.html"));
  const cell = page.locator(".cross td:has(a)", { hasNotText: /^100$/ }).first();
  await cell.click();
  const why = page.locator("#panel a", { hasText: "Why?" });
  assert.match(await why.textContent(), /^Why\? the first game that \S+ won against \S+$/);
  await why.click();
  await page.waitForSelector("#card .sentences li");
  const sentences = await page.$$eval("#card .sentences li", (all) => all.map((one) => one.textContent));
  assert.match(sentences[0], / won in turn [\d,]+: /);
  await page.locator("#card .sentences button").nth(1).click();
  await page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) > 0);
  await close();
}
