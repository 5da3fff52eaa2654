// The engines of a page in the browser itself, held against the conformance cases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { CASES } from "../matches.mjs";
import { openMatch } from "./open.mjs";

/** Runs in the browser, in a worker like that which plays the match: what the engines in this page say of a file of cases. */
async function playCases(text) {
  const bytes = Uint8Array.from(atob(document.getElementById("engines").textContent.trim()), (one) => one.charCodeAt(0));
  const engine = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
  const script = `${document.getElementById("engines-script").textContent}
    onmessage = async ({ data }) => {
      await boutEngines.load({ module_or_path: data.engine });
      postMessage(boutEngines.conform(data.cases));
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return new Promise((done, failed) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage({ engine, cases: new TextEncoder().encode(text) });
  });
}

export async function conforms(context, folder) {
  const { page, close } = await openMatch(context, join(folder, "crash.html"));
  for (const file of CASES) {
    const { cases, failed } = JSON.parse(await page.evaluate(playCases, readFileSync(file, "utf8")));
    assert.deepEqual(failed, [], file);
    assert.ok(cases > 0);
    console.log(`${file}: all ${cases} cases pass in Chromium`);
  }
  await close();
}
