// The packed extension: everything that it loads is in it. `npm run package` packs it before.

const { test } = require("node:test");
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");

const PACKED = path.join(__dirname, "../bout.vsix");

/** A module of which everything exists: the language client extends classes of VS Code while it is loaded. */
const anything = new Proxy(class {}, {
  get: (target, key) => (key in target || typeof key === "symbol" ? target[key] : anything),
  apply: () => anything,
});

test("the packed extension loads, from the package alone", () => {
  assert.ok(fs.existsSync(PACKED), `${PACKED} is missing; run "npm run package" first`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bout-vsix-"));
  execFileSync("python3", ["-m", "zipfile", "-e", PACKED, folder]);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? anything : load(name, ...rest));
  try {
    const extension = require(path.join(folder, "extension/extension.js"));
    assert.equal(typeof extension.activate, "function");
    assert.equal(typeof extension.deactivate, "function");
    const loaded = Object.keys(require.cache).filter((file) => file.includes("vscode-languageclient"));
    assert.ok(loaded.length > 10 && loaded.every((file) => fs.realpathSync(file).startsWith(fs.realpathSync(folder))));
  } finally {
    Module._load = load;
    fs.rmSync(folder, { recursive: true });
  }
});
