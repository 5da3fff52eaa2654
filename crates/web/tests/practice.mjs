// Snakes in C and PerlWar in the playground of a site, in Chromium and Firefox. From the root of the repository, as site.mjs; it needs
// what `bout doctor` looks for, and Firefox as FIREFOX or `firefox-esr`:
//
//   node crates/web/tests/practice.mjs [chromium|firefox]

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, firefox } from "playwright-core";

import { axe } from "./pages.mjs";
import { BOUT, end, serve } from "./small-site.mjs";

const PATIENCE = { timeout: 120_000 };
const EXAMPLES = "crates/bout/examples";
const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }),
  firefox: () => firefox.launch({ executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", channel: "moz-firefox" }),
};
/** A program that loses, and one with a mistake. */
const BOT = "const char *bot_name = \"left\";\nint bot(int board[16][32], char player)\n{\nreturn 'L';\n}";
const BROKEN = BOT.replace("'L'", "L");

const folder = mkdtempSync(join(tmpdir(), "bout-practice-"));
writeFileSync(join(folder, "bout.toml"), "examples = false\n[limits]\nsign_ups_per_minute = 60\n[hills.small]\ngame = \"crash\"\nsize = 2\n");
const { server, address } = await serve(folder);

async function opened(context, path) {
  const page = await context.newPage();
  const mistakes = [];
  page.on("pageerror", (error) => mistakes.push(error.message));
  await page.goto(address + path);
  await page.waitForSelector("body[data-ready]", PATIENCE);
  return { page, close: async () => { assert.deepEqual(mistakes, []); await page.close(); } };
}

/** Replaces the program. */
async function write(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

const row = (page, file) => page.locator("#rows tr", { has: page.locator(`button:text-is("${file}")`) });
const solutionOf = async (page) => {
  while ((await page.textContent("#hint")) !== "solution") await page.locator("#hint").click();
  await page.locator("#hint").click();
  await page.locator("#lesson .hint button").click();
};

/** Who has no account reads and writes, and is asked to sign in. */
async function strangersAreAskedToSignIn(context) {
  const { page, close } = await opened(context, "/playground/snakes");
  assert.equal(await page.inputValue("#game"), "snakes");
  assert.match(await page.textContent("#site-note"), /for its members/);
  assert.equal(await page.getAttribute("#site-note a", "href"), "/sign-in?next=%2Fplayground%2Fsnakes");
  await page.locator("#lessons-button").click();
  await page.locator("#check").click();
  await page.waitForFunction(() => /Sign in first/.test(document.querySelector("#verdict").textContent), null, PATIENCE);
  assert.deepEqual(await page.$$eval("#game option", (all) => all.map((one) => one.value)), ["esowar", "crash", "snakes", "snakes-modules", "perlwar"]);
  await close();
}

/** Somebody creates an account. */
async function signUp(context, name) {
  const page = await context.newPage();
  await page.goto(`${address}/join`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.close();
}

/** A bot in C is checked by the compiler of the site, and plays the games of `bout play`. */
async function botsInCPlay(context) {
  const { page, close } = await opened(context, "/playground/snakes");
  await write(page, BROKEN);
  await page.waitForSelector('#diagnosis[data-legal="false"]', PATIENCE);
  await page.locator("#diagnosis", { hasText: "undeclared" }).waitFor(PATIENCE);
  await page.waitForSelector(".cm-lintRange-error", PATIENCE);
  await write(page, BOT);
  await page.waitForSelector('#diagnosis[data-legal="true"]', PATIENCE);
  await row(page, "greedy.c").locator("button").click();
  await page.waitForFunction(() => [...document.querySelectorAll("#rows tr")].some((one) => one.querySelector("button").textContent === "greedy.c" && Number(one.dataset.games) >= 10 && !one.parentElement.classList.contains("stale")), null, PATIENCE);
  assert.match(await row(page, "greedy.c").textContent(), /\d+% to \d+%/);
  const orders = JSON.parse(await row(page, "greedy.c").getAttribute("data-orders"));
  writeFileSync(join(folder, "mine.c"), BOT);
  const programs = [join(folder, "mine.c"), join(EXAMPLES, "snakes/greedy.c")];
  for (const [seat, order] of orders.entries()) {
    const files = seat === 0 ? programs : programs.toReversed();
    const { summary } = JSON.parse(execFileSync(BOUT, ["play", ...files, "--games", String(order.games), "--seed", "1", "--output", "json"], { encoding: "utf8" }));
    assert.deepEqual([order.won, order.drawn, order.lost], [summary.wins[seat], summary.draws, summary.wins[1 - seat]]);
  }
  // A click on a fight opens the viewer.
  await page.locator("#fights button.lost").first().click();
  await page.frameLocator("#viewer-place iframe").locator("main:not([hidden])").waitFor(PATIENCE);
  await page.locator("#viewer-close").click();
  assert.equal(await page.textContent("#site-note"), "");
  await axe(page);
  await close();
}

/** Whoever types on hears nothing of what was typed before. */
async function onlyTheLastTextCounts(context) {
  const { page, close } = await opened(context, "/playground/snakes");
  await write(page, BROKEN);
  await page.waitForTimeout(800);
  await write(page, BOT);
  await page.waitForSelector('#diagnosis[data-legal="true"]', PATIENCE);
  await page.waitForTimeout(500);
  assert.equal(await page.getAttribute("#diagnosis", "data-legal"), "true");
  await close();
}

async function lessonsAreChecked(context, game) {
  const { page, close } = await opened(context, `/playground/${game}`);
  await page.locator("#lessons-button").click();
  const title = await page.textContent("#lesson h2");
  await page.locator("#check").click();
  await page.waitForSelector('#verdict[data-passed="false"]', PATIENCE);
  await solutionOf(page);
  await page.locator("#check").click();
  await page.waitForSelector('#verdict[data-passed="true"]', PATIENCE);
  await page.locator("#next-lesson").click();
  assert.notEqual(await page.textContent("#lesson h2"), title);
  await close();
}

/** A snippet plays, at 360 pixels as well. */
async function snippetsPlay(context) {
  const { page, close } = await opened(context, "/playground/perlwar");
  await page.setViewportSize({ width: 360, height: 740 });
  await write(page, '":1"');
  await page.waitForSelector('#diagnosis[data-legal="true"]', PATIENCE);
  const havePlayed = () => [...document.querySelectorAll("#rows tr")].some((one) => Number(one.dataset.games) >= 1 && !one.parentElement.classList.contains("stale"));
  await page.waitForFunction(havePlayed, null, PATIENCE);
  // A key ends the games of a program. Where it is the same program afterwards, it plays again.
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("End");
  await page.keyboard.insertText(" ");
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => document.querySelector("#rows").classList.contains("stale"), null, PATIENCE);
  await page.waitForFunction(havePlayed, null, PATIENCE);
  await page.locator("#fights button").first().click();
  await page.frameLocator("#viewer-place iframe").locator("main:not([hidden])").waitFor(PATIENCE);
  await page.locator("#viewer-close").click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is wider than the window");
  await close();
}

try {
  for (const name of process.argv[2] ? [process.argv[2]] : Object.keys(BROWSERS)) {
    const browser = await BROWSERS[name]();
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", bypassCSP: name === "chromium" });
    const attempts = {
      strangersAreAskedToSignIn, signUp: (one) => signUp(one, name), botsInCPlay, onlyTheLastTextCounts, snippetsPlay,
      lessonsOfSnakes: (one) => lessonsAreChecked(one, "snakes"), lessonsOfPerlWar: (one) => lessonsAreChecked(one, "perlwar"),
    };
    for (const [title, attempt] of Object.entries(attempts)) {
      await attempt(context);
      console.log(`${name}: ${title}`);
    }
    await browser.close();
  }
} finally {
  await end(server);
  rmSync(folder, { recursive: true, force: true });
}
