//! Shows progress: a line that updates in place on a terminal, otherwise a new line at intervals.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use contests::compare::{Comparison, ComparisonState};
use game::text::grouped;
use indicatif::{ProgressBar, ProgressStyle};

use super::report::signed;
use crate::cli::CompareQuestion;
use crate::output::{OutputFormat, note};

/// The interval between lines if there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The interval between updates of the line on a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(100);

/// The progress of a comparison, on standard error.
pub(super) struct Progress {
    bar: ProgressBar,
    interval: Duration,
    last: Instant,
    title: String,
    answers: [&'static str; 2],
}

impl Progress {
    pub(super) fn new(comparison: &Comparison, question: CompareQuestion, form: OutputFormat) -> Self {
        let [new, old] = comparison.versions();
        // With JSON lines, the line for each round would break up a line that updates in place.
        let is_terminal = std::io::stderr().is_terminal() && form != OutputFormat::Jsonl;
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is right");
        Self {
            bar: if is_terminal {
                ProgressBar::new_spinner().with_style(style)
            } else {
                ProgressBar::hidden()
            },
            interval: if is_terminal { TERMINAL_INTERVAL } else { LINE_INTERVAL },
            last: Instant::now(),
            title: format!("{new} against {old}"),
            answers: match question {
                CompareQuestion::Better => ["better", "not better"],
                CompareQuestion::NoWorse => ["no worse", "worse"],
            },
        }
    }

    /// Shows the progress if an update is due.
    pub(super) fn show(&mut self, state: &ComparisonState) {
        if self.last.elapsed() < self.interval {
            return;
        }
        self.last = Instant::now();
        let line = self.line(state);
        if self.bar.is_hidden() {
            note(&line);
        } else {
            self.bar.set_message(line);
            self.bar.tick();
        }
    }

    fn line(&self, state: &ComparisonState) -> String {
        let progress = state.progress();
        let percent = |evidence: f64| format!("{:.0}%", 100.0 * evidence.clamp(0.0, 1.0));
        let [yes, no] = self.answers;
        format!(
            "{}: round {}, {} points per game; to `{yes}` {}, to `{no}` {}",
            self.title,
            grouped(state.rounds()),
            signed(progress.difference),
            percent(progress.better),
            percent(progress.not_better),
        )
    }

    /// Removes the progress line from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
