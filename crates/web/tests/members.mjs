// Accounts and submissions of `bout serve` in Chromium. It needs what site.mjs needs, and is run like it.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { axe, looksRight } from "./pages.mjs";
import { end, serve } from "./small-site.mjs";

const SHOTS = process.env.SHOTS;
const PASSWORD = "correct horse battery";
const SETTINGS = '[hills.small]\ngame = "crash"\nsize = 60\ngames = 4\nscore = "sampled"\n';

const folder = mkdtempSync(join(tmpdir(), "bout-members-"));
writeFileSync(join(folder, "bout.toml"), SETTINGS);
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function signUp(page, name) {
  await page.goto(`${address}/join`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** Fills in the form and hands in; waits until there is a result. */
async function handIn(page, file, source, button = "Hand in") {
  await page.getByLabel("File name").fill(file);
  await page.getByLabel("Source", { exact: true }).fill(source);
  await page.getByRole("button", { name: button, exact: true }).click();
}

async function result(page, words) {
  await page.locator("#state", { hasText: words }).waitFor({ timeout: 120_000 });
}

/** Looks at a page in small and large windows, in light and dark. */
async function look(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[360, 640], [1280, 800]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const where = `${name}, ${colorScheme}, ${width} px`;
      await looksRight(page, where);
      await axe(page, where);
      if (SHOTS) {
        mkdirSync(SHOTS, { recursive: true });
        await page.screenshot({ path: join(SHOTS, `members-${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
    }
  }
}

try {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${address}/join`);
  await look(page, "join");
  await signUp(page, "anna");
  await look(page, "account");

  // Diagnostics appear while a program is typed, and go when it is mended.
  await page.goto(`${address}/hills/small/submit`);
  await page.getByLabel("File name").fill("hawk.crash");
  await page.getByLabel("Source", { exact: true }).fill("frobnicate\n");
  await page.getByText("This is not a legal program yet.").waitFor();
  await page.getByRole("button", { name: "line 1" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.name), "source");
  await look(page, "submit");
  await page.getByLabel("Source", { exact: true }).fill("store [i]-1 i\n;hawk\nstore [a]+7 a\n");
  await page.getByText("This is a legal program.").waitFor();
  // Without loading the page again, it shows the place in the queue and then the result.
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  await page.waitForURL(/\/submissions\//);
  await result(page, /entered the hill at rank|not good enough|on the hill already/);
  await look(page, "submission");

  // A test changes nothing.
  const before = await (await fetch(`${address}/api/v1/hills/small`)).json();
  await page.goto(`${address}/hills/small/submit`);
  await handIn(page, "tested.crash", "write crash [i]+9\nstore [a]+3 a\n", "Only test it");
  await result(page, /^Tested: /);
  const after = await (await fetch(`${address}/api/v1/hills/small`)).json();
  assert.ok(!after.programs.includes("tested.crash") && after.challenges >= before.challenges);

  // Two browsers with the same name of a file, and one of them without scripts.
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signUp(plain, "bert");
  for (const one of [page, plain]) await one.goto(`${address}/hills/small/submit`);
  await Promise.all([
    handIn(page, "race.crash", "store [a]+11 a\nwrite crash [i]+4\n"),
    handIn(plain, "race.crash", "store [a]+12 a\nwrite crash [i]+5\n"),
  ]);
  await result(page, /rank|not good enough/);
  for (let attempt = 0; attempt < 100 && !/rank|not good/.test(await plain.locator("#state").textContent()); attempt += 1) {
    await plain.waitForTimeout(300);
    await plain.reload();
  }
  assert.match(await plain.locator("#state").textContent(), /rank|not good enough/);
  const { programs } = await (await fetch(`${address}/api/v1/hills/small`)).json();
  assert.deepEqual(programs.filter((name) => name.startsWith("race")), ["race-2.crash", "race.crash"]);

  // A new version by paste: from the front page to the sent form in four clicks, as the issue asks.
  await page.goto(address);
  let clicks = 0;
  const click = async (locator) => {
    clicks += 1;
    await locator.click();
  };
  await click(page.locator("#hills").locator("xpath=..").getByRole("link", { name: "small", exact: true }));
  await click(page.getByRole("link", { name: "Hand in a program" }));
  await page.getByLabel("File name").fill("hawk.crash");
  await page.getByLabel("Source", { exact: true }).fill("store [i]-1 i\nstore [a]+8 a\n");
  await click(page.getByRole("button", { name: "Hand in", exact: true }));
  await result(page, /rank|not good enough/);
  assert.ok(clicks <= 4, `${clicks} clicks`);
  const versions = await (await fetch(`${address}/api/v1/hills/small/history?limit=1000`)).json();
  assert.ok(versions.history.filter((one) => one.program === "hawk.crash").length >= 2);

  // The other tasks of the issue, from the front page: the latest fight, why a program lost, how it fares against others.
  await page.goto(address);
  await page.locator("#featured a").click();
  await page.locator("iframe.viewer").waitFor();
  for (const [link, shown] of [["why it lost", "iframe.viewer"], ["See its games", "table.opponents"]]) {
    await page.goto(address);
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("link", { name: "hawk.crash" }).first().click();
    await page.getByText(link, { exact: true }).first().click();
    await page.locator(shown).waitFor({ timeout: 60_000 });
  }

  for (const one of [page, plain]) {
    await one.goto(`${address}/account`);
    await one.getByRole("button", { name: "Sign out", exact: true }).click();
    await one.goto(`${address}/account`);
    assert.match(one.url(), /\/sign-in\?next=/);
  }
  console.log("   members: sign-up, diagnostics, results live, test mode, two at once, without scripts, a new version in", clicks, "clicks");
} finally {
  await browser.close();
  const code = await end(server);
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
