//! The compiler's messages as diagnostics.

use game::{Diagnostics, Span, lines};

/// The longest message that is kept, in characters.
const MAX_MESSAGE_CHARS: usize = 400;

/// How much the compiler's word weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Error,
    Warning,
    Note,
}

/// One line of the compiler about a place.
struct Message<'t> {
    file: &'t str,
    line: usize,
    column: usize,
    weight: Weight,
    text: &'t str,
}

impl<'t> Message<'t> {
    /// Reads `FILE:LINE:COLUMN: error: TEXT`.
    fn read(line: &'t str) -> Option<Self> {
        let words = [
            (": fatal error: ", Weight::Error),
            (": error: ", Weight::Error),
            (": warning: ", Weight::Warning),
            (": note: ", Weight::Note),
        ];
        let (at, word, weight) =
            words.iter().filter_map(|(word, weight)| Some((line.find(word)?, word, *weight))).min_by_key(|found| found.0)?;
        let (place, text) = (&line[..at], &line[at + word.len()..]);
        let mut parts = place.rsplitn(3, ':');
        let (column, number, file) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self { file, line: number.parse().ok()?, column: column.parse().ok()?, weight, text })
    }
}

/// Adds what the compiler said to the diagnostics. `code` is the ruling that an error breaks.
pub(super) fn add(said: &[u8], source: &[u8], own_name: &str, code: &'static str, diagnostics: &mut Diagnostics) {
    let said = String::from_utf8_lossy(said);
    for message in said.lines().filter_map(Message::read) {
        let is_own = message.file == own_name;
        let span = is_own.then(|| span(source, message.line, message.column)).flatten();
        let text = clean(message.text);
        let text = if is_own { text } else { format!("{}:{}: {text}", clean(message.file), message.line) };
        match message.weight {
            Weight::Error => diagnostics.error(code, span, text, "this is the C compiler's word"),
            Weight::Warning => diagnostics.warning("compiler", span, text, "this is the C compiler's word"),
            Weight::Note => {}
        }
    }
}

/// The word at a place, or its one character.
fn span(source: &[u8], line: usize, column: usize) -> Option<Span> {
    let line = lines(source).nth(line.checked_sub(1)?)?;
    let start = (line.start + column.saturating_sub(1)).min(line.end);
    let rest = &source[start..line.end];
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let length = rest.iter().take_while(|byte| is_word(byte)).count().max(1).min(rest.len());
    Some(Span { start, end: start + length })
}

/// What a bot's author may have written into a message, so that it cannot steer a terminal, and short.
pub(super) fn clean(text: &str) -> String {
    let escaped = text.chars().flat_map(|c| {
        let is_plain = !c.is_control();
        is_plain.then_some(c).into_iter().chain((!is_plain).then(|| c.escape_default()).into_iter().flatten())
    });
    let mut cleaned: String = escaped.take(MAX_MESSAGE_CHARS + 1).collect();
    if let Some((cut, _)) = cleaned.char_indices().nth(MAX_MESSAGE_CHARS) {
        cleaned.truncate(cut);
        cleaned.push('…');
    }
    cleaned
}
