// The playground in Chromium and Firefox. From the root of the repository:
//
//   cargo build --package bout
//   npm ci --prefix crates/page/tests
//   node crates/playground/tests/playground.mjs [chromium|firefox]
//
// It needs the browsers, as CHROMIUM or `chromium` and FIREFOX or `firefox-esr`, and bout, as BOUT or `target/debug/bout`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { end, serve } from "../../web/tests/small-site.mjs";

const require = createRequire(resolve("crates/page/tests/package.json"));
const { chromium, firefox } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const BOUT = resolve(process.env.BOUT ?? "target/debug/bout");
const FOLDER = "target/page/playground";
const EXAMPLES = "crates/bout/examples";
/** Milliseconds: a busy machine takes long, and no test may fail for it. */
const PATIENCE = { timeout: 60_000 };

const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] }),
  // Debian's Firefox is driven over WebDriver BiDi.
  firefox: () => firefox.launch({ executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", channel: "moz-firefox" }),
};

function bout(...parameters) {
  return execFileSync(BOUT, parameters, { encoding: "utf8" });
}

/** Opens the playground; whatever it complains about is a mistake. */
async function open(browser, { address = pathToFileURL(resolve(FOLDER, "crash.html")).href, hash = "", options = {} } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const mistakes = [];
  page.on("pageerror", (error) => mistakes.push(error.message));
  page.on("console", (message) => message.type() === "error" && mistakes.push(message.text()));
  await page.goto(address + hash);
  await page.waitForSelector("body[data-ready]", PATIENCE);
  return { page, context, close: async () => (assert.deepEqual(mistakes, []), context.close()) };
}

/** Replaces the program, as somebody who types it. */
async function write(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  // Line by line: the editor completes nothing between two of them.
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) await page.keyboard.press("Enter");
    await page.keyboard.type(line);
    await page.keyboard.press("Escape");
  }
}

const text = (page) => page.$eval("#editor", (editor) => [...editor.shadowRoot.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
const isLegal = (page, legal) => page.waitForSelector(`#diagnosis[data-legal="${legal}"]`, PATIENCE);
const row = (page, file) => page.locator("#rows tr", { has: page.locator(`button:text-is("${file}")`) });

/** The games in both orders against an opponent, once there are so many in each. */
async function ordersOf(page, file, least) {
  await page.waitForFunction(([name, games]) => {
    const rows = [...document.querySelectorAll("#rows tr")];
    const found = rows.find((one) => one.querySelector("button").textContent === name);
    const orders = JSON.parse(found?.dataset.orders ?? "[]");
    // Results of an older version do not count.
    if (found?.parentElement.classList.contains("stale")) return false;
    return orders.length === 2 && orders.every((order) => order.games >= games || order.exact?.is_done);
  }, [file, least], PATIENCE);
  return JSON.parse(await row(page, file).getAttribute("data-orders"));
}

async function mistakesAreMarkedAndMended(browser) {
  const { page, close } = await open(browser);
  await write(page, "writ crash [i]+9\nstore [i]-2 i");
  await isLegal(page, "false");
  // What was typed first may have been judged by itself.
  await page.locator("#diagnosis", { hasText: "1 error: writ does not fit here" }).waitFor(PATIENCE);
  await page.waitForSelector(".cm-lintRange-error");
  // The list of all diagnostics offers their fixes to the keyboard.
  await page.keyboard.press("Control+Shift+M");
  await page.locator(".cm-diagnosticAction", { hasText: "replace it with `write`" }).click();
  await isLegal(page, "true");
  assert.equal(await text(page), "write crash [i]+9\nstore [i]-2 i");
  // A click on the first message goes to its place.
  await write(page, "noop\nnop");
  await page.locator("#diagnosis button").click();
  await page.keyboard.type("X");
  await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.textContent.includes("Xnop"), null, PATIENCE);
  await close();
}

async function aKeyTidiesUp(browser) {
  const { page, close } = await open(browser);
  await write(page, "store   [i]-01   i");
  await isLegal(page, "true");
  await page.keyboard.press("Shift+Alt+f");
  await page.waitForFunction(() => document.querySelector("#editor").shadowRoot.textContent.includes("store [i]-1 i"), null, PATIENCE);
  await close();
}

/** What the page says of as many games is what the command says. */
async function scoresAreThoseOfTheCommands(browser) {
  const { page, close } = await open(browser);
  const mine = readFileSync(join(EXAMPLES, "crash/comb.crash"), "utf8").split("\n").filter((line) => !line.startsWith(";")).join("\n");
  await write(page, mine.trim());
  writeFileSync(join(FOLDER, "mine.crash"), mine);
  const files = [join(FOLDER, "mine.crash"), join(EXAMPLES, "crash/bomber.crash")];
  const orders = await ordersOf(page, "bomber.crash", 40);
  for (const [seat, order] of orders.entries()) {
    const programs = seat === 0 ? files : files.toReversed();
    const { summary } = JSON.parse(bout("play", ...programs, "--games", String(order.games), "--seed", "1", "--output", "json"));
    assert.deepEqual([summary.wins[seat], summary.draws, summary.wins[1 - seat]], [order.won, order.drawn, order.lost]);
  }
  // Two programs whose setups are soon counted.
  await write(page, "store [i]-1 i");
  writeFileSync(files[0], "store [i]-1 i\n");
  await page.waitForFunction(() => [...document.querySelectorAll("#rows tr")].some((one) => one.dataset.exact === "true" && !one.parentElement.classList.contains("stale")), null, PATIENCE);
  const exact = await page.$$eval('#rows tr[data-exact="true"]', (rows) => rows.map((one) => [one.querySelector("button").textContent, one.dataset.orders]));
  const [name, counted] = exact[0];
  for (const [seat, { exact: ours }] of JSON.parse(counted).entries()) {
    const programs = [files[0], join(EXAMPLES, "crash", name)];
    const said = JSON.parse(bout("exact", ...(seat === 0 ? programs : programs.toReversed()), "--output", "json"));
    assert.deepEqual([ours.setups, ours.won, ours.drawn, ours.lost], [said.placements, said.wins[seat], said.draws, said.wins[1 - seat]], name);
  }
  await close();
}

async function lostGamesOpenInTheViewer(browser) {
  const { page, close } = await open(browser);
  await write(page, "noop\nstore [i]-2 i");
  await page.locator("#rows button", { hasText: "bomber.crash" }).click();
  const why = page.locator('#fights button:text-is("why?")').first();
  await why.waitFor(PATIENCE);
  await why.click();
  const frame = page.frameLocator("#viewer-place iframe");
  await frame.locator("main:not([hidden])").waitFor(PATIENCE);
  await frame.locator("dialog[open], #card .sentences, .sentences").first().waitFor(PATIENCE);
  assert.match(await frame.locator("body").textContent(), /executed|crash|wrote/);
  await page.locator("#viewer-close").click();
  await page.waitForSelector("#viewer:not([open])", { state: "attached" });
  const lost = page.locator("#fights button.lost").first();
  await lost.click();
  await frame.locator("main:not([hidden])").waitFor(PATIENCE);
  assert.match(await page.textContent("#viewer-title"), /^mine\.crash against bomber\.crash, game \d+$/);
  await page.keyboard.press("Escape");
  await close();
}

async function theBoardIsPlayed(browser) {
  const { page, close } = await open(browser);
  await page.waitForFunction(() => document.querySelector("#shown-turn").dataset.turn !== undefined, null, PATIENCE);
  assert.match(await page.getAttribute("#board", "aria-label"), /^Board of 4096 cells/);
  await page.locator("#play").click();
  await page.waitForFunction(() => Number(document.querySelector("#shown-turn").dataset.turn) > 0, null, PATIENCE);
  await page.focus("#turn");
  await page.keyboard.press("End");
  await page.waitForFunction(() => Number(document.querySelector("#shown-turn").dataset.turn) === Number(document.querySelector("#turn").max), null, PATIENCE);
  assert.match(await page.textContent("#outcome"), /after .* turn/);
  await close();
}

/** Checks what learners start with, takes hints one after the other and then the solution, and checks that. */
async function solve(page, press = (locator) => locator.click()) {
  await press(page.locator("#check"));
  await page.waitForSelector('#verdict[data-passed="false"]', PATIENCE);
  while ((await page.textContent("#hint")) !== "solution") await press(page.locator("#hint"));
  await press(page.locator("#hint"));
  await press(page.locator("#lesson .hint button"));
  await press(page.locator("#check"));
  await page.waitForSelector('#verdict[data-passed="true"]', PATIENCE);
}

async function lessonsAreCheckedAndRemembered(browser) {
  const { page, context, close } = await open(browser);
  await page.selectOption("#game", "esowar");
  await page.locator("#lessons-button").click();
  const title = await page.textContent("#lesson h2");
  await solve(page);
  await page.locator("#next-lesson").click();
  assert.notEqual(await page.textContent("#lesson h2"), title);
  // Another page of the same browser knows.
  const again = await context.newPage();
  await again.goto(page.url());
  await again.waitForSelector("body[data-ready]", PATIENCE);
  await again.selectOption("#game", "esowar");
  await again.locator("#lessons-button").click();
  await again.waitForSelector(`#lesson [aria-label="${title}, passed"]`, PATIENCE);
  await again.close();
  await close();
}

/** The engines of the page find the solution of every lesson right, and what its learners start with wrong. */
async function everySolutionPasses(browser) {
  const { page, close } = await open(browser);
  const games = await page.$$eval("#game option", (options) => options.map((option) => option.value));
  for (const game of games) {
    await page.selectOption("#game", game);
    // The page has no lessons for games whose programs it does not run.
    if (await page.isHidden("#lessons-button")) continue;
    await page.locator("#lessons-button").click();
    if (await page.locator("#lesson ol.all").count() === 0) await page.locator('#lesson button:text-is("all lessons")').click();
    const count = await page.locator("#lesson ol.all button").count();
    assert.ok(count >= 10, `${game}: ${count} lessons`);
    for (let nth = 0; nth < count; nth += 1) {
      await page.locator("#lesson ol.all button").nth(nth).click();
      await solve(page);
      await page.locator('#lesson button:text-is("all lessons")').click();
    }
    await page.locator("#lessons-button").click();
  }
  await close();
}

async function aProgramAndAFightAreShared(browser) {
  const { page, close } = await open(browser);
  await write(page, "noop ; Größe 🦀\nstore [i]-2 i");
  await isLegal(page, "true");
  await page.locator("#rows button", { hasText: "wait.crash" }).click();
  await page.waitForFunction(() => document.querySelector("#pair").textContent.includes("wait.crash"), null, PATIENCE);
  await page.locator("#share-button").click();
  await page.waitForSelector("#dialog[open] input", PATIENCE);
  const addresses = await page.$$eval("#dialog input", (inputs) => inputs.map((input) => input.value));
  assert.equal(addresses.length, 2);
  await close();
  const [program, fight] = addresses.map((address) => new URL(address).hash);
  const other = await open(browser, { hash: program });
  assert.equal(await text(other.page), "noop ; Größe 🦀\nstore [i]-2 i");
  await other.close();
  const third = await open(browser, { hash: fight });
  await third.page.frameLocator("#viewer-place iframe").locator("main:not([hidden])").waitFor(PATIENCE);
  await third.close();
  const broken = await open(browser, { hash: program.slice(0, 20) });
  await broken.page.waitForSelector("#dialog[open]", PATIENCE);
  assert.match(await broken.page.textContent("#dialog-body"), /damaged/);
  await broken.close();
}

async function filesAreDroppedIn(browser) {
  const { page, close } = await open(browser);
  writeFileSync(join(FOLDER, "rival.crash"), "store [i]-1 i\n");
  writeFileSync(join(FOLDER, "broken.crash"), "stop\n");
  const lesson = readFileSync("crates/lessons/lessons/crash/01-" + nameOf("crash", "01-"), "utf8");
  writeFileSync(join(FOLDER, "20-mine.toml"), lesson);
  await page.setInputFiles("#drop", [join(FOLDER, "rival.crash"), join(FOLDER, "broken.crash")]);
  await page.waitForFunction(() => /rival\.crash plays.*broken\.crash cannot play Crash/.test(document.querySelector("#dropped").textContent), null, PATIENCE);
  await ordersOf(page, "rival.crash", 1);
  await page.setInputFiles("#drop", [join(FOLDER, "20-mine.toml")]);
  await page.waitForSelector("#lesson:not([hidden]) h2", PATIENCE);
  await close();
}

function nameOf(game, prefix) {
  const names = execFileSync("ls", [`crates/lessons/lessons/${game}`], { encoding: "utf8" }).split("\n");
  return names.find((name) => name.startsWith(prefix)).slice(prefix.length);
}

/** Bots in WebAssembly are chosen and play; everything else is refused in words. */
async function modulesPlaySnakes(browser) {
  const { page, close } = await open(browser);
  await page.selectOption("#game", "snakes");
  assert.ok(await page.isHidden("#editor"));
  writeFileSync(join(FOLDER, "mover.wasm"), moduleThatMoves("R"));
  writeFileSync(join(FOLDER, "other.wasm"), moduleThatMoves("D"));
  writeFileSync(join(FOLDER, "bot.c"), "int bot(void) { return 'L'; }\n");
  await page.setInputFiles("#drop", ["mover.wasm", "other.wasm", "bot.c"].map((file) => join(FOLDER, file)));
  await page.waitForFunction(() => /mover\.wasm plays.*bot\.c cannot play Snakes/.test(document.querySelector("#dropped").textContent), null, PATIENCE);
  const orders = await ordersOf(page, "other.wasm", 3);
  const files = ["mover.wasm", "other.wasm"].map((file) => join(FOLDER, file));
  const { summary } = JSON.parse(bout("play", ...files, "--games", String(orders[0].games), "--seed", "1", "--output", "json"));
  assert.deepEqual([summary.wins[0], summary.draws], [orders[0].won, orders[0].drawn]);
  await close();
}

/** The bytes of a module whose bot always makes one move. */
function moduleThatMoves(letter) {
  const section = (id, bytes) => [id, bytes.length, ...bytes];
  const name = (words) => [words.length, ...Buffer.from(words)];
  // A letter above 63 is two bytes as a signed LEB128 number.
  const move = [(letter.charCodeAt(0) & 0x7f) | 0x80, 0];
  const body = [0, 0x41, ...move, 0x0b];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(6, [1, 0x7f, 0, 0x41, 0x80, 0x08, 0x0b]),
    ...section(7, [3, ...name("memory"), 2, 0, ...name("bot"), 0, 0, ...name("__heap_base"), 3, 0]),
    ...section(10, [1, body.length, ...body]),
  ]);
}

/** The whole way on a telephone: write, look at a score and a fight, learn, share. */
async function aTelephoneIsEnough(browser) {
  const { page, close } = await open(browser, { options: { viewport: { width: 360, height: 740 }, hasTouch: true } });
  // Firefox is driven without a touch screen.
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const press = (locator) => (hasTouch ? locator.tap(PATIENCE) : locator.click(PATIENCE));
  await press(page.locator("#editor .cm-content"));
  await write(page, "noop\nstore [i]-2 i");
  await isLegal(page, "true");
  await ordersOf(page, "bomber.crash", 1);
  assert.match(await row(page, "bomber.crash").textContent(), /%/);
  await press(row(page, "bomber.crash").locator("button"));
  await press(page.locator('#fights button:text-is("why?")').first());
  await page.frameLocator("#viewer-place iframe").locator("main:not([hidden])").waitFor(PATIENCE);
  await press(page.locator("#viewer-close"));
  await page.waitForSelector("#viewer:not([open])", { state: "attached" });
  await press(page.locator("#lessons-button"));
  const title = await page.textContent("#lesson h2");
  await solve(page, press);
  await press(page.locator("#next-lesson"));
  assert.notEqual(await page.textContent("#lesson h2"), title);
  await press(page.locator("#share-button"));
  await page.waitForSelector("#dialog[open] input", PATIENCE);
  await press(page.locator("#dialog-done"));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "nothing is wider than the window");
  await close();
}

/** A site has the same page, under a policy of its own. */
async function aSiteHasIt(browser) {
  const folder = join(FOLDER, "site");
  mkdirSync(folder, { recursive: true });
  const { server, address } = await serve(folder);
  try {
    const { page, close } = await open(browser, { address: `${address}/playground/crash` });
    assert.equal(await page.inputValue("#game"), "crash");
    await write(page, "noop\nstore [i]-2 i");
    const why = page.locator('#fights button:text-is("why?")').first();
    await why.click(PATIENCE);
    await page.frameLocator("#viewer-place iframe").locator("main:not([hidden])").waitFor(PATIENCE);
    await close();
    assert.equal((await fetch(`${address}/playground/chess`)).status, 404);
  } finally {
    await end(server);
  }
}

async function everybodyCanUseIt(browser) {
  for (const [width, height, colorScheme] of [[1280, 900, "light"], [1280, 900, "dark"], [360, 740, "light"], [360, 740, "dark"]]) {
    const { page, close } = await open(browser, { options: { viewport: { width, height }, colorScheme } });
    await page.locator("#lessons-button").click();
    await ordersOf(page, "wait.crash", 1);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width}: nothing is wider than the window`);
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], `${width} ${colorScheme}`);
    await close();
  }
}

async function theKeyboardAloneIsEnough(browser) {
  const { page, close } = await open(browser);
  const seen = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let nth = 0; nth < 80; nth += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const one = document.activeElement;
      return one === document.body ? null : one.id || one.textContent.slice(0, 30);
    });
    if (stop === null && nth > 10) break;
    seen.add(stop);
  }
  for (const id of ["game", "lessons-button", "share-button", "file", "start", "format", "editor", "play", "turn", "drop"]) assert.ok(seen.has(id), `Tab comes to ${id}: ${[...seen]}`);
  await close();
}

const ATTEMPTS = [aTelephoneIsEnough, mistakesAreMarkedAndMended, aKeyTidiesUp, scoresAreThoseOfTheCommands, lostGamesOpenInTheViewer, theBoardIsPlayed, lessonsAreCheckedAndRemembered, aProgramAndAFightAreShared, filesAreDroppedIn, modulesPlaySnakes, aSiteHasIt, everybodyCanUseIt, theKeyboardAloneIsEnough, everySolutionPasses];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
bout("playground", "crash", "-o", join(FOLDER, "crash.html"));
const wanted = process.argv[2] ? [process.argv[2]] : Object.keys(BROWSERS);
const only = process.argv[3];
for (const name of wanted) {
  const browser = await BROWSERS[name]();
  for (const attempt of ATTEMPTS.filter((one) => !only || one.name === only)) {
    await attempt(browser);
    console.log(`${name}: ${attempt.name}`);
  }
  await browser.close();
}
