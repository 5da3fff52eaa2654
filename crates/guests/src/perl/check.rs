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

    /// Says what each snippet does in an Array of its own, in one line per snippet.
    pub(super) fn try_out(&self, source: &[u8]) -> Result<Vec<String>, GuestError> {
        let mut lines = Vec::new();
        for (round, place) in places(source) {
            let code = text(source, place);
            let length = code.chars().count();
            let what = self.outcome(code)?;
            lines.push(format!(
                "enters in round {round}: {length} of {DEFAULT_MAX_LEN} characters; alone in an Array it {what}"
            ));
        }
        Ok(lines)
    }

    fn outcome(&self, code: &str) -> Result<String, GuestError> {
        Ok(match self.run(code)? {
            RunOutcome::Died { message, .. } => {
                let said = messages(&String::from_utf8_lossy(&message));
                let first =
                    said.first().map_or("it leaves more than can be kept (P8)", |first| first.text.as_str());
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
                let what =
                    if returned.is_empty() { "nothing".into() } else { format!("`{}`", shown(&returned)) };
                let kind = if Instruction::parse(&returned, size).is_some() {
                    ""
                } else {
                    ", which is not an instruction"
                };
                let becomes = match own.as_slice() {
                    same if same == code.as_bytes() => String::new(),
                    own if own.trim_ascii().is_empty() => " and erases itself".into(),
                    own => format!(" and becomes `{}`", shown(&String::from_utf8_lossy(own))),
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
            let trapped = message.text.strip_suffix(" trapped by operation mask");
            match trapped.map(|description| description.trim_matches('\'')) {
                Some(description) => {
                    let name = self.perl.operation(description).unwrap_or(description);
                    let known = operations().iter().find(|one| one.name == name);
                    let reason = known.map_or_else(String::new, |one| format!(" ({})", one.reason));
                    let text = format!("the operation `{name}` is forbidden{reason}");
                    diagnostics.error("P10", Some(span), text, SEGFAULTS);
                }
                None => diagnostics.error("P1", Some(span), message.text, SEGFAULTS),
            }
        }
    }
}

/// The advice for every snippet that perl rejects.
const SEGFAULTS: &str = "it would segfault as soon as it runs; see `bout man operations`";

/// One of perl's messages.
struct Message {
    text: String,
    /// The line of the snippet, counted from 1.
    line: Option<usize>,
}

/// Reads perl's messages, and removes perl's own names for the place.
fn messages(said: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    for one in said.lines().filter(|one| !one.trim().is_empty()) {
        let at = one.find(" at (eval ");
        let line = at.and_then(|at| {
            let (_, rest) = one[at..].split_once(") line ")?;
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            Some((rest[..digits].parse().ok()?, &rest[digits..]))
        });
        match (at, line, messages.last_mut()) {
            (Some(at), Some((line, rest)), _) => {
                let text = format!("{}{}", &one[..at], rest.trim_end_matches('.'));
                messages.push(Message { text: shown(&text), line: Some(line) });
            }
            // This line is the rest of a quoted text, or a summary at the end.
            (_, _, Some(_)) => {}
            _ => messages.push(Message { text: shown(one), line: None }),
        }
    }
    messages
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
fn shown(text: &str) -> String {
    let visible =
        |c: char| if game::is_unsafe_to_print(c) { c.escape_default().to_string() } else { c.to_string() };
    let mut shown: String = text.chars().take(MAX_SHOWN).map(visible).collect();
    if text.chars().count() > MAX_SHOWN {
        shown.push('…');
    }
    shown
}
