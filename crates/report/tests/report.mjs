// The report of `bout tournament -o` and `bout hill show -o` in Chromium. From the root of the repository:
//
//   cargo build --package bout
//   npm ci --prefix crates/page/tests
//   node crates/report/tests/report.mjs
//
// It compares the page with what the same command prints as JSON. It needs Chromium, as CHROMIUM or `chromium`.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { bout } from "../../page/tests/matches.mjs";
import { launch, openPage } from "../../page/tests/browser/open.mjs";

const FOLDER = "target/report/tests";
const example = (name) => `crates/bout/examples/crash/${name}.crash`;

/** A name that would run, if it were more than text. */
const HOSTILE = "</script><script>document.title = 'run'</script><!--";

/** A tournament: its report and its JSON. Some pairs have exact scores, and some programs tie. */
function makeTournament() {
  const report = join(FOLDER, "tournament.html");
  const hostile = join(FOLDER, "hostile.crash");
  writeFileSync(hostile, readFileSync(example("guard"), "utf8").replace(/^;name .*$/m, `;name ${HOSTILE}`));
  const programs = ["bomber", "comb", "wait", "flood", "lookout", "radar"].map(example);
  const options = ["--games", "4", "--pages", "6", "--results", join(FOLDER, "results"), "-o", report];
  return { report, json: JSON.parse(bout("tournament", ...programs, hostile, ...options, "--output", "json")) };
}

/** Schedules with columns of their own: points of opponents, games without an opponent, and places. */
function makeOthers() {
  const programs = ["bomber", "comb", "wait", "flood", "radar"];
  const others = {
    "bye_games buchholz": [...programs.map(example), "--schedule", "swiss", "--rounds", "2", "--games", "2"],
    "mean_place": [...["flea", "hawk", "mirror"].map((name) => `crates/bout/examples/esowar/${name}.esowar`), "--seats", "3", "--games", "2"],
  };
  return Object.entries(others).map(([columns, asked], at) => {
    const report = join(FOLDER, `other-${at}.html`);
    const results = ["--results", join(FOLDER, `results-${at}`), "--output", "json"];
    return { columns, report, json: JSON.parse(bout("tournament", ...asked, ...results, "-o", report)) };
  });
}

/** A hill on which programs came, fell and came back. */
function makeHill() {
  const [hill, report] = [join(FOLDER, "hill"), join(FOLDER, "hill.html")];
  mkdirSync(hill);
  writeFileSync(join(hill, "hill.toml"), 'game = "crash"\nsize = 3\ngames = 2\nscore = "sampled"\n');
  for (const name of ["bomber", "comb", "wait", "flood", "guard"]) bout("hill", "add", hill, example(name));
  return { report, json: JSON.parse(bout("hill", "show", hill, "-o", report, "--output", "json")) };
}

const dataOf = (page) => page.evaluate(() => JSON.parse(document.querySelector("section script").textContent));
const rounded = (number, unit) => Math.round(number / unit);

/** The block of a page says what the command prints as JSON, to its last digit or rounded. */
async function saysTheSameAsJson(page, json) {
  const data = await dataOf(page);
  assert.equal(data.table.length, json.table.length);
  for (const [at, row] of data.table.entries()) {
    const { author, name, ...numbers } = row;
    for (const [key, value] of Object.entries(numbers)) assert.equal(value, json.table[at][key], `${row.program}: ${key}`);
  }
  const cross = json.cross ?? [];
  for (const pair of cross) {
    const place = (program) => data.table.findIndex((row) => row.program === program);
    const values = data.cross.rows[place(pair.program)][place(pair.opponent)];
    const found = Object.fromEntries(data.cross.columns.map((name, at) => [name, values[at]]));
    for (const key of ["wins", "draws", "losses"]) assert.equal(rounded(found[key], 0.001), rounded(pair[key], 0.001), key);
    for (const key of ["expected", "likelihood_better"]) assert.ok(Math.abs(found[key] - pair[key]) < 0.00051, key);
    assert.equal(found.exact ?? false, pair.exact);
  }
  const met = data.cross.rows.flat().filter((pair) => pair !== null).length;
  if (json.cross) assert.equal(met, cross.length);
}

async function namesRunNowhere(page) {
  assert.notEqual(await page.title(), "run");
  const count = await page.locator("script").count();
  assert.equal(count, 2, "the script and one block");
  assert.equal(await page.locator(".standings .name", { hasText: HOSTILE }).count(), 1, "it is shown");
}

/** The programs of the table, as it stands. */
const shownPrograms = (page) => page.locator(".standings tbody tr:not([hidden]) .name").allTextContents();

/** Every column sorts by its numbers, both ways. */
async function sortsByNumbers(page) {
  const { table } = await dataOf(page);
  const heads = page.locator("main .standings thead th[data-key]");
  const keys = await heads.evaluateAll((all) => all.map((head) => head.dataset.key));
  assert.ok(keys.includes("elo") && keys.includes("wins") && keys.includes("name"), keys.join());
  const numbers = { results: (row) => row.wins / (row.wins + row.draws + row.losses), ranks: (row) => row.best_rank };
  for (const [at, key] of keys.entries()) {
    const value = numbers[key] ?? ((row) => row[key]);
    for (let click = 0; click < 2; click += 1) {
      await heads.nth(at).locator("button").click();
      const isAscending = (await heads.nth(at).getAttribute("aria-sort")) === "ascending";
      // The page comes sorted by rank.
      assert.equal(isAscending, ["name", "ranks"].includes(key) === (click === 0), key);
      const shown = (await shownPrograms(page)).map((name) => value(table.find((row) => row.name === name)));
      assert.equal(shown.length, table.length);
      if (!isAscending) shown.reverse();
      for (let next = 1; next < shown.length; next += 1) {
        const [one, two] = [shown[next - 1], shown[next]];
        assert.ok(key === "name" ? one.localeCompare(two, "en") <= 0 : one <= two, `${key}: ${shown}`);
      }
    }
  }
  await heads.first().locator("button").click();
}

async function filters(page) {
  const { table } = await dataOf(page);
  await page.fill(".filter input", "com");
  assert.deepEqual(await shownPrograms(page), ["Comb"]);
  assert.equal(await page.locator(".cross tbody tr:not([hidden])").count(), 1);
  assert.equal(await page.locator(".tools output").textContent(), `1 of ${table.length} programs`);
  await page.fill(".filter input", "");
  assert.equal((await shownPrograms(page)).length, table.length);
}

/** The cell of two programs in the cross table. */
async function cellOf(page, json, { program, opponent }) {
  const place = (wanted) => json.table.findIndex((row) => row.program === wanted);
  return page.locator(".cross tbody tr").nth(place(program)).locator("td").nth(place(opponent));
}

const spoken = ({ wins, draws, losses, exact }) => {
  const [won, drawn, lost] = [wins, draws, losses].map((count) => String(Math.round(1000 * count) / 1000));
  return `${won} won, ${drawn} drawn, ${lost} lost${exact ? ", exact" : ""}`;
};

/** Pairs open by mouse and keyboard, and say what the JSON says. */
async function opensPairs(page, json) {
  const panel = page.locator("#panel");
  const isExact = (wanted) => json.cross.find(({ exact }) => exact === wanted);
  for (const pair of [isExact(true), isExact(false)]) {
    const cell = await cellOf(page, json, pair);
    await cell.hover();
    assert.ok((await page.locator(".readout").textContent()).includes(`: ${spoken(pair)}, `));
    await cell.click();
    const said = await panel.textContent();
    assert.ok(said.includes(`${spoken(pair)} \u2013 ${(await cell.textContent()).trim()}\u00a0% of the points`), said);
    assert.ok(said.includes(`The ratings expect ${(100 * pair.expected).toFixed(1)}\u00a0%`), said);
    await page.keyboard.press("Escape");
    assert.ok(await panel.isHidden());
  }
  // With the keyboard: one step to the right of the diagonal, open, close.
  const [first, second] = json.table;
  await page.locator(".cross tbody td[tabindex]").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Home");
  const current = () => page.evaluate(() => [document.activeElement.parentElement.sectionRowIndex, document.activeElement.cellIndex - 1]);
  while ((await current())[0] > 0) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await current(), [0, 1]);
  await page.keyboard.press("Enter");
  assert.ok((await panel.textContent()).startsWith(`${first.name}vs${second.name}`));
  assert.ok(await panel.evaluate((it) => it.contains(document.activeElement)), "the focus is in the panel");
  await page.keyboard.press("Escape");
  assert.deepEqual(await current(), [0, 1], "the focus is back");
}

/** Links of a pair: the page of a game and its record, in the panel. */
async function linksToGames(page) {
  const { cross } = await dataOf(page);
  assert.ok(cross.records.length > 0);
  const { row, column, href, file } = cross.records[0];
  const cell = page.locator(".cross tbody tr").nth(row).locator("td").nth(column);
  const game = await cell.locator("a").getAttribute("href");
  await cell.click();
  const links = page.locator("#panel .save a");
  assert.equal(await links.count(), 2);
  assert.ok(decodeURIComponent(await links.nth(0).getAttribute("href")).endsWith(decodeURIComponent(game)));
  assert.equal(await links.nth(1).getAttribute("href"), href);
  assert.equal(await links.nth(1).getAttribute("download"), file);
  await page.keyboard.press("Escape");
}

/** A program's opponents: all pairs of the JSON, sorted by numbers. */
async function showsOpponents(page, json) {
  const [{ program, name }] = json.table;
  await page.locator(".standings tbody tr .who button").first().click();
  const dialog = page.locator("#opponents");
  assert.equal(await dialog.locator("h3").textContent(), name);
  const pairs = json.cross.filter((pair) => pair.program === program);
  const bodies = dialog.locator("tbody tr");
  assert.equal(await bodies.count(), pairs.length);
  for (const pair of pairs) {
    const opponent = json.table.find((row) => row.program === pair.opponent);
    const row = bodies.filter({ has: page.locator(".name", { hasText: opponent.name }) });
    const cells = (await row.locator("td").allTextContents()).map((text) => text.trim());
    const counts = spoken(pair).match(/[\d.]+/g).join("\u2013");
    assert.equal(cells[0], String(opponent.rank));
    assert.ok(cells.includes(counts), `${cells}: ${counts}`);
    assert.ok(cells.includes(`${(100 * pair.expected).toFixed(1)}\u00a0%`), `${cells}: ${pair.expected}`);
  }
  await dialog.locator("th button", { hasText: "Expected" }).click();
  const shown = await bodies.locator(".name").allTextContents();
  const expected = shown.map((name) => {
    const opponent = json.table.find((row) => row.name === name);
    return pairs.find((pair) => pair.opponent === opponent.program).expected;
  });
  assert.deepEqual(expected, expected.toSorted((one, two) => two - one));
  await page.keyboard.press("Escape");
  assert.ok(await dialog.isHidden());
}

/** The chart of a hill: bands, and what happened at each challenge. */
async function showsHistory(page, json) {
  const { history } = await dataOf(page);
  assert.deepEqual(history.moments.map((moment) => moment.challenge), json.history.map((it) => it.challenge));
  for (const [at, { ratings }] of json.history.entries()) {
    for (const { program, stays } of history.lines) {
      const stay = stays.find(({ first, elo }) => first <= at && at < first + elo.length);
      const rating = ratings.find(({ file }) => file === program);
      assert.equal(stay?.elo[at - stay.first], rating?.elo, `${program} at ${at}`);
      assert.equal(stay?.elo_high[at - stay.first], rating?.elo_high, `${program} at ${at}`);
    }
  }
  // The mouse, wherever it is, points at nothing of the chart.
  await page.mouse.move(0, 0);
  const key = page.locator(".keys .key button").first();
  await key.focus();
  const band = await page.locator(".band").getAttribute("d");
  assert.match(band, /^M[\d. L-]+Z/);
  await page.keyboard.press("ArrowLeft");
  const tip = page.locator(".tip");
  const { file, elo } = json.history.at(-1).ratings.toSorted((one, two) => two.elo - one.elo)[0];
  const said = await tip.textContent();
  assert.ok(said.startsWith(`${file} +${elo.toFixed(0)} [`), said);
  assert.ok(said.endsWith(`${history.moments.at(-1).challenge}: ${history.moments.at(-1).what}`), said);
  // The dot lies on the line.
  const [dot, path] = [page.locator(".dot"), page.locator(".line.hot")];
  const end = (await path.getAttribute("d")).split(/[ML]/).at(-1).split(" ")[1];
  const down = parseFloat(await dot.getAttribute("cy"));
  assert.ok(Math.abs(10 * down - parseFloat(end)) < 2, `${down}, ${end}`);
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await tip.textContent(), said);
  await key.blur();
  assert.ok(await tip.isHidden());
  const plot = page.locator(".plot");
  const { width, height } = await plot.boundingBox();
  await plot.hover({ position: { x: width - 2, y: height / 2 } });
  assert.ok((await tip.textContent()).endsWith(`: ${history.moments.at(-1).what}`));
}

/** All that the script does is also read without it. */
async function isWholeWithoutScripts(browser, { report, json }) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const { page, close } = await openPage(context, report);
  assert.equal(await page.locator(".standings tbody tr:visible").count(), json.table.length);
  assert.ok(await page.locator(".filter").isHidden());
  const [pair] = json.cross;
  const title = await (await cellOf(page, json, pair)).getAttribute("title");
  assert.ok(title.startsWith(spoken(pair).match(/[\d.]+/g).join("-")), title);
  assert.ok(title.includes(`(expected ${(100 * pair.expected).toFixed(1)} %, better with `), title);
  await close();
  await context.close();
}

/** On a phone nothing is cut, and only the page itself is scrolled up and down. */
async function isReadOnPhones(browser, { report }) {
  for (const [width, height] of [[360, 640], [844, 390]]) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true, offline: true });
    const { page, close } = await openPage(context, report);
    await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${report}: wider than ${width}`);
    const scrollers = await page.$$eval("body *", (all) => all
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.outerHTML.slice(0, 80)));
    assert.deepEqual(scrollers, [], `${report}, ${width} × ${height}`);
    await close();
    await context.close();
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [tournament, hill] = [makeTournament(), makeHill()];
const browser = await launch();
const context = await browser.newContext({ offline: true });
const attempts = [
  [tournament, [saysTheSameAsJson, namesRunNowhere, sortsByNumbers, filters, opensPairs, linksToGames, showsOpponents]],
  [hill, [saysTheSameAsJson, sortsByNumbers, showsHistory]],
];
for (const [{ report, json }, all] of attempts) {
  const { page, close } = await openPage(context, report);
  assert.equal(await page.locator("h1, h2", { hasText: await page.title() }).count(), 1, "the heading stands once");
  for (const attempt of all) {
    await attempt(page, json);
    console.log(`${report}: ${attempt.name}`);
  }
  await close();
}
for (const { columns, report, json } of makeOthers()) {
  const { page, close } = await openPage(context, report);
  await saysTheSameAsJson(page, json);
  await sortsByNumbers(page);
  for (const column of columns.split(" ")) assert.ok(column in json.table[0], column);
  await close();
  console.log(`${report}: ${columns}`);
}
await isWholeWithoutScripts(browser, tournament);
for (const made of [tournament, hill]) await isReadOnPhones(browser, made);
await browser.close();
