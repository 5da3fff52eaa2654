// The pages of wars in Chromium. From the root of the repository, as site.mjs; it needs Perl besides:
//
//   node crates/web/tests/wars.mjs

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { axe, linksLead, looksRight, worksByKeyboard } from "./pages.mjs";
import { BOUT, HARD_HILL, end, serve } from "./small-site.mjs";

const SHOTS = process.env.SHOTS;
const WINDOWS = [[360, 640], [1280, 800]];
const ROUNDS = 6;

/** Snippets by their players, whose names are as hard to show as the rules of names allow. */
const SNIPPETS = {
  alice: '":1"\n',
  ["W".repeat(40)]: '"^".int(rand @_)\n',
  "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627": '"!".int(rand @_)\n',
};

const war = (...args) => execFileSync(BOUT, ["war", ...args], { encoding: "utf8" });

function makeWars() {
  const folder = mkdtempSync(join(tmpdir(), "bout-wars-"));
  for (const name of ["ring", HARD_HILL]) {
    war("new", join(folder, name), "--rules", "size=60", "--rules", "rounds=40");
    for (const [player, snippet] of Object.entries(SNIPPETS)) {
      writeFileSync(join(folder, "snippet.pl"), snippet);
      war("submit", join(folder, name), join(folder, "snippet.pl"), "--player", player);
    }
    war("round", join(folder, name), "--rounds", String(ROUNDS));
  }
  war("new", join(folder, "empty"), "--rules", "size=10000");
  writeFileSync(join(folder, "bout.toml"), "examples = false\n[wars.ring]\nround_every_s = 86400\n");
  return folder;
}

const hard = `/wars/${encodeURIComponent(HARD_HILL)}`;
const PATHS = {
  front: "/",
  wars: "/wars",
  war: "/wars/ring",
  "hard-war": hard,
  "empty-war": "/wars/empty",
  round: `/wars/ring/rounds/${ROUNDS}`,
  "hard-round": `${hard}/rounds/1`,
};

const folder = makeWars();
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Every page in light and dark, in small and large windows. */
async function everyPage() {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of WINDOWS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height }, bypassCSP: true });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(PATHS)) {
        await page.goto(address + path);
        const where = `${name}, ${colorScheme}, ${width} px`;
        await looksRight(page, where);
        await axe(page, where);
        await worksByKeyboard(page, where);
        if (!SHOTS) continue;
        mkdirSync(SHOTS, { recursive: true });
        if (name.endsWith("round")) await page.waitForTimeout(2500);
        await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await context.close();
    }
  }
}

try {
  await everyPage();
  const complaints = [];
  const page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  // The round is shown in the viewer, at its end.
  await page.goto(`${address}/wars/ring/rounds/${ROUNDS}`);
  await page.locator("iframe.viewer").scrollIntoViewIfNeeded();
  await page.frameLocator("iframe.viewer").locator("canvas").first().waitFor({ timeout: 30_000 });
  const feeds = async () => page.locator('link[type="application/atom+xml"]').evaluateAll((links) => links.map((link) => link.href));
  await page.goto(`${address}/wars/ring`);
  assert.deepEqual(await feeds(), [`${address}/feed.atom`, `${address}/wars/ring/feed.atom`]);
  // A round from the command line shows without loading the page again.
  assert.equal(await page.locator("ol.events li").count(), ROUNDS);
  war("round", join(folder, "ring"));
  await page.waitForFunction((rounds) => document.querySelectorAll("ol.events li").length === rounds, ROUNDS + 1, { timeout: 20_000 });
  assert.deepEqual(complaints, []);
  // Without JavaScript, the page says the same.
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(`${address}/wars/ring`);
  assert.equal(await plain.locator("table.ranks tbody tr").count(), Object.keys(SNIPPETS).length);
  assert.match(await plain.locator("svg.array").getAttribute("aria-label"), /of 60 cells/);
  const links = await linksLead(address);
  console.log(`   wars: pages, live, viewer, keyboard, ${links} links`);
} finally {
  await browser.close();
  const code = await end(server);
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
