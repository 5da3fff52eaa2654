// What the page is tested on: matches of the example programs, played and put into pages by the `bout` that was built.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BOUT = process.env.BOUT ?? "target/debug/bout";
const HASHES = process.env.HASHES ?? "target/debug/examples/hashes";

/** Matches by name: the arguments of `bout play`. */
const MATCHES = {
  "crash": ["crates/bout/examples/crash/comb.crash", "crates/bout/examples/crash/bomber.crash"],
  "crash-endless": ["crates/bout/examples/crash/wait.crash", "crates/bout/examples/crash/guard.crash"],
  "crash-one-turn": ["crates/bout/examples/crash/bomber.crash", "crates/bout/examples/crash/wait.crash", "--rules", "max_turns=1"],
  "esowar": ["crates/bout/examples/esowar/hydra.esowar", "crates/bout/examples/esowar/trapper.esowar", "--seed", "5"],
  "esowar-long": ["crates/bout/examples/esowar/sweeper.esowar", "crates/bout/examples/esowar/hermit.esowar"],
  "esowar-many": Array(8).fill(["flea", "hawk", "mirror", "tortoise"].map((name) => `crates/bout/examples/esowar/${name}.esowar`)).flat(),
  "long-name": ["crates/bout/examples/crash/bomber.crash", "LONG"],
  "perlwar": ["crates/bout/examples/perlwar/general.pl", "crates/bout/examples/perlwar/spreader.pl", "--rules", "rounds=12"],
  "snakes": ["crates/bout/examples/snakes/greedy.c", "crates/bout/examples/snakes/spiral.c"],
};

export function bout(...asked) {
  return execFileSync(BOUT, asked, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Makes records `NAME.bout` and pages `NAME.html` in a new folder, and says their names. */
export function makeMatches(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const long = join(folder, "long.crash");
  writeFileSync(long, `;name ${"n".repeat(300)}\nnoop\nstore [i]-2 i\n`);
  for (const [name, asked] of Object.entries(MATCHES)) {
    const records = join(folder, `${name}.records`);
    bout("play", ...asked.map((one) => (one === "LONG" ? long : one)), "--record", records);
    cpSync(join(records, readdirSync(records)[0]), join(folder, `${name}.bout`));
    rmSync(records, { recursive: true });
  }
  return makePages(folder);
}

/** Pages of all records in a folder, and their names. */
export function makePages(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".bout")).map((name) => name.slice(0, -5)).sort();
  for (const name of names) {
    const page = join(folder, `${name}.html`);
    rmSync(page, { force: true });
    bout("view", join(folder, `${name}.bout`), "-o", page);
  }
  return names;
}

/** The state hash after each of some turns, by the native engines: a map from turn to hash, null where the game has none. */
export function nativeHashes(record, turns) {
  const rising = [...new Set(turns)].sort((one, other) => one - other);
  const said = execFileSync(HASHES, [record, ...rising.map(String)], { encoding: "utf8" });
  return new Map(said.trim().split("\n").map((line) => JSON.parse(line)));
}

/** Files with the conformance cases of the games whose engines run in the page by themselves. */
export const CASES = ["esowar/conformance", "esowar/closed-form", "crash/conformance"].map((file) => `testdata/${file}.json`);

/** Random numbers that are the same on every run. */
export function numbers(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

/** So many turns of a match at random, the first, and the last. */
export function turnsAtRandom(last, count) {
  const draw = numbers(last);
  return [0, Math.min(1, last), last, ...Array.from({ length: count }, () => draw(last + 1))];
}

/** A match so long that no search and no explanation comes to its end. */
export function makeLongMatch(folder) {
  const records = join(folder, "long.records");
  bout("play", "crates/bout/examples/crash/wait.crash", "crates/bout/examples/crash/wait.crash", "--rules", "max_turns=3000000000", "--record", records);
  const file = join(folder, "long.html");
  bout("view", join(records, readdirSync(records)[0]), "-o", file);
  return file;
}
