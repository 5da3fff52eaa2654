//! The diagnostics of `bout check` for a program, with places as editors in a browser count them.

use game::{Diagnostic, Fix, Span, display_name};
use games::RegisteredGame;
use serde_json::{Value, json};

/// The diagnostics of a program as JSON, with places in UTF-16 code units, which editors in a browser count. For a legal
/// program, the JSON also has its name, length and canonical form.
#[must_use]
pub fn diagnose(game: &dyn RegisteredGame, source: &str) -> Value {
    let reading = game.read(source.as_bytes());
    let places = Places::new(source);
    let diagnostics: Vec<Value> =
        reading.diagnostics.iter().map(|one| diagnostic(one, source, &places)).collect();
    let program = reading.program.map(|program| {
        json!({
            "name": display_name(&program.metadata, ""),
            "length": program.length,
            "id": program.id().to_string(),
        })
    });
    json!({ "program": program, "diagnostics": diagnostics, "dropped": reading.diagnostics.dropped() })
}

fn diagnostic(one: &Diagnostic, source: &str, places: &Places) -> Value {
    let offered = one.fixes.iter().cloned().chain(one.allowed(source));
    let fixes: Vec<Value> = offered.map(|fix| edit(&fix, places)).collect();
    let span = one.span.unwrap_or(Span { start: 0, end: 0 });
    json!({
        "severity": one.severity.word(),
        "code": one.code,
        "from": places.of(span.start),
        "to": places.of(span.end),
        "is_of_file": one.span.is_none(),
        "message": one.message,
        "help": one.help,
        "fixes": fixes,
    })
}

fn edit(fix: &Fix, places: &Places) -> Value {
    json!({ "title": fix.title, "from": places.of(fix.span.start), "to": places.of(fix.span.end), "text": fix.replacement })
}

/// A program in canonical form, as `bout fmt` writes it; `None` if it is not legal.
#[must_use]
pub fn format(game: &dyn RegisteredGame, source: &str) -> Option<String> {
    game.format(source.as_bytes()).and_then(|bytes| String::from_utf8(bytes).ok())
}

/// Converts byte positions in a text into UTF-16 code units.
enum Places {
    /// All characters are one byte and one unit.
    Same(usize),
    /// The unit of each byte, and the number of all units.
    Of(Vec<usize>),
}

impl Places {
    fn new(source: &str) -> Self {
        if source.is_ascii() {
            return Self::Same(source.len());
        }
        let mut units = Vec::with_capacity(source.len() + 1);
        let mut unit = 0;
        for character in source.chars() {
            units.extend(std::iter::repeat_n(unit, character.len_utf8()));
            unit += character.len_utf16();
        }
        units.push(unit);
        Self::Of(units)
    }

    fn of(&self, byte: usize) -> usize {
        match self {
            Self::Same(length) => byte.min(*length),
            Self::Of(units) => units[byte.min(units.len() - 1)],
        }
    }
}
