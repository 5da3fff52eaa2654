//! Checks snippets before they play. It tests whether they compile, and shows what they do alone in an Array.

use std::time::Duration;

use game::{Diagnostics, Span};
use games::perlwar::{DEFAULT_MAX_LEN, Instruction, places};
use sandbox::snapshot::Run;
use sandbox::{Isolation, IsolationFeatures, SandboxError};

use super::interpreter::Perl;
use super::operations::{has_code_in_pattern, operations};
use super::runner::{Limits, RunOutcome, RunRequest, Runner};
use crate::faults::fault;
use crate::idle_pool::IdlePool;
use crate::kind::GuestError;
use crate::methods::WarnOnce;
use crate::settings::IsolationSettings;

/// The Array in which snippets are tried out. It has the default parameters of the game.
const ALONE: RunRequest = RunRequest { rand_seed: 1, max_len: 100, rounds: 100, round: 1, size: 100 };
/// Its limits.
const LIMITS: Limits =
    Limits { time: Duration::from_millis(100), heap_bytes: 64 << 20, request_bytes: 1 << 20 };
/// The most characters of a text that are shown.
const MAX_SHOWN: usize = 60;
/// The most characters of a message of perl that are shown. Perl quotes at most 200 characters of a snippet.
const MAX_MESSAGE: usize = 280;
/// The comment line that ends what the driver puts before a snippet (see `driver.pl`).
const COMMENT_BEFORE: &str = "#line 1\n";
/// What perl's messages have before text that they quote from the code.
const QUOTES: [&str; 2] = ["near \"", "<-- HERE after "];
/// How a line begins in which perl remarks on the message before.
const REMARK: &str = "  (Might be ";

/// Tries snippets.
#[derive(Debug)]
pub(super) struct Checker {
    perl: &'static Perl,
    features: IsolationFeatures,
    kept: IdlePool<Runner>,
}

impl Checker {
    pub(super) fn new(perl: &'static Perl, features: IsolationFeatures) -> Self {
        Self { perl, features, kept: IdlePool::default() }
    }

    /// The game's messages about a file, and perl's messages about each of its snippets.
    pub(super) fn examine(&self, source: &[u8]) -> Result<Diagnostics, GuestError> {
        let mut diagnostics = games::perlwar::read(source).diagnostics;
        for (_, place) in places(source) {
            let code = text(source, place);
            if has_code_in_pattern(code) {
                let message = "code in a regular expression is forbidden: (?{…}) and (??{…})";
                diagnostics.error("P10", Some(place), message, SEGFAULTS);
                continue;
            }
            if let RunOutcome::Died { while_compiling: true, message } = self.run(code)? {
                self.report(&String::from_utf8_lossy(&message), place, code, &mut diagnostics);
            }
        }
        diagnostics.sort();
        Ok(diagnostics)
    }

    /// Says what each snippet does in an Array of its own, in one line per snippet. A snippet that is too long would not
    /// run in a match, so it does not run here.
    pub(super) fn try_out(&self, source: &[u8]) -> Result<Vec<String>, GuestError> {
        let mut lines = Vec::new();
        for (round, place) in places(source) {
            let code = text(source, place);
            let length = code.chars().count();
            let mut line = format!("enters in round {round}: {length} of {DEFAULT_MAX_LEN} characters");
            if length <= DEFAULT_MAX_LEN {
                line.push_str("; alone in an Array it ");
                line.push_str(&self.outcome(code)?);
            }
            lines.push(line);
        }
        Ok(lines)
    }

    fn outcome(&self, code: &str) -> Result<String, GuestError> {
        Ok(match self.run(code)? {
            RunOutcome::Died { message, .. } => {
                let said = messages(&String::from_utf8_lossy(&message));
                let first = said.first().map_or_else(
                    || "it leaves more than can be kept (P8)".into(),
                    |first| shown(&first.text, MAX_SHOWN),
                );
                format!("segfaults: {first}")
            }
            RunOutcome::Failed(Run::Failed(failure)) => {
                format!("segfaults: {}", fault(&failure, LIMITS.time).1)
            }
            RunOutcome::Failed(_) => {
                format!("segfaults: more than {} MiB of memory", LIMITS.heap_bytes >> 20)
            }
            RunOutcome::Garbled => "segfaults: it leaves what cannot be read".into(),
            RunOutcome::Ended { own, cell, .. }
                if [Some(&own), cell.as_ref().map(|(_, text)| text)]
                    .into_iter()
                    .flatten()
                    .any(|text| std::str::from_utf8(text).is_err()) =>
            {
                "segfaults: it leaves characters that UTF-8 cannot carry (P8)".into()
            }
            RunOutcome::Ended { own, returned, .. } => {
                let returned = String::from_utf8_lossy(&returned);
                let size = usize::try_from(ALONE.size).expect("a small number");
                let what = if returned.is_empty() {
                    "nothing".into()
                } else {
                    format!("`{}`", shown(&returned, MAX_SHOWN))
                };
                let kind = if Instruction::parse(&returned, size).is_some() {
                    ""
                } else {
                    ", which is not an instruction"
                };
                let becomes = match own.as_slice() {
                    same if same == code.as_bytes() => String::new(),
                    own if own.trim_ascii().is_empty() => " and erases itself".into(),
                    own => format!(" and becomes `{}`", shown(&String::from_utf8_lossy(own), MAX_SHOWN)),
                };
                format!("returns {what}{kind}{becomes}")
            }
        })
    }

    fn run(&self, code: &str) -> Result<RunOutcome, GuestError> {
        let failed = |error: SandboxError| GuestError::Machine(error.to_string());
        let settings = IsolationSettings { isolation: Isolation::Fork, features: self.features };
        let start = || Runner::new(self.perl, LIMITS, settings, None, &WarnOnce::silent());
        let mut runner = self.kept.take(|_| true).unwrap_or_else(start);
        let ran = runner.run_watched(&ALONE.alone(code)).map_err(failed);
        let bytes = runner.bytes();
        self.kept.put(runner, bytes);
        ran
    }

    /// Adds perl's messages to the diagnostics, each with the line of the file that it is about.
    fn report(&self, said: &str, place: Span, code: &str, diagnostics: &mut Diagnostics) {
        for message in messages(said) {
            let span = message
                .line
                .and_then(|line| line_of(code, line))
                .map_or(place, |span| Span { start: place.start + span.start, end: place.start + span.end });
            let text = shown(&message.text, MAX_MESSAGE);
            let trapped = text.strip_suffix(" trapped by operation mask");
            match trapped.map(|description| description.trim_matches('\'')) {
                Some(description) => {
                    let name = self.perl.operation(description).unwrap_or(description);
                    let known = operations().iter().find(|one| one.name == name);
                    let reason = known.map_or_else(String::new, |one| format!(" ({})", one.reason));
                    let text = format!("the operation `{name}` is forbidden{reason}");
                    diagnostics.error("P10", Some(span), text, SEGFAULTS);
                }
                None => diagnostics.error("P1", Some(span), text, SEGFAULTS),
            }
        }
    }
}

/// The advice for every snippet that perl rejects.
const SEGFAULTS: &str = "it would segfault as soon as it runs; see `bout man operations`";

/// One of perl's messages, which may have several lines.
struct Message {
    text: String,
    /// The line of the snippet, counted from 1.
    line: Option<usize>,
}

/// A line of perl's messages that names a place in the code.
struct PlacedLine<'a> {
    before: &'a str,
    /// The line of the snippet, counted from 1.
    line: usize,
    after: &'a str,
}

impl<'a> PlacedLine<'a> {
    fn read(said: &'a str) -> Option<Self> {
        let (before, rest) = said.split_once(" at (eval ")?;
        let (_, rest) = rest.split_once(") line ")?;
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        Some(Self { before, line: rest[..digits].parse().ok()?, after: &rest[digits..] })
    }
}

/// Reads perl's messages, and removes perl's own names for the place.
fn messages(said: &str) -> Vec<Message> {
    let said = without_our_code(said);
    let lines: Vec<&str> = said.trim_end_matches('\n').split('\n').collect();
    let mut messages: Vec<Message> = Vec::new();
    // The first line of the message that is being read, and the line that may name its place.
    let (mut start, mut nth) = (0, 0);
    while let Some(&one) = lines.get(nth) {
        let Some(placed) = PlacedLine::read(one) else {
            nth += 1;
            if one.starts_with(REMARK) {
                start = nth;
            }
            continue;
        };
        let earlier = &lines[start..nth];
        start = if placed.after.starts_with(", near \"") { end_of_quote(&lines, nth) } else { nth + 1 };
        let later = quoted(&lines[nth + 1..start]);
        let here = format!("{}{}", without_column(placed.before), placed.after.trim_end_matches('.'));
        let text = [earlier, &[here.as_str()], later].concat().join("\n");
        messages.push(Message { text: text.trim().into(), line: Some(placed.line) });
        nth = start;
    }
    if messages.is_empty() {
        let first = lines.iter().find(|one| !one.trim().is_empty());
        messages.extend(first.map(|one| Message { text: (*one).into(), line: None }));
    }
    messages
}

/// Removes the code that the driver puts before a snippet from what perl quotes: the whole comment line, and of the
/// statement before it at most the semicolon. Perl skips space at the start of what it quotes.
fn without_our_code(said: &str) -> String {
    let (mut kept, mut rest) = (String::new(), said);
    while let Some(at) = rest.find(COMMENT_BEFORE) {
        let (before, after) = (&rest[..at], &rest[at + COMMENT_BEFORE.len()..]);
        let quote = before.strip_suffix(";\n").unwrap_or(before);
        if QUOTES.iter().any(|start| quote.ends_with(start)) {
            kept.push_str(quote);
            rest = after.trim_start();
        } else {
            kept.push_str(before);
            kept.push_str(COMMENT_BEFORE);
            rest = after;
        }
    }
    kept + rest
}

/// Removes a column, which perl counts from the start of all code, ours included.
fn without_column(said: &str) -> &str {
    const MARK: &str = "<-- HERE";
    match said.rsplit_once(" near column ") {
        Some((before, _)) if before.ends_with(MARK) => before,
        _ => said,
    }
}

/// Where the next message begins after one that begins in line `start` and quotes code. The code may have several
/// lines, some of which may end in a quotation mark too.
fn end_of_quote(lines: &[&str], start: usize) -> usize {
    let may_end = |line: &str| line.ends_with('"') || line.starts_with(REMARK);
    let is_next = |nth: &usize| may_end(lines[*nth - 1]) && PlacedLine::read(lines[*nth]).is_some();
    (start + 1..lines.len()).find(is_next).unwrap_or(lines.len())
}

/// Those of these lines that belong to the quoted code. What perl remarks on a message follows after the last
/// quotation mark. If there is none, the code ended in an earlier line, or perl's text was cut.
fn quoted<'a, 'b>(lines: &'a [&'b str]) -> &'a [&'b str] {
    let last = lines.iter().rposition(|one| one.ends_with('"'));
    last.map_or(&[], |last| &lines[..=last])
}

/// The place of a line in a text, without the line's end.
fn line_of(text: &str, line: usize) -> Option<Span> {
    let mut start = 0;
    for (nth, one) in text.split_inclusive('\n').enumerate() {
        if nth + 1 == line {
            return Some(Span { start, end: start + one.trim_end_matches('\n').len() });
        }
        start += one.len();
    }
    None
}

fn text(source: &[u8], place: Span) -> &str {
    std::str::from_utf8(&source[place.start..place.end]).unwrap_or_default()
}

/// Makes a text safe to print: it fits into one line and contains no control sequences for terminals.
fn shown(text: &str, most: usize) -> String {
    let visible =
        |c: char| if game::is_unsafe_to_print(c) { c.escape_default().to_string() } else { c.to_string() };
    let mut shown: String = text.chars().take(most).map(visible).collect();
    if text.chars().count() > most {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages as they are shown, with their lines.
    fn read(said: &str) -> Vec<(String, Option<usize>)> {
        let one = |message: Message| (shown(&message.text, MAX_MESSAGE), message.line);
        messages(said).into_iter().map(one).collect()
    }

    fn one(text: &str, line: usize) -> Vec<(String, Option<usize>)> {
        vec![(text.into(), Some(line))]
    }

    #[test]
    fn quoted_code_is_complete_and_the_snippets_own() {
        // `^1`, `1 2` and, after two empty lines, `^1`.
        let found = read("syntax error at (eval 1) line 1, near \";\n#line 1\n^\"\n");
        assert_eq!(found, one(r#"syntax error, near "^""#, 1));
        let found = read("syntax error at (eval 1) line 1, near \"#line 1\n1 2\"\n");
        assert_eq!(found, one(r#"syntax error, near "1 2""#, 1));
        let found = read("syntax error at (eval 1) line 3, near \";\n#line 1\n\n\n^\"\n");
        assert_eq!(found, one(r#"syntax error, near "^""#, 3));
        let found = read("syntax error at (eval 3) line 3, near \"=\n^\"\n");
        assert_eq!(found, one(r#"syntax error, near "=\n^""#, 3));
        // A snippet that has such lines itself keeps them.
        let found = read("syntax error at (eval 1) line 1, near \"#line 1\n;\n#line 1\n^\"\n");
        assert_eq!(found, one(r#"syntax error, near ";\n#line 1\n^""#, 1));
    }

    #[test]
    fn quoted_code_may_have_quotation_marks_and_look_like_a_message() {
        let said = "syntax error at (eval 1) line 2, near \"#line 1\n\"a\"\n\"b\"\"\n";
        assert_eq!(read(said), one(r#"syntax error, near ""a"\n"b"""#, 2));
        let said = "syntax error at (eval 1) line 2, near \"'a\n' 'b at (eval 1) line 3, near c'\"\n";
        assert_eq!(read(said), one(r#"syntax error, near "'a\n' 'b at (eval 1) line 3, near c'""#, 2));
    }

    #[test]
    fn every_message_is_read_without_the_remarks() {
        let said = "Unmatched right curly bracket at (eval 1) line 1, at end of line\n\
                    syntax error at (eval 1) line 1, near \";\n#line 1\n}\"\n  (Might be a runaway multi-line \"\" string \
                    starting on line 2)\nGlobal symbol at (eval 1) line 4.\n(eval 1) had too many errors.\n";
        let found = read(said);
        let expected = [
            one("Unmatched right curly bracket, at end of line", 1),
            one(r#"syntax error, near "}""#, 1),
            one("Global symbol", 4),
        ];
        assert_eq!(found, expected.concat());
    }

    #[test]
    fn an_unknown_character_stands_after_the_snippets_own_code() {
        let said = "Unrecognized character \\xFF; marked by <-- HERE after #line 1\n1;\n2;<-- HERE near column 30 at (eval 1) \
                    line 2.\n";
        assert_eq!(
            read(said),
            one(r"Unrecognized character \xFF; marked by <-- HERE after 1;\n2;<-- HERE", 2)
        );
    }

    #[test]
    fn messages_without_a_place_are_kept() {
        assert_eq!(read("\na\nb\n"), vec![("a".to_owned(), None)]);
        assert_eq!(read("a\nb at (eval 3) line 7.\n"), one(r"a\nb", 7));
        assert!(read("\n").is_empty());
    }

    #[test]
    fn long_messages_are_cut() {
        let found = read(&format!("{} at (eval 1) line 1.\n", "x".repeat(MAX_MESSAGE + 1)));
        assert_eq!(found, one(&("x".repeat(MAX_MESSAGE) + "…"), 1));
    }
}
