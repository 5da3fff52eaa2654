// The page's WebAssembly in Node, and the page itself in Chromium. Run from the root of the repository:
//
//   node crates/page/tests/page.mjs FOLDER
//
// FOLDER holds records, pages that `bout view -o` made of them (`NAME.html` of `NAME.bout`), and in `conformance/` what
// `pack --conformance` wrote. Needs the example `hashes` built. The part in a browser needs the npm package playwright-core
// and `chromium`; without them it is left out, and says so.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import { inflateSync } from "node:zlib";

const folder = process.argv[2];
const hashes = process.env.HASHES ?? "target/debug/examples/hashes";
const records = readdirSync(folder).filter((name) => name.endsWith(".bout")).sort();
assert.ok(records.length > 0, "there are records");

/** wasm-bindgen's scripts with an engine: what is in a packed page, or was built for tests. */
async function load(glue, engine) {
  const bindgen = runInThisContext(`(() => { ${glue}\n; return wasm_bindgen; })()`);
  await bindgen({ module_or_path: engine });
  return bindgen;
}

function packed() {
  const page = readFileSync("crates/page/dist/page.html", "utf8");
  const content = (id) => page.split(`id="${id}">`)[1].split("</script>")[0];
  const glue = content("worker").split("// The engines' side of the page")[0];
  return load(glue, inflateSync(Buffer.from(content("engine"), "base64")));
}

/** Random numbers that are the same on every run. */
function numbers(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

function nativeHashes(record, turns) {
  const said = execFileSync(hashes, [join(folder, record), ...turns.map(String)], { encoding: "utf8" });
  return said.trim().split("\n").map((line) => JSON.parse(line));
}

/** Seeks to random turns, there and back, and comes to the state hashes of the native engines. */
function seeksLikeNative(bindgen, record) {
  const match = new bindgen.Match(readFileSync(join(folder, record)));
  const last = JSON.parse(match.about()).last_turn;
  const draw = numbers(last);
  const turns = [0, 1, last, ...Array.from({ length: 20 }, () => draw(last + 1))].sort((one, other) => one - other);
  const expected = new Map(nativeHashes(record, turns));
  const order = turns.map((turn) => [draw(1 << 30), turn]).sort((one, other) => one[0] - other[0]);
  for (const [, turn] of order) {
    match.seek(BigInt(turn));
    assert.equal(match.state_hash() ?? null, expected.get(turn), `${record}: the state after turn ${turn}`);
  }
  while (!match.survey(1n << 14n));
  const { end } = JSON.parse(match.shown());
  assert.deepEqual([end.turn, end.agrees], [last, true], `${record}: it ends as recorded`);
  match.free();
  console.log(`${record}: ${turns.length} turns of ${last} have the native state`);
}

/** What is wrong with a record is said in words. */
function refuses(bindgen, record) {
  const bytes = readFileSync(join(folder, record));
  const said = (content) => {
    try {
      new bindgen.Match(content);
    } catch (error) {
      return String(error);
    }
    return "nothing";
  };
  assert.match(said(bytes.subarray(0, bytes.length - 100)), /cut off/);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 200] ^= 1;
  assert.match(said(changed), /altered/);
  assert.match(said(Buffer.from("hello")), /no record/);
}

async function conforms() {
  const built = join(folder, "conformance");
  if (!existsSync(built)) return console.log("left out: conformance, since there is no build for it");
  const bindgen = await load(readFileSync(join(built, "page.js"), "utf8"), readFileSync(join(built, "page.wasm")));
  for (const file of ["esowar/conformance", "esowar/closed-form", "crash/conformance"]) {
    const { cases, failed } = JSON.parse(bindgen.conform(readFileSync(`testdata/${file}.json`)));
    assert.deepEqual(failed, [], file);
    assert.ok(cases > 0);
    console.log(`${file}: all ${cases} cases pass in WebAssembly`);
  }
}

/** The page in a browser: opens, goes where keys and the address say, tells no mistakes. */
async function browses(playwright) {
  const browser = await playwright.chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({ offline: true });
  for (const record of records) {
    const file = join(folder, record.replace(/bout$/, "html"));
    if (!existsSync(file)) continue;
    const page = await context.newPage();
    const mistakes = [];
    page.on("pageerror", (error) => mistakes.push(error.message));
    page.on("console", (message) => message.type() === "error" && mistakes.push(message.text()));
    const address = pathToFileURL(resolve(file)).href;
    const turnIs = (turn) => page.waitForFunction((wanted) => document.querySelector("#state").dataset.turn === String(wanted), turn);

    await page.goto(`${address}#turn=2`);
    await page.waitForSelector("main:not([hidden])");
    await turnIs(2);
    const last = Number(await page.getAttribute("#turn", "max"));
    await page.keyboard.press("ArrowRight");
    await turnIs(3);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await turnIs(1);
    assert.match(new URL(page.url()).hash, /turn=1&/);
    await page.keyboard.press("End");
    await turnIs(last);
    const [[, expected]] = nativeHashes(record, [last]);
    assert.equal(await page.getAttribute("#state", "data-hash"), expected ?? "", `${record}: the state at the end`);
    await page.keyboard.press("g");
    await page.keyboard.type("50%");
    await page.keyboard.press("Enter");
    await turnIs(Math.round(last / 2));
    assert.match(await page.textContent("#live"), new RegExp(`^Turn ${Math.round(last / 2)}\\b`), "it is told to those who listen");
    await page.keyboard.press("?");
    assert.ok(await page.isVisible("dialog[open] table"));
    await page.keyboard.press("Escape");
    const nameless = await page.$$eval("button, input, canvas[role]", (all) => all.filter((one) => !one.getAttribute("aria-label") && !one.textContent.trim()).length);
    assert.equal(nameless, 0, "all that can be used has a name");
    assert.deepEqual(mistakes, []);
    await page.close();
    console.log(`${record}: its page works in Chromium`);
  }
  await refusesWithoutWebAssembly(context);
  await browser.close();
}

async function refusesWithoutWebAssembly(context) {
  const page = await context.newPage();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  const file = readdirSync(folder).find((name) => name.endsWith(".html"));
  if (file) {
    await page.goto(pathToFileURL(resolve(folder, file)).href);
    await page.waitForFunction(() => document.querySelector("#trouble").textContent.includes("WebAssembly"));
  }
  await page.close();
}

const bindgen = await packed();
for (const record of records) seeksLikeNative(bindgen, record);
refuses(bindgen, records[0]);
await conforms();
try {
  const require = createRequire(import.meta.url);
  const playwright = require(process.env.PLAYWRIGHT ?? "playwright-core");
  await browses(playwright);
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  console.log("left out: the browser, since there is no playwright-core");
}
