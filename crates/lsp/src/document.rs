//! The documents that are open in the editor.

use std::cell::OnceCell;
use std::collections::HashMap;

use game::{Diagnostics, Span};
use games::{RegisteredGame, registry};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use crate::address::{extension_of, path_of};
use crate::analysis::Analysis;
use crate::host::ProgramText;
use crate::text::{Encoding, Text};

/// The longest text to analyse, in bytes. The longest base has 10,000 symbols; the rest is for comments.
/// Longer texts would delay the editor at every keystroke.
pub(crate) const MAX_READ_BYTES: usize = 256 << 10;

/// The longest text to keep, in bytes: also the limit of `bout check`.
pub(crate) const MAX_KEPT_BYTES: usize = 16 << 20;

/// A document that is open in the editor, in its newest version.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) game: Option<&'static dyn RegisteredGame>,
    content: Content,
    /// The analysis of this version, computed on demand.
    analysis: OnceCell<Analysis>,
    /// The diagnostics from checking foreign code of this version.
    checked: Option<Diagnostics>,
}

#[derive(Debug)]
enum Content {
    Kept(Text),
    /// The text was too long to keep, so later incremental changes cannot be applied.
    Lost,
}

impl Document {
    fn new(item: TextDocumentItem, encoding: Encoding) -> Self {
        let by_ending = extension_of(item.uri.as_str()).and_then(|ending| registry::by_extension(&ending));
        let game = registry::by_name(&item.language_id).or(by_ending);
        Self {
            uri: item.uri,
            version: item.version,
            game,
            content: Content::of(item.text, encoding),
            analysis: OnceCell::new(),
            checked: None,
        }
    }

    fn change(&mut self, version: i32, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) {
        for change in changes {
            match (&mut self.content, change.range) {
                (content, None) => *content = Content::of(change.text.clone(), encoding),
                (Content::Kept(text), Some(_)) => {
                    text.change(change);
                    if text.as_str().len() > MAX_KEPT_BYTES {
                        self.content = Content::Lost;
                    }
                }
                (Content::Lost, Some(_)) => {}
            }
        }
        self.version = version;
        self.analysis = OnceCell::new();
        self.checked = None;
    }

    /// The text, unless it is too long to analyse.
    pub(crate) fn text(&self) -> Option<&Text> {
        match &self.content {
            Content::Kept(text) if text.as_str().len() <= MAX_READ_BYTES => Some(text),
            Content::Kept(_) | Content::Lost => None,
        }
    }

    pub(crate) fn analysis(&self) -> Option<(&Text, &Analysis)> {
        let text = self.text()?;
        Some((text, self.analysis.get_or_init(|| Analysis::of(self.game, text.as_str()))))
    }

    /// Keeps the diagnostics of a check if they are about the current version. Returns whether they are.
    pub(crate) fn keep_check(&mut self, version: i32, diagnostics: Diagnostics) -> bool {
        let is_current = self.version == version;
        if is_current {
            self.checked = Some(diagnostics);
        }
        is_current
    }

    /// All known diagnostics of this version.
    pub(crate) fn diagnostics(&self) -> Option<Diagnostics> {
        let (game, text) = (self.game?, self.text()?);
        Some(self.checked.clone().unwrap_or_else(|| game.read(text.as_str().as_bytes()).diagnostics))
    }

    pub(crate) fn is_too_long(&self) -> bool {
        self.text().is_none()
    }

    /// The program, for the host to play or check.
    pub(crate) fn program(&self) -> Option<ProgramText> {
        let (game, text) = (self.game?, self.text()?);
        Some(ProgramText { game, path: path_of(self.uri.as_str()), text: text.as_str().to_owned() })
    }

    /// The canonical form, if the program is legal.
    pub(crate) fn formatted(&self) -> Option<String> {
        let formatted = self.game?.format(self.text()?.as_str().as_bytes())?;
        String::from_utf8(formatted).ok()
    }

    /// Whether this server can analyse the language of the game's programs.
    pub(crate) fn is_ours(&self) -> bool {
        self.game.is_some_and(|game| !game.runs_foreign_code())
    }
}

impl Content {
    fn of(text: String, encoding: Encoding) -> Self {
        if text.len() > MAX_KEPT_BYTES { Self::Lost } else { Self::Kept(Text::new(text, encoding)) }
    }
}

/// The part of `new` that differs from `old`, and the span of `old` that it replaces; `None` if they are
/// equal. The span does not split a `\r\n`, because editors have no position between the two.
pub(crate) fn difference(old: &str, new: &str) -> Option<(Span, String)> {
    if old == new {
        return None;
    }
    let same = |(one, other): &(char, char)| one == other;
    let mut before: usize =
        old.chars().zip(new.chars()).take_while(same).map(|(character, _)| character.len_utf8()).sum();
    if divides_line_end(old, before) {
        before -= 1;
    }
    let pairs = old[before..].chars().rev().zip(new[before..].chars().rev());
    let mut after: usize = pairs.take_while(same).map(|(character, _)| character.len_utf8()).sum();
    if divides_line_end(old, old.len() - after) {
        after -= 1;
    }
    let span = Span { start: before, end: old.len() - after };
    Some((span, new[before..new.len() - after].to_owned()))
}

fn divides_line_end(text: &str, at: usize) -> bool {
    text[..at].ends_with('\r') && text[at..].starts_with('\n')
}

/// All open documents, by URI.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: HashMap<String, Document>,
}

impl Documents {
    pub(crate) fn open(&mut self, item: TextDocumentItem, encoding: Encoding) {
        self.open.insert(item.uri.as_str().to_owned(), Document::new(item, encoding));
    }

    /// Changes a document. Ignores changes of a document that is not open, because its text is unknown.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: &[TextDocumentContentChangeEvent],
        encoding: Encoding,
    ) {
        if let Some(document) = self.open.get_mut(uri.as_str()) {
            document.change(version, changes, encoding);
        }
    }

    pub(crate) fn close(&mut self, uri: &Uri) -> bool {
        self.open.remove(uri.as_str()).is_some()
    }

    pub(crate) fn get(&self, uri: &str) -> Option<&Document> {
        self.open.get(uri)
    }

    pub(crate) fn get_mut(&mut self, uri: &str) -> Option<&mut Document> {
        self.open.get_mut(uri)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_leaves_out_what_is_the_same() {
        let changed = |old: &str, new: &str| {
            let (span, text) = difference(old, new).unwrap();
            assert_eq!(format!("{}{text}{}", &old[..span.start], &old[span.end..]), new);
            (span.start, span.end, text)
        };
        assert_eq!(difference("a", "a"), None);
        assert_eq!(changed("[ + ]", "[+]"), (1, 4, "+".into()));
        assert_eq!(changed("aa", "aaa"), (2, 2, "a".into()));
        assert_eq!(changed("é", "è"), (0, 2, "è".into()));
        assert_eq!(changed("", "x"), (0, 0, "x".into()));
        assert_eq!(changed("abab", "ab"), (2, 4, String::new()));
        assert_eq!(changed("a\r\nb", "a\nb"), (1, 3, "\n".into()));
        assert_eq!(changed("a\r\nb", "a\rb"), (1, 3, "\r".into()));
    }
}
