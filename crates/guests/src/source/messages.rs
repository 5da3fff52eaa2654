//! The compiler's messages as diagnostics.

use game::Severity;

use super::bounded_diagnostics::BoundedDiagnostics;
use super::places::Places;

/// The longest message that is kept, in characters.
const MAX_MESSAGE_CHARS: usize = 400;

/// How serious a message of the compiler is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessageKind {
    Error,
    Warning,
    Note,
}

/// One line of the compiler's output that names a place.
struct Message<'t> {
    file: &'t str,
    line: usize,
    /// Counted from 1; `None` where the compiler names only a line.
    column: Option<usize>,
    weight: MessageKind,
    text: &'t str,
}

impl<'t> Message<'t> {
    /// Reads `FILE:LINE:COLUMN: error: TEXT`, where `COLUMN:` may be missing.
    fn read(line: &'t str) -> Option<Self> {
        let words = [
            (": fatal error: ", MessageKind::Error),
            (": error: ", MessageKind::Error),
            (": warning: ", MessageKind::Warning),
            (": note: ", MessageKind::Note),
        ];
        let found = words.iter().filter_map(|(word, weight)| Some((line.find(word)?, word, *weight)));
        let (at, word, weight) = found.min_by_key(|found| found.0)?;
        let (place, text) = (&line[..at], &line[at + word.len()..]);
        let (rest, last) = place.rsplit_once(':')?;
        let last = last.parse().ok()?;
        let with_column = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        Some(match with_column {
            Some((file, line)) => Self { file, line, column: Some(last), weight, text },
            None => Self { file: rest, line: last, column: None, weight, text },
        })
    }
}

/// What the compiler calls the player's file, and the lines that we added.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    pub(super) own: &'static str,
    pub(super) ours: &'static str,
}

/// Adds the compiler's messages to those that are kept.
pub(super) fn add(said: &[u8], places: &Places, names: Names, kept: &mut BoundedDiagnostics) {
    let said = String::from_utf8_lossy(said);
    // If the player's declaration does not agree with ours, the compiler names ours after its error.
    let is_about_ours = |message: &Message| {
        let names_it = |what| message.text.contains(what);
        message.file == names.ours && (names_it("prototype declaration") || names_it("previous declaration"))
    };
    let mut messages = said.lines().filter_map(Message::read).peekable();
    while let Some(message) = messages.next() {
        let severity = match message.weight {
            MessageKind::Error => Severity::Error,
            MessageKind::Warning => Severity::Warning,
            MessageKind::Note => continue,
        };
        if is_about_ours(&message) {
            continue;
        }
        if !kept.takes(severity) {
            kept.leave_out(severity);
            continue;
        }
        let is_own = message.file == names.own;
        let place = is_own.then(|| places.word(message.line, message.column)).flatten();
        let text = clean(message.text);
        let text = if is_own { text } else { format!("{}:{}: {text}", clean(message.file), message.line) };
        let help = if messages.peek().is_some_and(is_about_ours) {
            "a bot is `int bot(int board[16][32], char player)`"
        } else {
            ""
        };
        match severity {
            Severity::Error => kept.error("S10", place, text, help),
            Severity::Warning => kept.warning(place, text, help),
        }
    }
}

/// Escapes and shortens text that a bot's author may have written into a message, so that it cannot steer a terminal.
pub(crate) fn clean(text: &str) -> String {
    let escaped = text.chars().flat_map(|c| {
        let is_plain = !game::is_unsafe_to_print(c);
        is_plain.then_some(c).into_iter().chain((!is_plain).then(|| c.escape_default()).into_iter().flatten())
    });
    let mut cleaned: String = escaped.take(MAX_MESSAGE_CHARS + 1).collect();
    if let Some((cut, _)) = cleaned.char_indices().nth(MAX_MESSAGE_CHARS) {
        cleaned.truncate(cut);
        cleaned.push('…');
    }
    cleaned
}
