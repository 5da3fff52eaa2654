// The WebAssembly of the packed page, in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { inflateSync } from "node:zlib";

import { CASES, nativeHashes, turnsAtRandom } from "./material.mjs";

/** The engines of the packed page, with the scripts that wasm-bindgen made for them. */
async function packed() {
  const page = readFileSync("crates/report/dist/page.html", "utf8");
  const content = (id) => page.split(`id="${id}">`)[1].split("</script>")[0];
  const glue = content("worker").split("// The engines' side of the page")[0];
  const bindgen = runInThisContext(`(() => { ${glue}\n; return wasm_bindgen; })()`);
  await bindgen({ module_or_path: inflateSync(Buffer.from(content("engine"), "base64")) });
  return bindgen;
}

/** Everything that is tried of the engines without a browser. */
export async function tryEngines(folder, names) {
  const bindgen = await packed();
  for (const name of names) seeksLikeNative(bindgen, join(folder, `${name}.bout`));
  refuses(bindgen, join(folder, `${names[0]}.bout`));
  for (const file of CASES) conforms(bindgen, file);
}

/** Seeks to random turns, there and back, and comes to the state hashes of the native engines. */
function seeksLikeNative(bindgen, record) {
  const match = new bindgen.Match(readFileSync(record));
  const last = JSON.parse(match.about()).last_turn;
  const turns = turnsAtRandom(last, 20);
  const expected = nativeHashes(record, turns);
  for (const turn of turns) {
    match.seek(BigInt(turn));
    assert.equal(match.state_hash() ?? null, expected.get(turn), `${record}: the state after turn ${turn}`);
  }
  while (!match.survey(1n << 14n));
  const { end } = JSON.parse(match.shown());
  assert.deepEqual([end.turn, end.agrees], [last, true], `${record}: it ends as recorded`);
  match.free();
  console.log(`${record}: ${turns.length} turns of ${last} have the native state`);
}

/** What is wrong with a record is said in words. */
function refuses(bindgen, record) {
  const bytes = readFileSync(record);
  const said = (content) => {
    try {
      new bindgen.Match(content);
    } catch (error) {
      return String(error);
    }
    return "nothing";
  };
  assert.match(said(bytes.subarray(0, bytes.length - 100)), /cut off/);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 200] ^= 1;
  assert.match(said(changed), /altered/);
  assert.match(said(Buffer.from("hello")), /not a record/);
}

function conforms(bindgen, file) {
  const { cases, failed } = JSON.parse(bindgen.conform(readFileSync(file)));
  assert.deepEqual(failed, [], file);
  assert.ok(cases > 0);
  console.log(`${file}: all ${cases} cases pass in Node`);
}
