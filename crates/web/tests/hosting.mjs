// What hosts see of a running site, and what authors see of their programs, in Chromium. It needs what site.mjs needs, and is
// run like it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { lookAt } from "./pages.mjs";
import { end, serve } from "./small-site.mjs";

const SETTINGS = 'examples = false\n[hills.small]\ngame = "crash"\nsize = 5\ngames = 4\nscore = "sampled"\n';

const folder = mkdtempSync(join(tmpdir(), "bout-hosting-"));
writeFileSync(join(folder, "bout.toml"), SETTINGS);
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function member(name) {
  const page = await (await browser.newContext({ bypassCSP: true })).newPage();
  await page.goto(`${address}/join`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  return page;
}

const look = (page, name) => lookAt(page, `hosting-${name}`);

async function handIn(page, file, source) {
  await page.goto(`${address}/hills/small/submit`);
  await page.getByLabel("File name").fill(file);
  await page.getByLabel("Source", { exact: true }).fill(source);
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  await page.locator("#state", { hasText: "It entered" }).waitFor({ timeout: 120_000 });
}

try {
  const [host, anna] = [await member("helen"), await member("anna")];
  execFileSync(process.env.BOUT, ["admin", "role", "helen", "host", "--site", folder]);
  await handIn(anna, "guard.crash", "store [i]-1 i\n");
  await handIn(host, "other.crash", "store [i]-7 i\n");

  // An author reads the news of her programs, and makes a private feed.
  await anna.goto(`${address}/account`);
  await anna.getByRole("link", { name: "Your news" }).click();
  for (let attempt = 0; attempt < 100 && (await anna.getByText("guard.crash").count()) === 0; attempt += 1) {
    await anna.waitForTimeout(200);
    await anna.reload();
  }
  await look(anna, "news");
  await anna.getByRole("button", { name: "Make an address" }).click();
  const feed = await anna.locator("code").filter({ hasText: "/feeds/" }).first().innerText();
  await look(anna, "feed");
  const told = await (await fetch(feed.replace(/^.*\/feeds\//, `${address}/feeds/`))).text();
  assert(told.includes("guard.crash"), told);
  assert.equal((await fetch(`${address}/feeds/${"A".repeat(43)}`)).status, 404, "nobody guesses a feed");

  // The host looks at the statistics.
  await host.goto(`${address}/hosts`);
  await host.getByRole("link", { name: "Statistics" }).click();
  await host.getByRole("heading", { name: "Isolation of workers" }).waitFor();
  await look(host, "statistics");
  assert.equal((await anna.goto(`${address}/hosts/statistics`)).status(), 403);

  // All games were played under what is there now, so a renewal ends at once, and nothing changes.
  const before = await (await fetch(`${address}/api/v1/hills/small/events`)).json();
  await host.goto(`${address}/hills/small`);
  await host.getByRole("link", { name: "Look after this hill" }).click();
  await host.getByRole("button", { name: "Play all games again" }).click();
  for (let attempt = 0; (await host.getByRole("button", { name: "Stop the renewal" }).count()) > 0; attempt += 1) {
    assert(attempt < 100, "the renewal does not end");
    await host.waitForTimeout(300);
    await host.reload();
  }
  await look(host, "look-after");
  assert.deepEqual(await (await fetch(`${address}/api/v1/hills/small/events`)).json(), before);
} finally {
  await browser.close();
  await end(server);
  rmSync(folder, { recursive: true });
}
console.log("hosting: statistics, renewal, news and feeds, in light and dark, at 360 and 1280 px");
