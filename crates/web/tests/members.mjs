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
const SETTINGS = `[hills.small]
game = "crash"
size = 60
games = 4
score = "sampled"
[contests.cup]
hill = "small"
opens = 2020-01-01T00:00:00Z
closes = 9999-01-01T00:00:00Z
entrants = "authors"
hidden_sources = false
`;

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

  // Five tasks, each from the front page with at most so many clicks.
  const spent = {};
  const task = async (name, most, work, from = page) => {
    await from.goto(address);
    spent[name] = 0;
    await work(async (locator) => {
      spent[name] += 1;
      await locator.click();
    });
    assert.ok(spent[name] <= most, `${name}: ${spent[name]} clicks`);
  };
  await task("a new version", 4, async (click) => {
    await click(page.locator("#hills").locator("xpath=..").getByRole("link", { name: "small", exact: true }));
    await click(page.getByRole("link", { name: "Hand in a program" }));
    await page.getByLabel("File name").fill("hawk.crash");
    await page.getByLabel("Source", { exact: true }).fill("store [i]-1 i\nstore [a]+8 a\n");
    await click(page.getByRole("button", { name: "Hand in", exact: true }));
    await result(page, /rank|not good enough/);
  });
  const versions = await (await fetch(`${address}/api/v1/hills/small/history?limit=1000`)).json();
  assert.ok(versions.history.filter((one) => one.program === "hawk.crash").length >= 2);
  await task("the latest fight", 1, async (click) => {
    await click(page.locator("#featured a"));
    await page.locator("iframe.viewer").waitFor({ timeout: 60_000 });
  });
  await task("why my program lost", 3, async (click) => {
    await click(page.getByRole("link", { name: "Account", exact: true }));
    await click(page.getByRole("link", { name: "hawk.crash" }).first());
    await click(page.getByText("why it lost", { exact: true }).first());
    await page.locator("iframe.viewer").waitFor({ timeout: 60_000 });
  });
  await task("how a program fares against mine", 3, async (click) => {
    await click(page.getByRole("link", { name: "Account", exact: true }));
    await click(page.getByRole("link", { name: "hawk.crash" }).first());
    await click(page.getByText("See its games", { exact: true }).first());
    await page.locator("table.opponents").getByRole("link", { name: "Bomber", exact: true }).waitFor();
  });
  // Who hands in a program for the hill of an open contest is registered; a newcomer registers first.
  const newcomer = await (await browser.newContext()).newPage();
  await signUp(newcomer, "cleo");
  await task("enter a contest", 3, async (click) => {
    await click(newcomer.getByRole("link", { name: "cup", exact: true }).first());
    await click(newcomer.getByRole("link", { name: "Enter the contest" }));
    await click(newcomer.getByRole("button", { name: "Register" }));
    await newcomer.getByText("You are registered.").waitFor();
  }, newcomer);

  for (const one of [page, plain]) {
    await one.goto(`${address}/account`);
    await one.getByRole("button", { name: "Sign out", exact: true }).click();
    await one.goto(`${address}/account`);
    assert.match(one.url(), /\/sign-in\?next=/);
  }
  console.log("   members: sign-up, diagnostics, results live, test mode, two at once, without scripts; clicks:", spent);
} finally {
  await browser.close();
  const code = await end(server);
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
