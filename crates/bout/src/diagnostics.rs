//! Showing what a parser has to say: with the source line and a caret, or as JSON.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use game::{Diagnostic, Diagnostics, LineIndex, Severity, Span};
use serde_json::{Map, Value, json};

use crate::output::shown;

/// How much of a long line is shown on either side of the place.
const CONTEXT_CHARS: usize = 40;

/// How many diagnostics of a file are shown to people; machines get all.
const MAX_SHOWN: usize = 20;

/// All diagnostics of a file as text, each with its line and a caret.
pub(crate) fn text(path: &str, source: &[u8], diagnostics: &Diagnostics, colours: bool) -> String {
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let index = LineIndex::new(source);
    let shown_ones = diagnostics.iter().take(MAX_SHOWN);
    let mut blocks: Vec<String> = shown_ones.map(|one| block(path, source, &index, one, &renderer)).collect();
    let hidden = diagnostics.iter().count().saturating_sub(MAX_SHOWN) + diagnostics.dropped();
    if hidden > 0 {
        blocks.push(format!("{}: {hidden} more are not shown", shown(path)));
    }
    blocks.into_iter().map(|block| block + "\n\n").collect()
}

fn block(
    path: &str,
    source: &[u8],
    index: &LineIndex,
    diagnostic: &Diagnostic,
    renderer: &Renderer,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code);
    let help = Level::HELP.message(&diagnostic.help);
    let path = shown(path);
    let Some(span) = diagnostic.span else {
        return renderer.render(&[title.element(Origin::path(&path)).element(help)]);
    };
    let place = index.position(span.start);
    let window = window(source, index.line(place.line), span);
    let origin = Origin::path(&path).line(place.line).char_column(place.column);
    let annotation = AnnotationKind::Primary.span(window.start..window.end);
    let snippet = Snippet::source(&window.text).line_start(place.line).annotation(annotation);
    renderer.render(&[title.element(origin).element(snippet).element(help)])
}

/// The part of a line that is shown, and where in it the caret goes.
struct Window {
    text: String,
    start: usize,
    end: usize,
}

/// Cuts a line down to the neighbourhood of `span`, and makes every byte of it fit for a terminal.
fn window(source: &[u8], line: Span, span: Span) -> Window {
    let end = span.end.min(line.end).max(span.start);
    let before = visible(&source[line.start..span.start.min(line.end)]);
    let marked = visible(&source[span.start.min(line.end)..end]);
    let after = visible(&source[end..line.end.max(end)]);
    let skipped = before.chars().count().saturating_sub(CONTEXT_CHARS);
    let mut text = if skipped > 0 { "...".to_owned() } else { String::new() };
    text.extend(before.chars().skip(skipped));
    let start = text.len();
    text.extend(marked.chars().take(2 * CONTEXT_CHARS));
    let end = text.len();
    text.extend(after.chars().take(CONTEXT_CHARS));
    if after.chars().count() > CONTEXT_CHARS {
        text.push_str("...");
    }
    if end == text.len() && start == end {
        text.push(' ');
    }
    let end = if start == end { start + text[start..].chars().next().map_or(0, char::len_utf8) } else { end };
    Window { text, start, end }
}

/// Text for a terminal: what is not UTF-8 or would act on it becomes a replacement character.
fn visible(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .replace('\t', " ")
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// What `bout check --output jsonl` prints for a file.
pub(crate) fn json(path: &str, game: &str, source: &[u8], diagnostics: &Diagnostics) -> Value {
    let index = LineIndex::new(source);
    let list: Vec<Value> = diagnostics.iter().map(|diagnostic| json_one(&index, diagnostic)).collect();
    let mut object = Map::from_iter([
        ("file".into(), path.into()),
        ("game".into(), game.into()),
        ("ok".into(), (!diagnostics.has_errors()).into()),
        ("diagnostics".into(), list.into()),
    ]);
    if diagnostics.dropped() > 0 {
        object.insert("more".into(), diagnostics.dropped().into());
    }
    object.into()
}

fn json_one(index: &LineIndex, diagnostic: &Diagnostic) -> Value {
    let mut object = json!({"severity": diagnostic.severity.word(), "code": diagnostic.code});
    if let Some(span) = diagnostic.span {
        let (start, end) = (index.position(span.start), index.position(span.end));
        object["line"] = start.line.into();
        object["column"] = start.column.into();
        object["end_line"] = end.line.into();
        object["end_column"] = end.column.into();
    }
    object["message"] = diagnostic.message.as_str().into();
    object["help"] = diagnostic.help.as_str().into();
    object
}
