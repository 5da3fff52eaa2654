// The page of `bout view -o`: its WebAssembly in Node, and the page itself in Chromium. From the root of the repository:
//
//   cargo build --package bout --package bout-page --bins --examples
//   npm ci --prefix crates/page/tests
//   node crates/page/tests/page.mjs [FOLDER]
//
// It plays matches of the example programs and makes pages of them, in target/page/tests; or it takes the records in FOLDER. It
// needs Chromium, as CHROMIUM or `chromium`.

import * as board from "./browser/board.mjs";
import { conforms } from "./browser/conformance.mjs";
import { botsAreMovedByHand } from "./browser/manual-moves.mjs";
import { goesByAddress, goesByKeys, keysWithModifiersGoFurther, keysWorkOnceDialogsClose, smallThings, theAddressKeepsWhereTheSpectatorIs } from "./browser/keyboard.mjs";
import { aBrowserWithoutWorkersPlaysInThePageItself, aBrowserWithoutWebAssemblyIsTold, badRecordsAreRefusedInWords } from "./browser/records.mjs";
import { launch } from "./browser/open.mjs";
import { aReportLeadsToTheReasonOfALoss, linksToMatches } from "./browser/reports.mjs";
import * as explanation from "./browser/explanation.mjs";
import * as search from "./browser/search.mjs";
import * as share from "./browser/share.mjs";
import * as accessibility from "./browser/accessibility.mjs";
import * as sizes from "./browser/sizes.mjs";
import * as spectator from "./browser/spectator.mjs";
import { tryEngines } from "./engines.mjs";
import { makeMatches, makePages } from "./matches.mjs";
import { tryScripts } from "./scripts.mjs";

/** What is tried of every page. */
const OF_EACH = [goesByKeys, goesByAddress];

/** What is tried of the pages that are made here. */
const OF_MATCHES = [
  conforms,
  linksToMatches,
  aReportLeadsToTheReasonOfALoss,
  badRecordsAreRefusedInWords,
  aBrowserWithoutWorkersPlaysInThePageItself,
  aBrowserWithoutWebAssemblyIsTold,
  botsAreMovedByHand,
  keysWithModifiersGoFurther,
  keysWorkOnceDialogsClose,
  theAddressKeepsWhereTheSpectatorIs,
  smallThings,
  ...Object.values(explanation),
  ...Object.values(search),
  ...Object.values(share),
  ...Object.values(board),
  ...Object.values(accessibility),
  ...Object.values(spectator),
  ...Object.values(sizes),
];

async function tryPages(folder, names, ofMatches) {
  const browser = await launch();
  const context = await browser.newContext({ offline: true });
  for (const name of names) {
    for (const attempt of OF_EACH) await attempt(context, folder, name);
    console.log(`${name}: its page works in Chromium ${browser.version()}`);
  }
  for (const attempt of ofMatches) {
    await attempt(context, folder);
    console.log(`Chromium: ${attempt.name}`);
  }
  await browser.close();
}

const given = process.argv[2];
const folder = given ?? "target/page/tests";
const names = given ? makePages(folder) : makeMatches(folder);
tryScripts();
await tryEngines(folder, names);
await tryPages(folder, names, given ? [] : OF_MATCHES);
