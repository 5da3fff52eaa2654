// Stands in for VS Code, as far as the extension and its language client use it before the server runs.

const Module = require("node:module");

/** What the extension did with VS Code and its client. */
const seen = { clients: [], commands: {}, errors: [], settings: {}, files: {} };

const vscode = {
  commands: {
    registerCommand(name, run) {
      seen.commands[name] = run;
      return { dispose() {} };
    },
  },
  window: { showErrorMessage: (message) => seen.errors.push(message) },
  workspace: {
    getConfiguration: (section) => ({ get: (key, usual) => seen.settings[`${section}.${key}`] ?? usual }),
    findFiles: async (pattern) => (seen.files[pattern] ?? []).map((fsPath) => ({ fsPath })),
  },
};

const State = { Stopped: 1, Running: 2 };

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, state: State.Stopped });
    seen.clients.push(this);
  }

  async start() {
    if (this.server.command === "missing") throw new Error("spawn missing ENOENT");
    this.state = State.Running;
  }

  async stop() {
    this.state = State.Stopped;
  }
}

const modules = { vscode, "vscode-languageclient/node": { LanguageClient, State } };
const load = Module._load;
Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);

module.exports = { seen, State };
