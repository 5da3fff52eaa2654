//! The sections of a program file: which text is meant for which round (P14, P17).

use std::fmt::Write as _;

use game::{Diagnostics, Span};

use super::code::is_blank;
use super::setup::MAX_ROUNDS;

/// What starts a section.
const HEADER: &str = "=round";

/// The text for a round, with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section<'a> {
    /// The round, from 1.
    pub(super) round: u64,
    /// The text, without the line end that belongs to the file.
    pub(super) text: &'a str,
    /// Where a remark about the section points: its `=round` line, or the first line of a text without one.
    pub(super) place: Span,
    /// Whether it has a `=round` line.
    has_header: bool,
}

/// A line that starts with [`HEADER`].
struct Header {
    /// The line without its end.
    span: Span,
    /// Where the next line starts.
    next: usize,
    /// The round, if the line is well formed.
    round: Option<u64>,
}

/// The sections of a file, and an error for each `=round` line that is wrong. A blank text without a `=round` line is
/// not a section.
pub(super) fn sections<'a>(text: &'a str, diagnostics: &mut Diagnostics) -> Vec<Section<'a>> {
    let headers = headers(text);
    let start_of = |nth: usize| headers.get(nth).map_or(text.len(), |header: &Header| header.span.start);
    let first = without_line_end(&text[..start_of(0)]);
    let mut sections = Vec::new();
    if !is_blank(first) {
        sections.push(Section { round: 1, text: first, place: first_line(first), has_header: false });
    }
    for (nth, header) in headers.iter().enumerate() {
        let Some(round) = header.round else {
            report_form(header, diagnostics);
            continue;
        };
        let text = without_line_end(&text[header.next..start_of(nth + 1)]);
        let section = Section { round, text, place: header.span, has_header: true };
        if let Some(before) = sections.last() {
            check_rising(before, &section, diagnostics);
        }
        sections.push(section);
    }
    sections
}

/// Whether a text has a `=round` line, be it well formed or not.
pub(super) fn has_headers(text: &str) -> bool {
    !headers(text).is_empty()
}

fn headers(text: &str) -> Vec<Header> {
    let mut headers = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let next = start + line.len();
        if line.starts_with(HEADER) {
            let content = if line.ends_with('\n') { without_line_end(line) } else { line };
            let span = Span { start, end: start + content.len() };
            headers.push(Header { span, next, round: round_of(content) });
        }
        start = next;
    }
    headers
}

/// The round that a line `=round N` names.
fn round_of(line: &str) -> Option<u64> {
    let rest = line.strip_prefix(HEADER)?;
    let digits = rest.trim_matches([' ', '\t']);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let round = digits.parse().ok().filter(|round| (1..=MAX_ROUNDS).contains(round));
    round.filter(|_| is_number && rest.starts_with([' ', '\t']))
}

/// A text without the line end at its end, `\n` or `\r\n`, if it has one.
fn without_line_end(text: &str) -> &str {
    let shorter = text.strip_suffix('\n');
    shorter.map_or(text, |line| line.strip_suffix('\r').unwrap_or(line))
}

/// The first line of a text that is not blank, without the white space around it.
fn first_line(text: &str) -> Span {
    let line = text.trim_start();
    let start = text.len() - line.len();
    let length = line.find(['\n', '\r']).unwrap_or(line.len());
    Span { start, end: start + line[..length].trim_end().len() }
}

fn report_form(header: &Header, diagnostics: &mut Diagnostics) {
    let message = format!("expected `{HEADER} N`, where N is a whole number from 1 to {MAX_ROUNDS}");
    let help = "a line that starts like this begins the snippet that enters in round N; \
                in a snippet, put a blank before it";
    diagnostics.error("P14", Some(header.span), message, help);
}

fn check_rising(before: &Section<'_>, section: &Section<'_>, diagnostics: &mut Diagnostics) {
    if before.round < section.round {
        return;
    }
    let (message, help) = if before.has_header {
        let message = format!("round {} comes after round {}", section.round, before.round);
        (message, "at most one snippet enters in a round: put the sections in the order of their rounds")
    } else {
        let message = "what stands before the first `=round` line enters in round 1".to_owned();
        (message, "leave out this line and what follows it, or what stands before it")
    };
    diagnostics.error("P14", Some(section.place), message, help);
}

/// A file with these texts for these rounds, in canonical form: the text for round 1 has no `=round` line if
/// there is a snippet, so that a file with one snippet is that snippet.
pub(super) fn print<'a>(sections: impl Iterator<Item = (u64, &'a str)>) -> String {
    let mut file = String::new();
    for (round, text) in sections {
        if round > 1 || is_blank(text) {
            writeln!(file, "{HEADER} {round}").expect("a String takes everything");
        }
        file += text;
        if !text.is_empty() {
            // A line end `\n` after a `\r` would be a line end `\r\n`, and the `\r` would be lost.
            file += if text.ends_with('\r') { "\r\n" } else { "\n" };
        }
    }
    file
}
