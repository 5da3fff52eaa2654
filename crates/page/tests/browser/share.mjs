// What the page hands on: an address, a frame for other pages, a picture, and the record.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { openMatch } from "./open.mjs";

const MATCHES = ["crash", "esowar-many", "perlwar", "snakes"];

/** The width and the height of a PNG. */
const sizeOf = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#dialog-body >> text=${button}`)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** A file has no address for others, but a picture and a record. */
export async function aFileIsSharedAsPictureAndRecord(context, folder) {
  for (const name of MATCHES) {
    const { page, close } = await openMatch(context, join(folder, `${name}.html`), "#mode=analyse");
    await page.click('#buttons button[title^="share"]');
    assert.match(await page.textContent("#dialog-body"), /a file on this computer/, name);
    const record = await saved(page, "save the record");
    assert.deepEqual(record.bytes, readFileSync(join(folder, `${name}.bout`)), name);
    const picture = await saved(page, "save a picture");
    assert.match(picture.name, /^[a-z]+-\d+\.png$/);
    assert.equal(picture.bytes.toString("latin1", 1, 4), "PNG");
    const board = await page.locator("#picture").boundingBox();
    const [width, height] = sizeOf(picture.bytes);
    assert.ok(width >= board.width && height > board.height, `${name}: ${width} × ${height} shows the whole board`);
    assert.match(await page.textContent("#shared"), /picture is saved/);
    await page.click("#dialog-done");
    await close();
  }
}

/** On the web, the address leads to the turn, and a frame shows the match in another page. */
export async function anAddressAndAFrameLeadToTheMatch(context, folder) {
  let host = "";
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(MATCHES.includes(name) ? readFileSync(join(folder, `${name}.html`)) : host);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${server.address().port}`;
  const online = await context.browser().newContext({ permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 1000, height: 700 } });
  try {
    for (const name of MATCHES) {
      const page = await online.newPage();
      await page.goto(`${site}/${name}#turn=3`);
      await page.waitForSelector('#state[data-turn="3"]');
      await page.click('#buttons button[title^="share"]');
      await page.click('#dialog-body [aria-label="copy: address"]');
      await page.waitForFunction(() => document.querySelector("#shared").textContent === "It is copied.");
      const address = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(address.startsWith(`${site}/${name}#turn=3&`), address);
      host = await page.inputValue("#dialog-body .copied:nth-of-type(2) input");
      assert.match(host, /^<iframe src="http:[^"]+" title="[^"]*" width="480" height="320"/);
      // A host shows the match from its title card on.
      host = `<!doctype html><title>host</title>${host.replace(/#[^"]*/, "")}`;
      await page.goto(`${site}/host`);
      await isWholeInItsFrame(page, name);
      await page.close();
    }
  } finally {
    await online.close();
    server.close();
  }
}

/** At the size of an embedded match, everything that it shows is in sight. */
async function isWholeInItsFrame(page, name) {
  const frame = page.frameLocator("iframe");
  await frame.locator("#start").click();
  await frame.locator('#watch-buttons [aria-label="pause"]').click();
  const outer = await page.locator("iframe").boundingBox();
  for (const one of ["#picture", "#watch-buttons .play", "#whole", "#told"]) {
    const box = await frame.locator(one).boundingBox();
    assert.ok(box && box.x >= outer.x && box.y >= outer.y && box.x + box.width <= outer.x + outer.width && box.y + box.height <= outer.y + outer.height + 0.5, `${name}: ${one} is in its frame`);
  }
  const board = await frame.locator("#picture").boundingBox();
  assert.ok(board.height > 20, `${name}: the board is ${board.height} high`);
  const scrolls = await frame.locator("html").evaluate((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  assert.ok(!scrolls, `${name}: the frame is not scrolled`);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `embedded-${name}.png`) });
}
