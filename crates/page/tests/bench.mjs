// How fast the page of `bout view -o` is: when it can be used, and whether it keeps up while it plays. Run by hand:
//
//   npm ci --prefix crates/page/tests
//   node crates/page/tests/bench.mjs PAGE.html [TURNS_PER_SECOND …]
//
// PAGE.html is what `bout view RECORD -o PAGE.html` wrote; without speeds, 1000 and 100000 turns per second. A full
// Esowar board is that of two programs that write everywhere, such as `+[>+]<` against itself. Needs Chromium, as
// CHROMIUM or `chromium`. The page is opened five times and the best time counts, as others use the machine, too;
// processor times beside it depend less on them. Wanted: usable within 1000 ms, and no frame over 50 ms.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { launch } from "./browser/open.mjs";

const [file, ...wanted] = process.argv.slice(2);
const speeds = wanted.length > 0 ? wanted.map(Number) : [1000, 100_000];
const OPENINGS = 5;
const PLAYED_MS = 5000;

const browser = await launch("--disable-gpu");

/** The browser's own counts: processor seconds of the page's main thread and of its process, workers among them. */
async function metrics(session) {
  const { metrics: all } = await session.send("Performance.getMetrics");
  const named = Object.fromEntries(all.map(({ name, value }) => [name, value]));
  return { main: named.ThreadTime * 1000, process: named.ProcessTime * 1000 };
}

async function open(place) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await metrics(session);
  await page.goto(pathToFileURL(resolve(file)).href + place, { waitUntil: "commit" });
  const usable = await page.evaluate(() => new Promise((done) => {
    const look = () => (document.querySelector("#state")?.dataset.turn === undefined ? setTimeout(look, 1) : done(performance.now()));
    look();
  }));
  const after = await metrics(session);
  return { page, session, usable, main: after.main - before.main, process: after.process - before.process };
}

async function play(speed) {
  const { page, session } = await open(`#turn=0&speed=${speed}`);
  // Until it has looked through the match, and is as fast as it gets.
  await page.waitForFunction(() => document.querySelector("#notes").textContent.includes("played to the end"), null, { timeout: 60_000 }).catch(() => {});
  const before = await metrics(session);
  const seen = await page.evaluate(async (playedMs) => {
    const gaps = [];
    const turns = new Set();
    const tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    let last = performance.now();
    const until = last + playedMs;
    await new Promise((done) => {
      const tick = (now) => {
        gaps.push(now - last);
        last = now;
        turns.add(document.querySelector("#state").dataset.turn);
        if (now < until) requestAnimationFrame(tick);
        else done();
      };
      requestAnimationFrame(tick);
    });
    gaps.sort((one, other) => one - other);
    const share = (part) => gaps[Math.floor((gaps.length - 1) * part)].toFixed(1);
    return { frames: gaps.length, pictures: turns.size, median: share(0.5), p99: share(0.99), worst: share(1), over50: gaps.filter((gap) => gap > 50).length, longTasks: tasks.length, turn: Math.max(...turns) };
  }, PLAYED_MS);
  const after = await metrics(session);
  const each = (kind) => ((after[kind] - before[kind]) / seen.pictures).toFixed(1);
  console.log(`${speed} turns a second, ${PLAYED_MS / 1000} s: ${seen.frames} frames, ${seen.pictures} pictures to turn ${seen.turn}; between frames ${seen.median} ms (median), ${seen.p99} (99 of 100), ${seen.worst} (worst), ${seen.over50} over 50 ms; ${seen.longTasks} tasks over 50 ms; processor a picture: main thread ${each("main")} ms, all threads ${each("process")} ms`);
  await page.close();
}

const openings = [];
for (let nth = 0; nth < OPENINGS; nth += 1) {
  const opened = await open("");
  openings.push(opened);
  await opened.page.close();
}
const best = (kind) => Math.min(...openings.map((opened) => opened[kind])).toFixed(0);
console.log(`usable after ${best("usable")} ms; processor until then: main thread ${best("main")} ms, all threads ${best("process")} ms (least of ${OPENINGS})`);
for (const speed of speeds) await play(speed);
await browser.close();
