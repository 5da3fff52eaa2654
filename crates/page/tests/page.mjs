// The page of `bout view -o`: its WebAssembly in Node, and the page itself in Chromium. From the root of the repository:
//
//   cargo build --package bout --package page --bins --examples
//   npm ci --prefix crates/page/tests
//   node crates/page/tests/page.mjs [FOLDER]
//
// It plays matches of the example programs and makes pages of them, in target/page/tests; or it takes the records in FOLDER. It
// needs Chromium, as CHROMIUM or `chromium`.

import { chromium } from "playwright-core";

import { conforms } from "./browser/conformance.mjs";
import { goesByAddress, goesByKeys } from "./browser/keyboard.mjs";
import { saysThatARecordIsDamaged, saysThatWebAssemblyIsMissing } from "./browser/refusals.mjs";
import { linksToMatches } from "./browser/reports.mjs";
import { tryEngines } from "./engine.mjs";
import { makeMaterial, makePages } from "./material.mjs";

async function tryPages(folder, names) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({ offline: true });
  for (const name of names) {
    await goesByKeys(context, folder, name);
    await goesByAddress(context, folder, name);
    console.log(`${name}: its page works in Chromium ${browser.version()}`);
  }
  await conforms(context, folder, names[0]);
  await saysThatWebAssemblyIsMissing(context, folder, names[0]);
  await saysThatARecordIsDamaged(context, folder, names[0]);
  await linksToMatches(context, folder);
  console.log("pages say what is wrong, and reports lead to them");
  await browser.close();
}

const given = process.argv[2];
const folder = given ?? "target/page/tests";
const names = given ? makePages(folder) : makeMaterial(folder);
await tryEngines(folder, names);
await tryPages(folder, names);
