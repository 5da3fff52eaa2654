//! The output of `bout submit`.

use contests::Failure;
use game::text::shortened;
use serde::Serialize;
use serde_json::Value;

use super::failure_of;
use crate::names::signed;
use crate::output::{Output, OutputFormat, Printer, Row};
use crate::site_client::{NewSubmission, Submission, SubmissionMode, SubmissionState};

/// The columns of CSV.
const COLUMNS: [&str; 14] = [
    "id",
    "hill",
    "file",
    "mode",
    "secret",
    "state",
    "rank",
    "of",
    "elo",
    "program",
    "pushed_off",
    "why",
    "submitted",
    "finished",
];

/// The largest number of diagnostics, and of opponents, in the text output.
const MAX_LINES: usize = 20;

/// The JSON document.
#[derive(Serialize)]
struct Document {
    submissions: Vec<Value>,
}

impl Row for Submission {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = crate::output::cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "pushed_off") {
            line[at] = self.pushed_off.join(" ");
        }
        vec![line]
    }
}

/// The output so far.
pub(crate) struct Report {
    printer: Printer,
    /// The line printed last. A line that repeats it is skipped, so that not every game prints one.
    shown: Option<String>,
    /// The failure of the first program that was not accepted.
    failure: Option<Failure>,
}

impl Report {
    pub(crate) fn new(form: OutputFormat) -> Self {
        Self { printer: Printer::new(form, Output::of_a_change()), shown: None, failure: None }
    }

    /// Reports that the site has received a program.
    pub(super) fn sent(&mut self, submission: &Submission, page: &str) -> Result<(), Failure> {
        let mode = match submission.mode {
            SubmissionMode::Enter => "submitted",
            SubmissionMode::Test => "sent for a test",
        };
        self.say(&format!("{} is {mode} as {}: {page}", submission.file, submission.id))
    }

    /// Reports that the site refuses a program, and why.
    pub(crate) fn refused(
        &mut self,
        new: &NewSubmission,
        detail: &str,
        diagnostics: &[Value],
    ) -> Result<(), Failure> {
        let NewSubmission { hill, file, mode, is_secret, .. } = new;
        let row = RefusedRow {
            hill,
            file,
            mode: *mode,
            secret: *is_secret,
            state: "refused",
            why: detail,
            diagnostics,
        };
        self.printer.columns(&COLUMNS)?;
        self.printer.row(&row)?;
        self.say(&format!("{file} is refused: {detail}"))?;
        for one in diagnostics.iter().take(MAX_LINES) {
            self.say(&format!("  {}", diagnostic_in_words(file, one)))?;
        }
        let why = format!("the site refuses {file}");
        self.failure.get_or_insert(Failure::Refused(why));
        Ok(())
    }

    /// Shows the progress of an unfinished submission.
    pub(crate) fn step(&mut self, submission: &Submission) -> Result<(), Failure> {
        if submission.state.is_final() {
            return Ok(());
        }
        self.printer.line(submission)?;
        let line = step_in_words(submission);
        if self.shown.as_ref() != Some(&line) {
            self.say(&line)?;
            self.shown = Some(line);
        }
        self.printer.flush()
    }

    /// Shows the last state of a submission that this command waits for.
    pub(crate) fn last(&mut self, submission: &Submission) -> Result<(), Failure> {
        self.shown = None;
        self.printer.columns(&COLUMNS)?;
        self.printer.row(submission)?;
        if submission.state.is_final() {
            for line in result_in_words(submission) {
                self.say(&line)?;
            }
        } else {
            self.say(&step_in_words(submission))?;
        }
        if let Some(failure) = failure_of(submission) {
            self.failure.get_or_insert(failure);
        }
        self.printer.flush()
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.printer.text(|output| output.people(shortened(line)))?;
        self.printer.flush()
    }

    /// Clears the failure, because another version of the program follows.
    pub(crate) fn forget(&mut self) {
        self.failure = None;
    }

    /// Ends the output. The first program that was not accepted determines the exit code.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.printer.document(|submissions| Document { submissions })?;
        self.printer.flush()?;
        self.failure.map_or(Ok(()), Err)
    }
}

/// A program that the site refuses at once: it has no id.
#[derive(Serialize)]
struct RefusedRow<'a> {
    hill: &'a str,
    file: &'a str,
    mode: SubmissionMode,
    secret: bool,
    state: &'static str,
    why: &'a str,
    diagnostics: &'a [Value],
}

impl Row for RefusedRow<'_> {}

/// Describes the progress of a submission.
fn step_in_words(submission: &Submission) -> String {
    let Submission { file, place, waits_for, games_done, games_total, .. } = submission;
    match (submission.state, place, games_done, games_total) {
        (SubmissionState::Queued, Some(place), ..) => {
            let why = waits_for.as_ref().map_or(String::new(), |why| format!("; {why}"));
            format!("{file}: place {place} in the queue{why}")
        }
        (SubmissionState::Queued, ..) => format!("{file}: in the queue"),
        (SubmissionState::Playing, _, Some(done), Some(total)) => {
            // A line for every tenth of the games is enough.
            let tenth = (*total).div_ceil(10).max(1);
            format!("{file}: {} of {total} games", done / tenth * tenth)
        }
        (SubmissionState::Playing, ..) => format!("{file}: its games are being played"),
        _ => format!("{file}: in a state that bout here does not know; update bout"),
    }
}

/// Describes the result of a submission.
fn result_in_words(submission: &Submission) -> Vec<String> {
    let file = submission.program.as_ref().unwrap_or(&submission.file);
    let why = submission.why.as_deref().unwrap_or("no reason is given");
    let rank = |number: Option<u64>| number.map_or("?".into(), |number| number.to_string());
    let (place, of) = (rank(submission.rank), rank(submission.of));
    let room = format!("{file} is not good enough for the hill: rank {place}, and it has room for {of}.");
    let first = match submission.state {
        SubmissionState::Entered => {
            let elo = submission.elo.map_or(String::new(), |elo| format!(", Elo {}", signed(elo, 0)));
            format!("{file} enters the hill with rank {place} of {of}{elo}.")
        }
        SubmissionState::Tested if submission.rank > submission.of => room,
        SubmissionState::Tested => format!("{file} would enter the hill with rank {place} of {of}."),
        SubmissionState::NotGoodEnough => room,
        SubmissionState::Known => format!("{}: this program is already on the hill.", submission.file),
        SubmissionState::Refused => format!("{file} is refused: {why}"),
        SubmissionState::Failed => format!("The site could not play {file}: {why}"),
        SubmissionState::Withdrawn => format!("{file} was withdrawn."),
        SubmissionState::Queued | SubmissionState::Playing | SubmissionState::Unknown => {
            step_in_words(submission)
        }
    };
    let goes = match submission.mode {
        SubmissionMode::Enter => "Pushed off",
        SubmissionMode::Test => "It would push off",
    };
    let gone = submission.pushed_off.join(", ");
    let mut lines = vec![if gone.is_empty() { first } else { format!("{first} {goes}: {gone}.") }];
    let worst = submission.worst.iter().take(MAX_LINES);
    lines.extend(worst.map(|one| format!("  against {}: {:.1} %", one.opponent, one.score * 100.0)));
    lines
}

/// Formats a diagnostic of the site: the place, the severity with its code, and the message.
fn diagnostic_in_words(file: &str, one: &Value) -> String {
    let text = |key: &str| one[key].as_str().unwrap_or_default();
    let place = match (one["line"].as_u64(), one["column"].as_u64()) {
        (Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
        _ => String::new(),
    };
    let code = match text("code") {
        "" => String::new(),
        code => format!("[{code}]"),
    };
    let help = match text("help") {
        "" => String::new(),
        help => format!(" ({help})"),
    };
    format!("{place}{}{code}: {}{help}", text("severity"), text("message"))
}
