// The board: it fills its frame, is made larger and scrolled, and says which cell is clicked.

import assert from "node:assert/strict";
import { join } from "node:path";

import { openMatch } from "./open.mjs";

const box = (page, id) => page.locator(id).boundingBox();

export async function theBoardFillsItsFrame(context, folder) {
  for (const name of ["crash", "esowar", "perlwar"]) {
    for (const [width, height] of [[1600, 700], [900, 1200], [390, 844]]) {
      const { page, turnIs, close } = await openMatch(context, join(folder, `${name}.html`), "#turn=1");
      await page.setViewportSize({ width, height });
      await turnIs(1);
      await page.waitForFunction(() => {
        const [frame, picture] = ["frame", "picture"].map((id) => document.getElementById(id).getBoundingClientRect());
        return frame.width - picture.width < 22 && frame.height - picture.height < 22 && picture.width < frame.width && picture.height < frame.height;
      });
      await close();
    }
  }
}

export async function aClickIsOnTheCellThatIsSeen(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "snakes.html"), "#turn=1&cell=0");
  await turnIs(1);
  // 32 columns and 16 rows: the middle of column 5 in row 3 is cell 101, at any size of the board.
  const clickThere = async () => {
    const { x, y, width, height } = await box(page, "#picture");
    await page.mouse.click(x + (width * 5.5) / 32, y + (height * 3.5) / 16);
    await page.waitForFunction(() => window.location.hash.includes("cell=101&"));
  };
  await clickThere();
  const { width } = await box(page, "#picture");
  await page.keyboard.press("z");
  await page.waitForFunction(() => window.location.hash.includes("zoom="));
  assert.ok((await box(page, "#picture")).width > width * 1.01);
  await page.keyboard.press("h");
  await page.waitForFunction(() => window.location.hash.includes("cell=100&"));
  await clickThere();
  for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press("Z");
  await page.waitForFunction(() => !window.location.hash.includes("zoom="));
  assert.equal((await box(page, "#picture")).width, width);
  await close();
}

export async function aLargeBoardIsScrolledToItsCursor(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "esowar.html"), "#turn=1&cell=199000&zoom=8");
  await turnIs(1);
  const scrolled = () => page.$eval("#scroller", (one) => [one.scrollLeft, one.scrollTop, one.scrollHeight]);
  // The cell is in the last row or nearly: the scroller is down there.
  await page.waitForFunction(() => document.querySelector("#scroller").scrollTop > 0.8 * document.querySelector("#scroller").scrollHeight - document.querySelector("#scroller").clientHeight);
  await page.keyboard.press("g");
  await page.keyboard.type("cell 0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#scroller").scrollTop === 0);
  const [left, top, height] = await scrolled();
  assert.deepEqual([left, top], [0, 0]);
  assert.ok(height > 7 * (await box(page, "#frame")).height);
  await close();
}

export async function whatHappensInTheMatchIsToldInWords(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=5");
  await turnIs(5);
  await page.waitForFunction(() => document.querySelectorAll("#match-events button").length > 0);
  await page.click("details:has(#match-events) summary");
  const last = Number(await page.getAttribute("#turn", "max"));
  const death = page.locator("#match-events button", { hasText: "1 death" });
  assert.equal(await death.count(), 1, "one of two dies");
  await death.click();
  await turnIs(last);
  await close();
}
