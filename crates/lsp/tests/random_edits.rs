//! Simulates an hour of editing in seconds, with random edits and requests, and a model of the text.
//!
//! After every change, compares the server's diagnostics with a fresh check of the model. Also tests that
//! every request gets a response, and that every edit in a response fits the text. `BOUT_EDITS` sets the
//! number of steps, each of up to three edits, for long runs.

mod support;

use game::{SeededRng, Severity};
use games::{RegisteredGame, registry};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use serde_json::{Value, json};
use support::Editor;
use support::model::Model;

/// The number of editing steps for each combination of game and encoding.
const EDITS: u64 = 2000;

/// The length in bytes from which an edit replaces the text by a short one.
const MAX_TEXT_BYTES: usize = 6000;

/// Text to insert: common input, and very unusual input.
const ESOWAR: &[&str] = &[
    "[+]+",
    "[",
    "]",
    "[[]",
    "<",
    ">",
    "+",
    "d",
    "r",
    "\n",
    "\r\n",
    "\n\r",
    "\r",
    "\t",
    " ",
    ";",
    ";name é😀\n",
    ";label x\n",
    ";to @x\n",
    ";allow unmatched-bracket\n",
    "x",
    "é",
    "😀",
    "\u{feff}",
    "\0",
    "\u{2028}",
    "[<[+]+]\n",
];
const CRASH: &[&str] = &[
    "store [i]-1 i\n",
    "write crash [i]+[a]+4\n",
    "write store [i]-1 i 500\n",
    "store [a]+2 a\n",
    "crash\n",
    "noop\n",
    "store",
    "write ",
    "[i]",
    "[a",
    "-4095",
    "+4096",
    "[12]",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\r",
    "\r",
    ";",
    ";label x\n",
    ";name é😀\n",
    " @x",
    ";allow never-reached\n",
    "é",
    "😀",
    "\u{feff}",
    "strore 1 a\n",
    "store [i]-3 i ;back to @x\n",
];

struct Hour {
    editor: Editor,
    game: &'static dyn RegisteredGame,
    pieces: &'static [&'static str],
    uri: String,
    model: Model,
    version: i64,
    rng: SeededRng,
}

impl Hour {
    fn new(name: &str, pieces: &'static [&'static str], units: &str, seed: u64) -> Self {
        let game = registry::by_name(name).unwrap();
        let uri = format!("file:///arena/a.{name}");
        let editor = Editor::new(&[units]);
        editor.open(&uri, name, 1, "");
        let rng = SeededRng::for_setup(seed);
        let model = Model { text: String::new(), counts_bytes: units == "utf-8" };
        Self { editor, game, pieces, uri, model, version: 1, rng }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.rng.index_below(limit)
    }

    /// A random position in the text, or sometimes one outside.
    fn position(&mut self) -> Position {
        if self.below(20) == 0 {
            let numbers = [0, 1, 7, 1000, u32::MAX];
            return Position::new(numbers[self.below(5)], numbers[self.below(5)]);
        }
        let at = self.below(self.model.text.len() + 1);
        self.model.position(at)
    }

    fn change(&mut self) -> TextDocumentContentChangeEvent {
        let pieces = self.below(4);
        let mut text = String::new();
        for _ in 0..pieces {
            text.push_str(self.pieces[self.below(self.pieces.len())]);
        }
        if self.below(40) == 0 || self.model.text.len() > MAX_TEXT_BYTES {
            return TextDocumentContentChangeEvent { range: None, range_length: None, text };
        }
        let start = self.position();
        let mut end = start;
        if self.below(2) == 0 {
            end.character = end.character.saturating_add(u32::try_from(self.below(6)).unwrap());
        } else if self.below(10) == 0 {
            end = self.position();
        }
        TextDocumentContentChangeEvent { range: Some(Range::new(start, end)), range_length: None, text }
    }

    fn edit(&mut self) {
        let changes: Vec<_> = (0..=self.below(2)).map(|_| self.change()).collect();
        for change in &changes {
            self.model.change(change);
        }
        self.version += 1;
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.editor.tell("textDocument/didChange", params);
    }

    /// The diagnostics of a fresh check of the model: severity, code, range and message.
    fn expected(&self) -> Vec<Value> {
        let source = &self.model.text;
        let diagnostics = self.game.read(source.as_bytes()).diagnostics;
        let all = diagnostics.iter().map(|one| {
            let span = one.span.unwrap_or(game::Span { start: 0, end: 0 });
            let severity = if one.severity == Severity::Error { 1 } else { 2 };
            let range = Range::new(self.model.position(span.start), self.model.position(span.end));
            json!([severity, one.code, range, one.message])
        });
        all.collect()
    }

    fn compare(&mut self) {
        let published = self.editor.published(&self.uri, self.version);
        let first_line =
            |one: &Value| one["message"].as_str().unwrap().split('\n').next().unwrap().to_owned();
        let of_check = |one: &&Value| one["severity"] != 3;
        let published: Vec<Value> = published
            .as_array()
            .unwrap()
            .iter()
            .filter(of_check)
            .map(|one| json!([one["severity"], one["code"], one["range"], first_line(one)]))
            .collect();
        assert_eq!(published, self.expected(), "version {} of {:?}", self.version, self.model.text);
    }

    fn ask(&mut self) {
        let document = json!({ "uri": self.uri });
        let (at, until) = (self.position(), self.position());
        let position = json!({ "textDocument": document, "position": at });
        let of_range = json!({ "textDocument": document, "range": Range::new(at.min(until), at.max(until)),
            "context": { "diagnostics": [] } });
        let with = |key: &str, value: Value| {
            let mut params = position.clone();
            params[key] = value;
            params
        };
        let questions = [
            ("hover", position.clone()),
            ("completion", position.clone()),
            ("definition", position.clone()),
            ("references", with("context", json!({ "includeDeclaration": true }))),
            ("documentHighlight", position.clone()),
            ("prepareRename", position.clone()),
            ("rename", with("newName", json!("b"))),
            ("documentSymbol", json!({ "textDocument": document })),
            ("foldingRange", json!({ "textDocument": document })),
            ("semanticTokens/full", json!({ "textDocument": document })),
            ("semanticTokens/range", of_range.clone()),
            (
                "formatting",
                json!({ "textDocument": document, "options": { "tabSize": 4, "insertSpaces": true } }),
            ),
            ("codeAction", of_range.clone()),
            ("inlayHint", of_range),
            ("codeLens", json!({ "textDocument": document })),
        ];
        let (question, params) = questions[self.below(questions.len())].clone();
        let answer = self.editor.ask(&format!("textDocument/{question}"), params);
        match (question, answer) {
            ("rename", _) => {}
            (_, Err(error)) => panic!("{question}: {error:?}"),
            ("formatting", Ok(edits)) => self.check_formatting(&edits),
            ("semanticTokens/full", Ok(tokens)) => self.check_tokens(&tokens),
            ("codeAction", Ok(actions)) => self.check_actions(&actions),
            _ => {}
        }
    }

    /// Checks that the edits produce the output of `bout fmt`.
    fn check_formatting(&self, edits: &Value) {
        let formatted = self.game.format(self.model.text.as_bytes());
        let Some(formatted) = formatted else { return assert!(edits.is_null(), "{edits}") };
        let mut text = self.model.clone();
        for edit in edits.as_array().unwrap() {
            apply(&mut text, edit);
        }
        assert_eq!(text.text.as_bytes(), formatted);
    }

    /// Checks that the tokens lie within the text, in order and without overlap.
    fn check_tokens(&self, tokens: &Value) {
        let (mut line, mut character, mut end) = (0, 0, 0);
        for token in tokens["data"].as_array().unwrap().chunks(5) {
            let number = |at: usize| u32::try_from(token[at].as_u64().unwrap()).unwrap();
            if number(0) > 0 {
                (line, character, end) = (line + number(0), 0, 0);
            }
            character += number(1);
            assert!(character >= end && number(2) > 0);
            end = character + number(2);
            for place in [character, end] {
                let place = Position::new(line, place);
                assert_eq!(self.model.position(self.model.byte(place)), place, "in {:?}", self.model.text);
            }
        }
    }

    /// Checks that every action changes the text.
    fn check_actions(&self, actions: &Value) {
        for action in actions.as_array().unwrap() {
            let mut text = self.model.clone();
            for edit in action["edit"]["changes"][&self.uri].as_array().unwrap() {
                apply(&mut text, edit);
            }
            assert_ne!(text.text, self.model.text, "{action}");
        }
    }
}

fn apply(text: &mut Model, edit: &Value) {
    let range = serde_json::from_value(edit["range"].clone()).unwrap();
    let new_text = edit["newText"].as_str().unwrap().to_owned();
    text.change(&TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: new_text });
}

fn hour(name: &str, pieces: &'static [&'static str], units: &str, seed: u64) {
    let edits = std::env::var("BOUT_EDITS").ok().and_then(|number| number.parse().ok()).unwrap_or(EDITS);
    let mut hour = Hour::new(name, pieces, units, seed);
    hour.compare();
    for _ in 0..edits {
        // Sends several edits before looking at the diagnostics, as fast typing does.
        for _ in 0..=hour.below(3) {
            hour.edit();
        }
        if hour.below(2) == 0 {
            hour.ask();
        }
        hour.compare();
    }
    assert_eq!(hour.editor.close(), lsp::Ending::Orderly);
}

#[test]
fn an_hour_of_esowar_in_bytes() {
    hour("esowar", ESOWAR, "utf-8", 1);
}

#[test]
fn an_hour_of_esowar_in_utf_16() {
    hour("esowar", ESOWAR, "utf-16", 2);
}

#[test]
fn an_hour_of_crash_in_bytes() {
    hour("crash", CRASH, "utf-8", 3);
}

#[test]
fn an_hour_of_crash_in_utf_16() {
    hour("crash", CRASH, "utf-16", 4);
}
