// The grammars, by VS Code's own tokenizer, on a line of each language.

const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

async function grammar(name) {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length)).catch(() => {});
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  });
  const file = path.join(__dirname, `../syntaxes/${name}.tmLanguage.json`);
  const loadGrammar = async () => parseRawGrammar(fs.readFileSync(file, "utf8"), file);
  return new Registry({ onigLib, loadGrammar }).loadGrammar(`source.${name}`);
}

/** The coloured parts of a line, each with the first words of its innermost scope. */
async function coloured(name, line) {
  const { tokens } = (await grammar(name)).tokenizeLine(line, INITIAL);
  const parts = tokens.map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]);
  const shown = parts.filter(([text, scope]) => text && scope !== `source.${name}`);
  return shown.map(([text, scope]) => `${text} ${scope.split(".").slice(0, 2).join(".")}`);
}

test("Esowar", async () => {
  assert.deepEqual(await coloured("esowar", "[+<]rdx ;label far @near"), [
    "[ keyword.control",
    "+< keyword.operator",
    "] keyword.control",
    "r variable.language",
    "d constant.language",
    "x invalid.illegal",
    "; punctuation.definition",
    "label storage.type",
    "far entity.name",
    "@near entity.name",
  ]);
});

test("Crash", async () => {
  assert.deepEqual(await coloured("crash", "write store [i]-14 i [a]+[12];a@b name"), [
    "write keyword.control",
    "store keyword.control",
    "[i] variable.parameter",
    "- keyword.operator",
    "14 constant.numeric",
    "i variable.parameter",
    "[a] variable.parameter",
    "+ keyword.operator",
    "[12] variable.other",
    "; punctuation.definition",
    "a@b name comment.line",
  ]);
  assert.deepEqual(await coloured("crash", "crash;NAME x"), ["crash constant.language", "; punctuation.definition", "NAME storage.type", "x comment.line"]);
  assert.deepEqual((await coloured("crash", "crashed")).every((part) => part.endsWith("invalid.illegal")), true);
});
