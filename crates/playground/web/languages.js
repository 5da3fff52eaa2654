// How the languages of the games are coloured, and what editors complete.

import { StreamLanguage } from "@codemirror/language";
import { c } from "@codemirror/legacy-modes/mode/clike";
import { perl } from "@codemirror/legacy-modes/mode/perl";

/** Everything from a semicolon on is a comment. */
function comment(stream) {
  if (stream.peek() !== ";") return false;
  stream.skipToEnd();
  return true;
}

const ESOWAR_SYMBOLS = { "[": "bracket", "]": "bracket", "<": "operator", ">": "operator", "+": "operator", r: "keyword", d: "atom" };

const esowar = {
  name: "esowar",
  token(stream) {
    if (comment(stream)) return "comment";
    return ESOWAR_SYMBOLS[stream.next()] ?? null;
  },
  languageData: { commentTokens: { line: ";" } },
};

const crash = {
  name: "crash",
  token(stream) {
    if (comment(stream)) return "comment";
    if (stream.eatSpace()) return null;
    if (stream.match(/^(crash|noop|store|write)\b/)) return stream.current() === "crash" ? "atom" : "keyword";
    if (stream.match(/^\[[iab]\]/)) return "variableName";
    if (stream.match(/^[iab]\b/)) return "variableName";
    if (stream.match(/^\d+/)) return "number";
    return stream.match(/^[-+*]/) ? "operator" : (stream.next(), null);
  },
  languageData: { commentTokens: { line: ";" } },
};

const LANGUAGES = { esowar, crash, snakes: c, perlwar: perl };

/** The language of a game's programs. */
export function languageOf(game) {
  return StreamLanguage.define(LANGUAGES[game]);
}

const CRASH_WORDS = [
  ["crash", "who executes it loses"],
  ["noop", "does nothing"],
  ["store", "store VALUE REGISTER: puts a value into i, a or b"],
  ["write", "write INSTRUCTION ADDRESS: writes crash, noop or a store into a cell"],
  ["[i]", "the address of the next instruction"],
  ["[a]", "what register a holds"],
  ["[b]", "what register b holds"],
];

/** What can be completed where the cursor is. */
export function completionsOf(game) {
  if (game !== "crash") return null;
  const options = CRASH_WORDS.map(([label, info]) => ({ label, info, type: "keyword" }));
  return (context) => {
    const word = context.matchBefore(/[[\w]+/);
    return word || context.explicit ? { from: word?.from ?? context.pos, options } : null;
  };
}
