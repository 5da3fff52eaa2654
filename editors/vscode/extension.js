// Connects VS Code with `bout lsp`.

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient, State } = require("vscode-languageclient/node");

/** The files whose presence makes a folder one of bots and snippets. */
const FOLDER_FILES = ["hill.toml", "war.toml"];

let client;

/** Which documents the server is told about: all of our languages, and C and Perl in folders of bots. */
function selector(botFolders) {
  const ours = ["esowar", "crash"].map((language) => ({ language }));
  const foreign = botFolders.flatMap((folder) =>
    ["c", "perl"].map((language) => ({ scheme: "file", language, pattern: `${escaped(folder)}/**` })),
  );
  return [...ours, ...foreign];
}

/** A path as a glob pattern that fits nothing else. */
function escaped(folder) {
  return folder.replaceAll("\\", "/").replace(/[[\]{}*?]/g, "[$&]");
}

/** The folders of bots that are open. */
async function findBotFolders() {
  const found = await Promise.all(FOLDER_FILES.map((file) => vscode.workspace.findFiles(`**/${file}`)));
  return [...new Set(found.flat().map((file) => path.dirname(file.fsPath)))].sort();
}

async function start() {
  const settings = vscode.workspace.getConfiguration("bout");
  const command = settings.get("path", "bout");
  const run = { command, args: ["lsp"] };
  client = new LanguageClient("bout", "bout", run, {
    documentSelector: selector(await findBotFolders()),
    initializationOptions: { opponents: settings.get("opponents", []) },
  });
  try {
    await client.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    vscode.window.showErrorMessage(`${command} does not start (${why}): set "bout.path" to the bout program.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.state !== State.Stopped) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("bout.restart", restart));
  await start();
}

module.exports = { activate, deactivate: stop, escaped, selector };
