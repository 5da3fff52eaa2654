// A small site for tests, with names that would do harm if they were more than text.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const BOUT = process.env.BOUT ?? "target/debug/bout";

/** A name that would run, if it were more than text. */
const HOSTILE_NAME = `</title><script>document.title = "run"</script><img src=x onerror=alert(1)>\u202e`;
const HOSTILE_AUTHOR = `"'><script>document.title = "run"</script> a/../b?c#d%20%`;
const LONG_NAME = "W".repeat(300);
const WRITTEN_FROM_THE_RIGHT = "\u05e9\u05dc\u05d5\u05dd! \u0645\u0631\u062d\u0628\u0627 (1)";

/** The hill whose name is hard to show, as a folder may be called. */
export const HARD_HILL = `it's 100% & co. ${WRITTEN_FROM_THE_RIGHT} ${"x".repeat(120)}`;
export const HARD_CONTEST = `who's 1st & 100% ${WRITTEN_FROM_THE_RIGHT}`;
export const HARD_FILE = "guard & co’s é.crash";

const example = (name) => readFileSync(`crates/bout/examples/crash/${name}.crash`, "utf8");
const named = (source, name, author) => source.replace(/^;name .*$/m, `;name ${name}`).replace(/^;author .*$/m, `;author ${author}`);

function makeHill(folder, programs) {
  mkdirSync(join(folder, "programs"), { recursive: true });
  writeFileSync(join(folder, "hill.toml"), 'game = "crash"\nsize = 4\ngames = 4\nscore = "sampled"\n');
  for (const [file, source] of Object.entries(programs)) writeFileSync(join(folder, "programs", file), source);
}

/** Two hills: `small` with four programs, and one whose names are all hard to show. */
export function makeSite() {
  const folder = mkdtempSync(join(tmpdir(), "bout-site-"));
  makeHill(join(folder, "small"), {
    "bomber.crash": example("bomber"),
    "comb.crash": example("comb"),
    "wait.crash": example("wait"),
    [HARD_FILE]: named(example("guard"), HOSTILE_NAME, HOSTILE_AUTHOR),
  });
  makeHill(join(folder, HARD_HILL), {
    "long.crash": `;licence <b>free</b>\n${named(example("comb"), LONG_NAME, LONG_NAME)}`,
    "right.crash": named(example("bomber"), WRITTEN_FROM_THE_RIGHT, WRITTEN_FROM_THE_RIGHT),
    "script.crash": named(example("guard"), HOSTILE_NAME, HOSTILE_AUTHOR),
  });
  // A final that is played at once, and a contest that stays open, with a name that is hard to show.
  const opens = "opens = 2020-01-01T00:00:00Z";
  writeFileSync(
    join(folder, "bout.toml"),
    `[contests.cup]
hill = "small"
${opens}
closes = 2020-01-02T00:00:00Z
[contests.cup.final]
games = 4
[contests."${HARD_CONTEST}"]
hill = "${HARD_HILL}"
title = ${JSON.stringify(HOSTILE_NAME)}
registration_opens = 2020-01-01T00:00:00Z
opens = 9999-01-01T00:00:00Z
closes = 9999-01-02T00:00:00Z
hidden_sources = false
`,
  );
  return folder;
}

/** Starts the server and returns its address. */
export async function serve(folder, bind = "127.0.0.1:0") {
  const server = spawn(BOUT, ["serve", folder, "--bind", bind, "--log-level", "warn"], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  await new Promise((resolve, reject) => {
    server.stdout.on("data", (part) => (said += part).includes("\n") && resolve());
    server.on("exit", () => reject(new Error("the server ended")));
  });
  return { server, address: said.split("\n")[0].replace(/\/$/, "") };
}

/** Ends the server as Ctrl-C does, and returns its exit code. */
export async function end(server) {
  server.kill("SIGTERM");
  return new Promise((resolve) => (server.exitCode === null ? server.on("exit", resolve) : resolve(server.exitCode)));
}

/** Waits until a hill is played. */
export async function played(address, name = "small") {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const hill = await (await fetch(`${address}/api/v1/hills/${encodeURIComponent(name)}`)).json();
    if (hill.complete) return hill;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the hill is not played");
}

/** Waits until the final of a contest is played. */
export async function finished(address, name = "cup") {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const contest = await (await fetch(`${address}/api/v1/contests/${encodeURIComponent(name)}`)).json();
    if (contest.phase === "finished") return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("the final is not played");
}

/** A page of every kind, by name. */
export function pathsOfPages(hill) {
  const program = encodeURIComponent(HARD_FILE);
  const hard = `/hills/${encodeURIComponent(HARD_HILL)}`;
  const right = encodeURIComponent(hill.table.find((place) => place.program === HARD_FILE).author);
  return {
    front: "/",
    hill: "/hills/small",
    "hard-hill": hard,
    program: `/hills/small/programs/${program}`,
    "long-program": `${hard}/programs/long.crash`,
    fight: "/hills/small/matches/bomber.crash/comb.crash",
    "hard-fight": `${hard}/matches/long.crash/script.crash?game=2`,
    player: `/players/${right}`,
    game: "/games/crash",
    manual: "/manual/",
    rules: "/manual/crash",
    search: "/search?q=co",
    "hard-search": `/search?q=${encodeURIComponent(HOSTILE_NAME)}`,
    broadcast: "/live/small",
    "hard-broadcast": `/live/${encodeURIComponent(HARD_HILL)}`,
    contests: "/contests",
    contest: "/contests/cup",
    "hard-contest": `/contests/${encodeURIComponent(HARD_CONTEST)}`,
    missing: "/nowhere",
  };
}
