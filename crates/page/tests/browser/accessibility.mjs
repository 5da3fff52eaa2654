// The page for people who use no mouse, hear it read out, want no motion, use a phone, or see colours otherwise.

import assert from "node:assert/strict";
import { join } from "node:path";

import { notesHave } from "./notes.mjs";
import { openMatch } from "./open.mjs";
import { SEAT_COLOURS } from "../../web/colours.js";

/** Everything that Tab comes to, by its name, and whether it shows where the focus is. */
async function tabStops(page) {
  const stops = [];
  await page.evaluate(() => document.activeElement.blur());
  for (let nth = 0; nth < 60; nth += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const { activeElement: one } = document;
      if (one === document.body) return null;
      const outlined = [one, one.nextElementSibling].filter(Boolean).some((other) => getComputedStyle(other).outlineStyle !== "none");
      return { name: one.getAttribute("aria-label") ?? one.textContent, id: one.id, outlined };
    });
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

export async function theKeyboardAloneIsEnough(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=5");
  await turnIs(5);
  const stops = await tabStops(page);
  assert.ok(stops.length > 10);
  for (const { name, id, outlined } of stops) {
    assert.ok(name?.trim(), `${id} has a name`);
    assert.ok(outlined, `${name} shows that it has the focus`);
  }
  const ids = stops.map((stop) => stop.id);
  assert.ok(ids.includes("board") && ids.includes("turn"));

  // The slider, as browsers have it, and buttons by Space.
  await page.focus("#turn");
  await page.keyboard.press("ArrowRight");
  await turnIs(6);
  await page.focus('[aria-label="1 turn forward"]');
  await page.keyboard.press("Space");
  await turnIs(7);
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) > 7);
  await page.keyboard.press("e");
  await page.waitForFunction(() => /death|capture|hit/.test(document.querySelector("#events").textContent));
  assert.match(await page.textContent("#live"), /^Turn \d+\. (death|capture|hit)/, "what happened is read out");
  assert.match(await page.getAttribute("#board", "aria-label"), /^Board of 4096 cells after turn \d+\. cell \d+:/);

  // A dialog gives the focus back, and Esc closes it.
  await page.keyboard.press("g");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await close();
}

export async function changesByKeyboardAreToldAndDropped(context, folder) {
  const { page, turnIs, close } = await openMatch(context, join(folder, "crash.html"), "#turn=5&cell=4000");
  await turnIs(5);
  await notesHave(page, "played to the end");
  await page.keyboard.press("x");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("cell 4000 = store 5 a");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#fork:not([hidden])");
  assert.match(await page.textContent("#fork-text"), /after turn 5\. 1 cell differs .* cell 4000/);
  await page.keyboard.press("o");
  await page.waitForFunction(() => document.querySelector("#fork-text").textContent.startsWith("This is the match as it was"));
  await page.keyboard.press("o");
  await page.waitForFunction(() => document.querySelector("#fork-text").textContent.startsWith("What if"));
  await page.keyboard.press("X");
  await page.waitForSelector("#fork", { state: "hidden" });
  await close();
}

export async function aPhoneShowsEverythingAndIsTouched(context, folder) {
  const phone = await context.browser().newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3, offline: true });
  const { page, turnIs, close } = await openMatch(phone, join(folder, "crash.html"), "#turn=5&cell=0");
  await turnIs(5);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, "nothing is wider than the window");
  const small = await page.$$eval("#buttons button", (all) => all.filter((one) => one.checkVisibility() && (one.offsetHeight < 44 || one.offsetWidth < 44)).length);
  assert.equal(small, 0, "fingers find every button");
  const box = await page.locator("#board").boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => !/cell=0\b/.test(window.location.hash));
  const time = await page.locator("#time").boundingBox();
  await page.touchscreen.tap(time.x + time.width - 3, time.y + 30);
  await page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) > 500);
  await page.locator('#buttons [aria-label="play"]').tap();
  await page.waitForSelector('#buttons [aria-label="pause"]');
  // Two fingers that move apart make the board larger, and not the page.
  await page.evaluate(() => {
    const scroller = document.querySelector("#scroller");
    const send = (type, distance) => {
      const touches = [-1, 1].map((side, identifier) => new Touch({ identifier, target: scroller, clientX: 195 + side * distance, clientY: 300 }));
      scroller.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
    };
    send("touchstart", 40);
    send("touchmove", 80);
  });
  await page.waitForFunction(() => /zoom=2/.test(window.location.hash));
  await close();
  await phone.close();
}

export async function whoWantsNoMotionSeesFewPictures(context, folder) {
  const calm = await context.browser().newContext({ reducedMotion: "reduce", offline: true });
  const { page, turnIs, close } = await openMatch(calm, join(folder, "crash.html"), "#turn=0&speed=50");
  await turnIs(0);
  await page.evaluate(() => {
    window.pictures = 0;
    new MutationObserver(() => (window.pictures += 1)).observe(document.querySelector("#state"), { attributes: true, attributeFilter: ["data-turn"] });
  });
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("#state").dataset.turn) >= 40);
  await page.keyboard.press("Space");
  // At 50 turns per second with four pictures per second at most, 40 turns take only a few pictures.
  assert.ok((await page.evaluate(() => window.pictures)) <= 8);
  await close();
  await calm.close();
}

/** How people see who lack one kind of cones: linear red, green and blue mixed anew (Machado, Oliveira, Fernandes 2009). */
const SIGHTS = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  achromatopsia: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
};

/** A colour as CIELAB has it, where distances are about as large as they look. */
function lab(hex, sight) {
  const linear = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [red, green, blue] = [0, 3, 6].map((at) => Math.max(0, sight[at] * linear[0] + sight[at + 1] * linear[1] + sight[at + 2] * linear[2]));
  const [x, y, z] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Two players are told apart by everybody; where there are more, shapes and numbers help where colours do not. */
export async function twoPlayersHaveColoursThatEverybodyTellsApart() {
  const [first, second] = SEAT_COLOURS;
  for (const [name, sight] of Object.entries(SIGHTS)) {
    const [one, other] = [lab(first, sight), lab(second, sight)];
    const distance = Math.hypot(...one.map((part, index) => part - other[index]));
    // Ten times what is just noticed.
    assert.ok(distance > 23, `${name}: ${distance.toFixed(0)}`);
  }
}
