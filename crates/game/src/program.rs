//! Programs: what a parser returns, and what every program can say about itself.

use crate::Diagnostics;
use crate::text::is_unseen;

/// What a program's comments say about it: `;name`, `;author` and `;strategy`, as in Core War.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The first `;name` comment.
    pub name: Option<String>,
    /// The first `;author` comment.
    pub author: Option<String>,
    /// The first `;strategy` comment.
    pub strategy: Option<String>,
}

impl Metadata {
    /// The longest value that is kept, in characters: a name has to fit into a table.
    pub const MAX_VALUE_CHARS: usize = 200;

    /// Takes the bytes of one comment, without its `;`.
    ///
    /// The letter case of the key does not matter, and the first comment with each key counts (E9). Control characters
    /// are dropped, so that a name cannot steer a reader's terminal.
    pub fn take_comment(&mut self, comment: &[u8]) {
        let text = String::from_utf8_lossy(comment);
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text.as_ref(), ""));
        let slot = match key.to_ascii_lowercase().as_str() {
            "name" => &mut self.name,
            "author" => &mut self.author,
            "strategy" => &mut self.strategy,
            _ => return,
        };
        let value: String = printable(value).trim().chars().take(Self::MAX_VALUE_CHARS).collect();
        if slot.is_none() && !value.is_empty() {
            *slot = Some(value);
        }
    }

    /// The comment lines that give the same metadata when they are read, each with its line end.
    #[must_use]
    pub fn header(&self) -> String {
        let lines = [("name", &self.name), ("author", &self.author), ("strategy", &self.strategy)];
        lines.iter().filter_map(|(key, value)| Some(format!(";{key} {}\n", value.as_ref()?))).collect()
    }
}

/// `text` without characters that act on a terminal or that nobody can see.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|&c| !c.is_control() && !is_unseen(c))
        .collect()
}

/// A legal program of some game.
pub trait Program: Clone + Send + Sync + 'static {
    /// The program's code as canonical text, without comments. Two programs with the same
    /// canonical text play the same.
    fn canonical(&self) -> String;

    /// How long the program is, in the game's unit (symbols, instructions, …).
    fn length(&self) -> usize;
}

/// The result of reading a file: all diagnostics and metadata, and the program if there were no errors.
#[derive(Debug, Clone)]
pub struct Reading<P> {
    /// The program. It is absent if and only if the diagnostics hold an error.
    pub program: Option<P>,
    /// What the comments say, even if the file has errors.
    pub metadata: Metadata,
    /// Errors and warnings, in source order.
    pub diagnostics: Diagnostics,
}

impl<P> Reading<P> {
    /// The program, or the message of the first error.
    ///
    /// # Errors
    /// If the file had errors.
    pub fn into_program(self) -> Result<P, String> {
        let first_error =
            || self.diagnostics.iter().next().map(|first| first.message.clone()).unwrap_or_default();
        self.program.ok_or_else(first_error)
    }
}

#[cfg(test)]
mod tests {
    use super::Metadata;

    fn metadata(comments: &[&[u8]]) -> Metadata {
        let mut metadata = Metadata::default();
        for comment in comments {
            metadata.take_comment(comment);
        }
        metadata
    }

    #[test]
    fn the_first_of_each_key_counts_whatever_its_case() {
        let found = metadata(&[b"NAME Imp\r", b"name Dwarf", b"Author\tA. K.", b" strategy none"]);
        assert_eq!(found.name.as_deref(), Some("Imp"));
        assert_eq!(found.author.as_deref(), Some("A. K."));
        assert_eq!(found.strategy, None, "the key stands right after the semicolon");
    }

    #[test]
    fn a_name_cannot_steer_a_terminal() {
        let found = metadata(&[b"name \x1b[2Jbad\x07\xff"]);
        assert_eq!(found.name.as_deref(), Some("[2Jbad\u{fffd}"));
    }
}
