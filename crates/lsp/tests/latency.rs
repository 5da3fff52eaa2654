//! Measures how long responses take on bases of 10,000 symbols. This is not a test.
//!
//!     cargo nextest run -p bout-lsp --test latency --run-ignored all --no-capture

mod support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use game::SeededRng;
use serde_json::{Value, json};
use support::Editor;

const SYMBOLS: usize = 10_000;

/// The number of rounds. Each makes one edit and then sends every request.
const ROUNDS: usize = 200;

const URI: &str = "file:///arena/large.esowar";

/// Bases with many brackets, nested and flat, on one line and on many.
fn bases() -> [(&'static str, String); 4] {
    let flat = "[+]+<".repeat(SYMBOLS / 5);
    let lines = "[+]+<[+]+\n".repeat(SYMBOLS / 9);
    let deep = "[".repeat(SYMBOLS / 2) + &"]".repeat(SYMBOLS / 2);
    let wide_comment = format!("{}\n{flat}", ";é😀".repeat(10_000));
    [("one line", flat), ("lines", lines), ("nested 5000 deep", deep), ("a comment of 70 kB", wide_comment)]
}

fn questions(line: u32, character: u32) -> Vec<(&'static str, Value)> {
    let document = json!({ "uri": URI });
    let position = json!({ "line": line, "character": character });
    let at = json!({ "textDocument": document, "position": position });
    let everything =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
    let range = json!({ "textDocument": document, "range": everything, "context": { "diagnostics": [] } });
    let whole = json!({ "textDocument": document });
    vec![
        ("textDocument/hover", at.clone()),
        ("textDocument/completion", at.clone()),
        ("textDocument/definition", at.clone()),
        ("textDocument/documentHighlight", at),
        ("textDocument/documentSymbol", whole.clone()),
        ("textDocument/foldingRange", whole.clone()),
        ("textDocument/semanticTokens/full", whole.clone()),
        (
            "textDocument/formatting",
            json!({ "textDocument": document, "options": { "tabSize": 4, "insertSpaces": true } }),
        ),
        ("textDocument/codeAction", range.clone()),
        ("textDocument/inlayHint", range),
        ("textDocument/codeLens", whole),
    ]
}

#[test]
#[ignore = "a measurement"]
fn answers_on_10_000_symbols() {
    let mut taken: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    for (name, text) in bases() {
        let mut editor = Editor::new(&["utf-16"]);
        editor.open(URI, "esowar", 1, &text);
        editor.published(URI, 1);
        let mut rng = SeededRng::for_setup(1);
        let last_line = u32::try_from(text.lines().count() - 1).unwrap();
        for round in 0..ROUNDS {
            let character = u32::try_from(rng.index_below(9000)).unwrap();
            let place = json!({ "line": last_line, "character": character });
            let version = i64::try_from(round).unwrap() + 2;
            // Adds a bracket in one round and removes it in the next: each edit changes nearly all bracket
            // pairs.
            let change = if round % 2 == 0 {
                json!({ "range": { "start": place, "end": place }, "text": "[" })
            } else {
                json!({ "text": text })
            };
            let changed =
                json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": [change] });
            let start = Instant::now();
            editor.tell("textDocument/didChange", changed);
            editor.published(URI, version);
            taken.entry(format!("{name}: diagnostics")).or_default().push(start.elapsed());
            for (method, params) in questions(last_line, character) {
                let start = Instant::now();
                editor.ask(method, params).unwrap();
                let method = method.trim_start_matches("textDocument/");
                taken.entry(format!("{name}: {method}")).or_default().push(start.elapsed());
            }
        }
    }
    let mut all: Vec<Duration> = Vec::new();
    for (what, mut times) in taken {
        times.sort_unstable();
        println!("{what:45} median {:9.3?} maximum {:9.3?}", times[times.len() / 2], times[times.len() - 1]);
        all.extend(times);
    }
    all.sort_unstable();
    let count = all.len();
    println!("all {count}: median {:.3?}, maximum {:.3?}", all[count / 2], all[count - 1]);
}
