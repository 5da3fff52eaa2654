//! Completions at the cursor.

use game::Span;
use games::crash::CELLS;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, Position,
    TextEdit,
};

use super::View;
use crate::analysis::Code;
use crate::analysis::comments::{KEYS, LABEL};
use crate::analysis::crash::{Expected, Listing, expected_after, register};

/// The maximum number of items per response.
const MAX_ITEMS: usize = 500;

/// The items for a position.
pub(crate) fn items(view: View, position: Position) -> Vec<CompletionItem> {
    let at = view.text.offset(position);
    let line = line_before(view.source(), at);
    let before = view.text.slice(line);
    let mut items = match (before.find(';'), &view.analysis.code) {
        (Some(semicolon), _) => in_comment(view, Span { start: line.start + semicolon + 1, end: at }),
        (None, Code::Crash(listing)) => in_instruction(view, listing, line),
        (None, Code::Esowar(_)) => in_base(view, at),
        (None, Code::Foreign) => Vec::new(),
    };
    items.truncate(MAX_ITEMS);
    items
}

/// The part of a line before a byte.
fn line_before(source: &str, at: usize) -> Span {
    let start = source[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    Span { start, end: at }
}

fn item(view: View, replaced: Span, text: &str, kind: CompletionItemKind, about: &str) -> CompletionItem {
    let edit = TextEdit { range: view.text.range(replaced), new_text: text.to_owned() };
    CompletionItem {
        label: text.to_owned(),
        kind: Some(kind),
        documentation: (!about.is_empty()).then(|| Documentation::String(about.replace('`', ""))),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

/// The word before the cursor, which a completion replaces.
fn word_before(view: View, within: Span, is_in_word: impl Fn(char) -> bool) -> Span {
    let text = view.text.slice(within);
    let length =
        text.chars().rev().take_while(|character| is_in_word(*character)).map(char::len_utf8).sum::<usize>();
    Span { start: within.end - length, end: within.end }
}

fn in_comment(view: View, body: Span) -> Vec<CompletionItem> {
    let text = view.text.slice(body);
    let is_in_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    let word = word_before(view, body, is_in_word);
    if word.start > body.start && text[..word.start - body.start].ends_with('@') {
        let labels = view.analysis.comments.labels.iter();
        let about = |start| format!("the label in line {}", view.text.line_of(start) + 1);
        return labels
            .map(|label| {
                item(view, word, &label.text, CompletionItemKind::REFERENCE, &about(label.span.start))
            })
            .collect();
    }
    if word.start == body.start {
        return KEYS
            .iter()
            .map(|(key, about)| item(view, word, key, CompletionItemKind::KEYWORD, about))
            .collect();
    }
    if text.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case("allow")) {
        let warnings = view.game.warnings().iter();
        return warnings
            .map(|warning| item(view, word, warning.code, CompletionItemKind::ENUM_MEMBER, warning.about))
            .collect();
    }
    Vec::new()
}

fn in_instruction(view: View, listing: &Listing, line: Span) -> Vec<CompletionItem> {
    let word = word_before(view, line, |character| !matches!(character, ' ' | '\t'));
    let words = view.text.slice(Span { start: line.start, end: word.start });
    match expected_after(words) {
        Expected::Instruction => words_named(view, word, &["crash", "noop", "store", "write"]),
        Expected::Writable => words_named(view, word, &["crash", "noop", "store"]),
        Expected::Register => words_named(view, word, &["i", "a", "b"]),
        Expected::Expression => {
            let term = word_before(view, word, |character| !matches!(character, '+' | '-'));
            let mut items = words_named(view, term, &["[i]", "[a]", "[b]"]);
            items.extend(labels(view, listing, words, word));
            items
        }
        Expected::End => Vec::new(),
    }
}

fn words_named(view: View, replaced: Span, texts: &[&str]) -> Vec<CompletionItem> {
    let known = view.game.words().iter().filter(|word| texts.contains(&word.text));
    let kind = |text: &str| match register(text.trim_matches(['[', ']'])) {
        Some(_) => CompletionItemKind::VARIABLE,
        None => CompletionItemKind::KEYWORD,
    };
    known.map(|word| item(view, replaced, word.text, kind(word.text), word.about)).collect()
}

/// Expressions that are the addresses of labels, relative to the instruction in this line.
fn labels(view: View, listing: &Listing, words: &str, replaced: Span) -> Vec<CompletionItem> {
    // A written instruction runs elsewhere, so the distance to a label is unknown.
    if words.contains("write") && words.contains("store") {
        return Vec::new();
    }
    let Some(here) = listing.address_from(line_before(view.source(), replaced.start).start) else {
        return Vec::new();
    };
    let labelled = view.analysis.comments.labels.iter().filter_map(|label| {
        let address = listing.address_from(label.line_start)?;
        let text = from_i((address + CELLS - (here + 1) % CELLS) % CELLS);
        let about = format!("the address of the label {}", label.text);
        let mut item = item(view, replaced, &text, CompletionItemKind::REFERENCE, &about);
        item.label = format!("{LABEL} {}", label.text);
        item.detail = Some(text.clone());
        item.filter_text = Some(format!("{} {text}", label.text));
        Some(item)
    });
    labelled.collect()
}

/// The expression for the address at an offset from `i`.
fn from_i(offset: usize) -> String {
    match offset % CELLS {
        0 => "[i]".to_owned(),
        offset if offset < CELLS / 2 => format!("[i]+{offset}"),
        offset => format!("[i]-{}", CELLS - offset),
    }
}

/// Common loops of bases.
const LOOPS: [(&str, &str); 3] = [
    ("[+]+", "makes a d of the robot's square"),
    ("[+]", "makes an r of the robot's square"),
    ("[]", "waits while the robot is not on r"),
];

fn in_base(view: View, at: usize) -> Vec<CompletionItem> {
    let here = Span { start: at, end: at };
    let snippet = |(text, about): &(&str, &str)| {
        let mut item = item(view, here, text, CompletionItemKind::SNIPPET, about);
        item.insert_text_format = Some(InsertTextFormat::PLAIN_TEXT);
        item
    };
    LOOPS.iter().map(snippet).collect()
}
