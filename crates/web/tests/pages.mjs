// Checks of the pages of the site that hold in any browser; `page` is one of Playwright's.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The largest page without the viewer, in bytes. */
const MAX_PAGE_BYTES = 60_000;

/** What axe does not accept in the page. */
export async function axe(page, where) {
  const found = await page.evaluate(`(() => { ${AXE}; return axe.run(document, { iframes: false }); })()`);
  const faults = found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
  assert.deepEqual(faults, [], where);
}

/** The page fits the window, and names on it are text. */
export async function looksRight(page, where) {
  const { wide, images, title } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    images: document.querySelectorAll("img, main script").length,
    title: document.title,
  }));
  assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
  assert.equal(images, 0, `${where}: a name has become an element`);
  assert.notEqual(title, "run", where);
}

/** Every place that Tab leads to is in sight and marked. */
export async function worksByKeyboard(page, where) {
  const places = new Set();
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(async () => {
      const one = document.activeElement;
      if (one === document.body || one.tagName === "IFRAME") return null;
      const look = () => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        return { html: one.outerHTML.slice(0, 200), isInSight, isMarked: getComputedStyle(one).outlineStyle !== "none" };
      };
      // The page is scrolled to it and drawn, which may take a moment.
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const { isInSight, isMarked } = look();
        if (isInSight && isMarked) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return look();
    });
    // The viewer, and the end of the page.
    if (at === null) break;
    assert.ok(at.isInSight, `${where}: ${at.html} has the focus, but is out of sight`);
    assert.ok(at.isMarked, `${where}: nothing shows that ${at.html} has the focus`);
    places.add(at.html);
  }
  assert.ok(places.size > 0, `${where}: nothing can have the focus`);
}

/** All pages that links lead to are there. Returns their number. */
export async function linksLead(address) {
  const known = new Set(["/"]);
  const waiting = ["/"];
  const broken = [];
  while (waiting.length > 0) {
    const path = waiting.pop();
    const answer = await fetch(address + path);
    // A record that is being made is on its way.
    if (![200, 202].includes(answer.status)) broken.push(`${path}: ${answer.status}`);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    const body = await answer.text();
    // Packed pages are large, and have bounds of their own.
    if (!isPage || path.startsWith("/playground") || /\/viewer(\?|$)/.test(path)) continue;
    if (!path.startsWith("/manual")) assert.ok(body.length <= MAX_PAGE_BYTES, `${path}: ${body.length} bytes`);
    for (const [, link] of body.matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
      const next = link.replaceAll("&amp;", "&").replaceAll("&#38;", "&");
      if (known.has(next)) continue;
      known.add(next);
      waiting.push(next);
    }
  }
  assert.deepEqual(broken, []);
  return known.size;
}

/** Without JavaScript, every page says what it has to say. */
export async function worksWithoutScripts(page, address, paths) {
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(address + path);
    assert.equal(await page.locator("h1").count(), 1, `${name}, without scripts`);
  }
  await page.goto(`${address}${paths.hill}`);
  assert.equal(await page.locator("table.ranks tbody tr").count(), 4);
  await page.goto(`${address}${paths.broadcast}`);
  await page.locator("noscript a, #announcement a").first().waitFor({ state: "attached" });
  await page.goto(address);
  await page.locator(".find input").fill("untrusted hills");
  await page.keyboard.press("Enter");
  await page.locator(".found a", { hasText: "Untrusted hills" }).click();
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).hash, "/manual/hills#untrusted-hills");
}

/** Looks at a page in small and large windows, in light and dark. */
export async function lookAt(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[360, 640], [1280, 800]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const where = `${name}, ${colorScheme}, ${width} px`;
      await looksRight(page, where);
      await axe(page, where);
      if (process.env.SHOTS) {
        mkdirSync(process.env.SHOTS, { recursive: true });
        await page.screenshot({ path: join(process.env.SHOTS, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
    }
  }
}
