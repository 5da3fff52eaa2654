// The extension with a stub of VS Code: what it starts, for which files, and what it says if that fails.

const { test } = require("node:test");
const assert = require("node:assert/strict");
const { seen, State } = require("./vscode-stub.js");
const extension = require("../extension.js");
const manifest = require("../package.json");

test("it starts the server for its languages, and for C and Perl in folders of bots", async () => {
  seen.files = { "**/hill.toml": ["/home/me/garden/hill.toml"], "**/war.toml": ["/home/me/wa[r]/war.toml", "/home/me/garden/war.toml"] };
  seen.settings = { "bout.opponents": ["hydra"] };
  const context = { subscriptions: [] };
  await extension.activate(context);
  const [client] = seen.clients;
  assert.deepEqual(client.server, { command: "bout", args: ["lsp"] });
  assert.deepEqual(client.options.initializationOptions, { opponents: ["hydra"] });
  assert.deepEqual(client.options.documentSelector, [
    { language: "esowar" },
    { language: "crash" },
    { scheme: "file", language: "c", pattern: "/home/me/garden/**" },
    { scheme: "file", language: "perl", pattern: "/home/me/garden/**" },
    { scheme: "file", language: "c", pattern: "/home/me/wa[[]r[]]/**" },
    { scheme: "file", language: "perl", pattern: "/home/me/wa[[]r[]]/**" },
  ]);
  assert.equal(client.state, State.Running);
  assert.equal(context.subscriptions.length, 1);
});

test("a restart stops the server and reads the settings again", async () => {
  seen.settings = { "bout.path": "/opt/bout" };
  await seen.commands["bout.restart"]();
  const [first, second] = seen.clients;
  assert.equal(first.state, State.Stopped);
  assert.equal(second.server.command, "/opt/bout");
});

test("a server that does not start is named, with the setting that helps", async () => {
  seen.settings = { "bout.path": "missing" };
  await seen.commands["bout.restart"]();
  assert.match(seen.errors.at(-1), /missing does not start \(spawn missing ENOENT\): set "bout.path"/);
  await extension.deactivate();
  assert.equal(seen.clients[1].state, State.Stopped);
});

test("the manifest names files, commands and settings that exist", async () => {
  const fs = require("node:fs");
  const files = [...manifest.contributes.grammars.map((one) => one.path), ...manifest.contributes.languages.map((one) => one.configuration)];
  for (const file of files) assert.ok(fs.existsSync(`${__dirname}/../${file}`), file);
  assert.deepEqual(manifest.contributes.commands.map((one) => one.command), Object.keys(seen.commands));
  const source = fs.readFileSync(`${__dirname}/../extension.js`, "utf8");
  for (const key of Object.keys(manifest.contributes.configuration.properties)) {
    assert.ok(source.includes(`settings.get("${key.split(".")[1]}"`), key);
  }
});
