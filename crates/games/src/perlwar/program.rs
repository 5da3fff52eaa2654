//! Program files: the snippets that a player enters, and when (P14, P17).

use game::{Diagnostics, Metadata, Program, Reading, Span};

use super::code::{Code, is_blank};
use super::sections::{Section, has_headers, print, sections};
use super::setup::{DEFAULT_MAX_LEN, MAX_STORED};
use crate::registry::Warning;

/// The warnings that files get.
pub(super) const WARNINGS: &[Warning] = &[
    Warning { code: "empty-section", about: "after a `=round` line there is no snippet" },
    Warning {
        code: "long-snippet",
        about: "a snippet is longer than 100 characters, the default of `max_len`",
    },
    Warning { code: "no-first-snippet", about: "no snippet enters in round 1" },
];

/// The snippets of a player: at least one, if they were read from a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snippets {
    /// The snippets with the rounds in which they enter, in rising order.
    entering: Vec<(u64, Code)>,
}

impl Snippets {
    /// The snippet that enters in a round, if one does.
    #[must_use]
    pub fn entering(&self, round: u64) -> Option<&Code> {
        let nth = self.entering.binary_search_by_key(&round, |(round, _)| *round).ok()?;
        Some(&self.entering[nth].1)
    }

    /// Returns the snippets with this one entering in `round`. It replaces a snippet that entered in the same round.
    #[must_use]
    pub fn with(mut self, round: u64, code: Code) -> Self {
        match self.entering.binary_search_by_key(&round, |(round, _)| *round) {
            Ok(nth) => self.entering[nth].1 = code,
            Err(nth) => self.entering.insert(nth, (round, code)),
        }
        self
    }

    /// All of them, with the rounds in which they enter.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Code)> {
        self.entering.iter().map(|(round, code)| (*round, code))
    }
}

impl Program for Snippets {
    /// A file with these snippets. Comments are characters of a snippet like any others.
    fn canonical(&self) -> String {
        print(self.iter().map(|(round, code)| (round, code.text())))
    }

    /// In characters, of all snippets together.
    fn length(&self) -> usize {
        self.iter().map(|(_, code)| code.characters()).sum()
    }
}

/// Reads a program file (P14, P17).
///
/// ```
/// let reading = games::perlwar::read(b"return ':1'\n=round 5\n'!1'\n");
/// let snippets = reading.program.unwrap();
/// assert_eq!(snippets.entering(1).unwrap().text(), "return ':1'");
/// assert_eq!(snippets.entering(5).unwrap().text(), "'!1'");
/// ```
#[must_use]
pub fn read(source: &[u8]) -> Reading<Snippets> {
    let mut diagnostics = Diagnostics::default();
    let (metadata, allowed) = comments(source);
    let entering = read_sections(source, &mut diagnostics).map(|sections| {
        check(&sections, &mut diagnostics);
        let enters = |section: &Section| Some((section.round, Code::new(section.text.into())?));
        sections.iter().filter_map(enters).collect()
    });
    diagnostics.silence(|code| allowed.iter().any(|allowed| allowed == code));
    diagnostics.sort();
    let program = entering.filter(|_| !diagnostics.has_errors()).map(|entering| Snippets { entering });
    Reading { program, metadata, diagnostics }
}

/// Whether a file itself says when its snippets enter: whether it has a `=round` line.
#[must_use]
pub fn names_rounds(source: &[u8]) -> bool {
    std::str::from_utf8(source).is_ok_and(has_headers)
}

/// The places of a file's snippets and the rounds in which they enter. Errors are ignored.
#[must_use]
pub fn places(source: &[u8]) -> Vec<(u64, Span)> {
    let Ok(text) = std::str::from_utf8(source) else { return Vec::new() };
    let place = |section: &Section<'_>| {
        let start = section.text.as_ptr() as usize - text.as_ptr() as usize;
        (section.round, Span { start, end: start + section.text.len() })
    };
    let sections = sections(text, &mut Diagnostics::default());
    sections.iter().filter(|section| !is_blank(section.text)).map(place).collect()
}

/// The file in canonical form, which changes no snippet; `None` if it has errors.
#[must_use]
pub fn format(source: &[u8]) -> Option<Vec<u8>> {
    let mut diagnostics = Diagnostics::default();
    let sections = read_sections(source, &mut diagnostics)?;
    check(&sections, &mut diagnostics);
    let formatted = print(sections.iter().map(|section| (section.round, section.text)));
    (!diagnostics.has_errors()).then(|| formatted.into_bytes())
}

/// What comment lines say of the player, and the warnings they want silenced. A comment line starts with
/// `#`, and the word stands right after it.
fn comments(source: &[u8]) -> (Metadata, Vec<String>) {
    let (mut metadata, mut allowed) = (Metadata::default(), Vec::new());
    for comment in source.split(|&byte| byte == b'\n').filter_map(|line| line.strip_prefix(b"#")) {
        metadata.take_comment(comment);
        let mut words = comment.split(u8::is_ascii_whitespace);
        if words.next().is_some_and(|word| word.eq_ignore_ascii_case(b"allow")) {
            allowed.extend(words.map(|word| String::from_utf8_lossy(word).into_owned()));
        }
    }
    (metadata, allowed)
}

/// The sections of a file; `None` if the file is not text. Adds errors to `diagnostics`.
fn read_sections<'a>(source: &'a [u8], diagnostics: &mut Diagnostics) -> Option<Vec<Section<'a>>> {
    let text = std::str::from_utf8(source);
    if text.is_err() {
        report_bytes(source, diagnostics);
    }
    text.ok().map(|text| sections(text, diagnostics))
}

/// An error for every place that is not UTF-8.
fn report_bytes(source: &[u8], diagnostics: &mut Diagnostics) {
    let mut end = 0;
    for chunk in source.utf8_chunks() {
        let start = end + chunk.valid().len();
        end = start + chunk.invalid().len();
        if start < end {
            let message = format!("the byte 0x{:02x} is not UTF-8", source[start]);
            let help = "snippets are text of Unicode characters: save the file as UTF-8";
            diagnostics.error("P17", Some(Span { start, end }), message, help);
        }
    }
}

/// Reports what is wrong with the sections, and what is surely not meant.
fn check(sections: &[Section<'_>], diagnostics: &mut Diagnostics) {
    let has_snippet = |section: &&Section| !is_blank(section.text);
    if !diagnostics.has_errors() && sections.iter().find(has_snippet).is_none() {
        let message = "there is no snippet in the file";
        diagnostics.error("P14", None, message, "`bout new perlwar DIR` writes examples to start from");
    }
    for section in sections {
        check_length(section, diagnostics);
    }
    let first = sections.iter().find(has_snippet).filter(|first| first.round > 1);
    if let Some(first) = first {
        diagnostics.warning(
            "no-first-snippet",
            Some(first.place),
            format!("the first snippet enters in round {}", first.round),
            "a player without a snippet in round 1 is out in round 1 (P15)",
        );
    }
}

fn check_length(section: &Section<'_>, diagnostics: &mut Diagnostics) {
    let (place, length) = (Some(section.place), section.text.chars().count());
    if is_blank(section.text) {
        diagnostics.warning(
            "empty-section",
            place,
            "there is no snippet after this line",
            "nothing enters in this round (P6): leave the line out",
        );
    } else if length > MAX_STORED {
        let message = format!("the snippet has {length} characters; at most {MAX_STORED} can be stored");
        diagnostics.error("P8", place, message, "shorten the snippet");
    } else if length > DEFAULT_MAX_LEN {
        diagnostics.warning(
            "long-snippet",
            place,
            format!("the snippet has {length} characters"),
            format!("with `max_len` at its default of {DEFAULT_MAX_LEN} it segfaults unrun (P8)"),
        );
    }
}
