// The site of `bout serve` in Chromium. From the root of the repository:
//
//   cargo build --package bout
//   npm ci --prefix crates/web/tests
//   node crates/web/tests/site.mjs
//
// It needs Chromium, as CHROMIUM or `chromium`. With SHOTS=FOLDER it writes a picture of every page there.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

const BOUT = process.env.BOUT ?? "target/debug/bout";
const SHOTS = process.env.SHOTS;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A name that would run, if it were more than text. */
const HOSTILE = `</title><script>document.title = "run"</script><img src=x onerror=alert(1)>\u202e`;

/** A hill of four programs, one of which has a hostile name. */
function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), "bout-site-"));
  const hill = join(folder, "small");
  mkdirSync(join(hill, "programs"), { recursive: true });
  writeFileSync(join(hill, "hill.toml"), 'game = "crash"\nsize = 4\ngames = 4\nscore = "sampled"\n');
  const example = (name) => readFileSync(`crates/bout/examples/crash/${name}.crash`, "utf8");
  for (const name of ["bomber", "comb", "wait"]) writeFileSync(join(hill, "programs", `${name}.crash`), example(name));
  const hostile = example("guard").replace(/^;name .*$/m, `;name ${HOSTILE}`);
  writeFileSync(join(hill, "programs", "guard & co’s é.crash"), hostile);
  return folder;
}

/** Starts the server and returns its address. */
async function serve(folder) {
  const server = spawn(BOUT, ["serve", folder, "--bind", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  await new Promise((resolve, reject) => {
    server.stdout.on("data", (part) => (said += part).includes("\n") && resolve());
    server.on("exit", () => reject(new Error("the server ended")));
  });
  return { server, address: said.split("\n")[0].replace(/\/$/, "") };
}

async function played(address) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const hill = await (await fetch(`${address}/api/v1/hills/small`)).json();
    if (hill.complete) return hill;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the hill is not played");
}

async function axe(page, where) {
  const found = await page.evaluate(`(() => { ${AXE}; return axe.run(document, { iframes: false }); })()`);
  const faults = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
  assert.deepEqual(faults, [], where);
}

const folder = makeSite();
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const hill = await played(address);
  assert.equal(hill.table.length, 4);
  const program = encodeURIComponent("guard & co’s é.crash");
  const [one, two] = ["bomber.crash", "comb.crash"];
  const paths = {
    front: "/",
    hill: "/hills/small",
    program: `/hills/small/programs/${program}`,
    fight: `/hills/small/matches/${one}/${two}`,
    game: "/games/crash",
    api: "/api",
    missing: "/nowhere",
  };
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [360, 1280]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(address + path);
        const where = `${name}, ${colorScheme}, ${width} px`;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
        await axe(page, where);
        assert.notEqual(await page.title(), "run");
        if (SHOTS) {
          mkdirSync(SHOTS, { recursive: true });
          if (name === "front" || name === "fight") await page.waitForTimeout(2500);
          await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }
      await context.close();
    }
  }

  // With its policy in force: nothing is refused on any page, and the viewer plays.
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const path of Object.values(paths).filter((path) => path !== "/nowhere")) {
    const answer = await page.goto(address + path);
    assert.ok((await answer.body()).length <= 60_000, path);
  }
  await page.goto(`${address}/hills/small/matches/${one}/${two}`);
  await page.frameLocator("iframe.viewer").locator("canvas").first().waitFor({ timeout: 20_000 });
  await page.goto(`${address}/hills/small`);
  assert.deepEqual(complaints, []);

  // Without JavaScript, the table is there.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(`${address}/hills/small`);
  assert.equal(await still.locator("table.ranks tbody tr").count(), 4);

  // Readers of feeds find the feed of the hill.
  await still.goto(`${address}/hills/small`);
  const feeds = await still.locator('link[type="application/atom+xml"]').evaluateAll((links) => links.map((link) => link.href));
  assert.deepEqual(feeds, [`${address}/feed.atom`, `${address}/hills/small/feed.atom`]);
  assert.equal((await fetch(feeds[1])).headers.get("content-type"), "application/atom+xml; charset=utf-8");

  // A change from the command line shows without loading the page again.
  const rows = page.locator("table.ranks tbody tr");
  execFileSync(BOUT, ["hill", "remove", join(folder, "small"), "wait.crash"]);
  await page.waitForFunction(() => document.querySelectorAll("table.ranks tbody tr").length === 3, null, { timeout: 20_000 });
  assert.equal(await rows.count(), 3);
  console.log("   the site: pages, policy, viewer, live");
} finally {
  await browser.close();
  server.kill("SIGTERM");
  const code = await new Promise((resolve) => (server.exitCode === null ? server.on("exit", resolve) : resolve(server.exitCode)));
  rmSync(folder, { recursive: true });
  if (code !== 0) process.exitCode = 1;
}
