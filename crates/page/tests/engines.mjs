// The WebAssembly of the packed page, in Node.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { inflateSync } from "node:zlib";

import { createCommands } from "../web/commands.js";
import { CASES, nativeHashes, turnsAtRandom } from "./matches.mjs";

/** The engines of the packed page, with their script. */
async function packed() {
  const page = readFileSync("crates/report/dist/page.html", "utf8");
  const content = (id) => page.split(`id="${id}">`)[1].split("</script>")[0];
  const engines = runInThisContext(`(() => { ${content("engines-script")}\n; return boutEngines; })()`);
  await engines.load({ module_or_path: inflateSync(Buffer.from(content("engines"), "base64")) });
  return engines;
}

/** Commands that have buttons only. */
const WITHOUT_KEYS = ["share", "watch"];

/** Everything that is tried of the engines without a browser. */
export async function tryEngines(folder, names) {
  const engines = await packed();
  for (const name of names) seeksLikeNative(engines, join(folder, `${name}.bout`));
  refuses(engines, join(folder, `${names[0]}.bout`));
  for (const file of CASES) conforms(engines, file);
  everyCommandIsThere(engines);
}

/** Seeks to random turns, there and back, and comes to the state hashes of the native engines. */
function seeksLikeNative(engines, record) {
  const match = new engines.Match(readFileSync(record));
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
function refuses(engines, record) {
  const bytes = readFileSync(record);
  const said = (content) => {
    try {
      new engines.Match(content);
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

function conforms(engines, file) {
  const { cases, failed } = JSON.parse(engines.conform(readFileSync(file)));
  assert.deepEqual(failed, [], file);
  assert.ok(cases > 0);
  console.log(`${file}: all ${cases} cases pass in Node`);
}

/** The scripts have a command for every name in the table of keys, and no other. */
function everyCommandIsThere(engines) {
  const names = JSON.parse(engines.keys()).flatMap((line) => line.commands.map(({ name }) => name));
  assert.deepEqual(Object.keys(createCommands({}, {}, {}, [])).sort(), [...new Set([...names, ...WITHOUT_KEYS])].sort());
}
